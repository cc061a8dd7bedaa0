#!/usr/bin/env python3
"""Attacks the prover: mutants of the kernels' machine code are proved, and run on this processor.

    tests/proof/attack/attack.py [--build FOLDER] [--count N] [--seed S] [--seconds T] [--jobs J] [--only NUMBER]

Each mutant (libraries.py, kinds.py, bits.py) first answers 100,000 questions on this processor, with everything around
the calls watched (natively.c). A mutant that breaks its contract there must not be proved, not even for that square and
side. One that is proved is a hole in the prover: it is printed and kept in FOLDER/holes, and the exit status is 1. The
prover is asked about one in ten of the mutants that do not differ, for a few squares. Refusing them is no fault.

--only repeats one mutant of a seed. --seconds ends the attack early. Run it in the root of the repository.
"""
import argparse
import collections
import gc
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = "tests/proof", "packaging/vendor"
import batches  # noqa: E402
import bits  # noqa: E402
import calls  # noqa: E402
import elf  # noqa: E402
import kernels  # noqa: E402
import libraries  # noqa: E402
import native  # noqa: E402
from source import Source  # noqa: E402
from trusted import words  # noqa: E402
from trusted.image import Image  # noqa: E402
from trusted.machine import Refused  # noqa: E402
from trusted.rules import Rules  # noqa: E402

SIZE = 150  # mutants in a library
# Seconds of processor time for a proof. A longer one is replaced by a proof for fewer boards: the board that shows the
# difference, with any bytes on FREE_SQUARES of its squares.
PATIENCE, PATIENCE_WITH_BATCHES, FREE_SQUARES = 1, 30, 12
SAMPLE, CASES = 10, 4  # one in SAMPLE of the mutants that do not differ is proved, for CASES squares and sides
NODES = 400000  # of formulas; above, formulas are begun anew

# How often a function is bent: those whose proof is long, seldom.
WEIGHTS = {"in_check": 24, "attackers": 16, "king_scan": 12, "in_check_batch": 1}
SLOW_WEIGHTS = dict(WEIGHTS, king_scan=2)
BATCH_BY_CALLS, CALLED = "ks_scan_in_check_batch", "ks_scan_in_check"  # compiled C, with relocations
ATTACKED = {"scan": WEIGHTS, "avx512": WEIGHTS, "avx2": SLOW_WEIGHTS, "ssse3": SLOW_WEIGHTS}

# answer: that of natively.c; refusal: why the mutant is not proved, PROVED, or None when the prover was not asked.
Outcome = collections.namedtuple("Outcome", "mutant answer refusal")
PROVED, LATE, STUMBLED, FEWER = "proved", "no proof within the time", "the prover stumbles", "of fewer boards"


class TooLong(BaseException):
    """(No Exception: nothing on the way catches it.)"""


class Disassembled(Image):
    """A library whose code is disassembled once, and not function by function."""

    whole = None

    def disassemble(self, begin, end):
        if self.whole is None:
            self.whole = [
                self.listing(command + ["-d", "-M", "intel", self.path])
                for command in (["objdump", "-w"], ["llvm-objdump-19"])
            ]
        return self.whole


def kind_of(name):
    return next(kind for kind in ("in_check_batch",) + kernels.KINDS if kind in name)


# ---- The processor's answer ----


class Natively:
    """A library whose bent headers end the loader, and with it the process, is not loaded either."""

    def __init__(self, build):
        self.build, self.ended = build, 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [f"{self.build}/natively"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, library, address, kind):
        self.process.stdin.write(f"{library} {address:x} {kind}\n")
        answer = self.process.stdout.readline().strip()
        self.ended = 0 if answer else self.ended + 1
        if self.ended > 2:
            raise RuntimeError(f"natively has ended: {self.process.wait()}")  # SystemExit would hang the pool
        if not answer:
            self.start()
        return answer or "not loaded"


def witness(answer):
    """The case, a square and a side, and the board of an answer "different BOARD SQUARE SIDE WHY"."""
    _, board, square, side = answer.split()[:4]
    return (int(square), int(side)), bytes.fromhex(board)


# ---- The prover's answer ----


class Refusals:
    """A report that keeps why a function is not proved."""

    why = None

    def line(self, text):
        pass

    def proved(self, function, note=""):
        pass

    def refused(self, name, case, why):
        self.why = str(why)


