#!/usr/bin/env python3
"""Attacks the prover: mutants of the kernels' machine code are proved, and run on this processor.

    tests/proof/attack/attack.py [--build FOLDER] [--count N] [--seed S] [--seconds T] [--jobs J] [--only NUMBER]

Each mutant (libraries.py, kinds.py, bits.py) first answers 100,000 questions on this processor, with everything around
the calls watched (natively.c). A mutant that breaks its contract there must not be proved, not even for that square
and side. One that is proved is a hole in the prover: it is printed and kept in FOLDER/holes, and the exit status is 1.
The prover is asked about one in ten of the mutants that do not differ, for a few squares. Refusing them is no fault.

Mutants can be whole libraries too, with forged headers (forgeries.py) or another choice of a kernel (dispatch.py).

--only repeats one mutant of a seed. --kind asks for one kind of mutants. --without takes out the mend of a hole that
the prover once had (mends.py): the attack then has to find it, and its exit status is 0 when it does. --seconds ends
the attack early. Run it in the root of the repository.
"""
import argparse
import functools
import gc
import os
import random
import resource
import shutil
import sys
import tempfile
from pathlib import Path

sys.path[:0] = "tests/proof", "packaging/vendor"
import bits  # noqa: E402
import bundles  # noqa: E402
import dispatch  # noqa: E402
import elf  # noqa: E402
import forgeries  # noqa: E402
import kernels  # noqa: E402
import kinds  # noqa: E402
import libraries  # noqa: E402
import mends  # noqa: E402
import native  # noqa: E402
import predicted  # noqa: E402
import whole  # noqa: E402
from asking import (  # noqa: E402
    BATCH_BY_CALLS,
    CALLED,
    FEWER,
    LACKED_HERE,
    LATE,
    PATIENCE_WITH_BATCHES,
    PROVED,
    STUMBLED,
    UNKNOWN_INSTRUCTION,
    Disassembled,
    Loaded,
    Natively,
    Outcome,
    Prover,
    beyond,
    features_of,
    kind_of,
    witness,
)
from source import Source  # noqa: E402
from trusted.image import Image  # noqa: E402

SIZE = 150  # mutants in a library
MOST_SECONDS = 1200  # of clock time for a library of mutants; one takes a minute or two
WHOLE = 5  # one in WHOLE of these numbers of mutants is of whole libraries
SAMPLE, CASES = 10, 4  # one in SAMPLE of the mutants that do not differ is proved, for CASES squares and sides
MOST_MEMORY = 4 << 30  # bytes of a process; more counts as a proof that takes too long

# Processors for qemu with what the kernel needs, and nothing newer.
EMULATED = {"scan": "kvm64", "ssse3": "Conroe", "avx2": "Haswell,-abm"}

# How often a function is bent: those whose proof is long, seldom.
WEIGHTS = {"in_check": 24, "attackers": 16, "king_scan": 12, "in_check_batch": 1}
SLOW_WEIGHTS = dict(WEIGHTS, king_scan=2)
ATTACKED = {"scan": WEIGHTS, "avx512": WEIGHTS, "avx2": SLOW_WEIGHTS, "ssse3": SLOW_WEIGHTS}


def kernels_that_run_here():
    has, needed = native.processor(), kernels.kernels()
    return [kernel for kernel in ATTACKED if all(map(has, needed[kernel]))]


# ---- A library of mutants ----


