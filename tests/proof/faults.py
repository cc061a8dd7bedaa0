#!/usr/bin/env python3
"""Faults put into the code on purpose. Each has to be refuted by a board that the function then answers wrongly; in loops and
readers, of which no board tells, each has to be refused.

    tests/proof/faults.py [--build build] [--each N] [KERNEL|LOOPS...]

faults.txt lists them. Each is built in a copy of the tree; then the function is held against the rules, case by case, until
one differs, and asked about that board on this processor, if that has what it takes. --each: only the first N of each
kernel, and of loops in assembly and in C. Run it in the root of the repository, with the folder of a build. Returns 1 when a
fault is not found.
"""
import argparse
import collections
import gc
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import batches
import calls
import kernels
import lines
import native
import texts
from trusted import words
from trusted.image import Image
from trusted.machine import Refused
from trusted.rules import Rules

LIST = Path(__file__).with_name('faults.txt')
NOT_COPIED = shutil.ignore_patterns('.git', 'build*', '*.svg', '__pycache__')
NOT_NEEDED = shutil.ignore_patterns('sanitized', 'afl', 'i386', 'windows', '*.a', 'corpus', 'mutants')

Fault = collections.namedtuple('Fault', 'function file old new meaning')


def faults():
    """{kernel, or what loops: [Fault]}"""
    found = collections.defaultdict(list)
    for text in LIST.read_text().splitlines():
        if text and text[0] != '#':
            fault = Fault(*[part.strip().replace(' OR ', ' | ') for part in re.split(r' \|(?= )', text)])
            kernel = fault.function.split('_')[0]
            loops = 'loops in C' if fault.file.endswith('.c') else 'loops in assembly'
            found[kernel if kernels.is_of_board(fault.function) else loops].append(fault)
    return found


class Tree:
    """A copy of the tree, in which one fault at a time is built."""

    def __init__(self, path, build):
        self.path, self.build_folder = Path(path), build
        shutil.copytree('.', path, ignore=NOT_COPIED, symlinks=True, dirs_exist_ok=True)
        shutil.copytree(build, self.path / build, ignore=NOT_NEEDED, symlinks=True)
        self.make()

    def make(self):
        library = f'{self.build_folder}/libkingscan.so'
        subprocess.run(['make', '-s', f'BUILD={self.build_folder}', library], cwd=self.path, check=True, stdout=subprocess.DEVNULL)
        return str(self.path / library)

    def build(self, fault):
        """Returns the library's path."""
        file = self.path / ('' if '/' in fault.file else 'asm') / fault.file
        clean = faulty = file.read_text()
        for old, new in zip(*(re.split(r' *\bTHEN\b *', both) for both in (fault.old, fault.new)), strict=True):
            text = r'\n\s*'.join(map(re.escape, old.split(r'\n')))
            faulty, count = re.subn(text, lambda _: new.replace(r'\n', '\n'), faulty)
            if count != 1: raise SystemExit(f'{LIST.name}: "{old}" stands {count} times in {fault.file}; expected: once')
        file.write_text(faulty)
        try: return self.make()
        finally: file.write_text(clean)


def refute(path, name, features):
    """(square, side, board), or None when the function is proved."""
    image, kind = Image(path), native.kind_of(name)
    cases = [(square, side) for square in range(64) for side in (0, 1)]
    random.Random(name).shuffle(cases)
    for square, side in cases:
        words.start()
        board = kernels.any_board(square)
        got, _ = kernels.run(image, name, features, board, square, side)
        wrong = kernels.differences(got, kernels.Expected(Rules(board), square, side), kind)
        if wrong.value != 0: return square, side, kernels.example(wrong, board)
    return None


def answers_wrongly(path, function, square, side, board):
    """In a process of its own, since it may crash. None: this processor lacks what it takes."""
    script = [sys.executable, native.__file__, '--library', path, function, board.hex(), str(square), str(side)]
    status = subprocess.run(script, capture_output=True, timeout=60).returncode
    return None if status == 2 else status != 0


class Refusals:
    """A report that keeps why a function is not proved."""

    def __init__(self): self.why = None
    def line(self, text): pass
    def refused(self, name, case, why): self.why = why


def is_refused(tree, fault):
    """Of a loop or a reader."""
    path, report = tree.build(fault), Refusals()
    try:
        for prove in batches.prove, batches.prove_sets, calls.prove, texts.prove, lines.prove:
            prove(Image(path), report, [fault.function])
    except ValueError as why: report.why = why
    print(f'{fault.function}, {fault.meaning}: {f"refused: {report.why}" if report.why else "PROVED"}', flush=True)
    return report.why is not None


def is_refuted(tree, fault, features):
    verdict, found = 'PROVED', None
    try:
        path = tree.build(fault)
        found = refute(path, 'ks_' + fault.function, features)
    except (Refused, subprocess.CalledProcessError) as why: verdict = f'NO BOARD: {why}'
    if found:
        square, side, board = found
        wrong = answers_wrongly(path, fault.function, square, side, board)
        how = {True: 'refuted', False: 'RIGHT HERE', None: 'refuted (this processor lacks what it takes to ask)'}[wrong]
        verdict = f'{how}: {board.hex()} {square} {side}'
    print(f'{fault.function}, {fault.meaning}: {verdict}', flush=True)
    return verdict.startswith('refuted')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--build', default='build')
    parser.add_argument('--each', type=int, default=1000)
    parser.add_argument('kernels', nargs='*')
    a = parser.parse_args()
    gc.disable()
    features, count = kernels.kernels(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder, a.build)
        for kernel, listed in faults().items():
            if a.kernels and kernel not in a.kernels: continue
            for fault in listed[:a.each]:
                count[is_refuted(tree, fault, features[kernel]) if kernel in features else is_refused(tree, fault)] += 1
    print(f'{count[True]} faults found, {count[False]} not')
    return 1 if count[False] else 0


if __name__ == '__main__':
    sys.exit(main())
