#!/usr/bin/env python3
"""Compares the meaning of instructions (trusted/instructions.py, trusted/vectors.py) with this processor.

    tests/proof/processor.py [--library PATH] [--samples 1] [--seed 1]

Each form of instruction that the model takes (trusted/forms.txt) is assembled four times with registers, places and
numbers by chance, and runs alone from random states, here and in the model. All registers, vectors, masks, defined
flags and memory have to be the same afterwards. Forms that this processor lacks are listed. --library compares the
very instructions of a library's kernels and readers too. Returns 1 when something differs.
"""
import argparse
import collections
import ctypes
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import features
import forms
import native
from trusted import words
from trusted.forms import FORMS
from trusted.image import GENERAL, Image, Mask, Memory, Register, Vector
from trusted.semantics import semantics
from trusted.machine import LANES, UNDEFINED, Machine, Pointer, Region, State, Word
from trusted.words import YES, number, pieces

# A mapping with code and data in it. Code reaches what is in it by 32-bit addresses. A Python that lies at a fixed
# address has its heap within the gigabyte after that, wherever the system puts it, so the mapping is above.
BASE, SIZE = 0x70000000, 0x2000000
IN, OUT, STACK, BACK, TAKEN = BASE + 0x1000, BASE + 0x3000, BASE + 0x5000, BASE + 0x5010, BASE + 0x5018
CODE, DATA, SLOT, ENTRY = BASE + 0x10000, BASE + 0x100000, BASE + 0x200000, BASE + 0x5008
VECTORS, MASKS, RFLAGS = 128, 128 + 2048, 128 + 2048 + 64  # offsets in IN and OUT, behind the general registers
BITS_OF_FLAGS = dict(cf=0, zf=6, sf=7, of=11)
WINDOW = range(DATA - 512, DATA + 3584)  # memory that operands may mean

BIT_TESTS = "bt", "bts", "btr"
UNTESTED = "ret jmp call prefetcht0 endbr64 nop".split()


def trampoline(has):
    """Loads all registers from IN, jumps to the instruction, and stores them all to OUT."""
    wide = 64 if has("AVX512F") else 32 if has("AVX2") else 16
    prefix, move = ("z", "vmovdqu64") if wide == 64 else ("y", "vmovdqu") if wide == 32 else ("x", "movdqu")
    registers, masks = (32, 8) if wide == 64 else (16, 0)
    saved = "rbx rbp r12 r13 r14 r15".split()

    def each(load, store_from):
        lines = [
            (f"{move} {{}}mm{i}".format(prefix), f"[abs dword {store_from + VECTORS + 64 * i}]")
            for i in range(registers)
        ]
        lines += [(f"kmovq k{i}", f"[abs dword {store_from + MASKS + 8 * i}]") for i in range(masks)]
        return [f"{op}, {memory}" if load else f"{op.split()[0]} {memory}, {op.split()[1]}" for op, memory in lines]

    text = ["bits 64", f"org {CODE}"] + [f"push {r}" for r in saved] + ["pushfq", f"mov [abs dword {STACK}], rsp"]
    text += each(True, IN) + [f"push qword [abs dword {IN + RFLAGS}]", "popfq"]
    text += [f"mov {r}, [abs dword {IN + 8 * i}]" for i, r in enumerate(GENERAL)] + [
        f"jmp qword [abs dword {ENTRY}]",
        "back:",
    ]
    text += [f"mov [abs dword {OUT + 8 * i}], {r}" for i, r in enumerate(GENERAL)]
    text += [f"mov rsp, [abs dword {STACK}]", "pushfq", f"pop qword [abs dword {OUT + RFLAGS}]"] + each(False, OUT)
    text += (
        ["popfq"] + [f"pop {r}" for r in reversed(saved)] + (["vzeroupper"] if wide > 16 else []) + ["ret", "dq back"]
    )
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "trampoline.asm"), Path(folder, "trampoline")
        source.write_text("\n".join(text) + "\n")
        subprocess.run(["nasm", "-f", "bin", "-o", binary, source], check=True)
        return binary.read_bytes(), wide, registers, masks


