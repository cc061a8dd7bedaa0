#!/usr/bin/env python3
"""Finds the code and the tables of objects in a linked file: the same bytes, but for the words that linking changes.

    tests/packaging/same_code.py LINKED OBJECT...

Code is found by its bytes alone, so that LINKED may be stripped: a library, a program or a Python module. The changed
words give the addresses of tables and of other functions. A table must have its object's bytes at that address, and two
words must not give different addresses for one name. Texts, which linking gathers from all objects, must be the same
texts. Prints each difference, or how much was found; returns 1 when there is a difference.
"""
import re
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging" / "vendor"))
import elf  # noqa: E402

LOADED = 1  # a kind of segment
PC32, PLT32 = 2, 4  # kinds of relocations: a distance, and one to a function that may be another library's
WORD = 4
TEXTS = 0x30  # flags of a section whose texts linking gathers: SHF_MERGE and SHF_STRINGS


class Described(elf.Object):
    def texts_of(self, symbol):
        """The bytes of the section of a symbol, if it has texts that linking gathers."""
        for section in self.sections:
            if section.name == symbol.section and section.flags & TEXTS == TEXTS:
                return section.data
        return None


class Linked:
    def __init__(self, path):
        self.data = Path(path).read_bytes()
        at, count = struct.unpack_from("<Q", self.data, 32)[0], struct.unpack_from("<H", self.data, 56)[0]
        segments = [struct.unpack_from("<IIQQQQ", self.data, at + 56 * i) for i in range(count)]
        self.segments = [
            (flags, offset, address, size) for kind, flags, offset, address, _, size in segments if kind == LOADED
        ]

    def places(self, pattern):
        """The addresses at which bytes match, in the segments that are executed."""
        for flags, offset, address, size in self.segments:
            if flags & 1:
                for match in re.finditer(pattern, self.data[offset : offset + size], re.DOTALL):
                    yield address + match.start()

    def bytes_at(self, address, n):
        for _, offset, begin, size in self.segments:
            if begin <= address and address + n <= begin + size:
                return self.data[offset + address - begin :][:n]
        return None

    def has_text(self, address, text):
        """Whether these bytes, with a zero behind, stand at an address."""
        return self.bytes_at(address, len(text) + 1) == text + b"\0"


class Comparison:
    def __init__(self, path):
        self.linked, self.address, self.faults, self.found = Linked(path), {}, [], 0

    def learn(self, name, address):
        if self.address.setdefault(name, address) != address:
            self.faults.append(f"{name}: at {address:#x} and at {self.address[name]:#x}")

    def learn_symbols(self, path, described, section, base):
        for symbol in described.named_places():
            if symbol.section == section.name and symbol.binding == elf.GLOBAL:
                self.learn(symbol.name, base + symbol.value)
        self.learn((path, section.name), base)

    def find_code(self, path, described, section):
        relocations = described.relocations.get(section.name, [])
        pattern, done = b"", 0
        for r in relocations:
            if r.kind not in (PC32, PLT32):
                self.faults.append(f"{path}: a relocation of kind {r.kind}")
            pattern += re.escape(section.data[done : r.offset]) + b"." * WORD
            done = r.offset + WORD
        places = list(self.linked.places(pattern + re.escape(section.data[done:])))
        if len(places) != 1:
            self.faults.append(f"{path}: its code is found {len(places)} times")
            return
        self.found += section.size
        self.learn_symbols(path, described, section, places[0])
        for r in relocations:
            word = int.from_bytes(self.linked.bytes_at(places[0] + r.offset, WORD), "little", signed=True)
            target = places[0] + r.offset + word - r.addend
            name = r.symbol.name
            texts = described.texts_of(r.symbol)
            if texts is not None:
                at = r.symbol.value + r.addend + WORD  # the word is the last one of its instruction
                text = texts[at : texts.index(b"\0", at)]
                if not self.linked.has_text(target + r.addend + WORD, text):
                    self.faults.append(f"{path}: the text {text.decode()!r} is another one")
                continue
            local = r.symbol.kind == elf.SECTION or r.symbol.binding == elf.LOCAL
            self.learn((path, r.symbol.section) if local else name, target - (r.symbol.value if local else 0))

    def compare_table(self, path, described, section):
        """Compares the places that the code names."""
        for symbol in described.named_places():
            if symbol.section == section.name and symbol.name in self.address:
                self.learn((path, section.name), self.address[symbol.name] - symbol.value)
        base = self.address.get((path, section.name))
        if base is None or described.relocations.get(section.name):
            self.faults.append(f"{path}: nothing says where its {section.name} is")
        elif self.linked.bytes_at(base, section.size) != section.data:
            self.faults.append(f"{path}: {section.name} has other bytes")
        else:
            self.found += section.size

    def run(self, objects):
        described = {path: Described(path) for path in objects}
        for name, act in (".text", self.find_code), (".rodata", self.compare_table):
            for path, o in described.items():
                for section in o.loaded_sections():
                    if section.name == name and section.size:
                        act(Path(path).name, o, section)


def main():
    path, *objects = sys.argv[1:]
    comparison = Comparison(path)
    comparison.run(objects)
    for fault in comparison.faults:
        print(f"{path}: {fault}")
    if not comparison.faults:
        print(f"{len(objects)} objects, {comparison.found} bytes")
    return bool(comparison.faults)


if __name__ == "__main__":
    sys.exit(main())
