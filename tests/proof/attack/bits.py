"""Chooses bits of a linked library for attack.py to turn: in tables that kernels read, headers and relocations.

Each function returns (offset in the file, bit, what it is).
"""
import struct

import elf
from source import OWN

SECTION_SIZE, SEGMENT_SIZE, LOADED, RELRO = 64, 56, 1, 0x6474E552
SECTIONS_THAT_MATTER = ".text", ".rodata", ".data.rel.ro", ".got", ".plt", ".rela.plt"
# The first byte of each field, and how many of its bits are bent.
SECTION_FIELDS = {"type": (4, 4), "flags": (8, 8), "address": (16, 20), "offset": (24, 20), "size": (32, 20)}
SEGMENT_FIELDS = {
    "type": (0, 4),
    "flags": (4, 3),
    "offset": (8, 20),
    "address": (16, 20),
    "size": (32, 20),
    "size in memory": (40, 20),
}


def bit_of_table(chance, linked, source):
    """(offset in the file, bit, what it is) of a table that the kernel's code names."""
    section = next(section for section in linked.sections if section.name == ".rodata")
    places = {symbol.name: symbol.value for symbol in linked.symbols if symbol.section == ".rodata"}
    name = chance.choice(source.names)
    begin = places[OWN + name if OWN + name in places else name]
    end = min(value for value in [*places.values(), section.address + section.size] if value > begin)
    at, bit = chance.randrange(begin, end), chance.randrange(8)
    return section.offset + at - section.address, bit, f"{name}: byte {at - begin}, bit {bit}"


def field_of_section(chance, linked):
    table = struct.unpack_from("<Q", linked.data, 40)[0]
    section = chance.choice([section for section in linked.sections if section.name in SECTIONS_THAT_MATTER])
    field = chance.choice(list(SECTION_FIELDS))
    begin, bits = SECTION_FIELDS[field]
    return table + SECTION_SIZE * section.index + begin, bits, f"{section.name}: {field}"


def field_of_segment(chance, linked):
    table, count = struct.unpack_from("<Q", linked.data, 32)[0], struct.unpack_from("<H", linked.data, 56)[0]
    kinds = [struct.unpack_from("<I", linked.data, table + SEGMENT_SIZE * i)[0] for i in range(count)]
    i = chance.choice([i for i, kind in enumerate(kinds) if kind in (LOADED, RELRO)])
    field = chance.choice(list(SEGMENT_FIELDS))
    begin, bits = SEGMENT_FIELDS[field]
    return table + SEGMENT_SIZE * i + begin, bits, f"segment {i}: {field}"


def word_of_relocation(chance, linked):
    section = chance.choice([section for section in linked.sections if section.kind == elf.RELA])
    k = chance.randrange(section.size // 8)
    return section.offset + 8 * k, 40, f"{section.name}: relocation {k // 3}: word {k % 3}"


def bit_of_header(chance, linked, source):
    at, bits, what = chance.choice((field_of_section, field_of_segment, word_of_relocation))(chance, linked)
    bit = chance.randrange(bits)
    return at + bit // 8, bit % 8, f"{what}, bit {bit}"


OF_TABLE, OF_HEADER = "a bit of a table", "a bit of a header or relocation"
OF_FILE = {OF_TABLE: bit_of_table, OF_HEADER: bit_of_header}