class Processor:
    def __init__(self, has):
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
        if libc.mmap(BASE, SIZE, 7, 0x100022, -1, 0) != BASE:
            raise SystemExit(f"no memory at {BASE:#x}")
        code, self.wide, self.registers, self.masks = trampoline(has)
        self.put(CODE, code)
        self.put(BACK, code[-8:])
        self.go = ctypes.CFUNCTYPE(None)(CODE)

    def put(self, at, data):
        if not BASE <= at <= BASE + SIZE - len(data):
            raise SystemExit(f"{at:#x} is outside the mapping, which is too small for the library")
        ctypes.memmove(at, bytes(data), len(data))

    def get(self, at, n):
        return ctypes.string_at(at, n)

    def word(self, at):
        return int.from_bytes(self.get(at, 8), "little")

    def run(self, raw, slot):
        self.put(slot, raw + b"\xff\x24\x25" + BACK.to_bytes(4, "little"))  # jmp [BACK]
        self.put(ENTRY, slot.to_bytes(8, "little"))
        self.put(TAKEN, b"\0")
        self.go()

    def put_target(self, at):
        """Puts code at a jump's target: it notes the jump, and goes back."""
        self.put(at, b"\xc6\x04\x25" + TAKEN.to_bytes(4, "little") + b"\x01\xff\x24\x25" + BACK.to_bytes(4, "little"))


class NoImage:
    bits = 64


class Alone(Machine):
    """One instruction at a time, with the mapping as its only region."""

    def __init__(self, processor, has):
        super().__init__(NoImage, semantics, {name for name in ("BMI1",) if has(name)})
        self.processor, self.stack, self.entry = processor, Region("all", SIZE, 64, True), SIZE

    def locate(self, operand):
        if operand.base != "image":
            return super().locate(operand)
        return Pointer(self.stack, self.slot + operand.displacement - self.at - BASE)

    def check(self, region, at, n, write, align):
        self.is_elsewhere = not WINDOW.start <= BASE + at <= WINDOW.stop - n and not self.is_beside_code
        if at % align or self.is_elsewhere:
            self.refuse("not aligned, or not where the operand is")

    def fetch(self, region, at, n, align):
        self.check(region, at, n, False, align)
        parts = [self.state.cells.get((region.name, i)) for i in range(at, at + n)]
        if parts[0] is not None:
            return words.cat(parts)
        return number(int.from_bytes(self.processor.get(BASE + at, n), "little"), 8 * n)


SPECIAL = (
    lambda rng, n: 0,
    lambda rng, n: 1 << rng.randrange(n),
    lambda rng, n: rng.getrandbits(n) & rng.getrandbits(n) & rng.getrandbits(n),
    lambda rng, n: (1 << n) - 1 ^ 1 << rng.randrange(n),
    lambda rng, n: rng.randrange(65),
    lambda rng, n: rng.getrandbits(n),
)
# A byte by chance is one of these or, where the table has none, any other. (Most of a comparison is spent in vectors by
# chance: a sample takes a hundred.)
BYTES = [(0, 0, 0x80, 0xFF, 0x7F, 1, None)[i % 7] for i in range(256)]
NIBBLES = bytes(i & 15 for i in range(256))
SPECIAL_VECTORS = (
    lambda rng: rng.randbytes(64),
    lambda rng: rng.randbytes(64).translate(NIBBLES),
    lambda rng: bytes([b if (a := BYTES[i]) is None else a for i, b in zip(rng.randbytes(64), rng.randbytes(64))]),
    lambda rng: b"".join([special(rng, 64).to_bytes(8, "little") for _ in range(8)]),
)


def special(rng, n):
    """A number of n bits, often a special one."""
    return rng.choice(SPECIAL)(rng, n)


def special_vector(rng):
    return rng.choice(SPECIAL_VECTORS)(rng)


def is_canonical(address):
    return address >> 47 in (0, (1 << 17) - 1)


def any_place(rng):
    """Where an operand in memory begins: aligned or not."""
    return rng.choice((rng.randrange(WINDOW.start, WINDOW.stop - 64), rng.randrange(DATA, WINDOW.stop - 64, 64)))


def used_in(image):
    """{kind: {form: (address, instruction)}} of all functions that are proved, without the choice of a kernel. A form
    is a mnemonic with operands; forms of a kind differ in registers and displacements."""
    found = collections.defaultdict(dict)
    for name in features.functions():
        for at, instruction in image.function(name, ends=features.PUBLIC).items():
            mnemonic, operands = instruction.mnemonic, instruction.operands
            if mnemonic in UNTESTED or any(isinstance(o, Memory) and o.base == "thread" for o in operands):
                continue
            if mnemonic[0] == "j":
                if not -32 < operands[0].address - at < 64:
                    found[mnemonic, ()].setdefault((), (at, instruction))
                continue
            form = tuple(
                o._replace(displacement=0) if isinstance(o, Memory) and o.base == "image" else o for o in operands
            )
            found[mnemonic, tuple(map(kind_of_operand, form))].setdefault(form, (at, instruction))
    return found


