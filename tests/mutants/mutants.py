#!/usr/bin/env python3
"""Mutation testing: changes single lines of the library in a copy of the tree, and reports faults that no test sees.

Draws mutants of asm/, c/core, c/rules and c/variant by a seed, builds each, and runs the tests of its part of the
sources, the fast ones first (suites.py). A change that gives the same object code is no mutant. A survivor must be
listed in equivalent.txt, with the reason why it behaves like the original; the faults of faults.txt, written by hand,
must be killed. Run in the root of the tree, after `make all build/check i386`. Returns 1 when a survivor is not listed,
when a listed mutant is killed, or when a fault by hand survives.
"""
import argparse
import hashlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import operators
import suites
from operators import Mutant
from tree import Tree

HERE = Path(__file__).parent


# ---- The lists -------------------------------------------------------------------------------------------------------


def read_list(path):
    """Yields mutants and their remarks: "FILE: REMARK", then lines with "- " (old) and "+ " (new)."""
    said, record = None, None
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n") + [""], 1):
        if line[:2] in ("- ", "+ ") or line in ("-", "+"):
            if not record:
                raise SystemExit(f"{path}:{number}: a line before a record; expected FILE: what is said of it")
            record["-+".index(line[0]) + 1].append(line[2:])
            continue
        if record:
            yield Mutant(record[0], None, tuple(record[1]), tuple(record[2])), said
            record = None
        if line and not line.startswith("#"):
            name, _, said = line.partition(": ")
            if not said or not Path(name).is_file():
                raise SystemExit(f"{path}:{number}: found {line!r}; expected FILE: what is said of it")
            record = (name, [], [])


def key_of(mutant):
    return mutant.path, tuple(line.strip() for line in mutant.old), tuple(line.strip() for line in mutant.new)


def text_of(mutant):
    return "\n".join([f"- {line.strip()}" for line in mutant.old] + [f"+ {line.strip()}" for line in mutant.new])


# ---- One mutant ------------------------------------------------------------------------------------------------------


def place_of(mutant, lines):
    """Returns the number of the first line; the lines of a mutant by hand occur once in the file."""
    if mutant.line is not None:
        return mutant.line
    count = len(mutant.old)
    places = [n for n in range(len(lines)) if tuple(lines[n : n + count]) == mutant.old]
    if len(places) != 1:
        raise SystemExit(f"faults.txt: {mutant.path}: found {len(places)} times; expected once:\n{text_of(mutant)}")
    return places[0]


def judge(tree, mutant, tiers):
    """Returns invalid, equal, killed or survived, and the tier that killed the mutant."""
    lines = Path(mutant.path).read_text(encoding="utf-8").split("\n")
    place = place_of(mutant, lines)
    tree.write(mutant.path, lines[:place] + list(mutant.new) + lines[place + len(mutant.old) :])
    killer = None
    try:
        verdict = tree.build(mutant.path, tiers[0][0])
        if verdict in ("native", "i386"):
            killer = tree.killer(tiers if verdict == "native" else suites.I386)
            verdict = "killed" if killer else "survived"
    finally:
        tree.restore()
    if killer:
        tree.expect_clean_to_pass(killer)
    return verdict, killer


# ---- Many ------------------------------------------------------------------------------------------------------------


class Trees:
    """Copies of the tree; each has one mutant at a time."""

    def __init__(self, jobs):
        self.checked, self.free = set(), queue.SimpleQueue()
        for job in range(jobs):
            self.free.put(Tree(Path.cwd(), Path(f"build/mutants/{job}").absolute(), self.checked))
        self.executor = ThreadPoolExecutor(jobs)

    def each(self, f, items):
        """Yields f(tree, item) of each item, in order."""

        def run(item):
            tree = self.free.get()
            try:
                return f(tree, item)
            finally:
                self.free.put(tree)

        return self.executor.map(run, items)


class Record:
    """A file of results, one a line, so that a campaign can be interrupted: verdicts by mutant, and the tiers that
    pass without a mutant. Survivors are tested again when the tests have been built again."""

    def __init__(self, path, checked):
        self.path, self.checked, self.verdicts, self.lock = path, checked, {}, threading.Lock()
        if path and path.exists():
            old = path.stat().st_mtime < Path("build/check").stat().st_mtime
            for line in path.read_text(encoding="utf-8").splitlines():
                verdict, key = line.split("\t", 1)
                if verdict == "passes":
                    checked.add(key)
                elif verdict != "survived" or not old:
                    self.verdicts[key] = verdict
        self.written = set(checked)

    @staticmethod
    def line_of(mutant):
        return f"{mutant.line + 1}\t{key_of(mutant)!r}"

    def find(self, mutant):
        return self.verdicts.get(self.line_of(mutant))

    def add(self, mutant, verdict):
        if self.path:
            with self.lock, self.path.open("a", encoding="utf-8") as file:
                passing = set(self.checked)
                file.writelines(f"passes\t{tier}\n" for tier in passing - self.written)
                file.write(f"{verdict}\t{self.line_of(mutant)}\n")
                self.written = passing


