"""The meaning of each instruction on vectors and masks, from the manufacturers' manuals; see instructions.py.

Three encodings share most operations. SSE has two operands, leaves the rest of the destination, and wants operands in
memory aligned. VEX and EVEX have a destination of their own and clear the rest of it. EVEX has masks.
"""
from .image import Immediate, Mask, Memory, Register, Vector
from .instructions import registrar
from .words import (
    NO,
    YES,
    Word,
    any_bit,
    below,
    below_signed,
    bit,
    by_count,
    cat,
    choose,
    count_bits,
    equal,
    fill,
    is_0,
    left,
    look_up,
    number,
    pieces,
    product,
    remembered,
    right,
    share,
    subtract,
    sum_of,
    widen,
)

semantics = {}
instruction = registrar(semantics)

# ---- Element by element ----------------------------------------------------------------------------------


def average(a, b):
    return (widen(a, 9) + widen(b, 9) + number(1, 9))[1:]


def smaller(a, b):
    return choose(below(b, a), b, a)


def add_saturated(a, b):
    total = widen(a, a.n + 1) + widen(b, a.n + 1)
    return choose(bit(total, a.n), number(-1, a.n), total[: a.n])


def differences(a, b):
    """The sum of the distances between eight bytes each."""
    return sum_of(
        [widen(choose(below(x, y), subtract(y, x), subtract(x, y)), 64) for x, y in zip(pieces(a, 8), pieces(b, 8))]
    )


# name: (operation, bits of an element)
ELEMENTWISE = {
    "pand": (lambda a, b: a & b, 64),
    "por": (lambda a, b: a | b, 64),
    "pxor": (lambda a, b: a ^ b, 64),
    "pandn": (lambda a, b: ~a & b, 64),
    "paddb": (lambda a, b: a + b, 8),
    "paddd": (lambda a, b: a + b, 32),
    "paddq": (lambda a, b: a + b, 64),
    "paddusb": (add_saturated, 8),
    "psubb": (subtract, 8),
    "psubq": (subtract, 64),
    "pavgb": (average, 8),
    "pminub": (smaller, 8),
    "psadbw": (differences, 64),
    "pmullw": (product, 16),
    "pmulld": (product, 32),
    "pmullq": (product, 64),
    "pcmpeqb": (lambda a, b: fill(equal(a, b), 8), 8),
    "pcmpgtb": (lambda a, b: fill(below_signed(b, a), 8), 8),
}


