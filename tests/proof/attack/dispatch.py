"""Makes libraries whose choice of a kernel is compiled from changed C, and calls them.

A change is one line of c/core/kernels/kernels.c, c/core/processor/cpu.c or their tables (tests/mutants/operators.py),
a statement that comes in between, another kernel in the call of a public function, or an attribute by which a function
is compiled for a newer processor. Each library is called on this processor, on emulated ones, and, where only the
choice is changed, with features that the library is made to believe in; also by sequences of calls, with a value of
KINGSCAN_KERNEL or without. A library must not be proved that chooses a kernel which that processor lacks, or not the
one that it should choose, or that does not run on an older processor.
"""
import functools
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import choice
import kernels
import native
from asking import PROVED, Loaded, Outcome
from faults import Refusals
from libraries import Mutant
from trusted.image import Image
from whole import Whole, keep

sys.path.append("tests/mutants")
import operators  # noqa: E402

KIND = "changed C of the choice"
CHOICE, PROCESSOR = "c/core/kernels/kernels.c", "c/core/processor/cpu.c"
KERNEL_ROWS = "c/core/kernels/kernels.def"
TABLES = KERNEL_ROWS, "c/core/processor/tiers.def"
FILES = {CHOICE: 6, PROCESSOR: 3, "c/core/processor/features.def": 2} | dict.fromkeys(TABLES, 1)
COMPILE = "-Iinclude -Ic -D_POSIX_C_SOURCE=200809L -DNDEBUG -std=c17 -O2 -fPIC -fvisibility=hidden -w".split()
COMPILE += ["-fstack-protector-strong", "-fcf-protection"]
LINK = "-shared -nostartfiles -Wl,-Bsymbolic-functions,-z,defs,-z,text,-z,relro,-z,now".split()
KNOWN = 1 << 30  # in what ks_cpu_features remembers
# Emulated processors, and the kernel that is the last one of each.
PROCESSORS = {"kvm64": "scan", "Conroe": "ssse3", "Nehalem": "ssse3", "Haswell,-avx2": "ssse3", "Haswell": "avx2"}
TARGETS = "bmi,bmi2", "avx", "avx2", "avx2,bmi,bmi2", "avx512f,avx512bw,avx512vl", "popcnt", "sse4.2"
OLDEST = "kvm64"  # of these processors: what its code needs, each has
STEPS = 6  # the most calls of a sequence
KERNELS = "kernels[0]", "kernels[1]", "kernels[2]", "kernels[KERNELS - 2]", "kernels[KERNELS - 1]"
STATEMENTS = (
    "kernel = &{};",
    "kernel = &{};",
    "kernel++;",
    "kernel--;",
    "if (ks_kernel_is_usable(&{})) kernel = &{};",
    "if (!ks_kernel_is_usable(kernel)) kernel = &{};",
    "atomic_store(&current, &{});",
    "*chosen = &{};",
    "return &{};",
    "return KS_OK;",
    "return NULL;",
    "name = NULL;",
)


@functools.cache
def lines_of(path):
    return Path(path).read_text().split("\n")


@functools.cache
def operated(path):
    return list(operators.mutants_of(path))


@functools.cache
def bits_of_features():
    names = re.findall(r"^FEATURE\((\w+),", Path("c/core/processor/features.def").read_text(), re.M)
    return {name: 1 << i for i, name in enumerate([*names, "FAST_PEXT"])}


def last_with(features):
    return [i for i, needed in enumerate(kernels.kernels().values()) if needed <= features][-1]


def change(chance):
    """(path, what it is, the new text)"""
    path = chance.choices(list(FILES), list(FILES.values()))[0]
    lines = list(lines_of(path))
    if path == KERNEL_ROWS:
        i = chance.choice([i for i, line in enumerate(lines) if line.startswith("KERNEL(")])
        tier = chance.choice([tier for tier in kernels.tiers() if tier != "nothing"])
        lines[i] = re.sub(r"(?<=, )\w+", tier, lines[i], count=1)
        return path, f"{path}:{i + 1}: {lines[i]}", "\n".join(lines)
    way = chance.randrange(4) if path == CHOICE else 3 * chance.randrange(2) if path == PROCESSOR else 0
    if way == 0:
        mutant = chance.choice(operated(path))
        lines[mutant.line : mutant.line + len(mutant.old)] = mutant.new
        return path, f"{path}:{mutant.line + 1}: {mutant.new[0].strip() if mutant.new else ''}", "\n".join(lines)
    if way == 1:
        begin = next(i for i, line in enumerate(lines) if "fastest_usable(void) {" in line)
        places = [i for i in range(begin, len(lines)) if re.match(r" +\S.*;$", lines[i])]
        i, text = chance.choice(places), chance.choice(STATEMENTS)
        text = re.sub(r"\{\}", lambda _: chance.choice(KERNELS), text)
        lines[i:i] = [text]
        return path, f"{path}:{i + 1}: before it: {text}", "\n".join(lines)
    if way == 3:
        heads = [i for i, line in enumerate(lines) if re.match(r"(static )?[a-z]\w+ .*\w\(.*\) \{$", line)]
        i, target = chance.choice(heads), chance.choice(TARGETS)
        lines[i] = f'__attribute__((target("{target}"))) {lines[i]}'
        return path, f"{path}:{i + 1}: {lines[i]}", "\n".join(lines)
    calls = [i for i, line in enumerate(lines) if "RETURN_##result" in line and "->" in line]
    i, new = chance.choice(calls), chance.choice(KERNELS)
    lines[i] = re.sub(r"\b(load_current|ks_kernel_get_current)\(\)->", f"{new}.", lines[i])
    return path, f"{path}:{i + 1}: {new}", "\n".join(lines)


