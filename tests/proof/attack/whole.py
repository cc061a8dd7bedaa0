"""Loads mutants that are whole libraries, sees what they do, and whether the prover takes them.

A promise that a loaded library breaks (loaded.py) is asked of the prover: the table of kernels and a kernel's function
where a row answers wrongly, the call of the public function where that does, the choice where another kernel is chosen.
"""
import gc
import os
import random
import shutil
import subprocess
from pathlib import Path

import choice
import forgeries
import kernels
import native
from asking import PATIENCE_WITH_BATCHES, PROVED, Loaded, Outcome, Prover
from libraries import Mutant
from trusted.image import Image

SAMPLE = 40  # one in SAMPLE of the libraries that do nothing wrong is proved
PROVED_AS_IT_WAS = ".text", ".rodata", ".data.rel.ro"


class Whole:
    """Makes libraries in a folder, loads and proves them."""

    def __init__(self, build, seed, folder):
        self.build, self.seed, self.folder = build, seed, Path(folder)
        self.clean_path = str(self.folder / "clean.so")
        subprocess.run(["objcopy", "--strip-debug", f"{build}/libkingscan.so", self.clean_path], check=True)
        self.clean, self.prover = Image(self.clean_path), Prover()
        has, needed = native.processor(), kernels.kernels()
        names = list(needed)
        self.run_here = [(row, name) for row, name in enumerate(names) if all(map(has, needed[name]))]
        self.last = self.run_here[-1][1]
        self.loaded = Loaded(self.clean_path)

    def run(self, numbers, wanted):
        for number in numbers:
            if number in wanted:
                yield self.outcome(number)

    def outcome(self, number):
        chance = random.Random(f"{self.seed}/{number}/forged")
        what, data = forgeries.forge(self.clean, chance)
        path = str(self.folder / f"{number}.so")
        Path(path).write_bytes(data)
        mutant = Mutant(number, forgeries.HEADER, "libkingscan", "libkingscan", what, None, None)
        member = chance.choice(kernels.MEMBERS)
        answer = self.loaded.ask(library=path, member=member, **self.promises(self.clean))
        refusal = None
        if answer != "not loaded" and (answer != "same" or not chance.randrange(SAMPLE)):
            refusal = self.refusal(path, member, answer)
        if answer not in ("same", "not loaded"):
            answer = f"different: {answer}"
            if refusal == PROVED:
                keep(self.build, self.seed, path, mutant, answer)
        os.remove(path)
        del data
        gc.collect()  # attack.py leaves it to those who know how much there is: here some copies of a library
        return Outcome(mutant, answer, refusal)

    def promises(self, image):
        """What loaded.py looks at."""
        kinds = "kernels", "undecided"
        constant = [(name, image.symbols[name], image.symbols[name] + image.sizes[name]) for name in kinds]
        for name in ".rodata", ".text":
            section = image.section(name)
            constant.append((name, section.address, section.address + section.size))
        return dict(
            rows=self.run_here,
            kernels=image.symbol("kernels"),
            current=image.symbol("current"),
            expected=self.run_here[-1][0],
            constant=constant,
        )

    # ---- The prover ----

    def refusal(self, path, member, answer):
        return self.prover.within(PATIENCE_WITH_BATCHES, self.why, path, member, answer)

    def why(self, path, member, answer):
        """Why the prover does not believe what the library breaks; None: it does."""
        self.prover.case = None
        image = Image(path)
        choice.expect_table(image)
        what, kernel, kind, *question = (answer.split() + ["-"] * 3)[:6]
        if what in ("same", "loaded"):
            kernel, kind = "current", member
        if kernel == "current":
            choice.prove_call(image, kind)
        if what == "chosen":
            choice.prove_call(image, kind)
            choice.prove_select(image)
        if what == "select":
            choice.prove_select(image)
        case = (int(question[1]), int(question[2])) if len(question) == 3 and question[2] != "-" else (27, 0)
        names = [self.last if kernel == "current" else kernel] if what == "answer" else [n for _, n in self.run_here]
        for name in names:
            why = self.of_function(image, f"ks_{name}_{kind if kind in kernels.MEMBERS else 'in_check'}", case)
            if why:
                return why
        return None

    def of_function(self, image, name, case):
        """A function in an unchanged library is proved; others are asked about a case."""
        as_linked = image.relocations == self.clean.relocations  # those of calls through the PLT too
        if as_linked and all(self.as_it_was(image, section) for section in PROVED_AS_IT_WAS):
            return None if image.symbol(name) == self.clean.symbol(name) else f"{name} stands elsewhere"
        if name.endswith("_set") or "batch" in name:
            return "code or tables are changed"
        mutant = Mutant(0, "", name, name, "", None, None)
        self.prover.image = None
        return self.prover.ask_about_board(image, mutant, case)

    def as_it_was(self, image, name):
        section = self.clean.section(name)
        if image.content(section.address, section.size) != self.clean.content(section.address, section.size):
            return False
        places = range(section.address, section.address + section.size, 64)
        inside = {at: to for at, to in image.relocations.items() if places[0] <= at < section.address + section.size}
        before = {at: self.clean.relocations.get(at) for at in inside}
        return inside == before and all(
            image.is_constant(at, 1) == self.clean.is_constant(at, 1)
            and image.is_code(at, 1) == self.clean.is_code(at, 1)
            for at in places
        )


def keep(build, seed, path, mutant, answer):
    holes = Path(build, "holes")
    holes.mkdir(exist_ok=True)
    shutil.copy(path, holes / f"{seed}-{mutant.number}.so")
    (holes / f"{seed}-{mutant.number}.txt").write_text(f"{described(mutant)}\n{answer}\n")


def described(mutant):
    return f"{mutant.number}, {mutant.symbol}: {mutant.kind}: {mutant.what}"