class Attack:
    """Makes mutants in a folder, runs and proves them."""

    def __init__(self, build, seed, folder):
        self.build, self.seed, self.folder = build, seed, Path(folder)
        self.natively, self.prover, self.sources = Natively(build), Prover(), {}
        self.attacked = kernels_that_run_here()
        self.emulated = {
            kernel: Loaded(f"{build}/libkingscan.so", processor)
            for kernel, processor in EMULATED.items()
            if shutil.which("qemu-x86_64")
        }

    def source(self, kernel):
        if kernel not in self.sources:
            names = [f"ks_{kernel}_{kind}" for kind in WEIGHTS]
            self.sources[kernel] = Source(kernel, f"{self.build}/obj/asm/{kernel}.o", names)
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

    def predict(self, whole, bundle):
        """Fills the tables of predicted mutants in the library's file, and returns its new image."""
        planned = [m for _, m in bundle.mutants if m.plan]
        rows = predicted.Rows(whole, {f"m{m.number}": (m.plan, m.chance, features_of(m)) for m in planned})
        for change in rows.fill, lambda: rows.expect(functools.partial(self.prover.results, whole)):
            change()
            Path(whole.path).write_bytes(rows.data)
            old, whole = whole, Disassembled(whole.path)
            whole.whole, whole.listings = old.whole, old.listings
        return whole

    def run(self, numbers, wanted):
        """Yields the outcomes of those numbers that are wanted."""
        kernel = self.attacked[numbers[0] // SIZE % len(self.attacked)]
        bundle = libraries.Bundle(
            self.source(kernel), self.folder, self.build, lambda n, attempt: self.make(kernel, n, attempt), numbers
        )
        whole = self.predict(Disassembled(bundle.library), bundle)
        linked, asked = elf.Object(bundle.library), []
        for path, mutant in bundle.mutants:
            if mutant.body is None:
                path, mutant = self.bent_file(linked, mutant, kernel)
            if mutant.number in wanted and mutant.kind == kinds.OTHER_PROCESSOR:
                yield self.of_other_processor(whole, linked, mutant, path)
            elif mutant.number in wanted:
                asked.append(
                    (mutant, path, self.natively.ask(path, address_of(linked, mutant, path), kind_of(mutant.base)))
                )
        asked.sort(key=lambda row: witness(row[2]) if row[2].startswith("different") else ((64, 0), b""))
        for mutant, path, answer in asked:
            refusal = self.verdict(whole, mutant, path, answer)
            if refusal == PROVED and answer.startswith("different"):
                self.keep(path, mutant, answer)
            yield Outcome(mutant._replace(body=None, chance=None, plan=None), answer, refusal)

    def of_other_processor(self, whole, linked, mutant, path):
        """The outcome of a mutant that the proof of features has to refuse. Others are emulated."""
        refusal = self.prover.within(PATIENCE_WITH_BATCHES, beyond, whole, mutant)
        answer = "different: not run"
        if refusal == PROVED and mutant.base.split("_")[1] in self.emulated:
            emulated = self.emulated[mutant.base.split("_")[1]]
            answer = emulated.ask(library=path, call=kind_of(mutant.base), address=address_of(linked, mutant, path))
            answer = f"different: {answer}" if answer == UNKNOWN_INSTRUCTION else "same"
        if refusal == PROVED and answer != "same":
            self.keep(path, mutant, answer)
        return Outcome(mutant._replace(body=None, chance=None, plan=None), answer, refusal)

    def verdict(self, whole, mutant, path, answer):
        """Why the prover refuses a mutant, PROVED, or None when it is not asked."""
        chance = random.Random(mutant.number)
        if answer == "not loaded" or answer == "same" and chance.randrange(SAMPLE):
            return None
        refusal = self.verdict_on_answers(whole, mutant, path, answer, chance)
        if refusal == PROVED and answer.endswith(LACKED_HERE):  # that is the proof of features' to refuse
            refusal = self.prover.within(PATIENCE_WITH_BATCHES, beyond, whole, mutant)
        return refusal

    def verdict_on_answers(self, whole, mutant, path, answer, chance):
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


def makers(bundle):
    """The class that makes the mutants of a bundle of SIZE."""
    if makers.alone:
        return makers.alone
    return Attack if (bundle + 1) % WHOLE else (whole.Whole, dispatch.Choice)[bundle // WHOLE % 2]


makers.alone = None


def restrict(kind):
    """Mutants of one kind alone."""
    makers.alone = {forgeries.HEADER: whole.Whole, dispatch.KIND: dispatch.Choice}.get(kind, Attack)
    if makers.alone is Attack:
        libraries.KINDS = {kind: 1}


def outcomes_of(build, seed, folder, numbers, wanted):
    """In a process of its own."""
    gc.disable()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    own = Path(folder, str(numbers[0]))
    own.mkdir()
    found = list(makers(numbers[0] // SIZE)(build, seed, own).run(numbers, wanted))
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
    for kind in [*libraries.KINDS, forgeries.HEADER, dispatch.KIND, None]:
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
    parser.add_argument("--kind", choices=[*libraries.KINDS, forgeries.HEADER, dispatch.KIND])
    parser.add_argument("--without", choices=mends.MENDS)
    a = parser.parse_args()
    if a.without:
        kind, take_out = mends.MENDS[a.without]
        a.kind = a.kind or kind
        take_out()
    if a.kind:
        restrict(a.kind)
    outcomes, lost, wanted = [], 0, range(a.count)
    firsts = range(0, a.count, SIZE)
    if a.only is not None:
        firsts, wanted = [a.only // SIZE * SIZE], [a.only]
    with tempfile.TemporaryDirectory() as folder:
        jobs = [(a.build, a.seed, folder, range(first, first + SIZE), wanted) for first in firsts]
        for job, found in bundles.run(outcomes_of, jobs, a.jobs, a.seconds, MOST_SECONDS):
            if isinstance(found, bundles.Lost):
                lost += 1
                print(f"mutants {job[3][0]} to {job[3][-1]} have no outcome: their process {found.why}", flush=True)
                continue
            outcomes += found
            if "TEST_STAGE" in os.environ:  # for tests/stages/progress.sh
                print("[+] bundles of mutants", flush=True)
            for outcome in found:
                if is_fault(outcome) or a.only is not None:
                    print(f"{described(outcome.mutant)}\n  natively: {outcome.answer}\n  the prover: {outcome.refusal}")
            sys.stdout.flush()
            if a.without and any(map(is_fault, found)):
                break
    table(outcomes)
    faults = sum(map(is_fault, outcomes))
    bent = ", ".join(kernels_that_run_here())
    print(f"=> {len(outcomes)} mutants of {bent}, seed {a.seed}: {faults} faults of the prover")
    if a.without:
        return 0 if faults else 1
    return 1 if faults or lost else 0


if __name__ == "__main__":
    sys.exit(main())
