#!/usr/bin/env python3
"""Proves the machine code of a built library, for all boards. docs/soundness.md says what is proved and what for.

    tests/proof/prove.py [--library PATH] [--full] [--i386 PATH] [--squares N,...] [FUNCTION...]

FUNCTION is one such as avx2_in_check, scan_attackers_set or avx2_find_lines; without any, all that take about a minute, and with --full
everything. --i386: a 32-bit library, whose kernel `scan` is proved as well. Run it in the root of the repository. Returns 1 when something is not proved.
"""
import argparse
import gc
import hashlib
import sys

import batches
import calls
import choice
import features
import kernels
import lines
import native
import sets
import texts
from trusted.image import Image


class Report:
    """Prints, and knows whether all went well."""

    def __init__(self, library): self.library, self.good = library, True

    def line(self, text): print(text, flush=True)

    def refused(self, name, case, why):
        self.good = False
        self.line(f'{name}: NOT PROVED for {case}: {why}')

    def counterexample(self, name, square, side, board):
        """Draws the board. The function is asked in a process of its own, by the command that is printed."""
        self.good = False
        self.line(f'{name}: WRONG')
        native.tell(name, board, square, side, None)
        short = name.removeprefix('ks_')
        self.line(f'  tests/proof/native.py --library {self.library} {short} {board.hex()} {square} {side}')


def open_image(path, report):
    image = Image(path)
    report.line(f'{path}, SHA-256 {hashlib.sha256(image.data).hexdigest()}')
    return image


def prove(a, report):
    image = open_image(a.library, report)
    chosen = a.functions
    of_boards = [name for name in chosen if kernels.is_of_board(name)]
    with_sets = [name for name in of_boards if name.endswith('_set')]
    if not chosen or len(with_sets) < len(of_boards): kernels.prove(image, report, of_boards, a.squares, a.full)
    if with_sets or a.full: sets.prove(image, report, with_sets, a.squares)
    batches.prove(image, report, chosen)
    calls.prove(image, report, chosen)
    if chosen or a.full: batches.prove_sets(image, report, chosen)
    texts.prove(image, report, chosen)
    lines.prove(image, report, chosen)
    if not chosen:
        choice.prove(image, report)
        features.prove(image, report)
    if a.i386:
        image = open_image(a.i386, report)
        kernels.prove(image, report, [f'scan_{kind}' for kind in kernels.KINDS], a.squares)
        sets.prove(image, report, [f'scan_{kind}_set' for kind in kernels.KINDS], a.squares)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--library', default='build/libkingscan.so')
    parser.add_argument('--full', action='store_true')
    parser.add_argument('--i386')
    parser.add_argument('--squares', type=lambda text: [int(n) for n in text.split(',')], default=range(64))
    parser.add_argument('functions', nargs='*')
    a = parser.parse_args()
    gc.disable()  # nothing here needs it, and it takes a quarter of the time
    report = Report(a.library)
    try: prove(a, report)
    except ValueError as why: report.refused(a.library, 'what cannot be read', why)
    return 0 if report.good else 1


if __name__ == '__main__':
    sys.exit(main())
