#!/usr/bin/env python3
"""Tests the prover on faults that are put into the code on purpose: it has to find each of them.

    tests/proof/faults.py [--build build] [--each N] [KERNEL|GROUP...]

faults.txt lists them in two sections. The first has faults in the answers: each has to be refuted by a board that the
function then really answers wrongly on this processor, if that has what it takes. The second has faults that no board
shows, such as endless loops and lost stack pointers: each has to be refused, and soon.

Each fault is built in a copy of the tree. --each takes the first N of each kernel and group. Run it in the root of the
repository, with the folder of a build. Returns 1 when a fault is not found.
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
import time
from pathlib import Path

import attacked
import batches
import calls
import choice
import features
import kernels
import lines
import native
import pairs
import texts
from trusted import words
from trusted.image import Image
from trusted.machine import Refused
from trusted.rules import Rules

LIST = Path(__file__).with_name("faults.txt")
REFUTED, REFUSED = "refuted", "refused"
TOP_NOT_COPIED = re.compile(r"\.git|build|build-.*")
NOT_NEEDED = shutil.ignore_patterns("sanitized", "afl", "i386", "windows", "*.a", "corpus", "mutants")
SECONDS = 60  # of processor time, that a refusal may take
SQUARES = (27,)  # where what is refused is looked for

Fault = collections.namedtuple("Fault", "function file old new meaning")


def faults():
    """{(section, group): [Fault]}. The group is a kernel in the first section, a heading in the second."""
    found, section, group = collections.defaultdict(list), None, None
    for text in LIST.read_text().splitlines():
        if text.startswith("["):
            section = text.strip("[]")
        elif text.startswith("# ----"):
            group = text.strip("#- ")
        elif text and text[0] != "#":
            parts = [part.strip().replace(" OR ", " | ") for part in re.split(r" \|(?= )", text)]
            found[section, group].append(Fault(*parts))
    return found


def not_copied(folder, names):
    at_top = Path(folder) == Path(".")
    return [name for name in names if name == "__pycache__" or at_top and TOP_NOT_COPIED.fullmatch(name)]


def several(text):
    return re.split(r" *\bTHEN\b *", text)


class Tree:
    """A copy of the tree, in which one fault at a time is built."""

    def __init__(self, path, build):
        self.path, self.build_folder = Path(path), build
        shutil.copytree(".", path, ignore=not_copied, symlinks=True, dirs_exist_ok=True)
        shutil.copytree(build, self.path / build, ignore=NOT_NEEDED, symlinks=True)
        self.make()

    def make(self):
        library = f"{self.build_folder}/libkingscan.so"
        subprocess.run(
            ["make", "-s", f"BUILD={self.build_folder}", library], cwd=self.path, check=True, stdout=subprocess.DEVNULL
        )
        return str(self.path / library)

    def build(self, fault):
        """Returns the library's path."""
        olds, files = several(fault.old), several(fault.file)
        clean = {}
        try:
            for file, old, new in zip(files * (len(olds) // len(files)), olds, several(fault.new), strict=True):
                path = self.path / ("" if "/" in file else "asm") / file
                text = path.read_text()
                clean.setdefault(path, text)
                pattern = r"\n\s*".join(map(re.escape, old.split(r"\n")))
                text, count = re.subn(pattern, lambda _: new.replace(r"\n", "\n"), text)
                if count != 1:
                    raise SystemExit(f'{LIST.name}: "{old}" stands {count} times in {file}; expected: once')
                path.write_text(text)
            return self.make()
        finally:
            for path, text in clean.items():
                path.write_text(text)


def refute(path, name, features):
    """(square, side, board), or None when the function is proved."""
    image, kind = Image(path), native.kind_of(name)
    if name in attacked.functions():
        return attacked.refute(image, name, features)
    cases = [(square, side) for square in range(64) for side in (0, 1)]
    random.Random(name).shuffle(cases)
    for square, side in cases:
        words.start()
        board = kernels.any_board(square)
        got, _ = kernels.run(image, name, features, board, square, side)
        wrong = kernels.differences(got, kernels.Expected(Rules(board), square, side), kind)
        if wrong.value != 0:
            return square, side, kernels.example(wrong, board)
    return None


def answers_wrongly(path, function, square, side, board):
    """In a process of its own, since it may crash. None: this processor lacks what it takes."""
    script = [sys.executable, native.__file__, "--library", path, function, board.hex(), str(square), str(side)]
    status = subprocess.run(script, capture_output=True, timeout=60).returncode
    return None if status == 2 else status != 0


class Refusals:
    """A report that keeps why a function is not proved."""

    def __init__(self):
        self.why = None

    def line(self, text):
        pass

    def one_of(self, count, what):
        pass

    def proved(self, function, note=""):
        pass

    def refused(self, name, case, why):
        self.why = why

    def counterexample(self, name, square, side, board):
        self.why = f"wrong for {board.hex()} {square} {side}"


def attempt(path, function):
    """Why a function is not proved; None: it is."""
    report, names = Refusals(), [function]
    try:
        image = Image(path)
        if function in attacked.names():
            attacked.prove(image, report, names)
        elif function in pairs.names():
            pairs.prove(image, report, names, SQUARES)
        elif function in kernels.names():
            kernels.prove(image, report, names, SQUARES)
        elif function == "features":
            features.prove(image, report)
        elif function.startswith("kernel_"):
            choice.prove(image, report)
        else:
            for prove in batches.prove, batches.prove_sets, calls.prove, texts.prove, lines.prove:
                prove(image, report, names)
    except ValueError as why:
        report.why = why
    return report.why


def is_refused(tree, fault):
    path, start = tree.build(fault), time.process_time()
    why, seconds = attempt(path, fault.function), time.process_time() - start
    verdict = f"refused: {why}" if why else "PROVED"
    if seconds > SECONDS:
        verdict = f"TOO SLOW, {seconds:.0f} s, {verdict}"
    print(f"{fault.function}, {fault.meaning}: {verdict}", flush=True)
    return bool(why) and seconds <= SECONDS


def is_refuted(tree, fault, features):
    verdict, found = "PROVED", None
    try:
        path = tree.build(fault)
        found = refute(path, "ks_" + fault.function, features)
    except (Refused, subprocess.CalledProcessError) as why:
        verdict = f"NO BOARD: {why}"
    if found:
        square, side, board = found
        wrong = answers_wrongly(path, fault.function, square, side, board)
        how = {True: "refuted", False: "RIGHT HERE", None: "refuted (this processor lacks what it takes to ask)"}[wrong]
        verdict = f"{how}: {board.hex()} {square} {side}"
    print(f"{fault.function}, {fault.meaning}: {verdict}", flush=True)
    return verdict.startswith("refuted")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--each", type=int, default=1000)
    parser.add_argument("groups", nargs="*")
    a = parser.parse_args()
    gc.disable()
    needed, maps, count = kernels.kernels(), attacked.functions(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder, a.build)
        for (section, group), listed in faults().items():
            if a.groups and group not in a.groups:
                continue
            for fault in listed[: a.each]:
                known = needed.get(group) or maps.get(f"ks_{fault.function}")
                found = is_refuted(tree, fault, known) if section == REFUTED else is_refused(tree, fault)
                count[found] += 1
    print(f"{count[True]} faults found, {count[False]} not")
    return 1 if count[False] else 0


if __name__ == "__main__":
    sys.exit(main())
