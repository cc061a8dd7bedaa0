#!/usr/bin/python3
"""Proves in_check of the kernels in assembly a second time, by the solver z3 and other code.

    tests/proof/second.py [--library PATH] [--squares N,...] [KERNEL...]

The question is that of kernels.py: does a board exist for which the answer is not that of the rules? This way shares
the decoder of instructions with the other, trusted/image.py, and the list of kernels. It has its own rules of chess,
its own registers and memory, its own meaning of each instruction, and z3's formulas and solver in place of decision
diagrams. It knows the instructions of these functions alone, which have neither branches nor writes to memory, and
refuses others. Needs python3-z3. Returns 1 when something is not shown.
"""
import argparse
import struct
import sys
import time

import z3

import kernels
from trusted.image import Image, Immediate, Mask, Register, Vector

BOARD = 1 << 40  # where the board lies: far from the library, whose addresses are the file's
SIZE = 64
KEPT = {"rbx", "rbp", "rsp", "r12", "r13", "r14", "r15"}
LOADED, WRITABLE = 1, 2  # of segments: a kind, a flag


class NotShown(Exception):
    pass


def value(x):
    """The number that a formula is, or None."""
    return x.as_long() if z3.is_bv_value(x) else None


def bits(x, low, n):
    return z3.simplify(z3.Extract(low + n - 1, low, x))


def number(x, n):
    return z3.BitVecVal(x, n)


def widened(x, n):
    return x if x.size() == n else z3.simplify(z3.ZeroExt(n - x.size(), x)) if x.size() < n else bits(x, 0, n)


def elements(x, n):
    """Lowest first."""
    return [bits(x, i, n) for i in range(0, x.size(), n)]


def joined(parts):
    return parts[0] if len(parts) == 1 else z3.simplify(z3.Concat(*reversed(parts)))


def chosen(table, index):
    """table[index], by the bits of the index; the table has a power of two of entries."""
    if len(table) == 1:
        return table[0]
    k = len(table).bit_length() - 2
    high, low = chosen(table[1 << k :], index), chosen(table[: 1 << k], index)
    bit = bits(index, k, 1)
    if value(bit) is not None:
        return high if value(bit) else low
    return low if high.eq(low) else z3.simplify(z3.If(bit == 1, high, low))


def as_bit(condition):
    return z3.simplify(z3.If(condition, number(1, 1), number(0, 1)))


# ---- The rules of chess, said of a king: what stands nearest to it on each line, and on the eight leaps ----

KNIGHT, BISHOP, ROOK, QUEEN, KING, PAWN = 2, 3, 4, 5, 6, 1
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LINES = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]


