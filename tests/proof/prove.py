#!/usr/bin/env python3
"""Proves the machine code of a built library, for all boards. docs/soundness.md says what is proved, and why.

    tests/proof/prove.py [--library PATH] [--full] [--i386 PATH] [--squares N,...] [FUNCTION...]

FUNCTION is a name such as avx2_in_check, scan_attackers_set or avx2_find_lines. When none is given,
the functions that take about a minute together are proved; with --full, all. --i386: a 32-bit library, whose kernel
`scan` is proved as well. Run it in the root of the repository.

Returns 1 when something is not proved, and 2 when a FUNCTION does not exist.
"""
import argparse
import difflib
import gc
import hashlib
import subprocess
import sys

import attacked
import batches
import calls
import choice
import features
import kernels
import lines
import native
import pairs
import sets
import texts
from report import Notes, Report
from trusted.image import Image


def open_image(path, report):
    image = Image(path)
    report.line(f"{path}, SHA-256 {hashlib.sha256(image.data).hexdigest()}")
    return image


def parts(image, chosen, full):
    """Proofs that need nothing of each other, as functions of a report. Those that take long come first, so that no
    processor waits for the last one."""
    of_names = [
        (batches.prove, batches.names()),
        (lines.prove, lines.names()),
        (batches.prove_sets, batches.names() if chosen or full else ()),
        (texts.prove, texts.names()),
        (calls.prove, calls.names()),
    ]
    found = [
        lambda report, prove=prove, name=name: prove(image, report, [name])
        for prove, names in of_names
        for name in names
        if kernels.is_chosen(name, chosen)
    ]
    if not chosen:
        found.insert(0, lambda report: choice.prove(image, report))
        found.append(lambda report: features.prove(image, report))
    return found


def notes_of(part):
    notes = Notes()
    part(notes)
    return notes.said


def prove(a, report):
    image = open_image(a.library, report)
    if not a.functions:
        kernels.read_ahead(image, features.functions())
    chosen = a.functions
    of_boards = [name for name in chosen if kernels.is_of_board(name)]
    with_sets = [name for name in of_boards if name.endswith("_set")]
    if not chosen or len(with_sets) < len(of_boards):
        kernels.prove(image, report, of_boards, a.squares, a.full)
    if with_sets or a.full:
        sets.prove(image, report, with_sets, a.squares)
    maps = [name for name in chosen if name in attacked.names()]
    if not chosen or maps:
        attacked.prove(image, report, maps, a.full)
    lists = [name for name in chosen if name in pairs.names()]
    if not chosen or lists:
        pairs.prove(image, report, lists, a.squares)
    rest = parts(image, chosen, a.full)
    for said in kernels.shared_out(notes_of, rest):
        report.one_of(len(rest), "parts")
        report.hear(said)
    if a.i386:
        image = open_image(a.i386, report)
        kernels.prove(image, report, [f"scan_{kind}" for kind in kernels.KINDS], a.squares)
        sets.prove(image, report, [f"scan_{kind}_set" for kind in kernels.KINDS], a.squares)


def draw(library, name, board, square, side):
    """Draws a counterexample, with the answer of the rules and that of the function. A process of its own asks the
    function, which may crash."""
    question = [name, board.hex(), str(square), str(side)]
    asked = subprocess.run(
        [sys.executable, native.__file__, "--library", library, *question],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if asked.stdout:
        print(asked.stdout, end="", flush=True)
    else:
        native.tell(name, board, square, side, None)
        print(f"  the function: no answer, but status {asked.returncode}", flush=True)


def square(text):
    n = int(text)
    if not 0 <= n < 64:
        raise ValueError
    return n


def squares(text):
    return [square(n) for n in text.split(",")]


def expect_names(parser, chosen):
    """Ends the program when a name is no function's."""
    known = [name for module in (kernels, attacked, pairs, batches, calls, texts, lines) for name in module.names()]
    for name in chosen:
        if name not in known:
            like = difflib.get_close_matches(name, known, 1)
            parser.error(f"no function {name}" + (f": did you mean {like[0]}?" if like else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", default="build/libkingscan.so")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--i386")
    parser.add_argument("--squares", type=squares, default=range(64))
    parser.add_argument("functions", nargs="*")
    a = parser.parse_args()
    if not __debug__:
        parser.error("the prover rests on assertions: run it without -O")
    gc.disable()  # nothing here needs it, and it takes a quarter of the time
    report = Report(a.library, lambda *question: draw(a.library, *question))
    try:
        expect_names(parser, a.functions)
        prove(a, report)
    except ValueError as why:
        report.refused(a.library, "what cannot be read", why)
    for name in a.functions:
        if f"ks_{name}" not in report.seen:
            report.refused(name, "anything", "it was asked for, and nothing was shown of it")
    report.end()
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