class Prover:
    def __init__(self):
        self.case, self.image = None, None
        signal.signal(signal.SIGVTALRM, self.stop)

    def stop(self, *_):
        raise TooLong

    def refusal(self, image, mutant, case, board=None):
        """Why a mutant is not proved for a case, or PROVED. board: one that is answered wrongly."""
        refusal = self.within(PATIENCE, self.ask_about_board, image, mutant, case)
        if refusal == LATE and board is not None:
            refusal = self.within(PATIENCE, self.ask_about_board, image, mutant, case, board)
            return refusal if refusal in (LATE, PROVED) else f"{FEWER}: {refusal}"
        return refusal

    def within(self, seconds, ask, *arguments):
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            return ask(*arguments) or PROVED
        except (Refused, ValueError) as why:
            return str(why)
        except TooLong:
            self.case = None
            return LATE
        except Exception as why:
            self.case = None
            return f"{STUMBLED}: {type(why).__name__}: {why}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def refusal_of_batch(self, image, mutant):
        return self.within(PATIENCE_WITH_BATCHES, self.ask_about_batch, image, mutant)

    def ask_about_board(self, image, mutant, case, board=None):
        if image is not self.image:
            self.case, self.image = None, image
        self.begin(case, board)
        got, _ = kernels.run(image, mutant.symbol, features_of(mutant), self.board, *case)
        wrong = kernels.differences(got, self.expected, kind_of(mutant.base))
        return "a board" if wrong.value != 0 else None

    def ask_about_batch(self, image, mutant):
        self.case = None
        words.start()
        if mutant.base == BATCH_BY_CALLS:
            return calls.ByCalls(image, mutant.symbol, features_of(mutant)).prove()
        report = Refusals()
        batches.prove_one(image, report, mutant.symbol, features_of(mutant), [(None, 0)])
        return report.why

    def begin(self, case, board):
        """Mutants of one library that are asked about the same case share its formulas."""
        if case == self.case and board is None and len(words.D.nodes) < NODES:
            return
        words.start()
        self.case, self.board = None if board else case, kernels.any_board(case[0])
        if board is not None:
            free = random.Random(board).sample(range(64), FREE_SQUARES)
            self.board = [w if n in free else words.number(board[n], 8) for n, w in enumerate(self.board)]
        self.expected = kernels.Expected(Rules(self.board), *case)


def kernels_that_run_here():
    has, features = native.processor(), kernels.kernels()
    return [kernel for kernel in ATTACKED if all(map(has, features[kernel]))]


def features_of(mutant):
    return kernels.kernels()[mutant.base.split("_")[1]]


# ---- A library of mutants ----


