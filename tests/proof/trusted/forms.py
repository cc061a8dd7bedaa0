"""Forms of instructions: a mnemonic with the kinds of its operands.

The machine takes the forms that forms.txt lists, and no others. processor.py compares the model of each with a
processor. A line is a form; one that begins with "- " cannot be compared, and says why.

    r8 r16 r32 r64 h8  general registers; h8: ah, ch, dh, bh         x y z   vectors of 128, 256, 512 bits
    m m8 ... m512      memory; m: the text says no size              k       masks
    m32b m64b          one element for all                           i       immediates
    fs                 a thread's own memory                         t       addresses in the code
    {k} {z}            after a destination: by a mask; others become 0
    evex               at the end: in the encoding of AVX-512
"""
from pathlib import Path

from .image import Immediate, Mask, Memory, Register, Target, Vector

LETTERS = {128: "x", 256: "y", 512: "z"}


def kind(o):
    if isinstance(o, Register):
        return f"h{o.bits}" if o.at else f"r{o.bits}"
    if isinstance(o, Vector):
        return LETTERS[o.bits] + ("" if o.mask is None else "{z}" if o.zeroing else "{k}")
    if isinstance(o, Mask):
        return "k" if o.mask is None else "k{k}"
    if isinstance(o, Memory):
        return "fs" if o.base == "thread" else f"m{o.bits or ''}" + "b" * o.broadcast
    return {Immediate: "i", Target: "t"}[type(o)]


def form_of(instruction):
    return " ".join([instruction.mnemonic, *map(kind, instruction.operands)] + ["evex"] * instruction.evex)


def read():
    """{form: why it cannot be compared, or None}"""
    found = {}
    for line in Path(__file__).with_name("forms.txt").read_text().splitlines():
        if line and line[0] != "#":
            form, _, why = line.removeprefix("- ").partition(": ")
            found[form] = why if line[0] == "-" else None
    return found


FORMS = read()
