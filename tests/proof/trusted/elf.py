"""Reads a shared library as the dynamic linker loads it: its bytes, who may write to them, its symbols and relocations.

Everything that is loaded is read from the segments; sections only have to agree. A feature that could change the
meaning of a byte, and is not understood here, makes the library unreadable: ValueError. Source: System V ABI, generic
and for x86-64 and i386.
"""
import struct
from collections import namedtuple

SHARED_OBJECT, MACHINES = 3, {64: 62, 32: 3}
SYMTAB, NOBITS, DYNSYM = 2, 8, 11  # kinds of sections
WRITE, ALLOCATED, TLS = 1, 2, 0x400  # flags of sections
LOAD, DYNAMIC, RELRO = 1, 2, 0x6474E552  # kinds of segments
EXECUTABLE, WRITABLE, READABLE = 1, 2, 4  # flags of segments
PLAIN, IFUNC = (0, 1, 2), 10  # kinds of symbols: no kind, object, function; a function that chooses an address
NO_SECTION = 0xFF00  # numbers of sections from here on are none
SYMBOL_AND_ADDEND, GLOB_DAT, JUMP_SLOT, RELATIVE = (
    1,
    6,
    7,
    8,
)  # kinds of relocations, the same numbers for both machines
PAGE = 4096
WORD = {64: 8, 32: 4}

# Tags of the dynamic segment. Libraries that are needed may be many; each other tag stands once.
NEEDED = 1
PLTRELSZ, STRTAB, DYNAMIC_SYMTAB, RELA, RELASZ, INIT, REL, RELSZ, PLTREL, TEXTREL, JMPREL = (
    2,
    5,
    6,
    7,
    8,
    12,
    17,
    18,
    20,
    22,
    23,
)
INIT_ARRAY, FLAGS, PREINIT_ARRAY, RELR = 25, 30, 32, 36
HAS_TEXTREL = 4
SYMENT, RELACOUNT, RELCOUNT = 11, 0x6FFFFFF9, 0x6FFFFFFA
HASH, GNU_HASH = 4, 0x6FFFFEF5
# Others that do not change what is loaded: names and sizes, versions, code that runs at the end.
KNOWN_TAGS = {PLTRELSZ, STRTAB, DYNAMIC_SYMTAB, RELA, RELASZ, INIT, REL, RELSZ, PLTREL, TEXTREL, JMPREL} | {
    *(INIT_ARRAY, FLAGS, PREINIT_ARRAY, RELR, NEEDED, SYMENT, RELACOUNT, RELCOUNT, HASH, GNU_HASH),
    *(3, 9, 10, 13, 14, 16, 19, 24, 26, 27, 28, 33),
    *(0x6FFFFFF0, 0x6FFFFFFB, 0x6FFFFFFC, 0x6FFFFFFD, 0x6FFFFFFE, 0x6FFFFFFF),
}

Segment = namedtuple("Segment", "kind flags address size content")
Section = namedtuple("Section", "name kind flags address offset size link")
Symbol = namedtuple("Symbol", "name kind section value size")


