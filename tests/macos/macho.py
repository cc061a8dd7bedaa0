"""Reads Mach-O, the format of objects, libraries and programs of macOS, as far as tests/macos/look.py asks.

Source: Apple's headers mach-o/loader.h, mach-o/nlist.h, mach-o/reloc.h, mach-o/x86_64/reloc.h, mach-o/arm64/reloc.h.
"""
import struct
from collections import namedtuple
from pathlib import Path

Section = namedtuple("Section", "segment name address size align flags data relocations")
Segment = namedtuple("Segment", "name address size offset bytes_in_file most_access access")
# section: its number from 1 on, or 0; private: only the other objects of the same file see it; library: the number of
# the library that has an undefined one
Symbol = namedtuple("Symbol", "name section value external private undefined library")
Relocation = namedtuple("Relocation", "offset kind symbol section relative length")  # symbol: a Symbol, or None

MAGIC = 0xFEEDFACF
X86_64, ARM64 = 0x01000007, 0x0100000C
OBJECT, EXECUTE, DYLIB = 1, 2, 6
TWO_LEVEL, POSITION_INDEPENDENT = 0x80, 0x200000
LC_SYMTAB, LC_SEGMENT_64, LC_ID_DYLIB, LC_BUILD_VERSION, LC_CODE_SIGNATURE = 0x2, 0x19, 0xD, 0x32, 0x1D
LC_LOAD_DYLIB = (0xC, 0x80000018, 0x8000001F)  # needed; wanted, if it is there; handed on
MACOS = 1
READ, WRITE, RUN = 1, 2, 4
ZERO_FILLED = (0x1, 0xC, 0x12)  # kinds of sections without bytes in the file
UNSIGNED, SIGNED, BRANCH = 0, 1, 2  # kinds of relocations of x86-64; UNSIGNED, an address, is that of arm64 too
SUBTRACTOR = {X86_64: 5, ARM64: 1}  # makes the next one, at the same place, a distance


class Image:
    """The contents of a file, or of a member of an archive."""

    def __init__(self, data, name="?"):
        self.data, self.path = data, name
        magic, self.processor, _, self.kind, commands, _, self.flags, _ = struct.unpack_from("<8I", data)
        if magic != MAGIC:
            raise ValueError(f"{name}: expected Mach-O of 64 bits")
        self.segments, self.sections, self.libraries, self.symbols, self.commands = [], [], [], [], {}
        self.symbol_table = None
        at = 32
        for _ in range(commands):
            command, size = struct.unpack_from("<II", data, at)
            self.commands[command] = at
            if command == LC_SEGMENT_64:
                self._read_segment(at)
            elif command in LC_LOAD_DYLIB:
                self.libraries.append(self.library_at(at))
            elif command == LC_SYMTAB:
                self.symbol_table = struct.unpack_from("<4I", data, at + 8)
            at += size
        if self.symbol_table:
            self._read_symbols()
        self.sections = [self._with_relocations(section) for section in self.sections]

    def text_at(self, at):
        return self.data[at : self.data.index(b"\0", at)].decode()

    def library_at(self, at):
        """Its name, and its current and compatible version, as numbers of three parts."""
        name, _, current, compatible = struct.unpack_from("<4I", self.data, at + 8)
        parts = lambda version: (version >> 16, version >> 8 & 255, version & 255)  # noqa: E731
        return self.text_at(at + name), parts(current), parts(compatible)

    def _read_segment(self, at):
        name = self.data[at + 8 : at + 24].rstrip(b"\0").decode()
        address, size, offset, in_file, most, access, count, _ = struct.unpack_from("<4Q4I", self.data, at + 24)
        self.segments.append(Segment(name, address, size, offset, in_file, most, access))
        for i in range(count):
            begin = at + 72 + 80 * i
            section, segment = (self.data[begin + n : begin + n + 16].rstrip(b"\0").decode() for n in (0, 16))
            address, size, offset, align, table, relocations, flags = struct.unpack_from("<2Q5I", self.data, begin + 32)
            bytes_of = b"" if flags & 255 in ZERO_FILLED else self.data[offset : offset + size]
            self.sections.append(
                Section(segment, section, address, size, 1 << align, flags, bytes_of, (table, relocations))
            )

    def _read_symbols(self):
        table, count, strings, _ = self.symbol_table
        for i in range(count):
            name, kind, section, described, value = struct.unpack_from("<IBBHQ", self.data, table + 16 * i)
            if kind & 0xE0:  # for debuggers
                self.symbols.append(Symbol("", 0, 0, False, False, False, 0))
                continue
            undefined = kind & 0xE == 0
            self.symbols.append(
                Symbol(
                    self.text_at(strings + name),
                    section,
                    value,
                    bool(kind & 1),
                    bool(kind & 0x10),
                    undefined,
                    described >> 8,
                )
            )

    def _with_relocations(self, section):
        table, count = section.relocations
        found = []
        for i in range(count):
            offset, word = struct.unpack_from("<iI", self.data, table + 8 * i)
            number, external = word & 0xFFFFFF, word >> 27 & 1
            found.append(
                Relocation(
                    offset,
                    word >> 28,
                    self.symbols[number] if external else None,
                    0 if external else number,
                    bool(word >> 24 & 1),
                    1 << (word >> 25 & 3),
                )
            )
        return section._replace(relocations=sorted(found, key=lambda relocation: relocation.offset))

    def section(self, segment, name):
        return next((s for s in self.sections if (s.segment, s.name) == (segment, name)), None)

    def number_of(self, section):
        return next(i for i, s in enumerate(self.sections, 1) if (s.segment, s.name) == (section.segment, section.name))


def read(path):
    return Image(Path(path).read_bytes(), str(path))


def members(path):
    """The objects of an archive."""
    data = Path(path).read_bytes()
    if data[:8] != b"!<arch>\n":
        raise ValueError(f"{path}: expected an archive")
    at = 8
    while at + 60 <= len(data):
        name, size = data[at : at + 16].decode().strip(), int(data[at + 48 : at + 58])
        begin = at + 60
        if name.startswith("#1/"):  # the name comes first in the contents
            length = int(name[3:])
            name, contents = data[begin : begin + length].rstrip(b"\0").decode(), data[begin + length : begin + size]
        else:
            contents = data[begin : begin + size]
        if contents[:4] == struct.pack("<I", MAGIC):
            yield Image(contents, f"{path}({name})")
        at = begin + size + size % 2
