#!/usr/bin/env python3
"""Tests that the prover refuses forged libraries, unknown names and unreadable lists before it reads any code.

    tests/proof/refusals.py [--library PATH]

Each forgery changes a copy of the library in one place: a relocation of another kind, a segment that may be written
to, a function that the dynamic linker chooses. Such a copy has to be unreadable, or a proof has to refuse it. Unknown
names of functions and unreadable rows of kernels.def have to be errors. Returns 1 when something is not refused.
"""
import argparse
import struct
import subprocess
import sys
from pathlib import Path

import choice
import features
import forms
import kernels
from faults import Refusals
from trusted import elf
from trusted.image import Image, operand
from trusted.machine import Refused

PROVED = "avx2_in_check"
SQUARE = (27,)
IRELATIVE, COPY, TPOFF, PC32, NARROW = 37, 5, 18, 2, 10  # kinds of relocations
TLS, INDIRECT = 6, elf.IFUNC  # kinds of symbols
SEGMENT, SECTION, RELOCATION, SYMBOL, DYNAMIC_ENTRY = 56, 64, 24, 24, 16  # sizes of rows


class Forgery:
    """A copy of a library, 64 bits."""

    def __init__(self, image):
        self.image, self.data = image, bytearray(image.data)

    def put(self, at, layout, value):
        struct.pack_into(layout, self.data, at, value)

    def segment(self, kind, flags=None):
        """Offset of the row of the first such segment."""
        (table,) = struct.unpack_from("<Q", self.data, 32)
        wanted = (i for i, s in enumerate(self.image.segments) if s.kind == kind and flags in (None, s.flags))
        return table + SEGMENT * next(wanted)

    def section(self, name):
        (table,) = struct.unpack_from("<Q", self.data, 40)
        return table + SECTION * [section.name for section in self.image.sections].index(name)

    def relocation(self, kind):
        """Offset of the first relocation of a kind."""
        for name in ".rela.dyn", ".rela.plt":
            section = self.image.section(name)
            for at in range(section.offset, section.offset + section.size, RELOCATION):
                if struct.unpack_from("<Q", self.data, at + 8)[0] & 0xFFFFFFFF == kind:
                    return at
        raise ValueError(f"no relocation of kind {kind}")

    def relocate(self, old, new):
        self.put(self.relocation(old) + 8, "<I", new)

    def symbol(self, table, kind):
        """Offset of the first symbol of a kind."""
        section = self.image.section(table)
        rows = range(section.offset, section.offset + section.size, SYMBOL)
        return next(at for at in rows if self.data[at + 4] & 15 == kind and self.data[at + 6])

    def named(self, table, name):
        """Offset of the symbol of a name."""
        section = self.image.section(table)
        strings = self.image.sections[section.link].offset
        for at in range(section.offset, section.offset + section.size, SYMBOL):
            (text,) = struct.unpack_from("<I", self.data, at)
            if self.image.string(self.image.data, strings + text) == name:
                return at
        raise ValueError(f"no symbol {name}")

    def dynamic(self, tag):
        section = self.image.section(".dynamic")
        rows = range(section.offset, section.offset + section.size, DYNAMIC_ENTRY)
        return next(at for at in rows if struct.unpack_from("<q", self.data, at)[0] == tag)


LOADED_CODE, LOADED_CONSTANTS = (elf.LOAD, 5), (elf.LOAD, 4)
STACK = 0x6474E551  # a segment that says only whether stacks are executable
SPARE = 0x6FFFFFF9  # DT_RELACOUNT, which nothing here reads
FINI = 13  # DT_FINI


def last_constants(forgery):
    """The segment with .rodata."""
    rodata = forgery.image.section(".rodata")
    (table,) = struct.unpack_from("<Q", forgery.data, 32)
    i = next(i for i, s in enumerate(forgery.image.segments) if s.kind == elf.LOAD and s.address == rodata.address)
    return table + SEGMENT * i