class Choice(Whole):
    def __init__(self, build, seed, folder):
        super().__init__(build, seed, folder)
        self.rest = str(self.folder / "rest.a")
        shutil.copy(f"{build}/libkingscan.a", self.rest)
        subprocess.run(["ar", "d", self.rest, "kernels.o", "cpu.o"], check=True)
        emulates = shutil.which("qemu-x86_64")
        self.emulated = {name: Loaded(self.clean_path, name) for name in PROCESSORS if emulates}

    def build_one(self, path, text):
        """The library with another text of one file; None: no C."""
        own = self.folder / "own"
        shutil.rmtree(own, ignore_errors=True)
        changed = own / path.removeprefix("c/")
        changed.parent.mkdir(parents=True)
        changed.write_text(text)
        library = str(self.folder / "choice.so")
        sources = [str(changed) if source == path else source for source in (CHOICE, PROCESSOR)]
        command = ["gcc", f"-I{own}", *COMPILE, *LINK, f"-Wl,--version-script={self.build}/libkingscan.map"]
        command += ["-o", library, *sources, "-Wl,--whole-archive", self.rest, "-Wl,--no-whole-archive"]
        return library if subprocess.run(command, capture_output=True).returncode == 0 else None

    def outcome(self, number):
        chance, library = random.Random(f"{self.seed}/{number}/choice"), None
        while library is None:
            path, what, text = change(chance)
            library = self.build_one(path, text)
        mutant = Mutant(number, KIND, "libkingscan", "libkingscan", what, None, None)
        answer, member, refusal = "same", kernels.MEMBERS[0], None
        for answer, member in self.answers(chance, path, library):
            if answer != "same":
                break
        if answer != "same" or not chance.randrange(40):
            refusal = self.refusal(library, member, answer)
        if answer not in ("same", "not loaded"):
            answer = f"different: {answer}"
            if refusal == PROVED:
                keep(self.build, self.seed, library, mutant, answer)
        os.remove(library)
        return Outcome(mutant, answer, refusal)

    def answers(self, chance, path, library):
        """(what is wrong, the member that is called first) for some processors."""
        image = Image(library)
        promises, names = self.promises(image), list(kernels.kernels())

        def ask(loaded, **more):
            member = chance.choice(kernels.MEMBERS)
            select = not chance.randrange(4)
            return loaded.ask(library=library, member=member, select=select, **dict(promises, **more)), member

        yield ask(
            self.loaded,
            features_of=[of.symbol("ks_features_of") for of in (image, self.clean)],
            needed=[sum(bits_of_features()[name] for name in needed) for needed in kernels.kernels().values()],
        )
        if path in (CHOICE, *TABLES):
            cached = [value for name, value in image.symbols.items() if name.startswith("cached.")]
            for _ in range(3):
                has = self.some_features(chance)
                bits = KNOWN | sum(bit for name, bit in bits_of_features().items() if name in has)
                yield ask(self.loaded, cached=cached, features=bits, expected=last_with(has), rows=[])
                yield ask(self.loaded, cached=cached, features=bits, **self.sequence(chance, image, has))
        for processor in {OLDEST, chance.choice(list(PROCESSORS))} if self.emulated else ():
            last = names.index(PROCESSORS[processor])
            yield ask(self.emulated[processor], expected=last, rows=[])
            has = set().union(*list(kernels.kernels().values())[: last + 1])
            yield ask(self.emulated[processor], **self.sequence(chance, image, has))

    def sequence(self, chance, image, has):
        """Calls in sequence, on a processor with these features."""
        names = list(kernels.kernels())

        def step():
            what = chance.choice(("select", "select", "get", "call"))
            name = chance.choice([None, "", "none", *names])
            return what, {"select": name, "get": None, "call": chance.choice(kernels.MEMBERS)}[what]

        return dict(
            steps=[step() for _ in range(chance.randrange(1, STEPS + 1))],
            variable=chance.choice([None, None, "", "none", *names]),
            names=names,
            usable=[i for i, needed in enumerate(kernels.kernels().values()) if needed <= has],
            undecided=image.symbol("undecided"),
        )

    def some_features(self, chance):
        """All but a few of this processor's, or those of a kernel that runs here and a few more."""
        has = native.processor()
        names = [name for name in bits_of_features() if has(name)]
        if chance.randrange(2):
            return set(names) - set(chance.sample(names, chance.choice((1, 1, 2, 5))))
        _, kernel = chance.choice(self.run_here)
        return {"SSE2"} | kernels.kernels()[kernel] | set(chance.sample(names, 2))

    def why(self, path, member, answer):
        """The kernels' functions are those of the library that is proved."""
        image = Image(path)
        choice.expect_table(image)
        if answer.startswith("writable"):
            return None
        refusals = Refusals()
        choice.prove(image, refusals)
        return refusals.why