def kind_of_operand(o):
    if isinstance(o, Register):
        return o.bits, o.at
    if isinstance(o, Vector):
        return o.bits, o.mask is None, o.zeroing
    if isinstance(o, Mask):
        return "k", o.mask is None
    if isinstance(o, Memory):
        return o.bits, o.base == "image", o.index is None, o.scale, o.broadcast
    return o


def address_or_number(x):
    return BASE + x.base & (1 << 64) - 1 if isinstance(x, Pointer) else x.value


class Sample:
    """A random state, in the model and in the mapping."""

    def __init__(self, machine, rng, at, instruction):
        p, self.machine, self.instruction = machine.processor, machine, instruction
        machine.at, machine.slot = at, SLOT + (at & 0xFFF)
        self.general = {r: special(rng, 64) for r in GENERAL}
        self.general["rsp"] = rng.choice((special(rng, 47), ~special(rng, 47))) & (1 << 64) - 1
        pointers, memory = set(), [o for o in instruction.operands if isinstance(o, Memory)]
        if instruction.mnemonic in ("push", "pop"):
            pointers.add(self.point("rsp", -8, any_place(rng)))
        for o in memory:
            if (
                o.base in self.general
                and o.base not in pointers
                and (instruction.mnemonic != "lea" or rng.randrange(2))
            ):
                pointers |= self.aim(o, any_place(rng), rng)
            elif o.base in pointers:  # that of the stack, by a push or pop: the operand may be anywhere
                machine.is_aimed = False
        p.put(WINDOW.start, b"".join(special_vector(rng) for _ in range(64)))
        for o in memory:
            if o.base == "image" and o.displacement:
                p.put(machine.slot + o.displacement - at, special_vector(rng))
        self.vectors = [special_vector(rng) for _ in range(32)]
        self.masks = [special(rng, 64) for _ in range(8)]
        self.flags = 0x202 | rng.getrandbits(12) & 0x8D5
        self.before = p.get(WINDOW.start, len(WINDOW))
        cells = {
            r: Pointer(machine.stack, v - BASE) if r in pointers else number(v, 64) for r, v in self.general.items()
        }
        for i in range(32):
            cells.update(zip(LANES[i], pieces(number(int.from_bytes(self.vectors[i], "little"), 512), 128)))
        cells.update({f"k{i}": number(mask, 64) for i, mask in enumerate(self.masks)})
        cells.update({flag: number(self.flags >> b, 1) for flag, b in BITS_OF_FLAGS.items()})
        machine.state = State(YES, cells)

    def point(self, r, offset, place):
        """A register whose content, with an offset, is an address."""
        self.general[r] = place - offset & (1 << 64) - 1
        return r

    def aim(self, o, place, rng):
        """Makes one register an address, so that the operand is at a place whatever the others are: an index may be any
        number of 64 bits, and its sum with the base wraps around. Returns that register."""
        names = [o.base, o.index] if o.index and o.scale == 1 else [o.base]
        name = rng.choice(names)
        offset = o.displacement + self.offset_of_bit(o)
        for r, scale in (o.base, 1), (o.index, o.scale):
            offset += self.general[r] * scale if r and r != name else 0
        return {self.point(name, offset, place)}

    def offset_of_bit(self, o):
        """How far in bytes the word with a bit lies from its operand in memory, by the manual."""
        if self.instruction.mnemonic not in BIT_TESTS:
            return 0
        bits, index = o.bits, self.general[self.instruction.operands[1].name] & (1 << o.bits) - 1
        return (index - (index >> bits - 1 << bits)) // bits * (bits // 8)

    def stack_pointers(self):
        """The content of rsp before the instruction and, by the model, after it."""
        return self.general["rsp"], address_or_number(self.machine.state.cells["rsp"])

    def load(self, p):
        p.put(
            IN,
            b"".join(v.to_bytes(8, "little") for v in self.general.values())
            + b"".join(self.vectors)
            + b"".join(mask.to_bytes(8, "little") for mask in self.masks)
            + self.flags.to_bytes(8, "little"),
        )

    def differences(self, p, go):
        """The names of all that the processor leaves otherwise than the model says."""
        cells = self.machine.state.cells
        if go and p.get(TAKEN, 1)[0] != go[1].value:
            yield "the way on"
        for i, r in enumerate(GENERAL):
            x = cells[r]
            if p.word(OUT + 8 * i) != address_or_number(x):
                yield r
        for i in range(p.registers):
            expected = words.cat([cells[name] for name in LANES[i]]).value.to_bytes(64, "little")
            if p.get(OUT + VECTORS + 64 * i, p.wide) != expected[: p.wide]:
                yield f"vector {i}"
        for i in range(p.masks):
            if p.word(OUT + MASKS + 8 * i) != cells[f"k{i}"].value:
                yield f"k{i}"
        for flag, b in BITS_OF_FLAGS.items():
            if cells[flag] is UNDEFINED:
                continue
            if p.word(OUT + RFLAGS) >> b & 1 != self.machine.flag(flag).value:
                yield flag
        after = bytearray(self.before)
        for name, x in cells.items():
            if isinstance(name, tuple):
                x = x.value if isinstance(x, Word) else (x[0].base + BASE) >> 8 * x[1] & 255
                after[BASE + name[1] - WINDOW.start] = x
        if p.get(WINDOW.start, len(WINDOW)) != bytes(after):
            yield "memory"