def draw(seed, prefixes):
    """Returns all mutants of the files in an order by their own texts: a new line does not change that of others."""
    found = [mutant for path in operators.files() if path.startswith(prefixes) for mutant in operators.mutants_of(path)]
    return sorted(found, key=lambda mutant: hashlib.sha256(f"{seed}\n{key_of(mutant)}".encode()).digest())


def usable_kernels():
    rows = subprocess.run(["build/kingscan", "kernels", "--json"], capture_output=True, text=True, check=True).stdout
    return {row["name"] for row in map(json.loads, rows.splitlines()) if row["usable"]}


def run_faults(trees, prefixes):
    """Returns the number of faults by hand that survive."""
    wrong = 0
    faults = [fault for fault in read_list(HERE / "faults.txt") if fault[0].path.startswith(prefixes)]
    verdicts = trees.each(lambda tree, fault: judge(tree, fault[0], suites.tiers_of(fault[0].path)), faults)
    for (mutant, said), (verdict, _) in zip(faults, verdicts):
        if verdict != "killed":
            print(f"{mutant.path}: a fault by hand is {verdict}: {said}", flush=True)
            wrong += 1
    return wrong


def ask(tree, mutant, record, tiers, verbose):
    """Returns the verdict on a mutant, from the record or from the tests."""
    verdict = record.find(mutant)
    if verdict:
        return verdict
    start = time.monotonic()
    verdict, killer = judge(tree, mutant, tiers)
    record.add(mutant, verdict)
    if verbose:
        by = f" by {killer[1]}" if killer else ""
        print(
            f"{time.monotonic() - start:5.1f} s {mutant.path}:{mutant.line + 1}: {verdict}{by}\n{text_of(mutant)}",
            flush=True,
        )
    return verdict


def complaint(verdict, reason):
    """Returns how the verdict contradicts the list, or None."""
    if verdict == "survived" and not reason:
        return "no test sees this, and equivalent.txt doesn't list it"
    if verdict in ("killed", "equal") and reason:
        return f"equivalent.txt lists this, but it is {verdict}"
    return None


def run_sample(trees, options, prefixes):
    """Returns the counts of verdicts, and the number of those that contradict the list. Listed mutants run only the
    first tiers, since they would take most of the time. Mutants that need a kernel which cannot run here are left out
    but count, so that all machines have the same sample."""
    listed = {key_of(mutant): said for mutant, said in read_list(HERE / "equivalent.txt")}
    record, counts, wrong, usable = Record(options.record, trees.checked), Counter(), 0, usable_kernels()

    def verdict_on(tree, mutant):
        if suites.kernel_of(mutant.path) not in usable:
            return "left out"
        tiers = suites.tiers_of(mutant.path)[: 2 if key_of(mutant) in listed else options.tiers]
        return ask(tree, mutant, record, tiers, options.verbose)

    drawn = draw(options.seed, prefixes)
    missing = options.count
    while missing and drawn:
        some, drawn = drawn[:missing], drawn[missing:]
        for mutant, verdict in zip(some, trees.each(verdict_on, some)):
            if "TEST_STAGE" in os.environ:  # for tests/stages/progress.sh
                print("[+] mutants", flush=True)
            reason = listed.get(key_of(mutant))
            trouble = complaint(verdict, reason)
            if trouble:
                print(f"{mutant.path}:{mutant.line + 1}: {trouble}:\n{text_of(mutant)}", flush=True)
                wrong += 1
            counts["listed" if verdict == "survived" and reason else verdict] += 1
        missing = options.count - sum(counts[verdict] for verdict in ("killed", "survived", "listed", "left out"))
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (1)")
    parser.add_argument("--count", type=int, default=400, help="mutants in the sample (400)")
    parser.add_argument("--files", default="", help="beginnings of paths, such as asm/scan,c/rules (all)")
    parser.add_argument("--tiers", type=int, help="number of a file's tiers of suites, the fast ones first (all)")
    parser.add_argument(
        "--jobs",
        type=int,
        default=len(os.sched_getaffinity(0)),
        help="mutants that are tested at the same time (the number of processors)",
    )
    parser.add_argument("--record", type=Path, help="file of verdicts, from which a second run continues")
    parser.add_argument("--short", action="store_true", help="without the faults by hand")
    parser.add_argument("--verbose", action="store_true", help="print each mutant")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends the running tests too
    start = time.monotonic()
    prefixes = tuple(options.files.split(",")) if options.files else ("",)
    trees = Trees(options.jobs)
    try:
        faults = 0 if options.short else run_faults(trees, prefixes)
        counts, wrong = run_sample(trees, options, prefixes)
    finally:
        trees.executor.shutdown(cancel_futures=True)
        shutil.rmtree("build/mutants")
    print(
        f"mutants, seed {options.seed}: {counts['killed']} killed, {counts['listed']} listed as equivalent, "
        f"{counts['survived']} survived; {counts['equal']} had the same code, {counts['invalid']} couldn't be built, "
        f"{counts['left out']} need other processors; {time.monotonic() - start:.0f} s"
    )
    return 1 if wrong or faults else 0


if __name__ == "__main__":
    sys.exit(main())
