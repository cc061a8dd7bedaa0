"""Writes an object of NASM's as text for GNU as and clang, which makes the same bytes of it.

Instructions are written as their bytes, with what they mean beside them: two assemblers rarely encode the same text
alike, and old ones don't know the new instructions.
"""
import re
import subprocess

import elf

RELATIVE = {elf.X86_64: 2, elf.I386: 2}  # R_X86_64_PC32, R_386_PC32
ABSOLUTE = {elf.I386: 1}  # R_386_32
RELOCATED_BYTES = 4


def disassemble(path):
    """Yields offset, length and text of each instruction of .text."""
    listing = subprocess.run(
        ["objdump", "-d", "-w", "-M", "intel", "-j", ".text", path], check=True, capture_output=True, text=True
    ).stdout
    for line in listing.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)\s*(?:\t(.*))?$", line)
        if match:
            yield int(match[1], 16), len(match[2].split()), re.sub(r"\s*#.*", "", match[3] or "").strip()


class Writer:
    def __init__(self, path):
        self.path, self.object, self.lines = path, elf.Object(path), []

    def text(self):
        for symbol in self.object.named_places():
            self.declare(symbol)
        for section in self.object.loaded_sections():
            self.write_section(section)
        return "\n".join(self.lines) + "\n"

    def declare(self, symbol):
        if symbol.section is None or symbol.binding == elf.LOCAL:
            return
        self.lines.append(f"\t.globl\t{symbol.name}")
        if symbol.visibility == elf.HIDDEN:
            self.lines.append(f"\t.hidden\t{symbol.name}")
        kind = {elf.FUNCTION: "@function", elf.OBJECT: "@object"}.get(symbol.kind)
        if kind:
            self.lines.append(f"\t.type\t{symbol.name}, {kind}")

    def write_section(self, section):
        flags = "".join(
            letter for bit, letter in ((elf.ALLOC, "a"), (elf.WRITE, "w"), (elf.EXECUTE, "x")) if section.flags & bit
        )
        kind = "@note" if section.kind == elf.NOTE else "@progbits"
        self.lines += ["", f'\t.section {section.name},"{flags}",{kind}']
        if section.align > 1:
            self.lines.append(f"\t.balign\t{section.align}")
        labels = {}
        for symbol in self.object.named_places():
            if symbol.section == section.name:
                labels.setdefault(symbol.value, []).append(symbol.name)
        relocations = {r.offset: r for r in self.object.relocations.get(section.name, [])}
        if section.flags & elf.EXECUTE:
            pieces = list(disassemble(self.path))
        else:
            pieces = list(self.rows(section, labels, relocations))
        done = 0
        for offset, length, meaning in pieces:
            assert offset == done, f"{self.path}: {section.name} isn't disassembled as a whole"
            assert not any(offset < label < offset + length for label in labels)
            self.lines += [f"{name}:" for name in labels.get(offset, ())]
            self.write_bytes(section, offset, offset + length, relocations, meaning)
            done = offset + length
        assert done == section.size
        self.lines += [f"{name}:" for name in labels.get(section.size, ())]

    def rows(self, section, labels, relocations):
        """Cuts data into rows of at most 32 bytes, which begin anew at each label."""
        starts = sorted({0, section.size, *labels, *relocations, *(at + RELOCATED_BYTES for at in relocations)})
        for start, end in zip(starts, starts[1:]):
            for at in range(start, end, 32):
                yield at, min(32, end - at), ""

    def write_bytes(self, section, start, end, relocations, meaning):
        comment = f"\t/* {meaning} */" if meaning else ""
        at = start
        for offset in [offset for offset in sorted(relocations) if start <= offset < end]:
            self.write_plain(section.data[at:offset], comment)
            self.lines.append("\t.long\t" + self.relocated(section, relocations[offset]))
            at, comment = offset + RELOCATED_BYTES, ""
        self.write_plain(section.data[at:end], comment)

    def write_plain(self, data, comment):
        if len(data) >= 8 and len(data) % 8 == 0 and not comment:
            words = [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]
            self.lines.append("\t.quad\t" + ",".join(f"{word:#x}" for word in words))
        elif data:
            self.lines.append("\t.byte\t" + ",".join(f"{byte:#04x}" for byte in data) + comment)

    def relocated(self, section, relocation):
        machine, symbol, addend = self.object.machine, relocation.symbol, relocation.addend
        if addend is None:
            addend = int.from_bytes(
                section.data[relocation.offset : relocation.offset + RELOCATED_BYTES], "little", signed=True
            )
        relative = relocation.kind == RELATIVE[machine]
        assert relative or relocation.kind == ABSOLUTE.get(machine), f"{self.path}: relocation {relocation}"
        name = symbol.name
        if symbol.kind == elf.SECTION:
            name, value = self.label_before(symbol.section, addend + RELOCATED_BYTES if relative else addend)
            addend -= value
        return name + (f" {'-' if addend < 0 else '+'} {abs(addend)}" if addend else "") + (" - ." if relative else "")

    def label_before(self, section, offset):
        """The local label at an offset of a section, or the last one before it: assemblers write it as the section."""
        labels = [
            (symbol.value, symbol.name)
            for symbol in self.object.named_places()
            if symbol.section == section and symbol.binding == elf.LOCAL and symbol.value <= offset
        ]
        assert labels, f"{self.path}: no label of its own in {section}"
        value, name = max(labels)
        return name, value


def tables_in_c(path):
    """The tables of an object without code, as C: words of 64 bits of a square each, or 64 bytes."""
    made = elf.Object(path)
    lines = []
    for symbol in sorted(made.named_places(), key=lambda symbol: symbol.value):
        if symbol.binding == elf.LOCAL:
            continue
        section = next(section for section in made.sections if section.name == symbol.section)
        ends = [
            other.value for other in made.named_places() if other.section == section.name and other.value > symbol.value
        ]
        data = section.data[symbol.value : min(ends, default=section.size)]
        if len(data) == 512:
            words = [int.from_bytes(data[at : at + 8], "little") for at in range(0, 512, 8)]
            rows = [", ".join(f"{word:#x}" for word in words[at : at + 4]) for at in range(0, 64, 4)]
            lines.append(f"_Alignas(64) const uint64_t {symbol.name}[64] = {{")
        else:
            assert len(data) == 4096, f"{path}: {symbol.name} has {len(data)} bytes"
            rows = ["{" + ",".join(map(str, data[at : at + 64])) + "}" for at in range(0, 4096, 64)]
            lines.append(f"_Alignas(64) const uint8_t {symbol.name}[64][64] = {{")
        lines += ["    " + ",\n    ".join(rows) + "};"]
    return "\n".join(lines)