def is_attacked(board, square, side):
    """Whether an enemy of the side attacks. Pawns attack from the row above a white king, or below a black one."""
    enemy = 8 if side == 0 else 0

    def stands(at, *kinds):
        return z3.Or([board[at] & 15 == kind + enemy for kind in kinds])

    def on_line(files, rows, distance):
        f, r = square % 8 + files * distance, square // 8 + rows * distance
        if not (0 <= f < 8 and 0 <= r < 8):
            return z3.BoolVal(False)
        at, straight = 8 * r + f, files == 0 or rows == 0
        hits = [stands(at, QUEEN, ROOK if straight else BISHOP)]
        if distance == 1:
            hits.append(stands(at, KING))
            if not straight and rows == (-1 if side == 0 else 1):
                hits.append(stands(at, PAWN))
        kind = board[at] & 7
        return z3.Or(*hits, z3.And(z3.Or(kind == 0, kind == 7), on_line(files, rows, distance + 1)))

    leaps = [(square % 8 + f, square // 8 + r) for f, r in LEAPS]
    knights = [stands(8 * r + f, KNIGHT) for f, r in leaps if 0 <= f < 8 and 0 <= r < 8]
    return z3.Or(*knights, *(on_line(files, rows, 1) for files, rows in LINES))


# ---- The machine ----


class Machine:
    def __init__(self, image, board, square, side):
        self.image, self.board, self.solver = image, board, z3.Solver()
        self.general, self.masks, self.flags = {}, {}, {}
        self.vectors = [z3.BitVec(f"zmm{i}", 512) for i in range(32)]
        self.at_start = list(self.vectors)
        self.general["rdi"] = number(BOARD, 64)
        for name, argument in ("rsi", square), ("rdx", side):
            self.general[name] = joined([number(argument, 32), z3.BitVec(f"dirt in {name}", 32)])
        self.segments = self.read_segments()

    def read_segments(self):
        data = self.image.data
        at, count = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<H", data, 56)[0]
        found = [struct.unpack_from("<IIQQQQ", data, at + 56 * i) for i in range(count)]
        return [
            (where, where + size, offset)
            for kind, flags, offset, where, _, size in found
            if kind == LOADED and not flags & WRITABLE
        ]

    # ---- Memory: the board, and what of the library is loaded read-only ----

    def byte(self, address):
        if BOARD <= address < BOARD + SIZE:
            return self.board[address - BOARD]
        for begin, end, offset in self.segments:
            if begin <= address < end:
                return number(self.image.data[offset + address - begin], 8)
        raise NotShown(f"a read at {address:#x}")

    def address(self, operand):
        if operand.base == "image":
            return number(operand.displacement, 64)
        found = number(operand.displacement, 64)
        for name, scale in (operand.base, 1), (operand.index, operand.scale):
            if name:
                found += self.general[name] * scale
        return z3.simplify(found)

    def load(self, operand, n):
        where = self.address(operand)
        if value(where) is not None:
            return joined([self.byte(value(where) + i) for i in range(n // 8)])
        parts = where.children() if z3.is_app_of(where, z3.Z3_OP_BADD) else []
        if z3.is_app_of(where, z3.Z3_OP_CONCAT) and where.num_args() == 2 and value(where.arg(0)) is not None:
            low = where.arg(1)  # a table that begins where the lower bits of addresses are 0
            parts = [number(value(where.arg(0)) << low.size(), 64), z3.ZeroExt(64 - low.size(), low)]
        if len(parts) != 2 or value(parts[0]) is None or n != 8:
            raise NotShown(f"a read at {where}")
        base, index = value(parts[0]), parts[1]
        size = next((size for size in (SIZE, 256) if self.is_below(index, size)), None)
        if size is None:
            raise NotShown(f"a read of anything from {base:#x} on")
        return chosen([self.byte(base + i) for i in range(size)], index)

    def is_below(self, index, limit):
        return self.solver.check(z3.UGE(index, limit)) == z3.unsat

    # ---- Operands ----

    def read(self, operand, n=None):
        if isinstance(operand, Immediate):
            return number(operand.value, n)
        if isinstance(operand, Register):
            return bits(self.general[operand.name], operand.at, operand.bits)
        if isinstance(operand, Mask):
            return self.masks[operand.number]
        if isinstance(operand, Vector):
            return bits(self.vectors[operand.number], 0, n or operand.bits)
        if operand.broadcast:
            return joined([self.load(operand, operand.bits)] * (n // operand.bits))
        return self.load(operand, n or operand.bits)

    def write(self, operand, x):
        if not isinstance(operand, Register) or operand.name in KEPT:
            raise NotShown(f"a write to {operand}")
        if operand.bits < 32:
            old, low, high = self.general[operand.name], operand.at, operand.at + operand.bits
            x = joined(([bits(old, 0, low)] if low else []) + [x, bits(old, high, 64 - high)])
        self.general[operand.name] = widened(z3.simplify(x), 64)

    def write_vector(self, operand, x, keeps_upper=False):
        if operand.mask is not None:
            raise NotShown("a masked vector")
        old = self.vectors[operand.number]
        upper = [bits(old, x.size(), 512 - x.size())] if keeps_upper else []
        self.vectors[operand.number] = joined([x] + upper) if upper else widened(x, 512)

    # ---- Runs ----

    def run(self, name):
        """The 32 bits that a function answers."""
        at = self.image.symbols[name]
        while True:
            instruction = self.image.instruction(at)
            at += instruction.length
            if instruction.mnemonic == "ret":
                break
            f = MEANING.get(instruction.mnemonic)
            if f is None:
                raise NotShown(f"what {instruction.mnemonic} does is not known here")
            f(self, *instruction.operands)
        for i in range(16):
            upper = bits(self.vectors[i], 128, 384)
            if value(upper) != 0 and not upper.eq(bits(self.at_start[i], 128, 384)):
                raise NotShown(f"the upper half of vector {i} is left with something in it")
        return bits(self.general["rax"], 0, 32)


# ---- Instructions, from Intel's manual, volume 2 ----

MEANING = {"endbr64": lambda m: None}


def meaning(*names):
    def remember(f):
        for name in names:
            MEANING[name] = f
        return f

    return remember


def operation(f):
    """An instruction of two general operands that writes the first."""

    def act(m, to, what):
        found = f(m, m.read(to), m.read(what, to.bits))
        m.flags = {}
        m.write(to, found)

    return act


MEANING.update(
    {
        "add": operation(lambda m, a, b: a + b),
        "and": operation(lambda m, a, b: a & b),
        "or": operation(lambda m, a, b: a | b),
        "sbb": operation(lambda m, a, b: a - b - widened(m.flags["carry"], a.size())),
        "shl": operation(lambda m, a, b: a << b),
    }
)


@meaning("cmp")
def compare(m, a, b):
    x, y = m.read(a), m.read(b, a.bits)
    m.flags = {"zero": as_bit(x == y), "carry": as_bit(z3.ULT(x, y))}


@meaning("xor")
def xor(m, to, what):
    m.flags = {}
    m.write(to, number(0, to.bits) if to == what else m.read(to) ^ m.read(what))  # (it may have held nothing yet)


@meaning("mov", "movzx")
def mov(m, to, what):
    m.write(to, widened(m.read(what), to.bits))


@meaning("lea")
def lea(m, to, what):
    m.write(to, widened(m.address(what), to.bits))


@meaning("imul")
def imul(m, to, what, factor):
    m.flags = {}
    m.write(to, m.read(what) * m.read(factor, to.bits))


@meaning("not")
def complement(m, to):
    m.write(to, ~m.read(to))


@meaning("setne")
def setne(m, to):
    m.write(to, widened(~m.flags["zero"], 8))


def first_of(word, places, otherwise):
    found = otherwise
    for i in reversed(places):
        found = z3.If(bits(word, i, 1) == 1, number(i, word.size()), found)
    return found


@meaning("bsr")
def bsr(m, to, what):
    word = m.read(what)
    if m.solver.check(word == 0) != z3.unsat:
        raise NotShown("BSR of 0")
    m.write(to, first_of(word, range(word.size() - 1, -1, -1), number(0, word.size())))
    m.flags = {}


@meaning("tzcnt")
def tzcnt(m, to, what):
    word = m.read(what)
    m.write(to, first_of(word, range(word.size()), number(word.size(), word.size())))
    m.flags = {}


# Vector instructions: names, size of an element, result for two elements.
ELEMENTWISE = [
    (("pand", "vpand", "vpandq"), 64, lambda a, b: a & b),
    (("por", "vpor"), 64, lambda a, b: a | b),
    (("pxor",), 64, lambda a, b: a ^ b),
    (("paddb",), 8, lambda a, b: a + b),
    (("vpaddq",), 64, lambda a, b: a + b),
    (("psubq", "vpsubq"), 64, lambda a, b: a - b),
    (("pcmpeqb",), 8, lambda a, b: z3.If(a == b, number(255, 8), number(0, 8))),
    (("pcmpgtb",), 8, lambda a, b: z3.If(a > b, number(255, 8), number(0, 8))),
]


def elementwise(size, f):
    def act(m, to, *sources):
        legacy = len(sources) == 1
        a, b = (m.read(x, to.bits) for x in ((to,) + sources)[-2:])
        found = [z3.simplify(f(x, y)) for x, y in zip(elements(a, size), elements(b, size))]
        m.write_vector(to, joined(found), keeps_upper=legacy)

    return act


for names, size, f in ELEMENTWISE:
    MEANING.update(dict.fromkeys(names, elementwise(size, f)))


@meaning("movdqa", "movdqu")
def movdqu(m, to, what):
    m.write_vector(to, m.read(what, 128), keeps_upper=True)


@meaning("vmovdqu", "vmovdqa64", "vmovdqu64")
def vmovdqu(m, to, what):
    m.write_vector(to, m.read(what, to.bits))


@meaning("vbroadcasti128")
def vbroadcasti128(m, to, what):
    m.write_vector(to, joined([m.read(what, 128)] * 2))


@meaning("vbroadcasti32x4")
def vbroadcasti32x4(m, to, what):
    m.write_vector(to, joined([m.read(what, 128)] * (to.bits // 128)))


@meaning("vpbroadcastq")
def vpbroadcastq(m, to, what):
    m.write_vector(to, joined([m.read(what, 64)] * (to.bits // 64)))


@meaning("pshufb", "vpshufb")
def pshufb(m, to, *sources):
    legacy = len(sources) == 1
    a, b = (m.read(x, to.bits) for x in ((to,) + sources)[-2:])
    found = []
    for lane, indices in zip(elements(a, 128), elements(b, 128)):
        table = elements(lane, 8)
        for index in elements(indices, 8):
            found.append(z3.simplify(z3.If(bits(index, 7, 1) == 1, number(0, 8), chosen(table, bits(index, 0, 4)))))
    m.write_vector(to, joined(found), keeps_upper=legacy)


@meaning("vpermb")
def vpermb(m, to, indices, what):
    table = elements(m.read(what, to.bits), 8)
    m.write_vector(to, joined([chosen(table, bits(index, 0, 6)) for index in elements(m.read(indices), 8)]))


@meaning("psllw")
def psllw(m, to, by):
    m.write_vector(to, joined([z3.simplify(x << by.value) for x in elements(m.read(to), 16)]), keeps_upper=True)


@meaning("pmovmskb")
def pmovmskb(m, to, what):
    m.write(to, widened(joined([bits(x, 7, 1) for x in elements(m.read(what), 8)]), to.bits))


@meaning("vpternlogq")
def vpternlogq(m, to, b, c, table):
    a, b, c = m.read(to), m.read(b, to.bits), m.read(c, to.bits)
    rows = [((a, ~a)[not i & 4], (b, ~b)[not i & 2], (c, ~c)[not i & 1]) for i in range(8) if table.value >> i & 1]
    found = number(0, to.bits)
    for x, y, z in rows:
        found |= x & y & z
    m.write_vector(to, z3.simplify(found))


@meaning("vptest")
def vptest(m, a, b):
    m.flags = {"zero": as_bit(m.read(a) & m.read(b) == 0)}


@meaning("vptestmq")
def vptestmq(m, to, a, b):
    pairs = zip(elements(m.read(a), 64), elements(m.read(b, a.bits), 64))
    m.masks[to.number] = widened(joined([as_bit(x & y != 0) for x, y in pairs]), 64)


@meaning("kortestw")
def kortestw(m, a, b):
    m.flags = {"zero": as_bit(bits(m.read(a) | m.read(b), 0, 16) == 0)}


@meaning("vzeroupper")
def vzeroupper(m):
    for i in range(16):
        m.vectors[i] = widened(bits(m.vectors[i], 0, 128), 512)


# ---- The question ----


def difference(image, name, square, side):
    """A board that is answered wrongly, or None."""
    board = [z3.BitVec(f"square {i}", 8) for i in range(SIZE)]
    answer = Machine(image, board, square, side).run(name)
    solver = z3.SolverFor("QF_BV")
    solver.add(answer != z3.If(is_attacked(board, square, side), number(1, 32), number(0, 32)))
    if solver.check() == z3.unsat:
        return None
    return bytes(solver.model().eval(w, model_completion=True).as_long() for w in board)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", default="build/libkingscan.so")
    parser.add_argument("--squares", type=lambda text: [int(n) for n in text.split(",")], default=range(64))
    parser.add_argument("kernels", nargs="*")
    a = parser.parse_args()
    image, good = Image(a.library), True
    in_assembly = [name for name in kernels.kernels() if name not in (kernels.REFERENCE, kernels.TESTED)]
    for kernel in a.kernels or in_assembly:
        begin, cases = time.process_time(), [(square, side) for square in a.squares for side in (0, 1)]
        for square, side in cases:
            try:
                board = difference(image, f"ks_{kernel}_in_check", square, side)
                why = board and f"{board.hex()} {square} {side} is answered wrongly"
            except (NotShown, KeyError, ValueError) as refusal:
                why = refusal
            if why:
                good = False
                print(f"{kernel}_in_check by z3: NOT PROVED for square {square}, side {side}: {why}", flush=True)
        print(f"{kernel}_in_check by z3: {len(cases)} cases, {time.process_time() - begin:.1f} s", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
