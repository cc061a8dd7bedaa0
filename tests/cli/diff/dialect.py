#!/usr/bin/env python3
"""An engine of a dialect without UCI, made of `kingscan uci`: dialect.py perft|divide position|setboard. It complains
of questions of UCI, prints more after the total, and writes what it is asked to the file heard."""
import os
import subprocess
import sys

asked, style = sys.argv[1:3]
uci = subprocess.Popen([os.environ["KINGSCAN"], "uci"], stdin=-1, stdout=-1, text=True, bufsize=1)
fen, moves = "", []
print("my engine 2.0", flush=True)
for line in sys.stdin:
    print(line, end="", file=open("heard", "a"))
    word, *rest = line.split()
    if style == "setboard" and word == "setboard":
        fen, moves = " ".join(rest), []
    elif style == "position" and word == "position":
        before, _, after = line[len("position fen ") :].partition(" moves ")
        fen, moves = before.strip(), after.split()
    elif word == asked:
        print("position fen", fen, "moves", *moves, file=uci.stdin)
        print("go perft", *rest, file=uci.stdin)
        answer = []
        while not answer or not answer[-1].startswith("Nodes"):
            answer.append(uci.stdout.readline())
        print(
            *(line.replace(": ", " ") for line in answer if ": " in line if line[:4] not in sys.argv),
            "Time: 3\nNodes per second: 12345",
            sep="",
            flush=True
        )
    elif word[0].islower() and word[1:2].isdigit():
        moves.append(word)
    else:
        print("Error (unknown command):", word, flush=True)
