#!/usr/bin/env python3
"""Compares the formulas that the prover finds for the functions' answers with the answers of this processor.

    tests/proof/boards.py [--library PATH] [--boards 100000] [--seed 1] [FUNCTION...]

Each square and side of the king has its share of random boards. The formulas have to have, on each board, the value
that the function answers; a machine of the prover that differs from this processor would show here. FUNCTION is a
name such as avx2_in_check; without any, all functions that run fast are compared. Functions that this processor
cannot run are counted. Returns 1 at the first difference.
"""
import argparse
import gc
import random
import sys

import kernels
import native
from trusted import words
from trusted.image import Image

CASES = [(square, side) for square in range(64) for side in (0, 1)]


def random_board(rng):
    """Any bytes; or a few pieces, whose bytes may have bits set that our codes do not use."""
    kind = rng.randrange(3)
    if kind == 0:
        return rng.randbytes(64)
    board = bytearray(64)
    for _ in range(rng.choice((4, 8, 16, 32))):
        board[rng.randrange(64)] = rng.randrange(16) | 16 * (kind == 2)
    return bytes(board)


def values(formulas, variables, count):
    """For each formula, a number whose bit i is its value on board i. variables: the same for the variables."""
    every = (1 << count) - 1
    known, todo = {0: 0, 1: every}, list(formulas)
    while todo:
        a = todo[-1]
        variable, if_0, if_1 = words.D.nodes[a]
        missing = [b for b in (if_0, if_1) if b not in known] if a not in known else []
        todo += missing
        if missing:
            continue
        if todo.pop() not in known:
            known[a] = known[if_1] & variables[variable] | known[if_0] & ~variables[variable]
    return [known[a] for a in formulas]


def differing(library, image, name, features, boards, square, side):
    """The first board on which the function answers otherwise than the prover's formulas say."""
    words.start()
    board = kernels.any_board(square)
    answer, _ = kernels.run(image, name, features, board, square, side)
    variables = {}
    for n, w in enumerate(board):
        for i, formula in enumerate(w.bits):
            variables[words.D.nodes[formula][0]] = sum((b[n] >> i & 1) << k for k, b in enumerate(boards))
    columns = values(answer.bits, variables, len(boards))
    for k, b in enumerate(boards):
        expected = sum((column >> k & 1) << i for i, column in enumerate(columns))
        if library.ask(name, b, square, side) & (1 << answer.n) - 1 != expected:
            return b
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", default="build/libkingscan.so")
    parser.add_argument("--boards", type=int, default=100000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("functions", nargs="*")
    a = parser.parse_args()
    gc.disable()
    image, has, rng, lacking = Image(a.library), native.processor(), random.Random(a.seed), 0
    library, each = native.Library(a.library, image), -(-a.boards // len(CASES))
    boards = {case: [random_board(rng) for _ in range(each)] for case in CASES}
    names = [(f"{kernel}_{kind}", features) for kernel, features in kernels.kernels().items() for kind in kernels.KINDS]
    names = [(name, features) for name, features in names if kernels.is_meant(name, a.functions)]
    for name, features in names:
        if not all(map(has, features)):
            lacking += 1
            continue
        for square, side in CASES:
            b = differing(library, image, "ks_" + name, features, boards[square, side], square, side)
            if b:
                print(f"{name}: the formulas differ from what it answers here: {b.hex()} {square} {side}")
                return 1
    print(
        f"{len(names) - lacking} functions answer {each * len(CASES)} boards each as their formulas do; "
        f"{lacking} not run here"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
