"""The meaning of each general instruction, from the manufacturers' manuals; vectors.py has the instructions on
vectors.

Each mnemonic, or a few that are alike, is a function of the machine and the instruction's operands in the order of
Intel's syntax. Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2. Instructions without a
function are refused.
"""
from .image import Immediate, Memory, Register, Target
from .machine import Pointer, Unknown, Word
from .words import (
    NO,
    YES,
    add,
    any_bit,
    below_signed,
    bit,
    by_count,
    cat,
    choose,
    count_bits,
    equal,
    fresh,
    highest,
    is_0,
    left,
    lowest,
    number,
    product,
    right,
    right_signed,
    subtract,
    below,
    widen,
    widen_signed,
)

semantics = {}


def registrar(table):
    """A decorator that puts a function into a table under the names of its instructions."""

    def instruction(*names):
        def remember(f):
            for name in names:
                table[name] = f
            return f

        return remember

    return instruction


instruction = registrar(semantics)


def result_flags(w):
    """(The zero flag is computed on demand: its formula may be large, and few instructions use it.)"""
    return dict(zf=lambda: is_0(w), sf=bit(w, w.n - 1))


# ---- Moves -----------------------------------------------------------------------------------------------


@instruction("mov")
def mov(m, to, what):
    bits = to.bits or what.bits
    m.write(to, m.whole(what) if bits == m.bits else m.read(what, bits))


@instruction("movzx")
def movzx(m, to, what):
    m.write(to, widen(m.read(what), to.bits))


@instruction("movsx", "movsxd")
def movsx(m, to, what):
    m.write(to, widen_signed(m.read(what), to.bits))


@instruction("cdqe")
def cdqe(m):
    m.state.cells["rax"] = widen_signed(m.word(m.state.cells["rax"], 64)[:32], 64)


@instruction("lea")
def lea(m, to, what):
    names = [name for name in (what.base, what.index) if name]
    if what.base == "image" or any(isinstance(m.state.cells[name], Pointer) for name in names):
        if to.bits != m.bits:
            m.refuse("part of an address")
        return m.write(to, m.locate(what))
    w = number(what.displacement, m.bits)
    for name, scale in (what.base, 1), (what.index, what.scale):
        if name:
            w = w + left(m.read(Register(name, m.bits, 0)), scale.bit_length() - 1)
    m.write(to, w[: to.bits])


def expect_whole(m, operand):
    if not isinstance(operand, Immediate) and operand.bits != m.bits:
        m.refuse(f"a push or pop of {operand.bits} bits")


@instruction("push")
def push(m, what):
    expect_whole(m, what)
    m.push(m.whole(what))


@instruction("pop")
def pop(m, to):
    expect_whole(m, to)
    m.write(to, m.pop())


@instruction("xchg")
def xchg(m, a, b):
    x, y = (m.whole(a), m.whole(b)) if a.bits == m.bits else (m.read(a), m.read(b))
    m.write(a, y)
    m.write(b, x)


@instruction("nop", "endbr64", "endbr32", "prefetcht0")
def nothing(m, *operands):
    pass


# ---- Arithmetic ------------------------------------------------------------------------------------------


def sum_flags(a, b, carry):
    w, carry_out = add(a, b, carry)
    a, b, s = (bit(x, w.n - 1) for x in (a, b, w))
    return w, dict(result_flags(w), cf=carry_out, of=~(a ^ b) & (a ^ s))


def difference_flags(a, b, borrow):
    w, flags = sum_flags(a, ~b, ~borrow)
    return w, dict(flags, cf=~flags["cf"])


def whole_or_word(m, a, b):
    """Both operands. Operands as wide as an address may be pointers."""
    if a.bits in (0, m.bits):
        return m.whole(a), m.whole(b)
    return m.read(a), m.read(b, a.bits)


def as_offset(m, x, of):
    """A number of the machine's width, widened to 64 bits."""
    return widen_signed(x, 64) if isinstance(of, Immediate) else widen(x, 64)


@instruction("add")
def add_(m, to, what):
    x, y = whole_or_word(m, to, what)
    if isinstance(x, Word) and isinstance(y, Word):
        w, flags = sum_flags(x, y, NO)
        m.write(to, w)
        return m.flags(**flags)
    if isinstance(y, Pointer):
        x, y, what = y, x, to
    if isinstance(y, Stride) and isinstance(x, Pointer):
        m.write(to, y.follow(m, x))
    elif isinstance(x, Pointer) and isinstance(y, Word):
        m.write(to, x.plus(as_offset(m, y, what)))
    else:
        m.refuse(f"the sum of {x} and {y}")
    m.flags()