class Comparison:
    def __init__(self, seed=1):
        self.has, self.rng = native.processor(), random.Random(seed)
        self.machine = Alone(Processor(self.has), self.has)

    def sample(self, image, at, instruction):
        """Runs one sample. Returns None when the model refuses it, else the differences."""
        machine, p = self.machine, self.machine.processor
        machine.is_elsewhere, machine.is_aimed = False, True
        machine.is_beside_code = any(isinstance(o, Memory) and o.base == "image" for o in instruction.operands)
        try:
            sample = Sample(machine, self.rng, at, instruction)
            go = machine.semantics[instruction.mnemonic](machine, *instruction.operands)
        except Exception:  # a form with operands that the model does not know
            return ["the place in memory"] if machine.is_elsewhere and machine.is_aimed else None
        if not all(x.value is not None for x in machine.state.cells.values() if isinstance(x, Word)):
            return None
        # An interrupt while rsp is no address is the end of a process on some virtual machines.
        if not all(map(is_canonical, sample.stack_pointers())):
            return None
        sample.load(p)
        if go:
            p.put_target(machine.slot + go[2] - at)
        p.run(image.content(at, instruction.length), machine.slot)
        return list(sample.differences(p, go))

    def compare(self, image, instances, wanted):
        """(the number of samples, what differs), for instances of one form: rows of an address and an instruction. The
        number is None when this processor lacks the form."""
        if not all(self.has(feature) for _, i in instances for feature in features.needs(i)):
            return None, None
        compared = 0
        for at, instruction in instances:
            taken = 0
            for _ in range(10 * wanted):
                if taken == wanted:
                    break
                found = self.sample(image, at, instruction)
                taken += found is not None
                if found:
                    return compared, f'{instruction.operands}: {", ".join(found)}'
            compared += taken
        return compared, None


def compare_forms(comparison, samples):
    """Whether the model of each form that it takes is right, as far as this processor has the form."""
    wanted = [form for form, why in FORMS.items() if why is None]
    good, count, lacking, waiting = True, 0, [], wanted
    for each in 4, 40:  # instances; some turn out to have operands that the model refuses
        image, found = forms.instances(waiting, each, comparison.rng.getrandbits(32))
        again = []
        for form in waiting:
            compared, difference = comparison.compare(image, found[form], samples) if found[form] else (0, None)
            if compared is None:
                lacking.append(form)
            elif difference:
                print(f"{form}: this processor and the model differ: {difference}")
                good = False
            elif not compared:
                again.append(form)
            count += compared or 0
        waiting = again
    for form in waiting:
        print(f"{form}: no instance that the model takes; it cannot be compared")
        good = False
    print(
        f"{len(wanted) - len(lacking)} forms of instructions do here what the prover believes, "
        f"{count} samples; {len(FORMS) - len(wanted)} have no result that could be compared"
    )
    if lacking:
        print(f"{len(lacking)} forms are unproved, since this processor lacks them: " + ", ".join(lacking))
    return good


def compare_library(comparison, image, samples):
    """The same for the very instructions of a library."""
    count = 0
    for (mnemonic, _), kind in used_in(image).items():
        for row in kind.values():
            compared, difference = comparison.compare(image, [row], -(-samples // len(kind)))
            if difference:
                print(f"{mnemonic}: this processor and the model differ: {difference}")
                return False
            count += bool(compared)
    print(f"{count} instructions of {image.path} do here what the prover believes")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library")
    parser.add_argument("--samples", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    comparison = Comparison(a.seed)
    good = compare_forms(comparison, a.samples)
    if a.library:
        good &= compare_library(comparison, Image(a.library), a.samples)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
