#!/usr/bin/env python3
"""Lets two 'kingscan uci' play against each other, as a program for matches does; a third program checks each move.

Run in the root of the repository: tests/selfplay/selfplay.py PROGRAM [MOVES]. One game follows another until both
sides have made MOVES moves (500); the last game is cut off there. The third program is stockfish if that is
installed, else another kingscan. Prints the lengths of the games; or the error and the moves that led to it, and
then returns 1.
"""
import os
import shutil
import subprocess
import sys
import threading

SECONDS = 10 * float(os.environ.get("SLOWNESS", "1"))  # for an answer
# The words after go, in turn. With infinite, the move comes at stop.
REQUESTS = (
    "depth 5",
    "movetime 20",
    "wtime 60000 btime 60000 winc 100 binc 100",
    "infinite",
    "nodes 1000",
    "ponder",
    "wtime 300 btime -5 movestogo 3",
    "mate 2",
    "",
)


class Engine:
    def __init__(self, *command):
        self.name = " ".join(command)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.ask("isready", "readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, end):
        """Returns the lines of an answer, up to one that begins with `end`."""
        self.say(line)
        return self.hear(end)

    def hear(self, end):
        late = threading.Timer(SECONDS, self.process.kill)
        late.start()
        lines = []
        while not (lines and lines[-1].startswith(end)):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"{self.name}: expected {end!r} within {SECONDS} s, found {lines[-3:]}")
            if "error" in line:
                raise RuntimeError(f"{self.name}: {line}")
            lines.append(line.rstrip("\n"))
        late.cancel()
        return lines

    def move(self, position, request):
        """Returns the engine's move."""
        self.say(position)
        self.say(f"go {request}".rstrip())
        if request == "infinite":
            # isready is answered, and the move is not printed before stop.
            if any(line.startswith("bestmove") for line in self.ask("isready", "readyok")):
                raise RuntimeError(f"{self.name}: go infinite ended by itself")
            self.say("stop")
        elif request == "ponder":
            self.say("ponderhit")
        return self.hear("bestmove")[-1].split()[1]

    def legal_moves(self, position):
        self.say(position)
        return [line.split(":")[0] for line in self.ask("go perft 1", "Nodes searched") if ": 1" in line]

    def quit(self):
        self.say("quit")
        return self.process.wait(SECONDS)


def play(players, judge, plies, request):
    """Plays a game of at most `plies` plies; returns its moves."""
    moves = []
    for player in players:
        player.say("ucinewgame")
    while len(moves) < plies:
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        legal = judge.legal_moves(position)
        move = players[len(moves) % 2].move(position, REQUESTS[request(len(moves))])
        if not legal and move == "(none)":
            return moves
        if move not in legal:
            raise RuntimeError(f"{position}: expected one of {' '.join(legal)}, found {move}")
        moves.append(move)
    return moves


def main():
    program, moves = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500
    stockfish = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
    if not stockfish:
        print("stockfish is missing: a third kingscan judges")
    players = [Engine(program, "uci", "--seed", seed) for seed in ("1", "2")]
    judge = Engine(stockfish) if stockfish else Engine(program, "uci")
    games = []
    try:
        while (left := 2 * moves - sum(games)) > 0:
            games.append(len(play(players, judge, left, lambda ply: ply // 2 % len(REQUESTS))))
    except RuntimeError as error:
        print(error)
        return 1
    statuses = [engine.quit() for engine in (*players, judge)]
    print(f"{len(games)} games of {', '.join(str(game) for game in games)} plies, exit statuses {statuses}")
    return 0 if statuses[:2] == [0, 0] else 1


if __name__ == "__main__":
    sys.exit(main())