FORGERIES = {
    "an IRELATIVE relocation": lambda f: f.relocate(elf.RELATIVE, IRELATIVE),
    "a COPY relocation": lambda f: f.relocate(elf.GLOB_DAT, COPY),
    "a relocation for threads": lambda f: f.relocate(elf.GLOB_DAT, TPOFF),
    "a relocation by distance": lambda f: f.relocate(elf.JUMP_SLOT, PC32),
    "a relocation of four bytes": lambda f: f.relocate(elf.JUMP_SLOT, NARROW),
    "a RELATIVE relocation with a symbol": lambda f: f.put(f.relocation(elf.RELATIVE) + 12, "<I", 1),
    "a relocation in the constants": lambda f: f.put(
        f.relocation(elf.RELATIVE), "<Q", f.image.section(".rodata").address
    ),
    "two relocations that overlap": lambda f: f.put(
        f.relocation(elf.RELATIVE),
        "<Q",
        struct.unpack_from("<Q", f.data, f.relocation(elf.RELATIVE) + RELOCATION)[0] + 4,
    ),
    "an addend of a jump slot": lambda f: f.put(f.relocation(elf.JUMP_SLOT) + 16, "<q", 8),
    "an IFUNC among the symbols": lambda f: f.put(f.symbol(".symtab", 2) + 4, "B", 0x10 | INDIRECT),
    "an IFUNC among the dynamic symbols": lambda f: f.put(f.symbol(".dynsym", 2) + 4, "B", 0x10 | INDIRECT),
    "no RELRO": lambda f: f.put(f.segment(elf.RELRO), "<I", 0),
    "a RELRO that ends before the table of kernels": lambda f: f.put(f.segment(elf.RELRO) + 40, "<Q", 0x1000),
    "a RELRO beyond its segment": lambda f: f.put(f.segment(elf.RELRO) + 40, "<Q", 1 << 30),
    "a RELRO that begins within a page": lambda f: f.put(
        f.segment(elf.RELRO) + 16, "<Q", next(s for s in f.image.segments if s.kind == elf.RELRO).address + 16
    ),
    "relocations of functions without their kind": lambda f: f.put(f.dynamic(elf.PLTREL), "<q", FINI),
    "code that may be written to": lambda f: f.put(f.segment(*LOADED_CODE) + 4, "<I", 7),
    "code that may not be executed": lambda f: f.put(f.segment(*LOADED_CODE) + 4, "<I", 4),
    "a segment of constants that may be written to": lambda f: f.put(last_constants(f) + 4, "<I", 6),
    "a segment of constants that may not be read": lambda f: f.put(last_constants(f) + 4, "<I", 0),
    "a section of constants that may be written to": lambda f: f.put(f.section(".rodata") + 8, "<Q", 3),
    "constants that are loaded from elsewhere": lambda f: f.put(
        last_constants(f) + 8, "<Q", f.image.section(".rodata").offset + 0x1000
    ),
    "segments that overlap": lambda f: f.put(f.segment(*LOADED_CODE) + 16, "<Q", f.image.section(".rodata").address),
    "relocations in packed form": lambda f: f.put(f.dynamic(SPARE), "<q", elf.RELR),
    "relocations in the code": lambda f: f.put(f.dynamic(SPARE), "<q", elf.TEXTREL),
    "code that runs when the library is loaded": lambda f: f.put(f.dynamic(SPARE), "<q", elf.INIT_ARRAY),
    "half a table of relocations": lambda f: f.put(f.dynamic(elf.RELASZ) + 8, "<Q", RELOCATION * 100 + 1),
    "two tables of relocations": lambda f: (
        f.put(f.dynamic(SPARE) + 8, "<Q", f.image.dynamic[elf.JMPREL]),
        f.put(f.dynamic(SPARE), "<q", elf.RELA),
    ),
    "more RELATIVE relocations than there are": lambda f: f.put(
        f.dynamic(SPARE) + 8, "<Q", f.image.dynamic[elf.RELACOUNT] + 1
    ),
    "an unknown dynamic tag": lambda f: f.put(f.dynamic(SPARE), "<q", 0x7FFFFFFF),
    "two segments RELRO": lambda f: f.put(f.segment(STACK), "<I", elf.RELRO),
    "dynamic symbols of another size": lambda f: f.put(f.dynamic(elf.SYMENT) + 8, "<Q", 16),
    "a section of dynamic symbols that is not loaded": lambda f: f.put(
        f.section(".dynsym") + 24, "<Q", f.image.section(".dynsym").offset + SYMBOL
    ),
    "a segment of other pages": lambda f: f.put(f.segment(*LOADED_CODE) + 16, "<Q", f.image.loaded[1].address + 16),
    "ks_in_check that is another function": lambda f: f.put(
        f.named(".dynsym", "ks_in_check") + 8, "<Q", f.image.symbol("ks_attackers")
    ),
    "ks_in_check that is another function for everybody": lambda f: [
        f.put(f.named(table, "ks_in_check") + 8, "<Q", f.image.symbol("ks_attackers"))
        for table in (".dynsym", ".symtab")
    ],
    "a program, not a library": lambda f: f.put(16, "<H", 2),
    "another machine": lambda f: f.put(18, "<H", 183),
    "a table of sections outside of the file": lambda f: f.put(40, "<Q", len(f.data)),
}


