"""Reads ELF objects of x86-64 and i386: sections, relocations and symbols, as far as kernels have them.

Source: System V ABI, chapter 4, "Object Files", and its supplements for AMD64 and Intel386.
"""
import struct
from collections import namedtuple
from pathlib import Path

Section = namedtuple("Section", "index name kind flags address offset size link info align entry_size data")
Symbol = namedtuple("Symbol", "name value size binding kind visibility section")  # section: a name, None or "absolute"
Relocation = namedtuple(
    "Relocation", "offset kind symbol addend"
)  # symbol: a Symbol; addend: None where it is in place

PROGBITS, SYMTAB, STRTAB, RELA, NOTE, NOBITS, REL = 1, 2, 3, 4, 7, 8, 9
WRITE, ALLOC, EXECUTE = 1, 2, 4
LOCAL, GLOBAL = 0, 1
NO_TYPE, OBJECT, FUNCTION, SECTION, FILE = range(5)
DEFAULT, HIDDEN = 0, 2
I386, X86_64 = 3, 62

SHN_UNDEF, SHN_ABS = 0, 0xFFF1


class Object:
    """The object in a file: machine, sections, symbols, and relocations by the name of the section that they change."""

    def __init__(self, path):
        self.data = Path(path).read_bytes()
        if self.data[:4] != b"\x7fELF" or self.data[5] != 1:
            raise ValueError(f"{path}: expected a little-endian ELF object")
        self.is_64 = self.data[4] == 2
        self.machine = struct.unpack_from("<H", self.data, 18)[0]
        self._read_sections()
        self._read_symbols()
        self._read_relocations()

    def _read_sections(self):
        place, size, count, names = (0x28, 64, 0x3C, 0x3E) if self.is_64 else (0x20, 40, 0x30, 0x32)
        start = struct.unpack_from("<Q" if self.is_64 else "<I", self.data, place)[0]
        count = struct.unpack_from("<H", self.data, count)[0]
        headers = [
            struct.unpack_from("<IIQQQQIIQQ" if self.is_64 else "<10I", self.data, start + size * i)
            for i in range(count)
        ]
        name_table = headers[struct.unpack_from("<H", self.data, names)[0]][4]
        self.sections = []
        for index, (name, kind, flags, address, offset, size, *others) in enumerate(headers):
            data = b"" if kind == NOBITS else self.data[offset : offset + size]
            name = self._string(name_table + name)
            self.sections.append(Section(index, name, kind, flags, address, offset, size, *others, data))

    def _string(self, at):
        return self.data[at : self.data.index(b"\0", at)].decode()

    def _section_name(self, index):
        if index == SHN_UNDEF:
            return None
        return "absolute" if index == SHN_ABS else self.sections[index].name

    def _read_symbols(self):
        table = next(section for section in self.sections if section.kind == SYMTAB)
        strings = self.sections[table.link].offset
        self.symbols = []
        for at in range(0, table.size, table.entry_size):
            if self.is_64:
                name, info, other, section, value, size = struct.unpack_from("<IBBHQQ", table.data, at)
            else:
                name, value, size, info, other, section = struct.unpack_from("<IIIBBH", table.data, at)
            home = self._section_name(section)
            name = home if info & 15 == SECTION else self._string(strings + name)
            self.symbols.append(Symbol(name, value, size, info >> 4, info & 15, other & 3, home))

    def _read_relocations(self):
        self.relocations = {}
        for table in self.sections:
            if table.kind not in (REL, RELA):
                continue
            changed = self.relocations.setdefault(self.sections[table.info].name, [])
            for at in range(0, table.size, table.entry_size):
                addend = None
                if self.is_64:
                    offset, info, addend = struct.unpack_from("<QQq", table.data, at)
                    symbol, kind = info >> 32, info & 0xFFFFFFFF
                else:
                    offset, info = struct.unpack_from("<II", table.data, at)
                    symbol, kind = info >> 8, info & 255
                changed.append(Relocation(offset, kind, self.symbols[symbol], addend))
            changed.sort(key=lambda relocation: relocation.offset)

    def loaded_sections(self):
        """Those whose bytes are part of the program, and the note about the stack."""
        return [
            section
            for section in self.sections
            if (section.flags & ALLOC and section.size) or section.name == ".note.GNU-stack"
        ]

    def named_places(self):
        """The symbols that callers and readers know. NASM writes others too: constants of the source, and the labels
        within each use of a macro, which it numbers."""
        return [
            symbol
            for symbol in self.symbols
            if symbol.name
            and symbol.kind not in (SECTION, FILE)
            and symbol.section != "absolute"
            and not symbol.name.startswith("..@")
        ]