class Elf:
    """symbols: {name: address}, without names of several addresses. relocations: {address: the address that stands
    there, or the name of another library's symbol}. runs_when_loaded: whether code runs before the library is called.
    """

    def __init__(self, path, data=None):
        self.path = path
        self.data = data or open(path, "rb").read()
        try:
            self.read(self.data)
        except (struct.error, IndexError, UnicodeDecodeError, OverflowError, MemoryError) as why:
            self.unreadable(f"a broken file: {why}")

    def read(self, data):
        if data[:4] != b"\x7fELF" or data[4] not in (1, 2) or data[5] != 1:
            self.unreadable("expected an ELF file, lowest byte first")
        self.bits = 64 if data[4] == 2 else 32
        self.wide = self.bits == 64
        if struct.unpack_from("<HH", data, 16) != (SHARED_OBJECT, MACHINES[self.bits]):
            self.unreadable("expected a shared library for x86")
        self.read_segments()
        self.read_sections()
        self.read_dynamic()
        self.read_symbols()
        self.read_relocations()

    def unreadable(self, why):
        raise ValueError(f"{self.path}: {why}")

    def table(self, offset_at, count_at, layout):
        """The rows of a table that the file's header describes."""
        (first,) = struct.unpack_from("<Q" if self.wide else "<I", self.data, offset_at)
        size, count = struct.unpack_from("<HH", self.data, count_at)
        if size != struct.calcsize(layout):
            self.unreadable("headers of an unknown size")
        return [struct.unpack_from(layout, self.data, first + i * size) for i in range(count)]

    def read_segments(self):
        self.segments = []
        for row in self.table(*((32, 54, "<IIQQQQQQ") if self.wide else (28, 42, "<8I"))):
            if self.wide:
                kind, flags, offset, address, _, in_file, size, _ = row
            else:
                kind, offset, address, _, in_file, size, flags, _ = row
            if in_file > size or offset + in_file > len(self.data):
                self.unreadable("a segment that is larger in the file than in memory, or than the file")
            if kind == LOAD and ((address - offset) % PAGE or in_file < size and not flags & WRITABLE):
                self.unreadable("a segment whose pages are not those of the file")
            self.segments.append(Segment(kind, flags, address, size, self.data[offset : offset + in_file]))
        self.loaded = [s for s in self.segments if s.kind == LOAD]
        if self.loaded != sorted(self.loaded, key=lambda s: s.address):
            self.unreadable("segments that are not in order")
        if len([s for s in self.segments if s.kind == RELRO]) > 1:
            self.unreadable("several segments RELRO, of which the dynamic linker takes the last")
        for low, high in zip(self.loaded, self.loaded[1:]):
            if -(-(low.address + low.size) // PAGE) > high.address // PAGE:
                self.unreadable("segments that share a page")
        for s in self.segments:
            if s.kind == RELRO and not any(self.begins(low, s) for low in self.loaded):
                self.unreadable("a segment RELRO that does not begin where one loaded segment does, or goes beyond it")
        # The dynamic linker protects whole pages; a last one that is not full stays writable.
        self.protected = [(s.address, (s.address + s.size) // PAGE * PAGE) for s in self.segments if s.kind == RELRO]

    @staticmethod
    def begins(loaded, relro):
        """Whether RELRO protects nothing but the beginning of a segment."""
        return loaded.flags & WRITABLE and loaded.address == relro.address and relro.size <= loaded.size

    def read_sections(self):
        rows = self.table(*((40, 58, "<IIQQQQIIQQ") if self.wide else (32, 46, "<10I")))
        (names,) = struct.unpack_from("<H", self.data, 62 if self.wide else 50)
        names = rows[names][4]
        self.sections = [Section(self.string(self.data, names + name), *row) for name, *row in (r[:7] for r in rows)]

    def section(self, name):
        found = [section for section in self.sections if section.name == name]
        if len(found) != 1:
            self.unreadable(f"{len(found)} sections {name}; expected: one")
        return found[0]

    @staticmethod
    def string(data, at):
        return data[at : data.index(b"\0", at)].decode()

    def read_dynamic(self):
        layout = "<qQ" if self.wide else "<iI"
        contents = [s.content for s in self.segments if s.kind == DYNAMIC]
        if len(contents) != 1:
            self.unreadable("expected one dynamic segment")
        self.dynamic = {}
        for tag, value in struct.iter_unpack(
            layout, contents[0][: len(contents[0]) // (2 * WORD[self.bits]) * 2 * WORD[self.bits]]
        ):
            if tag == 0:
                break
            if tag not in KNOWN_TAGS:
                self.unreadable(f"the unknown dynamic tag {tag:#x}")
            if tag in self.dynamic and tag != NEEDED:
                self.unreadable(f"the dynamic tag {tag:#x} twice, of which the dynamic linker takes the last")
            self.dynamic[tag] = value
        if TEXTREL in self.dynamic or self.dynamic.get(FLAGS, 0) & HAS_TEXTREL:
            self.unreadable("relocations in what is only to be read")
        if RELR in self.dynamic or (REL if self.wide else RELA) in self.dynamic:
            self.unreadable("a table of relocations of an unknown form")
        self.runs_when_loaded = any(tag in self.dynamic for tag in (INIT, INIT_ARRAY, PREINIT_ARRAY))

    # ---- Symbols -----------------------------------------------------------------------------------------

    def symbol_at(self, table, strings, i):
        layout = "<IBBHQQ" if self.wide else "<IIIBBH"
        row = struct.unpack_from(layout, table, i * struct.calcsize(layout))
        name, kind, section, value, size = (
            (row[0], row[1], row[3], row[4], row[5]) if self.wide else (row[0], row[3], row[5], row[1], row[2])
        )
        return Symbol(self.string(strings, name), kind & 15, section, value, size)

    def expect_loaded(self, section):
        """The section of dynamic symbols is what the dynamic linker reads."""
        strings = self.sections[section.link]
        for tag, found in (DYNAMIC_SYMTAB, section), (STRTAB, strings):
            loaded = self.loaded_from(self.dynamic.get(tag, -1))
            if loaded is None or loaded[: found.size] != self.data[found.offset : found.offset + found.size]:
                self.unreadable("a section of dynamic symbols that is not what is loaded")
        size = 24 if self.wide else 16
        if self.dynamic.get(SYMENT) != size:
            self.unreadable("dynamic symbols of an unknown size")
        if not all(i < section.size // size for i in self.hashed()):
            self.unreadable("a hash table that leads to symbols outside of their section")

    def hashed(self):
        """The numbers of the dynamic symbols that hash tables lead to."""
        for tag in HASH, GNU_HASH:
            table = self.loaded_from(self.dynamic[tag]) if tag in self.dynamic else b""
            if table is None:
                self.unreadable("a hash table outside of what is loaded")
            if table and tag == HASH:
                buckets, chains = struct.unpack_from("<II", table)
                yield from struct.unpack_from(f"<{buckets + chains}I", table, 8)
            elif table:
                yield from self.gnu_hashed(table)

    def gnu_hashed(self, table):
        count, first, words, _ = struct.unpack_from("<IIII", table)
        begin = 16 + WORD[self.bits] * words
        for i in struct.unpack_from(f"<{count}I", table, begin):
            is_last = i == 0  # an empty bucket
            while not is_last:
                yield i
                if i < first:
                    self.unreadable("a hash table that leads to symbols before its first")
                (found,) = struct.unpack_from("<I", table, begin + 4 * (count + i - first))
                is_last, i = found & 1, i + 1

    def read_symbols(self):
        found, self.sizes, self.exported = {}, {}, {}
        for section in self.sections:
            if section.kind not in (SYMTAB, DYNSYM):
                continue
            table = self.data[section.offset : section.offset + section.size]
            names = self.sections[section.link]
            strings = self.data[names.offset : names.offset + names.size]
            if section.kind == DYNSYM:
                self.expect_loaded(section)
            for i in range(len(table) // (24 if self.wide else 16)):
                symbol = self.symbol_at(table, strings, i)
                if symbol.kind == IFUNC:
                    self.unreadable(f"{symbol.name} is an IFUNC: a function that the linker runs chooses its address")
                if section.kind == DYNSYM:
                    self.exported.setdefault(symbol.name, []).append(symbol)
                if symbol.name and symbol.kind in PLAIN and 0 < symbol.section < NO_SECTION:
                    found.setdefault(symbol.name, set()).add(symbol.value)
                    self.sizes[symbol.name] = symbol.size
        self.symbols = {name: min(values) for name, values in found.items() if len(values) == 1}
        self.labels = {value for name, values in found.items() if "." not in name for value in values}

    def dynamic_value(self, name):
        """The address that other programs find under a name: that of the dynamic symbols."""
        symbols = self.exported.get(name, ())
        if len(symbols) != 1 or symbols[0].kind not in PLAIN or not 0 < symbols[0].section < NO_SECTION:
            self.unreadable(f"no dynamic symbol {name}, or several, or no function")
        return symbols[0].value

    def symbol(self, name):
        """The address of a symbol."""
        if name not in self.symbols:
            self.unreadable(f"no symbol {name}, or several")
        return self.symbols[name]

    # ---- Relocations -------------------------------------------------------------------------------------

    def tables_of_relocations(self):
        whole, size = (RELA, RELASZ) if self.wide else (REL, RELSZ)
        if self.dynamic.get(PLTREL) != (whole if JMPREL in self.dynamic else None):
            self.unreadable("relocations of functions that the dynamic linker takes for others, or passes over")
        for at, n in (whole, size), (JMPREL, PLTRELSZ):
            if at in self.dynamic:
                content = self.content(self.dynamic[at], self.dynamic.get(n, 0))
                if content is None:
                    self.unreadable("a table of relocations outside of what is loaded")
                yield content

    def expect_relative(self):
        """The dynamic linker takes the first relocations for RELATIVE ones without a look at their kinds."""
        tag, count = (RELA, RELACOUNT) if self.wide else (REL, RELCOUNT)
        size = 24 if self.wide else 8
        content = self.loaded_from(self.dynamic.get(tag, -1)) or b""
        for i in range(self.dynamic.get(count, 0)):
            (info,) = struct.unpack_from(
                "<Q" if self.wide else "<I", content, i * size + size // (3 if self.wide else 2)
            )
            if info != RELATIVE:
                self.unreadable("relocations that are counted as RELATIVE and are others")

    def read_relocations(self):
        self.relocations, word = {}, WORD[self.bits]
        self.expect_relative()
        for content in self.tables_of_relocations():
            for row in struct.iter_unpack("<QQq" if self.wide else "<II", content):
                where, info = row[:2]
                in_place = self.content(where, word)
                if in_place is None or not self.is_writable_before_protection(where, word):
                    self.unreadable(f"{where:#x}: a relocation outside of what may be written to")
                addend = row[2] if self.wide else int.from_bytes(in_place, "little")
                symbol, kind = (info >> 32, info & 0xFFFFFFFF) if self.wide else (info >> 8, info & 0xFF)
                if any(at in self.relocations for at in range(where - word + 1, where + word)):
                    self.unreadable(f"{where:#x}: relocations that overlap")
                self.relocations[where] = self.relocated(where, kind, symbol, addend)

    def relocated(self, where, kind, index, addend):
        """The content of an address when the dynamic linker is done."""
        if kind == RELATIVE and index == 0:
            return addend
        if kind not in (SYMBOL_AND_ADDEND, GLOB_DAT, JUMP_SLOT):
            self.unreadable(f"{where:#x}: a relocation of the unknown kind {kind}")
        symbol = self.dynamic_symbol(index)
        if symbol.kind not in PLAIN or symbol.section >= NO_SECTION:
            self.unreadable(f"{where:#x}: a relocation by {symbol.name}, which is neither a function nor an object")
        if kind != SYMBOL_AND_ADDEND:
            if self.wide and addend:
                self.unreadable(f"{where:#x}: an addend where there should be none")
            addend = 0
        if symbol.section:
            return symbol.value + addend
        return f"{symbol.name} + {addend}" if addend else symbol.name

    def dynamic_symbol(self, index):
        table, strings = (self.loaded_from(self.dynamic.get(tag, -1)) for tag in (DYNAMIC_SYMTAB, STRTAB))
        if table is None or strings is None:
            self.unreadable("no table of dynamic symbols")
        return self.symbol_at(table, strings, index)

    # ---- Bytes -------------------------------------------------------------------------------------------

    def segment_of(self, address, n):
        """The segment that n bytes are loaded from, or None."""
        return next((s for s in self.loaded if s.address <= address and address + n <= s.address + s.size), None)

    def section_of(self, address, n):
        """The section that n bytes are in, or None."""
        allocated = (s for s in self.sections if s.flags & (ALLOCATED | TLS) == ALLOCATED)
        return next((s for s in allocated if s.address <= address and address + n <= s.address + s.size), None)

    def loaded_from(self, address):
        """The bytes of a segment in the file, from an address on."""
        segment = self.segment_of(address, 1)
        return segment and segment.content[address - segment.address :]

    def content(self, address, n):
        """n bytes as they are loaded; None: some are outside of the library."""
        segment = self.segment_of(address, n)
        if segment is None:
            return None
        at = address - segment.address
        return segment.content[at : at + n].ljust(n, b"\0")

    def is_writable_before_protection(self, address, n):
        segment, section = self.segment_of(address, n), self.section_of(address, n)
        return not segment or not section or bool(segment.flags & WRITABLE or section.flags & WRITE)

    def is_constant(self, address, n):
        """Whether nobody writes to n bytes once the library is relocated, by the flags of their segment and section."""
        segment = self.segment_of(address, n)
        if segment is None or not segment.flags & READABLE or self.section_of(address, n) is None:
            return False
        if not self.is_writable_before_protection(address, n):
            return True
        return any(first <= address and address + n <= end for first, end in self.protected)

    def is_code(self, address, n):
        """Whether n bytes may be executed, and nobody ever writes to them."""
        segment = self.segment_of(address, n)
        return (
            segment is not None
            and bool(segment.flags & EXECUTABLE)
            and not self.is_writable_before_protection(address, n)
        )

    def has_relocation(self, address, n):
        return any(at in self.relocations for at in range(address - WORD[self.bits] + 1, address + n))
