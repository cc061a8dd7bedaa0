"""Makes libraries with forged headers, dynamic sections, symbols and relocations, which must not be proved.

Each forgery changes a copy of the built library, in one or two ways. loaded.py loads it as a program does, and calls
what it exports and what its table of kernels names. A library that is loaded and then answers wrongly, or leaves
writable what is proved to be constant, must not be proved.
"""
import struct

from refusals import DYNAMIC_ENTRY, RELOCATION, SEGMENT, SYMBOL, Forgery
from trusted import elf

HEADER = "forged headers or dynamic sections"
NOTE, EH_FRAME, STACK, PROPERTY = 4, 0x6474E550, 0x6474E551, 0x6474E553  # kinds of segments that nobody misses
GNU_HASH, VERSYM, STRSZ, FILTER, AUXILIARY, SYMBOLIC = 0x6FFFFEF5, 0x6FFFFFF0, 10, 0x7FFFFFFF, 0x7FFFFFFD, 16
TAGS = [*sorted(elf.KNOWN_TAGS), FILTER, AUXILIARY, 0x6FFFFFF5, 0x6FFFFEFC]
PAGE = elf.PAGE


class Forged(Forgery):
    """extra: bytes that a segment of its own loads, behind all others."""

    def __init__(self, image, chance):
        super().__init__(image)
        self.chance, self.extra = chance, bytearray()
        last = max(segment.address + segment.size for segment in image.loaded)
        self.extra_address = -(-last // PAGE) * PAGE

    def append(self, content):
        """Returns its address."""
        self.extra += bytes(-len(self.extra) % 16)
        at = self.extra_address + len(self.extra)
        self.extra += content
        return at

    def segments(self, *kinds):
        """Offsets of the rows of these kinds."""
        (table,) = struct.unpack_from("<Q", self.data, 32)
        (count,) = struct.unpack_from("<H", self.data, 56)
        rows = range(table, table + SEGMENT * count, SEGMENT)
        return [at for at in rows if struct.unpack_from("<I", self.data, at)[0] in kinds]

    def spare_segment(self):
        """A row that nobody misses. The last one may come after RELRO."""
        return self.chance.choice(self.segments(NOTE, EH_FRAME, STACK, PROPERTY))

    def put_segment(self, at, kind, flags, offset, address, size):
        struct.pack_into("<IIQQQQQQ", self.data, at, kind, flags, offset, address, address, size, size, PAGE)

    def content(self, name):
        section = self.image.section(name)
        return bytearray(self.data[section.offset : section.offset + section.size])

    def finish(self):
        """The bytes of the library."""
        if self.extra:
            self.data += bytes(-len(self.data) % PAGE)
            spare = self.segments(NOTE, EH_FRAME, STACK, PROPERTY)
            if not spare:
                return None
            self.put_segment(spare[-1], elf.LOAD, 6, len(self.data), self.extra_address, len(self.extra))
            self.data += self.extra
        return self.data

    # ---- The dynamic section ----

    def entries(self):
        """Offsets of the entries of the dynamic section, those behind its end too."""
        section = self.image.section(".dynamic")
        return list(range(section.offset, section.offset + section.size, DYNAMIC_ENTRY))

    def tag_at(self, at):
        return struct.unpack_from("<q", self.data, at)[0]

    def put_tag(self, at, tag, value):
        struct.pack_into("<qQ", self.data, at, tag, value & (1 << 64) - 1)

    def add_tag(self, tag, value):
        """As the first or as the last one."""
        at = next(at for at in self.entries() if self.tag_at(at) == 0)
        first = self.entries()[0]
        if self.chance.randrange(2):
            self.data[first + DYNAMIC_ENTRY : at + DYNAMIC_ENTRY] = self.data[first:at]
            at = first
        self.put_tag(at, tag, value)

    def set_tag(self, tag, value):
        """In place of the one that is there."""
        self.put_tag(next(at for at in self.entries() if self.tag_at(at) == tag), tag, value)

    # ---- Bent copies ----

    def functions(self):
        """Addresses of functions of the kernels, and of the public ones."""
        names = [
            name for name in self.image.symbols if name.startswith("ks_") and name.endswith(("check", "attackers"))
        ]
        return [self.image.symbols[name] for name in sorted(names)]

    def bent_relocations(self):
        """A copy of the table, with some addresses in the table of kernels exchanged."""
        table, chance = self.content(".rela.dyn"), self.chance
        begin = self.image.symbol("kernels")
        rows = [
            at
            for at in range(0, len(table), RELOCATION)
            if 0 <= struct.unpack_from("<Q", table, at)[0] - begin < self.image.sizes["kernels"]
        ]
        for _ in range(chance.choice((1, 1, 3, 20))):
            a, b = chance.sample(rows, 2)
            table[a + 16 : a + 24], table[b + 16 : b + 24] = table[b + 16 : b + 24], table[a + 16 : a + 24]
        return table

    def bent_symbols(self, table=None):
        """A copy of the dynamic symbols, of which one has the value of another."""
        table = table or self.content(".dynsym")
        name = self.chance.choice(("ks_in_check", "ks_attackers", "ks_in_check_set", "ks_in_check_batch"))
        at = self.named(".dynsym", name) - self.image.section(".dynsym").offset
        struct.pack_into("<Q", table, at + 8, self.chance.choice(self.functions()))
        return table

    def bent_strings(self):
        """A copy of the names, of which two are exchanged."""
        table = self.content(".dynstr")
        for a, b in ((b"\0ks_in_check\0", b"\0ks_attackers\0"), (b"\0ks_king_scan\0", b"\0ks_in_check\0")):
            if self.chance.randrange(2) and len(a) == len(b):
                i, j = table.index(a), table.index(b)
                table[i : i + len(a)], table[j : j + len(b)] = b, a
        i = table.index(b"\0ks_attackers\0")
        table[i : i + 14] = b"\0ks_in_check\0\0"
        return table


# ---- The ways ----------------------------------------------------------------------------------------------


def any_value(f, tag):
    """A value for a tag: a table of its kind that is bent, or a number."""
    chance = f.chance
    bent = {
        elf.RELA: f.bent_relocations,
        elf.DYNAMIC_SYMTAB: f.bent_symbols,
        elf.STRTAB: f.bent_strings,
        elf.JMPREL: lambda: f.content(".rela.plt")[::-1],
        GNU_HASH: lambda: f.content(".gnu.hash"),
    }
    if tag in bent and chance.randrange(4):
        return f.append(bent[tag]())
    old = f.image.dynamic.get(tag, 0)
    return chance.choice(
        (old, 0, old + 24, old - 24, old + 1, old ^ 1 << chance.randrange(16), f.chance.choice(f.functions()))
    )


def second_tag(f):
    tag = f.chance.choice((elf.RELA, elf.RELA, elf.DYNAMIC_SYMTAB, elf.STRTAB, elf.RELASZ, *TAGS))
    f.add_tag(tag, any_value(f, tag))
    return f"one more tag {tag:#x}"


def other_tag(f):
    tag = f.chance.choice([*f.image.dynamic, elf.RELA, elf.DYNAMIC_SYMTAB, elf.STRTAB])
    f.set_tag(tag, any_value(f, tag))
    return f"another value of tag {tag:#x}"


def other_kind_of_tag(f):
    at = f.chance.choice([at for at in f.entries() if f.tag_at(at)])
    old, new = f.tag_at(at), f.chance.choice(TAGS)
    f.put_tag(at, new, struct.unpack_from("<Q", f.data, at + 8)[0])
    return f"tag {new:#x} instead of {old:#x}"


def hash_of(name):
    found = 5381
    for byte in name.encode():
        found = (found * 33 + byte) & 0xFFFFFFFF
    return found


def other_symbols(f):
    """A hash table that leads behind the section of dynamic symbols, to bent copies of them."""
    table = f.content(".dynsym")
    n = len(table) // SYMBOL
    strings = f.content(".dynstr")
    names = [f.image.string(strings, struct.unpack_from("<I", table, SYMBOL * i)[0]) for i in range(n)]
    hashes = [hash_of(name) & ~1 for name in names]
    hashes[-1] |= 1
    found = struct.pack("<IIIIQI", 1, n, 1, 0, (1 << 64) - 1, n) + struct.pack(f"<{n}I", *hashes)
    f.set_tag(GNU_HASH, f.append(found))
    f.set_tag(elf.DYNAMIC_SYMTAB, f.append(table + f.bent_symbols(bytearray(table))))
    f.set_tag(VERSYM, f.append(f.content(".gnu.version") * 2))
    return "a hash table that leads to other symbols"


def other_relro(f):
    old = f.segment(elf.RELRO)
    row = struct.unpack_from("<IIQQQQQQ", f.data, old)
    address, size = f.chance.choice(
        ((row[3], 0), (row[3], PAGE), (row[3] + PAGE, row[6] - PAGE), (row[3] - PAGE, PAGE), (row[3], row[6]))
    )
    at = f.chance.choice((old, f.spare_segment(), f.spare_segment()))
    other = bytearray(f.data[old : old + SEGMENT])
    f.put_segment(at, elf.RELRO, row[1], row[2], address, size)
    if at != old and f.chance.randrange(2):  # as the last one
        f.data[old : old + SEGMENT], f.data[at : at + SEGMENT] = f.data[at : at + SEGMENT], other
    return f"RELRO of {size:#x} bytes at {address:#x}" + ", a second one" * (at != old)


def other_symbol(f):
    name = f.chance.choice(["ks_in_check", "ks_attackers", "ks_king_scan", "ks_in_check_batch", "ks_in_check_set"])
    if f.chance.randrange(3) == 0:
        kernel = f.chance.choice(("scan", "ssse3", "avx2", "avx512", "c"))
        f.put(f.named(".symtab", f"ks_{kernel}_in_check") + 8, "<Q", f.chance.choice(f.functions()))
        return f"ks_{kernel}_in_check with another value"
    tables = f.chance.choice(([".dynsym"], [".dynsym", ".symtab"], [".symtab"]))
    value = f.chance.choice(f.functions())
    field, layout, value = f.chance.choice(((8, "<Q", value), (8, "<Q", value), (0, "<I", 1), (6, "<H", 0xFFF1)))
    if field == 0:  # the name of another one
        value = struct.unpack_from("<I", f.data, f.named(".dynsym", "ks_attackers"))[0]
        tables = [".dynsym"]
    for table in tables:
        f.put(f.named(table, name) + field, layout, value)
    return f"{name} of {tables}: word {field} is {value:#x}"


def other_relocation(f):
    section = f.image.section(f.chance.choice((".rela.dyn", ".rela.dyn", ".rela.plt")))
    rows = range(section.offset, section.offset + section.size, RELOCATION)
    a, b = f.chance.sample(rows, 2)
    if section.name == ".rela.dyn" and f.chance.randrange(2):
        f.data[section.offset : section.offset + section.size] = f.bent_relocations()
        return "functions of the table of kernels exchanged"
    field, n = f.chance.choice(((0, 8), (8, 4), (12, 4), (16, 8)))
    f.data[a + field : a + field + n], f.data[b + field : b + field + n] = (
        f.data[b + field : b + field + n],
        f.data[a + field : a + field + n],
    )
    return f"{section.name}: two relocations' words {field} exchanged"


def other_load(f):
    at = f.chance.choice(f.segments(elf.LOAD))
    field, layout, change = f.chance.choice(
        (
            (4, "<I", lambda x: x ^ f.chance.choice((1, 2, 4, 3))),
            (8, "<Q", lambda x: x + f.chance.choice((PAGE, -PAGE, 16, 4 * PAGE))),
            (16, "<Q", lambda x: x + f.chance.choice((PAGE, -PAGE, 16, 4 * PAGE))),
            (32, "<Q", lambda x: x - f.chance.choice((PAGE, 1, 64, 4 * PAGE))),
            (40, "<Q", lambda x: x + f.chance.choice((PAGE, -PAGE, 64 * PAGE))),
            (48, "<Q", lambda x: f.chance.choice((1, 16, 0x200000, 3))),
        )
    )
    old = struct.unpack_from(layout, f.data, at + field)[0]
    f.put(at + field, layout, change(old) & (1 << 8 * struct.calcsize(layout)) - 1)
    return f"segment at {at}: word {field}"


def page_again(f):
    """One more segment that loads a bent copy of a page over it."""
    name = f.chance.choice((".text", ".rodata", ".data.rel.ro"))
    symbols = {".text": "ks_avx2_in_check", ".rodata": None, ".data.rel.ro": "kernels"}
    section = f.image.section(name)
    address = f.image.symbol(symbols[name]) if symbols[name] else section.address + f.chance.randrange(section.size)
    address -= address % PAGE
    segment = f.image.segment_of(address, 1) or f.image.segment_of(section.address, 1)
    address = max(address, segment.address - segment.address % PAGE)
    offset = address - section.address + section.offset
    page = bytearray(f.data[offset : offset + PAGE])
    for _ in range(f.chance.choice((1, 30, 1000))):
        page[f.chance.randrange(PAGE)] ^= 1 << f.chance.randrange(8)
    f.data += bytes(-len(f.data) % PAGE)
    f.put_segment(f.spare_segment(), elf.LOAD, segment.flags, len(f.data), address, PAGE)
    f.data += page
    return f"a page of {name} loaded twice"


def other_dynamic(f):
    """Another dynamic segment than the section: alone, or as a second one."""
    saved = bytes(f.data)
    what = f.chance.choice((second_tag, other_tag, other_kind_of_tag))(f)
    section = f.image.section(".dynamic")
    content = f.data[section.offset : section.offset + section.size]
    f.data[section.offset : section.offset + section.size] = saved[section.offset : section.offset + section.size]
    address = f.append(content)
    alone = f.chance.randrange(2)
    at = f.segment(elf.DYNAMIC) if alone else f.spare_segment()
    offset = -(-len(f.data) // PAGE) * PAGE + address - f.extra_address
    f.put_segment(at, elf.DYNAMIC, 6, offset, address, len(content))
    return f"{'another' if alone else 'a second'} dynamic segment, with {what}"


def other_section(f):
    name = f.chance.choice((".dynsym", ".dynstr", ".symtab", ".strtab", ".rodata", ".text", ".data.rel.ro", ".got"))
    field, layout, change = f.chance.choice(
        (
            (4, "<I", lambda x: f.chance.choice((0, 1, 2, 3, 8, 11))),
            (8, "<Q", lambda x: x ^ f.chance.choice((1, 2, 4, 3))),
            (16, "<Q", lambda x: x + f.chance.choice((PAGE, -PAGE, 24))),
            (24, "<Q", lambda x: x + f.chance.choice((PAGE, -PAGE, 24, -24))),
            (32, "<Q", lambda x: max(0, x + f.chance.choice((-24, 24, -240, PAGE)))),
            (40, "<I", lambda x: f.chance.randrange(30)),
        )
    )
    at = f.section(name)
    f.put(at + field, layout, change(struct.unpack_from(layout, f.data, at + field)[0]))
    return f"section {name}: word {field}"


def other_file_header(f):
    at, layout, values = f.chance.choice(
        (
            (56, "<H", (8, 9, 10, 12, 4)),
            (54, "<H", (32, 64)),
            (60, "<H", (0, 5, 20)),
            (62, "<H", (0, 3)),
            (16, "<H", (2, 4)),
        )
    )
    value = f.chance.choice(values)
    f.put(at, layout, value)
    return f"the file's header: word {at} is {value}"


WAYS = {
    second_tag: 6,
    other_tag: 4,
    other_kind_of_tag: 3,
    other_symbols: 1,
    other_relro: 4,
    other_symbol: 5,
    other_relocation: 5,
    other_load: 3,
    page_again: 3,
    other_dynamic: 4,
    other_section: 3,
    other_file_header: 1,
}


def forge(image, chance):
    """(what is forged, the bytes)"""
    while True:
        f = Forged(image, chance)
        try:
            ways = chance.choices(list(WAYS), list(WAYS.values()), k=chance.choice((1, 1, 1, 2)))
            what = "; ".join([way(f) for way in ways])
            data = f.finish()
        except (StopIteration, IndexError, ValueError, struct.error):
            continue  # ways that need the same place
        if data is not None and bytes(data) != image.data:
            return what, bytes(data)