def each(f, n, *words):
    """f of each element of n bits; unknown when a word is."""
    if any(w.is_unknown for w in words):
        return Word(words[0].n // n * f(*[number(0, n)] * len(words)).n)
    return cat([f(*x) for x in zip(*[pieces(w, n) for w in words])])


def with_own_destination(name, mask_element):
    f, n = ELEMENTWISE[name]

    def run(m, to, a, b):
        w = number(0, to.bits) if name == "pxor" and a == b else each(f, n, m.read(a), m.read(b, to.bits))
        m.write_vector(to, w, mask_element)

    return run


def onto_first(name):
    f, n = ELEMENTWISE[name]

    def run(m, to, b):
        w = number(0, 128) if name == "pxor" and to == b else each(f, n, m.read(to, 128), m.read(b, 128, 16))
        m.write_legacy(to, w)

    return run


for name, (_, bits) in ELEMENTWISE.items():
    semantics[name], semantics["v" + name] = onto_first(name), with_own_destination(name, bits)
    if name in ("pand", "por", "pxor", "pandn"):
        semantics[name[1:] + "ps"] = onto_first(name)
        for letter, n in ("d", 32), ("q", 64):
            semantics["v" + name + letter] = with_own_destination(name, n)


def shift_elements(by, n):
    def shifted(w, count):
        return each(lambda x: by(x, count.value), n, w)

    def onto_first(m, to, count):
        m.write_legacy(to, shifted(m.read(to, 128), count))

    def with_own_destination(m, to, what, count):
        if not isinstance(count, Immediate):
            m.refuse("a shift by a vector")
        m.write_vector(to, shifted(m.read(what, to.bits), count), n)

    return onto_first, with_own_destination


def bytes_up(w, count):
    return left(w, 8 * count)


for name, by, n in (
    ("psllw", left, 16),
    ("psrlw", right, 16),
    ("psllq", left, 64),
    ("psrlq", right, 64),
    ("pslldq", bytes_up, 128),
):
    semantics[name], semantics["v" + name] = shift_elements(by, n)


def shift_by_element(by, is_cyclic=False):
    """Each element by a count of its own. One of 64 and more counts modulo 64, or leaves nothing."""

    def shifted(x, count):
        found = by_count(by, x, count[:6])
        return found if is_cyclic else choose(any_bit(count[6:]), number(0, 64), found)

    def run(m, to, what, counts):
        m.write_vector(to, each(shifted, 64, m.read(what), m.read(counts, to.bits)), 64)

    return run


def rotated(w, k):
    return cat([w[w.n - k :], w[: w.n - k]]) if k else w


semantics["vpsllvq"], semantics["vpsrlvq"] = shift_by_element(left), shift_by_element(right)
semantics["vprolvq"] = shift_by_element(rotated, is_cyclic=True)


@instruction("vgf2p8affineqb")
def gf2p8affineqb(m, to, what, matrix, added):
    """A byte of the product of eight bytes with a matrix has in bit i the parity of the byte and the matrix's byte
    7 - i."""

    def parity(w):
        found = bit(w, 0)
        for i in range(1, w.n):
            found = found ^ bit(w, i)
        return found

    def multiplied(x, rows):
        rows = pieces(rows, 8)
        return cat([parity(rows[7 - i] & b) ^ number(added.value >> i, 1) for b in pieces(x, 8) for i in range(8)])

    m.write_vector(to, each(multiplied, 64, m.read(what), m.read(matrix, to.bits)), 8)


@instruction("vpopcntb")
def popcntb(m, to, what):
    m.write_vector(to, each(lambda x: count_bits(x, 8), 8, m.read(what, to.bits)), 8)


@instruction("vpmadd52luq")
def madd52luq(m, to, a, b):
    def f(sum_so_far, x, y):
        return sum_so_far + widen(product(x[:52], y[:52]), 64)

    m.write_vector(to, each(f, 64, m.read(to), m.read(a), m.read(b, to.bits)), 64)


@instruction("vpternlogq")
def ternlogq(m, to, a, b, table):
    x, y, z = m.read(to), m.read(a), m.read(b, to.bits)
    w = number(0, x.n)
    for i in range(8):
        if table.value >> i & 1:
            w = w | (x if i & 4 else ~x) & (y if i & 2 else ~y) & (z if i & 1 else ~z)
    m.write_vector(to, w, 64)


# ---- Moves -----------------------------------------------------------------------------------------------


def vector_move(element, aligned):
    def run(m, to, what):
        bits = to.bits if isinstance(to, Vector) else what.bits
        align = bits // 8 if aligned else 1
        w = m.read(what, bits, align)
        if isinstance(to, Vector):
            m.write_vector(to, w, element)
        elif to_mask(m, what):
            m.refuse("a masked store")
        else:
            m.store(to, w, bits, align)

    return run


def to_mask(m, operand):
    return operand.mask is not None


semantics["vmovdqa"] = semantics["vmovdqa64"] = vector_move(64, True)
semantics["vmovdqu"] = semantics["vmovdqu64"] = vector_move(64, False)
semantics["vmovdqu8"] = vector_move(8, False)


def legacy_move(aligned):
    def run(m, to, what):
        align = 16 if aligned else 1
        w = m.read(what, 128, align)
        if isinstance(to, Vector):
            m.write_legacy(to, w)
        else:
            m.store(to, w, 128, align)

    return run


semantics["movdqa"] = semantics["movaps"] = legacy_move(True)
semantics["movdqu"] = semantics["movups"] = legacy_move(False)


def move_low(bits, legacy):
    """movd and movq: the lowest element; the rest of the destination's 16 bytes becomes 0."""

    def run(m, to, what):
        w = m.read(what, bits)
        if isinstance(to, Memory):
            m.store(to, w, bits)
        elif isinstance(to, Register):
            m.write(to, w)
        elif legacy:
            m.write_legacy(to, widen(w, 128))
        else:
            m.write_vector(to, widen(w, 128))

    return run


semantics["movd"], semantics["movq"], semantics["vmovq"] = move_low(32, True), move_low(64, True), move_low(64, False)


@instruction("movhps")
def movhps(m, to, what):
    if isinstance(to, Memory):
        m.store(to, m.read(what, 128)[64:], 64)
    else:
        m.write_legacy(to, cat([m.read(to, 64), m.read(what, 64)]))


@instruction("vmovhps")
def vmovhps(m, to, a, b):
    m.write_vector(to, cat([m.read(a, 64), m.read(b, 64)]))


@instruction("punpcklqdq")
def punpcklqdq(m, to, what):
    m.write_legacy(to, cat([m.read(to, 64), m.read(what, 128, 16)[:64]]))


def interleave(half):
    """The lower or upper halves of each 16 bytes of two vectors, in turn."""

    def run(m, to, a, b):
        lanes = zip(pieces(m.read(a), 128), pieces(m.read(b, to.bits), 128))
        m.write_vector(to, cat([w[64 * half :][:64] for lane in lanes for w in lane]), 64)

    return run


semantics["vpunpcklqdq"], semantics["vpunpckhqdq"] = interleave(0), interleave(1)


@instruction("punpckldq")
def punpckldq(m, to, what):
    a, b = pieces(m.read(to, 64), 32), pieces(m.read(what, 128, 16)[:64], 32)
    m.write_legacy(to, cat([a[0], b[0], a[1], b[1]]))


def saturated_byte(word):
    """A signed word as the nearest unsigned byte."""
    return choose(bit(word, 15), number(0, 8), choose(any_bit(word[8:]), number(255, 8), word[:8]))


@instruction("packuswb")
def packuswb(m, to, what):
    first, second = m.read(to, 128), m.read(what, 128, 16)
    if first.is_unknown or second.is_unknown:
        return m.write_legacy(to, Word(128))
    m.write_legacy(to, cat([saturated_byte(word) for word in pieces(first, 16) + pieces(second, 16)]))


def broadcast(bits, element):
    """(A general register may be wider than the element, whose bits are its lowest.)"""

    def run(m, to, what):
        w = m.read(what)[:bits] if isinstance(what, Register) else m.read(what, bits)
        m.write_vector(to, cat([w] * (to.bits // bits)), element)

    return run


semantics["vbroadcasti128"] = semantics["vbroadcasti32x4"] = broadcast(128, 32)
semantics["vpbroadcastb"], semantics["vpbroadcastq"] = broadcast(8, 8), broadcast(64, 64)


@instruction("vinserti128", "vinserti32x4")
def insert_lane(m, to, a, b, place):
    lanes = pieces(m.read(a), 128)
    lanes[place.value & len(lanes) - 1] = m.read(b, 128)
    m.write_vector(to, cat(lanes), 32)


def extract_lanes(bits):
    def run(m, to, what, place):
        w = m.read(what)
        lanes = pieces(w, bits)
        found = lanes[place.value & len(lanes) - 1]
        if isinstance(to, Vector):
            m.write_vector(to, found, 64 if bits == 256 else 32)
        elif to_mask(m, to):
            m.refuse("a masked store")
        else:
            m.store(to, found, bits)

    return run


semantics["vextracti128"] = semantics["vextracti32x4"] = extract_lanes(128)
semantics["vextracti64x4"] = extract_lanes(256)


@instruction("vpblendd")
def vpblendd(m, to, a, b, which):
    pairs = zip(pieces(m.read(a), 32), pieces(m.read(b), 32))
    m.write_vector(to, cat([pair[which.value >> i & 1] for i, pair in enumerate(pairs)]), 32)


@instruction("vzeroupper")
def zeroupper(m):
    from .machine import UPPER_LANES

    for lane in UPPER_LANES:
        m.state.cells[lane] = number(0, 128)


# ---- Bytes to other places -------------------------------------------------------------------------------


@remembered
def shuffled(table, index):
    """pshufb: the byte of the table in the same 16 bytes, or 0 when the index has its top bit set."""

    def lane(t, x):
        t = share(pieces(t, 8))
        return cat([choose(bit(i, 7), number(0, 8), look_up(t, i[:4])) for i in pieces(x, 8)])

    return each(lane, 128, table, index)


@instruction("pshufb")
def pshufb(m, to, index):
    m.write_legacy(to, shuffled(m.read(to, 128), m.read(index, 128, 16)))


@instruction("vpshufb")
def vpshufb(m, to, table, index):
    m.write_vector(to, shuffled(m.read(table), m.read(index, to.bits)), 8)


@remembered
def permuted(table, index):
    """The byte of the table for each byte of the index. Bits of the index beyond the table do not count."""
    table = share(pieces(table, 8))
    bits = len(table).bit_length() - 1
    return cat([look_up(table, i[:bits]) for i in pieces(index, 8)])


@instruction("vpermb")
def vpermb(m, to, index, table):
    m.write_vector(to, permuted(m.read(table, to.bits), m.read(index)), 8)


@instruction("vpermi2b")
def vpermi2b(m, to, a, b):
    m.write_vector(to, permuted(cat([m.read(a), m.read(b, to.bits)]), m.read(to)), 8)


@instruction("vpermt2b")
def vpermt2b(m, to, index, b):
    m.write_vector(to, permuted(cat([m.read(to), m.read(b, to.bits)]), m.read(index)), 8)


@instruction("pshufd")
def pshufd(m, to, what, places):
    x = pieces(m.read(what, 128, 16), 32)
    m.write_legacy(to, cat([x[places.value >> 2 * i & 3] for i in range(4)]))


@instruction("vpermq")
def vpermq(m, to, what, places):
    if not isinstance(places, Immediate):
        m.refuse("vpermq by a vector")
    lanes = [
        cat([x[64 * (places.value >> 2 * i & 3) :][:64] for i in range(4)]) for x in pieces(m.read(what, to.bits), 256)
    ]
    m.write_vector(to, cat(lanes), 64)


@instruction("vpmovqb")
def vpmovqb(m, to, what):
    m.write_vector(to, widen(cat([x[:8] for x in pieces(m.read(what), 64)]), 128))


def move_by_mask(expand):
    def run(m, to, what):
        elements = pieces(m.read(what, to.bits), 8)
        mask = m.read(Mask(to.mask, None))[: len(elements)]
        if not to.zeroing:
            m.refuse("what keeps elements of its destination")
        if any(e.is_unknown for e in elements) or mask.is_unknown:
            return m.write_vector(to._replace(mask=None), Word(to.bits))
        found = [number(0, 8)] * len(elements)
        before = [YES] + [NO] * len(
            elements
        )  # a bit for each count: whether so many bits of the mask are set up to here
        for i in range(len(elements)):
            b = bit(mask, i)
            for count in range(i + 1):
                here = b & before[count]
                if here.value == 0:
                    continue
                to_place, of = (i, count) if expand else (count, i)
                found[to_place] = found[to_place] | elements[of] & fill(here, 8)
            before = [choose(b, before[c - 1] if c else NO, before[c]) for c in range(len(before))]
        m.write_vector(to._replace(mask=None), cat(found))

    return run


semantics["vpcompressb"], semantics["vpexpandb"] = move_by_mask(False), move_by_mask(True)


# ---- Vectors to bits, and masks --------------------------------------------------------------------------


def top_bits(w):
    return cat([bit(x, 7) for x in pieces(w, 8)])


@instruction("pmovmskb", "vpmovmskb")
def pmovmskb(m, to, what):
    m.write(to, widen(top_bits(m.read(what)), to.bits))


@instruction("vpmovb2m")
def vpmovb2m(m, to, what):
    m.write(to, top_bits(m.read(what)))


@instruction("vptest")
def vptest(m, a, b):
    x, y = m.read(a), m.read(b, a.bits)
    m.flags(zf=lambda: is_0(x & y), cf=is_0(~x & y), sf=NO, of=NO)


def into_mask(f, n):
    """Writes a bit for each element; 0 where the mask is 0."""

    def run(m, to, a, b):
        k = each(f, n, m.read(a), m.read(b, a.bits))
        if to.mask is not None:
            k = k & m.read(Mask(to.mask, None))[: k.n]
        m.write(to, k)

    return run


def tested(a, b):
    return any_bit(a & b)


for name, f, n in (
    ("vptestmb", tested, 8),
    ("vptestmq", tested, 64),
    ("vpcmpltb", below_signed, 8),
    ("vpcmpltub", below, 8),
    ("vpcmpnltub", lambda a, b: ~below(a, b), 8),
    ("vpcmpnleub", lambda a, b: below(b, a), 8),
    ("vpcmpneqq", lambda a, b: any_bit(a ^ b), 64),
):
    semantics[name] = into_mask(f, n)


@instruction("vpcmpeqb")
def vpcmpeqb(m, to, a, b):
    (into_mask(equal, 8) if isinstance(to, Mask) else with_own_destination("pcmpeqb", 8))(m, to, a, b)


def mask_move(bits):
    def run(m, to, what):
        w = m.read(what)[:bits] if isinstance(what, Register) else m.read(what, bits)[:bits]
        if isinstance(to, Memory):
            m.store(to, w, bits)
        else:
            m.write(to, widen(w, to.bits) if isinstance(to, Register) else w)

    return run


for letter, bits in ("b", 8), ("w", 16), ("q", 64):
    semantics["kmov" + letter] = mask_move(bits)


@instruction("korq")
def korq(m, to, a, b):
    m.write(to, m.read(a) | m.read(b))


@instruction("kxorq")
def kxorq(m, to, a, b):
    m.write(to, m.read(a) ^ m.read(b))


def mask_or_test(bits):
    def run(m, a, b):
        w = (m.read(a) | m.read(b))[:bits]
        m.flags(zf=lambda: is_0(w), cf=is_0(~w), sf=NO, of=NO)

    return run


semantics["kortestb"], semantics["kortestw"] = mask_or_test(8), mask_or_test(16)


@instruction("ktestq")
def ktestq(m, a, b):
    x, y = m.read(a), m.read(b)
    m.flags(zf=lambda: is_0(x & y), cf=is_0(~x & y), sf=NO, of=NO)
