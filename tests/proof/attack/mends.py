"""Takes out what mended a hole of the prover, one hole at a time: the attack has to find it again.

    attack.py --kind KIND --without MEND
"""
import struct

import choice
import features
from trusted import elf
from trusted.image import Immediate, Mask, Memory, Register, Vector
from trusted.machine import Machine
from trusted.semantics import semantics
from trusted.words import bit, cat, left, right, widen, widen_signed


def without_encodings():
    """AVX-512 is known by its operands, and not by its encoding."""
    with_mend = features.needs

    def needs(instruction):
        vectors = [o for o in instruction.operands if isinstance(o, Vector)]
        if any(isinstance(o, Mask) for o in instruction.operands) or any(
            v.number > 15 or v.bits == 512 or v.mask is not None for v in vectors
        ):
            return with_mend(instruction)
        if instruction.evex:
            return {"AVX2"} if any(v.bits > 128 for v in vectors) else {"AVX"}
        return with_mend(instruction)

    features.needs = needs


def without_widths():
    """Writes of any width, forms that nobody has compared, and two wrong models: of vpbroadcastb and movsxd."""
    Machine.expect_width = Machine.expect_form = lambda *_: None

    def broadcast(m, to, what):
        w = m.read(what) if isinstance(what, Register) else m.read(what, 8)
        m.write_vector(to, cat([w] * (to.bits // w.n)), 8)

    def extend(m, to, what):
        w = m.read(what)
        m.write(to, cat([w] + [bit(w, w.n - 1)] * (to.bits - w.n)))

    semantics["vpbroadcastb"], semantics["movsxd"] = broadcast, extend


def without(refusal):
    """Elf.unreadable, deaf to one refusal."""
    with_mend = elf.Elf.unreadable
    elf.Elf.unreadable = lambda self, why: None if refusal in why else with_mend(self, why)


def without_tags():
    """The first of repeated dynamic tags counts."""
    without("twice")
    with_mend = elf.Elf.read_dynamic

    def read_dynamic(self):
        with_mend(self)
        (content,) = (s.content for s in self.segments if s.kind == elf.DYNAMIC)
        for tag, value in reversed([row for row in struct.iter_unpack("<qQ", content) if row[0] in self.dynamic]):
            self.dynamic[tag] = value

    elf.Elf.read_dynamic = read_dynamic


def without_symbols():
    """The section of dynamic symbols is compared neither with what is loaded nor with other symbols."""
    elf.Elf.expect_loaded = lambda *_: None
    elf.Elf.dynamic_value = elf.Elf.symbol


def without_first_call():
    """The public functions' calls are not proved."""
    choice.prove_call = lambda *_: []


def without_signs():
    """The index of a bit in memory has no sign."""

    def bit_test(change):
        with_mend = semantics[change]

        def run(m, what, index):
            if not isinstance(what, Memory) or isinstance(index, Immediate):
                return with_mend(m, what, index)
            power = what.bits.bit_length() - 1
            i = m.read(index, what.bits)
            m.state.cells["at"] = m.locate(what).plus(left(right(widen_signed(i, 64), power), power - 3))
            m.state.cells["bit"] = widen(i[:power], 64)
            with_mend(m, what._replace(base="at", index=None, displacement=0), Register("bit", what.bits, 0))

        return run

    for name in "bt", "bts", "btr":
        semantics[name] = bit_test(name)


def without_small_frames():
    """A frame may have a megabyte."""
    with_mend = Machine.__init__

    def init(self, *arguments):
        with_mend(self, *arguments)
        self.stack.first = -(1 << 20)

    Machine.__init__ = init


# {name: (the kind of mutants that finds the hole, what takes the mend out)}
MENDS = {
    "encodings": ("an instruction of another processor", without_encodings),
    "widths": ("a form of instruction, predicted", without_widths),
    "tags": ("forged headers or dynamic sections", without_tags),
    "relro": ("forged headers or dynamic sections", lambda: without("several segments RELRO")),
    "relro place": ("a bit of a header or relocation", lambda: without("a segment RELRO that")),
    "jump slots": ("forged headers or dynamic sections", lambda: without("relocations of functions")),
    "symbols": ("forged headers or dynamic sections", without_symbols),
    "hashes": ("forged headers or dynamic sections", lambda: without("a hash table")),
    "signs": ("instructions inserted", without_signs),
    "frames": ("instructions inserted", without_small_frames),
    "first call": ("changed C of the choice", without_first_call),
}