@instruction("sub")
def sub(m, to, what):
    if to == what:
        m.write(to, number(0, to.bits))
        return m.flags(zf=YES, sf=NO, cf=NO, of=NO)
    x, y = whole_or_word(m, to, what)
    if isinstance(x, Word) and isinstance(y, Word):
        w, flags = difference_flags(x, y, NO)
        m.write(to, w)
        return m.flags(**flags)
    if not isinstance(x, Pointer):
        m.refuse(f"the difference of {x} and {y}")
    if isinstance(y, Pointer) and x.region is y.region:
        m.write(to, subtract(x.distance(), y.distance())[: m.bits])
    elif isinstance(y, Word):
        m.write(to, x.plus(subtract(number(0, 64), as_offset(m, y, what))))
    else:
        m.refuse(f"the difference of {x} and {y}")
    m.flags()


@instruction("cmp")
def cmp(m, a, b):
    x, y = whole_or_word(m, a, b)
    if isinstance(x, Pointer) and isinstance(y, Pointer) and x.region is y.region:
        m.expect_no_wrap(x), m.expect_no_wrap(y)
        x, y = x.distance(), y.distance()
        return m.flags(cf=below_signed(x, y), zf=lambda: equal(x, y))
    m.flags(**difference_flags(m.word(x, 64), m.word(y, 64), NO)[1])


@instruction("adc")
def adc(m, to, what):
    w, flags = sum_flags(m.read(to), m.read(what, to.bits), m.flag("cf"))
    m.write(to, w)
    m.flags(**flags)


@instruction("sbb")
def sbb(m, to, what):
    w, flags = difference_flags(m.read(to), m.read(what, to.bits), m.flag("cf"))
    m.write(to, w)
    m.flags(**flags)


def one_more(change, by):
    def run(m, to):
        carry, x = m.state.cells["cf"], m.whole(to) if to.bits == m.bits else None
        if isinstance(x, Pointer):
            m.write(to, x.plus(number(by, 64)))
            return m.flags(cf=carry)
        w, flags = change(m.read(to), number(1, to.bits), NO)
        m.write(to, w)
        m.flags(**dict(flags, cf=carry))

    return run


semantics["inc"], semantics["dec"] = one_more(sum_flags, 1), one_more(difference_flags, -1)


@instruction("neg")
def neg(m, to):
    w = m.read(to)
    w, flags = difference_flags(number(0, w.n), w, NO)
    m.write(to, w)
    m.flags(**flags)


@instruction("imul")
def imul(m, to, *what):
    a, b = (what[0], what[1]) if len(what) == 2 else (to, what[0])
    x = m.whole(a) if to.bits == m.bits else None
    if isinstance(x, Stride):
        m.write(to, Unknown("a multiple of the stride"))
    else:
        m.write(to, product(m.read(a, to.bits), m.read(b, to.bits)))
    m.flags()  # the model leaves carry and overflow undefined, though they are not


# ---- Logic -----------------------------------------------------------------------------------------------

LOGIC = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b, "test": lambda a, b: a & b}


def logic(name):
    def run(m, to, what):
        if name == "xor" and to == what:
            w = number(0, to.bits)
        else:
            w = LOGIC[name](m.read(to), m.read(what, to.bits))
        if name != "test":
            m.write(to, w)
        m.flags(cf=NO, of=NO, **result_flags(w))

    return run


for name in LOGIC:
    semantics[name] = logic(name)


@instruction("not")
def not_(m, to):
    m.write(to, ~m.read(to))


@instruction("andn")
def andn(m, to, a, b):
    w = ~m.read(a) & m.read(b)
    m.write(to, w)
    m.flags(cf=NO, of=NO, **result_flags(w))


@instruction("blsr")
def blsr(m, to, what):
    w = m.read(what)
    r = w & (w + number(-1, w.n))
    m.write(to, r)
    m.flags(cf=is_0(w), of=NO, **result_flags(r))


@instruction("blsi")
def blsi(m, to, what):
    w = m.read(what)
    r = w & (~w + number(1, w.n))
    m.write(to, r)
    m.flags(cf=any_bit(w), of=NO, **result_flags(r))


@instruction("bzhi")
def bzhi(m, to, what, count):
    w, n = m.read(what), m.read(count)[:8]
    r = w & cat([below(number(i, 8), n) for i in range(w.n)])
    m.write(to, r)
    m.flags(cf=below(number(w.n - 1, 8), n), of=NO, **result_flags(r))


# ---- Shifts ----------------------------------------------------------------------------------------------


def shift(by, carry_at):
    """carry_at(width, count): the bit that is shifted out last."""

    def run(m, to, count):
        w, bits = m.read(to), 6 if to.bits == 64 else 5
        k = m.read(count, 8)[:bits]
        m.write(to, by_count(by, w, k))
        if k.value is None or k.value >= w.n:
            return m.flags()
        if k.value:
            r = by(w, k.value)
            m.flags(cf=bit(w, carry_at(w.n, k.value)), **result_flags(r))

    return run


semantics["shl"] = shift(left, lambda n, k: n - k)
semantics["shr"] = shift(right, lambda n, k: k - 1)
semantics["sar"] = shift(right_signed, lambda n, k: k - 1)


