#!/usr/bin/env python3
"""Compare perft of chess variants with Fairy-Stockfish, position by position.

    tests/peers/variants_against_engine.py build/kingscan --random 20
    tests/peers/variants_against_engine.py build/kingscan --random 12 --write tests/data/variants_perft.tsv

Fairy-Stockfish (Debian: apt install fairy-stockfish) counts independently every variant that both programs know,
from the start to the depth that first exceeds a million nodes, and to depth 2 from positions of games of random
moves from its own lists. Prints each position where the counts differ and a closing line; exit status 1 when any
did. --write keeps the engine's counts, which the tests read.
"""
import argparse
import random
import re
import shutil
import subprocess
import sys

from uci_process import UciProcess

ENOUGH = 1_000_000


class Engine(UciProcess):
    """One process of the engine, which speaks UCI."""

    def __init__(self, path):
        super().__init__(path)
        options = "".join(self.ask("uci", "uciok"))
        self.version = re.search(r"id name (.*?)(?: by .*)?$", options, re.M).group(1)
        self.variants = set(re.findall(r"\bvar (\S+)", re.search(r"option name UCI_Variant .*", options).group(0)))

    def choose(self, variant):
        self.send(f"setoption name UCI_Variant value {variant}")
        self.send(f"setoption name UCI_Chess960 value {str(variant == 'fischerandom').lower()}")

    def fen(self, moves):
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        return next(x for x in self.ask("d", "Checkers:") if x.startswith("Fen:"))[5:].strip()

    def play(self, rng, plies):
        """Returns a position after some random moves, as FEN."""
        moves = []
        for _ in range(plies):
            self.fen(moves)
            choices = [x.split(":")[0] for x in self.ask("go perft 1", "Nodes searched") if re.match(r"\w+: 1$", x)]
            if not choices:
                break
            moves.append(rng.choice(sorted(choices)))
        # The engine writes makruk's remaining count in the field of en passant.
        return re.sub(r" - \d+ (\d+ \d+)$", r" - - \1", self.fen(moves))


def tasks(engine, variant, rng, games):
    """Yields positions, depths and the engine's counts."""
    engine.choose(variant)
    start, depth, nodes = engine.fen([]), 0, 0
    while nodes <= ENOUGH:
        depth += 1
        nodes = engine.perft(start, depth)
        yield start, depth, nodes
    for _ in range(games):
        fen = engine.play(rng, rng.randint(2, 120))
        yield fen, 2, engine.perft(fen, 2)


def our_perft(kingscan, variant, fen, depth):
    result = subprocess.run(
        [kingscan, "perft", str(depth), "--variant", variant, fen], capture_output=True, text=True, check=False
    )
    return int(result.stdout) if result.returncode == 0 else result.stderr.strip()


def main():
    parser = argparse.ArgumentParser(description="Compare perft of variants with Fairy-Stockfish.")
    parser.add_argument("kingscan")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="positions of random games of each variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--engine", default=shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish")
    options = parser.parse_args()
    engine, rng = Engine(options.engine), random.Random(options.seed)
    listed = subprocess.run([options.kingscan, "variants"], capture_output=True, text=True, check=True).stdout
    ours = [line.split()[0] for line in listed.splitlines()]
    rows, wrong = [], 0
    for variant in ours:
        if variant not in engine.variants:
            print(f"{variant}: the engine doesn't know it")
            continue
        for fen, depth, theirs in tasks(engine, variant, rng, options.random):
            rows.append(f"{variant}\t{depth}\t{theirs}\t{fen}\n")
            found = our_perft(options.kingscan, variant, fen, depth)
            if found != theirs:
                wrong += 1
                print(f"{variant} {fen} depth {depth}: the engine counts {theirs}, kingscan {found}")
    engine.send("quit")
    if options.write:
        with open(options.write, "w", encoding="ascii") as out:
            out.write(
                f"# Perft of variants as {engine.version} counts it: variant, depth, nodes, position.\n"
                "# Made by tests/peers/variants_against_engine.py build/kingscan "
                f"--random {options.random} --seed {options.seed} --write FILE\n"
            )
            out.writelines(rows)
    print(f"{len(rows)} counts, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
