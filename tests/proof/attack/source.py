"""Reads a kernel's object as instructions that can go, come or move while all others stay the same.

An instruction is written as the bytes that NASM has made of it, in the way of packaging/vendor/to_gas.py. Jumps are
text for GNU as.
"""
import re

import elf
import to_gas

JUMP = re.compile(r"(j\w+|call) +([0-9a-f]+)\b")
OWN = "own."  # before the names of the kernel's tables, since other objects of the library have some of the same names
GOT = "_GLOBAL_OFFSET_TABLE_"


class Instruction:
    """parts: bytes, or an expression for a relocated word; or text alone, where it jumps."""

    def __init__(self, text, parts, target=None):
        self.text, self.parts, self.target = text, parts, target

    @property
    def relocated(self):
        return any(isinstance(part, str) for part in self.parts)

    def lines(self):
        for part in self.parts:
            yield f"\t.long {part}" if isinstance(part, str) else "\t.byte " + ",".join(map(str, part))


class Source(to_gas.Writer):
    """A kernel's object, as text, and its functions as instructions."""

    def __init__(self, kernel, path, names):
        super().__init__(path)
        self.kernel = kernel
        self.kernel_text = self.text()
        section = next(s for s in self.object.loaded_sections() if s.name == ".text")
        starts = {
            s.name: s.value for s in self.object.named_places() if s.section == ".text" and s.binding == elf.GLOBAL
        }
        ends = sorted(starts.values()) + [section.size]
        listing = list(to_gas.disassemble(path))
        self.relocations = {r.offset: r for r in self.object.relocations.get(".text", [])}
        self.tables = sorted({self.relocated(section, r) for r in self.relocations.values()})
        self.names = sorted({re.match(r"[\w.@]+", expression)[0] for expression in self.tables})
        self.undefined = {s.name for s in self.object.symbols if s.section is None} | {GOT}
        self.functions = {}
        for name in names:
            if name in starts:
                begin = starts[name]
                end = ends[ends.index(begin) + 1]
                self.functions[name] = self.instructions(
                    section, starts, [row for row in listing if begin <= row[0] < end]
                )

    def instructions(self, section, starts, rows):
        while rows[-1][2] == "nop":
            rows.pop()
        at = {offset: i for i, (offset, _, _) in enumerate(rows)}
        return [self.instruction(section, starts, at, *row) for row in rows]

    def instruction(self, section, starts, at, offset, length, text):
        jump = JUMP.match(text)
        if jump:
            to = int(jump[2], 16)
            if to in at:
                return Instruction(jump[1], (), at[to])
            name, value = max(((n, v) for n, v in starts.items() if v <= to), key=lambda row: row[1])
            return Instruction(jump[1], (), f"{name} + {to - value}")
        parts, done = [], offset
        for place in sorted(place for place in self.relocations if offset <= place < offset + length):
            parts += [section.data[done:place], self.relocated(section, self.relocations[place])]
            done = place + to_gas.RELOCATED_BYTES
        return Instruction(text, [part for part in parts + [section.data[done : offset + length]] if part])

    def constant(self, table, n=64):
        """The bytes that an expression for a relocated word means, where they are the object's own."""
        name, offset = re.match(r"([\w.@]+)(?: \+ (\d+))?", table).groups()
        for symbol in self.object.named_places():
            if symbol.name == name and symbol.section == ".rodata":
                data = next(s.data for s in self.object.loaded_sections() if s.name == ".rodata")
                found = data[symbol.value + int(offset or 0) + 4 :][:n]
                return found + bytes(n - len(found))
        return None


def lines_of(instruction):
    if instruction.target is None:
        return list(instruction.lines())
    to = instruction.target
    return [f"\t{instruction.text} " + (f"{{L}}_{to}" if isinstance(to, int) else to)]


def all_lines(instructions):
    return [lines_of(i) for i in instructions]


def size_of(instruction):
    return sum(to_gas.RELOCATED_BYTES if isinstance(part, str) else len(part) for part in instruction.parts)


def table_of(expression):
    """The table in a relocated word's expression."""
    return re.sub(r" - \.$", "", re.sub(r"([+-]) (\d+) - \.$", lambda m: f"+ {int(m[1] + m[2]) + 4} - .", expression))
