#!/usr/bin/env python3
"""Compares training data as Kingscan and as Stockfish's branch `tools` write them: byte for byte.

    tests/peers/data_against_stockfish.py KINGSCAN STOCKFISH FILE...

STOCKFISH is the program of that branch, which validates and converts .plain, .bin and .binpack. It validates each
FILE; both convert it to the two other formats; and what Stockfish has written in .binpack is read and written again.
Prints what differs; the exit status is 1 then.
"""

import os
import subprocess
import sys
import tempfile

FORMATS = ("plain", "bin", "binpack")


def run(command):
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=True)
    return ran.stdout


def count_of(kingscan, file):
    lines = run([kingscan, "check", "--count", file]).splitlines()
    return int(next(line for line in lines if line.startswith("total")).split("\t")[1])


def contents(file):
    with open(file, "rb") as data:
        return data.read()


def first_difference(ours, theirs):
    """Returns where two texts differ, or None."""
    if ours == theirs:
        return None
    return next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))


class Comparison:
    def __init__(self, kingscan, stockfish, folder):
        self.kingscan, self.stockfish, self.folder, self.failed = kingscan, stockfish, folder, False

    def expect_same(self, ours, theirs, what):
        at = first_difference(contents(ours), contents(theirs))
        print(f"{what}: " + ("the same bytes" if at is None else f"byte {at} differs"))
        self.failed |= at is not None

    def validate(self, file):
        count = count_of(self.kingscan, file)
        said = run([self.stockfish, "validate_training_data", file])
        good = f"Finished. Validated {count} positions." in said
        print(f"{file}: {count} positions" + ("" if good else f", but Stockfish says: {said[-400:]}"))
        self.failed |= not good

    def convert(self, file, to):
        ours, theirs = (os.path.join(self.folder, f"{name}.{to}") for name in ("ours", "theirs"))
        for path in ours, theirs:
            if os.path.exists(path):
                os.remove(path)
        run([self.kingscan, "convert", file, ours])
        run([self.stockfish, "convert", file, theirs])
        self.expect_same(ours, theirs, f"{file} to .{to}")
        if to == "binpack":
            again = os.path.join(self.folder, "again.binpack")
            run([self.kingscan, "convert", theirs, again])
            self.expect_same(again, theirs, "that of Stockfish, read and written")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    kingscan, stockfish, *files = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(kingscan, os.path.abspath(stockfish), folder)
        for file in files:
            comparison.validate(file)
            for to in FORMATS:
                if not file.endswith("." + to):
                    comparison.convert(file, to)
    return comparison.failed


if __name__ == "__main__":
    sys.exit(main())
