#!/usr/bin/env python3
"""Faults put into the machine code on purpose: each that matters has to be refuted, by a board that really differs.

    tests/proof/faults.py [--library PATH] [--faults 20] [--seed 1] [KERNEL...]

A fault is one bit of an instruction or of a table that a function reads, in a copy of the library. For each kernel this
goes on until so many have been refuted by a board; the function is then asked on this processor, and has to answer
wrongly. A fault that is not refuted is no fault for the cases that were tried, so there the function has to answer rightly
for random boards. Either way, it is the prover that is tried. Returns 1 when it was wrong.
"""
import argparse
import collections
import gc
import os
import random
import subprocess
import sys
import tempfile

import kernels
import native
from trusted import words
from trusted.image import Image
from trusted.machine import Refused
from trusted.rules import Rules

CASES = 8  # squares and sides that are tried for each fault
BOARDS = 50  # for each of them, when it has not been refuted


class Quiet:
    def __init__(self): self.refusal = self.found = None
    def line(self, text): pass
    def refused(self, name, case, why): self.refusal = why
    def counterexample(self, name, square, side, board): self.found = square, side, board


def what_is_read(image, name, features, square, side):
    """Addresses of the bytes that a function's answer for a case may rest on: instructions, and constants."""
    words.start()
    _, machine = kernels.run(image, name, features, kernels.any_board(square), square, side)
    code = [at + i for at, instruction in image.function(name).items() for i in range(instruction.length)]
    constants = [at + i for at, n in machine.known_constants for i in range(n)]
    return code, constants


def random_board(rng):
    kind = rng.randrange(3)
    if kind == 0: return rng.randbytes(64)
    board = bytearray(64)
    for _ in range(rng.choice((4, 8, 16, 32))): board[rng.randrange(64)] = rng.randrange(16) | 16 * (kind == 2)
    return bytes(board)


def really_differs(path, name, board, square, side):
    """Whether the function in the file answers wrongly, or doesn't answer: in a process of its own."""
    script = [sys.executable, native.__file__, '--library', path, name.removeprefix('ks_'), board.hex(), str(square), str(side)]
    return subprocess.run(script, capture_output=True, timeout=60).returncode not in (0, 2)


def answers_rightly(path, name, cases, seed):
    """The same for many random boards."""
    return subprocess.run([sys.executable, __file__, '--library', path, '--ask', name, '--seed', str(seed)] +
                          [f'{square},{side}' for square, side in cases], timeout=120).returncode == 0


def ask(path, name, cases, seed):
    library, rng = native.Library(path), random.Random(seed)
    for case in cases:
        square, side = map(int, case.split(','))
        for _ in range(BOARDS):
            board = random_board(rng)
            if library.ask(name, board, square, side) != native.by_rules(native.kind_of(name), board, square, side):
                native.tell(name, board, square, side, library.ask(name, board, square, side))
                return 1
    return 0


def judge(path, data, name, features, cases):
    """('refused', why), ('refuted', (square, side, board)) or ('not refuted', None)"""
    image = Image(path, data)
    try:
        for square, side in cases:
            words.start()
            board = kernels.any_board(square)
            got, _ = kernels.run(image, name, features, board, square, side)
            kind = native.kind_of(name)
            wrong = kernels.differences(got, kernels.Expected(Rules(board), square, side), kind)
            if wrong.value != 0: return 'refuted', (square, side, kernels.example(wrong, board))
    except (Refused, ValueError, KeyError, AttributeError, TypeError, AssertionError, IndexError) as why:
        return 'refused', why
    return 'not refuted', None


def try_kernel(path, kernel, features, wanted, rng, able):
    image, count, bad = Image(path), collections.Counter(), 0
    while count['refuted'] < wanted:
        name = 'ks_' + rng.choice([f'{kernel}_{kind}' for kind in kernels.KINDS if kernels.is_meant(f'{kernel}_{kind}', ())])
        cases = [(rng.randrange(64), rng.randrange(2)) for _ in range(CASES)]
        places = what_is_read(image, name, features, *cases[0])
        at, bit = rng.choice(places[rng.randrange(2)]), rng.randrange(8)
        section = image.headers[list(image.sections).index(image.section_at(at))]
        data = bytearray(image.data)
        data[at - section[3] + section[4]] ^= 1 << bit
        with tempfile.NamedTemporaryFile(suffix='.so') as file:
            file.write(data)
            file.flush()
            verdict, what = judge(file.name, bytes(data), name, features, cases)
            count[verdict] += 1
            if not able or verdict == 'refused': continue
            if verdict == 'refuted' and not really_differs(file.name, name, what[2], *what[:2]):
                print(f'{name}, bit {bit} at {at:#x}: refuted by a board that is answered rightly: {what}')
                bad += 1
            if verdict == 'not refuted' and not answers_rightly(file.name, name, cases, rng.randrange(1000)):
                print(f'{name}, bit {bit} at {at:#x}: not refuted for {cases}, and wrong')
                bad += 1
    print(f'{kernel:8} {sum(count.values())} faults: {count["refuted"]} refuted by a board'
          f'{" that this processor answers wrongly" if able else " (this processor lacks what it takes to ask)"}, '
          f'{count["refused"]} refused, {count["not refuted"]} change no answer of those tried', flush=True)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--library', default='build/libkingscan.so')
    parser.add_argument('--faults', type=int, default=20)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--ask', help=argparse.SUPPRESS)
    parser.add_argument('kernels', nargs='*')
    a = parser.parse_args()
    if a.ask: return ask(a.library, a.ask, a.kernels, a.seed)
    gc.disable()
    bad, has = 0, native.processor()
    for kernel, features in kernels.kernels().items():
        if kernel in a.kernels if a.kernels else kernel != kernels.REFERENCE:
            bad += try_kernel(a.library, kernel, features, a.faults, random.Random(a.seed), all(map(has, features)))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