def shift_without_flags(by):
    def run(m, to, what, count):
        m.write(to, by_count(by, m.read(what), m.read(count)[: 6 if to.bits == 64 else 5]))

    return run


semantics["shlx"], semantics["shrx"] = shift_without_flags(left), shift_without_flags(right)


# ---- Bits ------------------------------------------------------------------------------------------------


def bit_scan(find):
    """bsf and bsr. The destination may be anything when the source is 0."""

    def run(m, to, what):
        w = m.read(what)
        none, found = is_0(w), find(w, 0)
        if (none & m.state.path).value != 0:
            found = choose(none, fresh(w.n), found)
        if to.bits == 32 and (none & m.state.path).value != 0:  # the upper half may stay when the source is 0
            to, found = to._replace(bits=64), cat([found, choose(none, fresh(32), number(0, 32))])
        m.write(to, found)
        m.flags(zf=none)

    return run


semantics["bsf"], semantics["bsr"] = bit_scan(lowest), bit_scan(highest)


@instruction("tzcnt")
def tzcnt(m, to, what):
    w = m.read(what)
    if "BMI1" in m.features:
        m.write(to, lowest(w, w.n))
        return m.flags(cf=is_0(w), zf=bit(w, 0))
    m.must_not(is_0(w), "tzcnt of 0: without BMI1 the same bytes are bsf")
    m.write(to, lowest(w, 0))
    m.flags()


@instruction("popcnt")
def popcnt(m, to, what):
    w = m.read(what)
    m.write(to, widen(count_bits(w, 7), w.n))
    m.flags(zf=lambda: is_0(w), cf=NO, sf=NO, of=NO)


CHANGES = {"bt": None, "bts": lambda w, b: w | b, "btr": lambda w, b: w & ~b}


def bit_test(change):
    """bt, bts, btr. The index of a bit in memory is signed, and may reach beyond the operand, to both sides."""

    def run(m, what, index):
        bits, power = what.bits, what.bits.bit_length() - 1
        i = number(index.value % bits, bits) if isinstance(index, Immediate) else m.read(index, bits)
        if isinstance(what, Memory):
            at = m.locate(what).plus(left(right_signed(widen_signed(i, 64), power), power - 3))
            m.state.cells["place"] = at
            what = Memory(bits, "place", None, 1, 0, False)
        w = m.read(what)
        mask = by_count(left, number(1, bits), i[:power])
        if change:
            m.write(what, change(w, mask))
        m.state.cells.pop("place", None)
        m.flags(cf=any_bit(w & mask), zf=m.state.cells["zf"])

    return run


for name, change in CHANGES.items():
    semantics[name] = bit_test(change)


# ---- Control ---------------------------------------------------------------------------------------------

CONDITIONS = {
    "e": lambda m: m.flag("zf"),
    "ne": lambda m: ~m.flag("zf"),
    "b": lambda m: m.flag("cf"),
    "ae": lambda m: ~m.flag("cf"),
    "be": lambda m: m.flag("cf") | m.flag("zf"),
    "a": lambda m: ~(m.flag("cf") | m.flag("zf")),
    "s": lambda m: m.flag("sf"),
    "ns": lambda m: ~m.flag("sf"),
    "l": lambda m: m.flag("sf") ^ m.flag("of"),
    "ge": lambda m: ~(m.flag("sf") ^ m.flag("of")),
    "le": lambda m: m.flag("zf") | m.flag("sf") ^ m.flag("of"),
    "g": lambda m: ~(m.flag("zf") | m.flag("sf") ^ m.flag("of")),
}


def jump(condition):
    return lambda m, to: ("jump", condition(m), to.address)


def set_if(condition):
    return lambda m, to: m.write(to, widen(condition(m), 8))


def move_if(condition):
    def run(m, to, what):
        from .machine import merged

        c = condition(m)
        x, y = whole_or_word(m, to, what)
        m.write(to, merged(c, y, x) if c.value is None else y if c.value else x)
        if to.bits == 32 and c.value == 0:
            m.write(to, m.read(to))

    return run


for name, condition in CONDITIONS.items():
    semantics["j" + name], semantics["set" + name] = jump(condition), set_if(condition)
    semantics["cmov" + name] = move_if(condition)


@instruction("jmp")
def jmp(m, to):
    """A jump to an address of the library, also through its table of addresses."""
    if isinstance(to, Target):
        return "jump", YES, to.address
    p = m.whole(to)
    if not isinstance(p, Pointer) or p.offset or p.region is not m.constants:
        m.refuse(f"a jump to {p}")
    return "jump", YES, p.base


@instruction("call")
def call(m, to):
    return "call", YES, to.address


@instruction("ret")
def ret(m):
    return "return", YES, None


class Stride:
    """The distance from a board to the next, any number. It may be added to a pointer to a board, and nothing else."""

    def __init__(self, follow):
        self.follow = follow  # (machine, pointer): the pointer to the next board