def refusal(path, data):
    """Why a library is refused; None: everything is proved of it."""
    report = Refusals()
    try:
        image = Image(path, bytes(data))
        choice.expect_table(image)
        kernels.prove(image, report, [PROVED], SQUARE)
        if not report.why:
            choice.prove_call(image, "in_check")
    except Exception as why:  # a traceback counts as none
        return str(why) if isinstance(why, (ValueError, Refused)) else None
    return report.why


def refuses_forgeries(image):
    """The number of forgeries that are not refused."""
    passed = 0
    if refusal(image.path, image.data):
        print("the library is refused as it is")
        passed += 1
    for what, forge in FORGERIES.items():
        forgery = Forgery(image)
        forge(forgery)
        if refusal(image.path, forgery.data) is None:
            print(f"{what}: not refused")
            passed += 1
    return passed


def refuses_names(library):
    """The number of wrong names that prove.py takes."""
    passed = 0
    for names in (["avx2_incheck"], [PROVED, "avx2_incheck"], [""], ["avx2_in_check_"], ["ks_"]):
        command = [sys.executable, Path(__file__).with_name("prove.py"), "--library", library, *names]
        if subprocess.run(command, capture_output=True).returncode != 2:
            print(f"prove.py {names}: no error")
            passed += 1
    return passed


def refuses_rows():
    """The number of changes to kernels.def that hide a kernel."""
    text, passed = Path("c/core/kernels/kernels.def").read_text(), 0
    for new in "KERNEL (avx2,", "KERNEL\n( avx2 ,", "KERNEL(avx2/* */,", "KERNEL(avx2 2,", 'KERNEL("avx2",', "KERNEL(,":
        changed = text.replace("KERNEL(avx2,", new)
        try:
            hidden = changed == text or len(kernels.rows(changed)) != len(kernels.rows(text))
        except ValueError:
            hidden = False
        if hidden:
            print(f"{new}: the kernel is passed over")
            passed += 1
    return passed


# Operands as they are read from a listing, of which some part is unknown.
OPERANDS = ("qword ptr [esi+eiz*1+0x38]", "qword ptr [rsi+xmm1*2]", "st(1)", "tbyte ptr [rsi]", "word ptr es:[rsi*3]x")


def refuses_operands():
    """The number of unknown operands that are read."""
    passed = 0
    for text in OPERANDS:
        try:
            operand(text, 0)
        except ValueError:
            continue
        print(f"read: {text}")
        passed += 1
    return passed


# Forms of instructions, and the features that they need.
NEEDED = {
    "vpternlogq y y y i evex": "AVX512F AVX512VL",
    "vpopcntb x x evex": "AVX512BITALG AVX512VL",
    "vpermt2b y y y evex": "AVX512VBMI AVX512VL",
    "vmovdqu8 y y evex": "AVX512BW AVX512VL",
    "vpmadd52luq y y y evex": "AVX512IFMA AVX512VL",
    "vinserti32x4 y y x i evex": "AVX512F AVX512VL",
    "vpaddq y y m64b evex": "AVX512F AVX512VL",
    "vpmovqb x y evex": "AVX512F AVX512VL",
    "vpaddb x x x evex": "AVX512BW AVX512VL",
    "vpbroadcastb x r32 evex": "AVX512BW AVX512VL",
    "vpaddb z z z evex": "AVX512BW",
    "vmovq x r64 evex": "AVX512F",
    "vprolvq z z m512 evex": "AVX512F",
    "vpsllvq y y m256 evex": "AVX512F AVX512VL",
    "vgf2p8affineqb z z z i evex": "GFNI AVX512F",
    "vgf2p8affineqb y y m256 i": "GFNI AVX",
    "vextracti128 x y i": "AVX2",
    "vpsllvq y y m256": "AVX2",
    "vpunpckhqdq x x x": "AVX",
    "vpaddb y y y": "AVX2",
    "vpaddb x x x": "AVX",
    "vpbroadcastb x x": "AVX2",
    "vmovdqu y m256": "AVX",
    "kmovb k k": "AVX512DQ",
    "paddb x x": "",
}


def refuses_features():
    """The number of forms of which other features are believed."""
    passed, (_, found) = 0, forms.instances(NEEDED, 4)
    for form, expected in NEEDED.items():
        if not found[form] or any(features.needs(i) != set(expected.split()) for _, i in found[form]):
            print(f"{form}: it is not said to need {expected}")
            passed += 1
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", default="build/libkingscan.so")
    a = parser.parse_args()
    passed = refuses_forgeries(Image(a.library)) + refuses_names(a.library) + refuses_rows()
    passed += refuses_operands() + refuses_features()
    what = "wrong names, hidden kernels, unknown operands and features"
    print(f"{len(FORGERIES)} forged libraries, {what}: {passed} not refused")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main())
