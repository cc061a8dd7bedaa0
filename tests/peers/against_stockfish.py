#!/usr/bin/env python3
"""Compare perft with Stockfish, position by position.

    tests/peers/against_stockfish.py build/kingscan --depth 3 --limit 2000 tests/data/positions.epd
    tests/peers/against_stockfish.py build/kingscan --depth 3 --chess960-starts
    tests/peers/against_stockfish.py build/kingscan --depth 4 --chess960-games 50
    tests/peers/against_stockfish.py build/kingscan --depth 4 --numbers c/cli/commands/diff/hard.epd

Stockfish (Debian: apt install stockfish) counts the same positions independently, with UCI_Chess960 for those of
Chess960. Random moves from Stockfish's own lists make the Chess960 games. With --numbers the counts in EPD files
(D1 20; D2 400; ...) are compared, up to the depth. Another engine that answers `go perft` can replace Stockfish:
--stockfish fairy-stockfish. Prints each position where the counts differ and a closing line; exit status 1 when any
did. `make test` runs a short form if Stockfish is installed.
"""
import argparse
import itertools
import random
import re
import shutil
import subprocess
import sys

from uci_process import UciProcess


class Stockfish(UciProcess):
    """One process of Stockfish, which speaks UCI."""

    def __init__(self, path, chess960):
        super().__init__(path)
        self.send(f"setoption name UCI_Chess960 value {str(chess960).lower()}")

    def play(self, fen, rng, plies):
        """Returns the position after some random moves, as Stockfish writes it."""
        for _ in range(plies):
            self.send(f"position fen {fen}")
            moves = [
                x.split(":")[0]
                for x in self.ask("go perft 1", "Nodes searched")
                if re.match("[a-h][1-8][a-h][1-8][qrbn]?:", x)
            ]
            if not moves:
                return fen
            self.send(f"position fen {fen} moves {rng.choice(sorted(moves))}")
            fen = next(x for x in self.ask("d", "Checkers:") if x.startswith("Fen:"))[5:].strip()
        return fen


def chess960_starts():
    """Yields all 960, as FEN with the rooks' files."""
    for rank in sorted(set(itertools.permutations("RNBQKBNR"))):
        row = "".join(rank)
        bishops = [i for i, c in enumerate(row) if c == "B"]
        rooks = [i for i, c in enumerate(row) if c == "R"]
        if sum(bishops) % 2 == 1 and rooks[0] < row.index("K") < rooks[1]:
            files = "".join("ABCDEFGH"[i] for i in reversed(rooks))
            yield f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w {files}{files.lower()} - 0 1"


def fens_of(paths):
    for path in paths:
        with open(path, encoding="latin-1") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    fields = line.split()
                    clocks = fields[4:6] if len(fields) > 5 and fields[5].isdigit() else ["0", "1"]
                    yield " ".join(fields[:4] + clocks)


# With UCI_Chess960 the king captures its rook. (No other piece makes these moves in the files.)
CHESS960_CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}


def numbers_of(paths, depth):
    """Yields each position of EPD files with its moves, once a depth, with the file's count for that depth."""
    for path in paths:
        with open(path, encoding="ascii") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    counts = dict(re.findall(r"; D(\d+) (\d+)(?=;)", line))
                    moves = re.match(r"(?:\S+ ){4}(moves [^;]*|)", line)[1].split()
                    moves = [CHESS960_CASTLING.get(move, move) for move in moves]
                    for d in range(1, depth + 1):
                        yield " ".join(line.split()[:4] + ["0", "1"] + moves), d, int(counts[str(d)])


def our_perft(kingscan, fen, depth):
    return int(
        subprocess.run([kingscan, "perft", str(depth), fen], capture_output=True, text=True, check=True).stdout.split()[
            -1
        ]
    )


def main():
    parser = argparse.ArgumentParser(description="Compare perft with Stockfish.")
    parser.add_argument("kingscan")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--limit", type=int, help="at most so many positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chess960-starts", action="store_true")
    parser.add_argument("--chess960-games", type=int, default=0, metavar="N")
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    options = parser.parse_intermixed_args()
    chess960 = options.chess960_starts or options.chess960_games > 0 or options.numbers
    rng = random.Random(options.seed)
    stockfish = Stockfish(options.stockfish, chess960)
    if options.chess960_games:
        starts = rng.sample(list(chess960_starts()), options.chess960_games)
        fens = (stockfish.play(fen, rng, rng.randint(6, 40)) for fen in starts)
    else:
        fens = chess960_starts() if options.chess960_starts else fens_of(options.files)
    if options.numbers:
        counted = numbers_of(options.files, options.depth)
    else:
        counted = ((fen, options.depth, our_perft(options.kingscan, fen, options.depth)) for fen in fens)
    counts = nodes = wrong = 0
    for fen, depth, ours in itertools.islice(counted, options.limit):
        theirs = stockfish.perft(fen, depth)
        counts, nodes = counts + 1, nodes + theirs
        if theirs != ours:
            wrong += 1
            print(
                f"{fen}: to depth {depth} Stockfish counts {theirs}, "
                f"{'the file' if options.numbers else 'kingscan'} {ours}"
            )
    stockfish.send("quit")
    print(f"{counts} counts to depth {options.depth}, {nodes} nodes, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