class Attack:
    """Makes mutants in a folder, runs and proves them."""

    def __init__(self, build, seed, folder):
        self.build, self.seed, self.folder = build, seed, Path(folder)
        self.natively, self.prover, self.sources = Natively(build), Prover(), {}
        self.attacked = kernels_that_run_here()

    def source(self, kernel):
        if kernel not in self.sources:
            names = [f"ks_{kernel}_{kind}" for kind in WEIGHTS]
            self.sources[kernel] = Source(f"{self.build}/obj/asm/{kernel}.o", names)
        return self.sources[kernel]

    def make(self, kernel, number, attempt):
        source = self.source(kernel)
        weights = {f"ks_{kernel}_{kind}": weight for kind, weight in ATTACKED[kernel].items()}
        weights = {name: weight for name, weight in weights.items() if name in source.functions}
        mutant = libraries.mutant(source, self.seed, number, attempt, weights)
        if kernel == "scan" and mutant.kind == bits.OF_HEADER and mutant.chance.randrange(2):
            return mutant._replace(base=BATCH_BY_CALLS, symbol=BATCH_BY_CALLS)
        return mutant

    def bent_file(self, linked, mutant, kernel):
        """(the file in which a bit is changed, the mutant)"""
        at, bit, what = bits.OF_FILE[mutant.kind](mutant.chance, linked, self.source(kernel))
        data = bytearray(linked.data)
        data[at] ^= 1 << bit
        path = self.folder / f"{mutant.number}.so"
        path.write_bytes(data)
        return str(path), mutant._replace(what=what)

    def image(self, whole, mutant, path):
        if path == whole.path:
            return whole
        image = Image(path)
        if mutant.kind == bits.OF_TABLE:
            image.listings = whole.listings
        return image

    def run(self, numbers, wanted):
        """Yields the outcomes of those numbers that are wanted."""
        kernel = self.attacked[numbers[0] // SIZE % len(self.attacked)]
        bundle = libraries.Bundle(
            self.source(kernel), self.folder, self.build, lambda n, attempt: self.make(kernel, n, attempt), numbers
        )
        whole, linked, asked = Disassembled(bundle.library), elf.Object(bundle.library), []
        for path, mutant in bundle.mutants:
            if mutant.body is None:
                path, mutant = self.bent_file(linked, mutant, kernel)
            if mutant.number in wanted:
                asked.append(
                    (mutant, path, self.natively.ask(path, address_of(linked, mutant, path), kind_of(mutant.base)))
                )
        asked.sort(key=lambda row: witness(row[2]) if row[2].startswith("different") else ((64, 0), b""))
        for mutant, path, answer in asked:
            refusal = self.verdict(whole, mutant, path, answer)
            if refusal == PROVED and answer.startswith("different"):
                self.keep(path, mutant, answer)
            yield Outcome(mutant._replace(body=None, chance=None), answer, refusal)

    def verdict(self, whole, mutant, path, answer):
        """Why the prover refuses a mutant, PROVED, or None when it is not asked."""
        chance = random.Random(mutant.number)
        if answer == "not loaded" or answer == "same" and chance.randrange(SAMPLE):
            return None
        questions = [((chance.randrange(64), chance.randrange(2)), None) for _ in range(CASES)]
        if answer != "same":
            questions = [witness(answer)]
        try:
            image = self.image(whole, mutant, path)
        except ValueError as why:
            return str(why)
        except Exception as why:
            return f"{STUMBLED}: {type(why).__name__}: {why}"
        if kind_of(mutant.base) == "in_check_batch":
            refusal = self.prover.refusal_of_batch(image, mutant)
            if refusal != PROVED or mutant.base != BATCH_BY_CALLS:
                return refusal
            mutant = mutant._replace(base=CALLED, symbol=CALLED)  # that is right where what it calls is
        refusals = (self.prover.refusal(image, mutant, *question) for question in questions)
        return next((refusal for refusal in refusals if refusal != PROVED), PROVED)

    def keep(self, path, mutant, answer):
        holes = Path(self.build, "holes")
        holes.mkdir(exist_ok=True)
        shutil.copy(path, holes / f"{self.seed}-{mutant.number}.so")
        (holes / f"{self.seed}-{mutant.number}.txt").write_text(f"{described(mutant)}\n{answer}\n")


def address_of(linked, mutant, path):
    if libraries.is_alone(mutant):
        linked = elf.Object(path)
    return next(symbol.value for symbol in linked.symbols if symbol.name == mutant.symbol)


def described(mutant):
    return f"{mutant.number}, {mutant.symbol}: {mutant.kind}: {mutant.what}"


def outcomes_of(job):
    """In a process of its own."""
    build, seed, folder, numbers, wanted = job
    gc.disable()
    own = Path(folder, str(numbers[0]))
    own.mkdir()
    found = list(Attack(build, seed, own).run(numbers, wanted))
    shutil.rmtree(own)
    return found


# ---- The table ----


def columns(outcomes):
    different = [o.refusal for o in outcomes if o.answer.startswith("different")]
    same = [o.refusal for o in outcomes if o.answer == "same"]
    asked = [refusal for refusal in same if refusal]
    late = sum(refusal.startswith((LATE, STUMBLED)) for refusal in different)
    return {
        "mutants": len(outcomes),
        "not loaded": len(outcomes) - len(different) - len(same),
        "different": len(different),
        "refused": len(different) - different.count(PROVED) - late,
        "so fewer": sum(refusal.startswith(FEWER) for refusal in different),
        "no answer": late,
        "PROVED": different.count(PROVED),
        "same": len(same),
        "asked": len(asked),
        "proved": asked.count(PROVED),
    }


def table(outcomes):
    for kind in [*libraries.KINDS, None]:
        row = columns([o for o in outcomes if kind in (o.mutant.kind, None)])
        if kind == next(iter(libraries.KINDS)):
            print(f"{'':38}" + "".join(f"{name:>11}" for name in row))
        print(f"{kind or 'all':38}" + "".join(f"{n:11}" for n in row.values()))


def is_fault(outcome):
    """A hole, or a mutant about which the prover stumbles."""
    if outcome.refusal == PROVED:
        return outcome.answer.startswith("different")
    return outcome.refusal is not None and outcome.refusal.startswith(STUMBLED)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", type=int)
    a = parser.parse_args()
    begin, outcomes, wanted = time.monotonic(), [], range(a.count)
    firsts = range(0, a.count, SIZE)
    if a.only is not None:
        firsts, wanted = [a.only // SIZE * SIZE], [a.only]
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool(a.jobs, maxtasksperchild=1) as pool:
        jobs = [(a.build, a.seed, folder, range(first, first + SIZE), wanted) for first in firsts]
        for found in pool.imap(outcomes_of, jobs):
            outcomes += found
            for outcome in found:
                if is_fault(outcome) or a.only is not None:
                    print(f"{described(outcome.mutant)}\n  natively: {outcome.answer}\n  the prover: {outcome.refusal}")
            sys.stdout.flush()
            if time.monotonic() - begin > a.seconds:
                break
        pool.terminate()
        pool.join()
    table(outcomes)
    faults = sum(map(is_fault, outcomes))
    bent = ", ".join(kernels_that_run_here())
    print(f"=> {len(outcomes)} mutants of {bent}, seed {a.seed}: {faults} faults of the prover")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
