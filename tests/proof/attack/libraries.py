"""Makes mutants, and libraries that hold many of them together with the kernel's tables."""
import random
import re
import subprocess
from collections import namedtuple
from pathlib import Path

import bits
import kinds
import predicted
from kinds import CHOSEN, SECTIONS
from source import OWN, table_of

# number: of its seed; base: the function that it is made of; symbol: where it stands in the library; body: the lines of
# each instruction, or None for a bit of the linked file, which `chance` chooses; plan: of rows, where it has some.
Mutant = namedtuple("Mutant", "number kind base symbol what body chance plan", defaults=[None])
KINDS = {**kinds.WEIGHTS, bits.OF_TABLE: 3, bits.OF_HEADER: 1, predicted.KIND: 10}  # and how often


def weighted(chance, weights):
    return chance.choices(list(weights), list(weights.values()))[0]


def mutant(source, seed, number, attempt, functions):
    """functions: {name: how often it is bent}. An attempt that fails is followed by the next."""
    while True:
        chance = random.Random(f"{seed}/{number}/{attempt}")
        base, kind = weighted(chance, functions), weighted(chance, KINDS)
        if kind in bits.OF_FILE:
            return Mutant(number, kind, base, base, "", None, chance)
        try:
            if kind == predicted.KIND:
                what, body, plan = predicted.bend(chance, base)
                return Mutant(number, kind, base, f"{base}_m{number}", what, body, chance, plan)
            what, body = kinds.BENDS[kind](chance, source, source.functions[base])
            return Mutant(number, kind, base, f"{base}_m{number}", what, body, None)
        except (kinds.CannotBend, KeyError):
            attempt += 1


def pools(source, with_choice):
    """The constants, addresses and functions that `relocation` uses."""
    lines = [f"\t.set {OWN}{name}, {name}" for name in source.names]
    for home, directive in SECTIONS.items():
        lines += ["\t" + directive, "\t.balign 64"]
        for k, expression in enumerate(source.tables):
            copy = source.constant(expression)
            if copy is not None:
                lines += [f"{home}_copy_{k}:", "\t.byte " + ",".join(map(str, copy))]
            if home != "constant":
                lines += ["\t.balign 8", f"{home}_address_{k}:", f"\t.quad {table_of(expression)}"]
    lines += ["\t.text", "\t.balign 16", "harmless: ret", "\t.balign 16", "clobbers_rbx: not rbx; ret", "\t.balign 16"]
    if with_choice:
        lines += [f"\t.type {CHOSEN}, @gnu_indirect_function", f"{CHOSEN}: lea rax, [rip + clobbers_rbx]; ret"]
    return lines + ["\t.balign 16"]


def text_of(m):
    label = f".L{m.number}"
    lines = ["\t.balign 16", f"{m.symbol}:"]
    for i, instruction in enumerate(m.body):
        lines.append(f"{label}_{i}:")
        lines += [line.replace("{L}", label).replace("{M}", f"m{m.number}") for line in instruction]
    return lines + ["\tint3"] * 16


def is_alone(m):
    """Whether a mutant has a library to itself: the prover may refuse a whole library for a function in it."""
    return m.body is not None and any(CHOSEN in line for instruction in m.body for line in instruction)


class Bundle:
    """A library with many mutants of one kernel, and one for each that is alone. A mutant that the assembler refuses is
    replaced by another attempt. mutants: rows of a library's path and a mutant."""

    def __init__(self, source, folder, build, make, numbers):
        """make(number, attempt) returns a mutant."""
        self.folder, self.build = Path(folder), build
        attempts = dict.fromkeys(numbers, 0)
        mutants = {number: make(number, 0) for number in numbers}
        while True:
            refused = self.assemble(source, [m for m in mutants.values() if not is_alone(m)])
            if not refused:
                break
            for number in refused:
                attempts[number] += 1
                mutants[number] = make(number, attempts[number])
        self.library = self.link("mutants.so")
        self.mutants = [(self.library, m) for m in mutants.values() if not is_alone(m)]
        for m in filter(is_alone, mutants.values()):
            self.assemble(source, [m])
            self.mutants.append((self.link(f"alone-{m.number}.so"), m))

    def assemble(self, source, mutants):
        """Returns the numbers of mutants that are no assembly."""
        lines = source.kernel_text.splitlines() + ["\t.intel_syntax noprefix"]
        lines += pools(source, with_choice=any(map(is_alone, mutants)))
        owner = {}
        for m in mutants:
            if m.body is not None:
                text = text_of(m)
                owner.update(dict.fromkeys(range(len(lines) + 1, len(lines) + 1 + len(text)), m.number))
                lines += text
        file = self.folder / "mutants.s"
        file.write_text("\n".join(lines) + "\n")
        ran = subprocess.run(["as", "-o", self.folder / "mutants.o", file], capture_output=True, text=True)
        wrong = [int(n) for n in re.findall(r"^[^:\n]*:(\d+): Error", ran.stderr, re.M)]
        if ran.returncode and not any(n in owner for n in wrong):
            raise SystemExit(ran.stderr)
        if not ran.returncode:  # a word that is no register is a symbol
            unknown = self.undefined() - source.undefined
            wrong = (
                [n + 1 for n, line in enumerate(lines) if unknown & set(re.findall(r"\w+", line))] if unknown else []
            )
        return {owner[n] for n in wrong if n in owner}

    def undefined(self):
        listing = subprocess.run(["nm", "-u", self.folder / "mutants.o"], capture_output=True, text=True).stdout
        return {line.split()[-1] for line in listing.splitlines()}

    def link(self, name):
        """Returns the library's path."""
        path = str(self.folder / name)
        subprocess.run(
            ["gcc", "-shared", "-nostartfiles", "-Wl,-z,relro,-z,now,-S", "-Wl,-u,ks_scan_in_check_batch"]
            + ["-o", path, self.folder / "mutants.o", f"{self.build}/libkingscan.a"],
            check=True,
        )
        return path
