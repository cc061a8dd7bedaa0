"""Words: strings of bits, lowest first, that are numbers, formulas, or unknown.

The meaning of an instruction is written once, on words. Run on numbers it is compared with the processor; run on
formulas (diagrams.py) it is proved. An unknown word stands for any value, and so does a result computed from it. That
is how the safety of code is proved without a formula for its results.

A word has n, its width; w[low:high], & | ^ ~ +; `value`, its number, or None when it is not a constant. Everything
else is derived from these further down.
"""
import functools

from .diagrams import Diagrams

D = Diagrams()


def start():
    """Forgets all formulas, before the next case."""
    global D
    D = Diagrams()
    NAMED.clear()
    KNOWN.clear()
    PLACES.clear()


class Word:
    __slots__ = "n", "value", "formulas"

    def __init__(self, n, value=None, formulas=None):
        self.n, self.value, self.formulas = n, value, formulas

    @property
    def is_unknown(self):
        return self.value is None and self.formulas is None

    @property
    def bits(self):
        """The formulas of the bits. An unknown word gets variables, and is that word from now on."""
        if self.formulas is None:
            if self.value is None:
                self.formulas = tuple([D.variable() for _ in range(self.n)])
            else:
                self.formulas = tuple([self.value >> i & 1 for i in range(self.n)])
        return self.formulas

    def same(self, other):
        """Equal for all values of the variables."""
        return (
            self is other
            or self.n == other.n
            and not (self.is_unknown or other.is_unknown)
            and (self.value == other.value and (self.value is not None or self.formulas == other.formulas))
        )

    @property
    def key(self):
        """A key that equal words share."""
        return self.value if self.value is not None else self.bits

    def __getitem__(self, part):
        low, high, _ = part.indices(self.n)
        if high - low == self.n:
            return self
        if self.value is not None:
            return Word(high - low, self.value >> low & (1 << high - low) - 1)
        if self.formulas is None:
            return Word(high - low)
        return of_bits(self.formulas[low:high])

    def __and__(self, other):
        assert self.n == other.n
        a, b = (other, self) if self.value is None else (self, other)
        if a.value is not None:
            if b.value is not None:
                return Word(a.n, a.value & b.value)
            if a.value == 0:
                return a
            if a.value == (1 << a.n) - 1:
                return b
        return bitwise(D.and_, a, b)

    def __or__(self, other):
        assert self.n == other.n
        a, b = (other, self) if self.value is None else (self, other)
        if a.value is not None:
            if b.value is not None:
                return Word(a.n, a.value | b.value)
            if a.value == 0:
                return b
            if a.value == (1 << a.n) - 1:
                return a
        return bitwise(D.or_, a, b)

    def __xor__(self, other):
        assert self.n == other.n
        a, b = (other, self) if self.value is None else (self, other)
        if a.value is not None:
            if b.value is not None:
                return Word(a.n, a.value ^ b.value)
            if a.value == 0:
                return b
        return bitwise(D.xor, a, b)

    def __invert__(self):
        if self.value is not None:
            return Word(self.n, self.value ^ (1 << self.n) - 1)
        if self.formulas is None:
            return Word(self.n)
        return of_bits(tuple(map(D.not_, self.formulas)))

    def __add__(self, other):
        return add(self, other, number(0, 1))[0]

    def __repr__(self):
        return hex(self.value) if self.value is not None else f"<{self.n} bits>"


def of_bits(formulas):
    if formulas and max(formulas) > 1:
        return Word(len(formulas), None, formulas)
    return Word(len(formulas), sum(b << i for i, b in enumerate(formulas)))


def bitwise(operation, a, b):
    if a.is_unknown or b.is_unknown:
        return Word(a.n)
    return of_bits(tuple(map(operation, a.bits, b.bits)))


def number(value, n):
    return Word(n, value & (1 << n) - 1)


def fresh(n):
    """Any value: a word of new variables."""
    return Word(n, None, tuple([D.variable() for _ in range(n)]))


NO, YES = number(0, 1), number(1, 1)


def cat(parts):
    """One word of all parts, the first one lowest."""
    parts = list(parts)
    if len(parts) == 1:
        return parts[0]
    n = sum(p.n for p in parts)
    if all(p.value is not None for p in parts):
        value = at = 0
        for p in parts:
            value |= p.value << at
            at += p.n
        return Word(n, value)
    if all(p.is_unknown for p in parts):
        return Word(n)
    return Word(n, None, tuple([b for p in parts for b in p.bits]))


def choose(c, a, b):
    """a where the bit c is 1, else b."""
    if c.value is not None:
        return a if c.value else b
    if a is b or a.same(b):
        return a
    if c.is_unknown or a.is_unknown or b.is_unknown:
        return Word(a.n)
    f, c = D.choose, c.bits[0]
    return of_bits(tuple([f(c, x, y) for x, y in zip(a.bits, b.bits)]))


def any_bit(w):
    """One bit: the word is not 0."""
    if w.value is not None:
        return YES if w.value else NO
    if w.formulas is None:
        return Word(1)
    f, found = D.or_, 0
    for b in w.formulas:
        found = f(found, b)
    return of_bits((found,))


def add(a, b, carry):
    """a + b + carry, and the carry out of it."""
    assert a.n == b.n
    if a.value is not None and b.value is not None and carry.value is not None:
        total = a.value + b.value + carry.value
        return number(total, a.n), number(total >> a.n, 1)
    if b.value == 0 and carry.value == 0:
        return a, NO
    if a.value == 0 and carry.value == 0:
        return b, NO
    if a.is_unknown or b.is_unknown or carry.is_unknown:
        return Word(a.n), Word(1)
    xor, choose_formula, c, out = D.xor, D.choose, carry.bits[0], []
    for x, y in zip(a.bits, b.bits):
        half = xor(x, y)
        out.append(xor(half, c))
        c = choose_formula(half, c, x)
    return of_bits(tuple(out)), of_bits((c,))


# ---- Derived operations -----------------------------------------------------------------------------------


def pieces(w, n):
    return [w[i : i + n] for i in range(0, w.n, n)]


def bit(w, i):
    return w[i : i + 1]


def fill(b, n):
    return cat([b] * n)


def widen(w, n):
    assert n >= w.n, "a word that is to become narrower"
    return w if w.n == n else cat([w, number(0, n - w.n)])


def widen_signed(w, n):
    assert n >= w.n, "a word that is to become narrower"
    return w if w.n == n else cat([w] + [bit(w, w.n - 1)] * (n - w.n))


def is_0(w):
    return ~any_bit(w)


def equal(a, b):
    return is_0(a ^ b)


def subtract(a, b):
    return add(a, ~b, YES)[0]


def below(a, b):
    assert a.n == b.n
    if a.value is not None and b.value is not None:
        return YES if a.value < b.value else NO
    if a.is_unknown or b.is_unknown:
        return Word(1)
    xor, choose_formula, found = D.xor, D.choose, 0
    for x, y in zip(a.bits, b.bits):
        found = choose_formula(xor(x, y), y, found)  # the highest bits that differ decide
    return of_bits((found,))


def below_signed(a, b):
    sign = number(1 << a.n - 1, a.n)
    return below(a ^ sign, b ^ sign)


def left(w, k):
    return w if k == 0 else number(0, w.n) if k >= w.n else cat([number(0, k), w[: w.n - k]])


def right(w, k):
    return w if k == 0 else number(0, w.n) if k >= w.n else cat([w[k:], number(0, k)])


def right_signed(w, k):
    return w if k == 0 else widen_signed(w[min(k, w.n - 1) :], w.n)


def by_count(shift, w, count):
    """A shift by a word: by a power of two for each bit of the count."""
    for i in range(count.n):
        w = choose(bit(count, i), shift(w, 1 << i), w)
    return w


PLACES = {}  # for look_up: {bits of a result of `first` that vary, all others being 0: its arguments}


def first(w, places, if_none):
    """The first of the places where the bit of w is set, as wide as w."""
    found = number(if_none, w.n)
    for i in reversed(places):
        found = choose(bit(w, i), number(i, w.n), found)
    if found.formulas:
        varying = tuple([b for b in found.formulas if b > 1])
        if found.formulas == varying + (0,) * (w.n - len(varying)):
            PLACES[varying] = w, places, if_none
    return found


def lowest(w, if_none):
    return first(w, range(w.n), if_none)


def highest(w, if_none):
    return first(w, range(w.n)[::-1], if_none)


def count_bits(w, n):
    found = number(0, n)
    for i in range(w.n):
        found = found + widen(bit(w, i), n)
    return found


def product(a, b):
    """The lower half of a product."""
    if b.value is None:
        a, b = b, a
    if a.is_unknown or b.is_unknown:
        return Word(a.n)
    found = number(0, a.n)
    for i in range(a.n):
        b_i = bit(b, i)
        if b_i.value != 0:
            found = found + (left(a, i) & fill(b_i, a.n))
    return found


def sum_of(words):
    found = number(0, words[0].n)
    for w in words:
        found = found + w
    return found


# Lookups with a name: {(key of the first entry, number of entries): (keys of all entries, {key of the index: word})}. A
# lookup in a table of variables may get a word of its own; the proof then holds for any such word. Variables below
# `choices` choose between several indices; each of these has a name. See sets.py.
class Named(dict):
    choices = 0

    def give(self, table, names):
        self[table[0].key, len(table)] = [w.key for w in table], names


NAMED = Named()


def named(names, table, index):
    """The content of a table with names at an index, or at a choice of several; None: one of them has no name."""
    if index.value is not None:
        return table[index.value]
    if index.key in names:
        return names[index.key]
    variable = min(D.nodes[f][0] for f in index.bits if f > 1)
    if variable >= NAMED.choices:
        return None
    ways = []
    for value in 0, 1:
        formulas = [D.nodes[f][1 + value] if D.nodes[f][0] == variable else f for f in index.bits]
        ways.append(named(names, table, of_bits(tuple(formulas))))
    if ways[0] is None or ways[1] is None:
        return None
    names[index.key] = choose(Word(1, None, (D.node(variable, 0, 1),)), ways[1], ways[0])
    return names[index.key]


def look_up_place(table, w, places, if_none):
    """table[first(w, places, if_none)] for a table of numbers: a bit is true at the places whose number has it."""
    cases, none = {}, 1  # {place: the formula that it is the first one}
    for i in places:
        cases[i], none = D.and_(none, w.bits[i]), D.and_(none, D.not_(w.bits[i]))
    cases[if_none] = D.or_(cases.get(if_none, 0), none)
    found, known = [], {}
    for i in range(table[0].n):
        which = tuple([c for place, c in cases.items() if c and table[place].value >> i & 1])
        if which not in known:
            known[which] = functools.reduce(D.or_, which, 0)
        found.append(known[which])
    return of_bits(tuple(found))


def look_up(table, index):
    """table[index], for a list of words and a word."""
    assert len(table) == 1 << index.n
    if NAMED and not index.is_unknown:
        whole, names = NAMED.get((table[0].key, len(table)), (None, None))
        if whole and whole != [w.key for w in table]:
            raise ValueError("a table that only begins like one of a set")
        found = named(names, table, index) if whole else None
        if found is not None:
            return found
    if index.value is not None:
        return table[index.value]
    if index.key in PLACES and all(w.value is not None for w in table):
        return look_up_place(table, *PLACES[index.key])
    if index.is_unknown:
        return table[0] if all(w is table[0] for w in table) else Word(table[0].n)
    half = len(table) // 2
    low, high, b = table[:half], table[half:], bit(index, index.n - 1)
    if half == 1:
        return choose(b, high[0], low[0])
    if b.value is not None or low == high:
        return look_up(high if b.value else low, index[: index.n - 1])
    return choose(b, look_up(high, index[: index.n - 1]), look_up(low, index[: index.n - 1]))


KNOWN = {}  # results of the functions below


def remembered(f):
    """Remembers the results of a function of words."""

    def ask(*words):
        if any(w.is_unknown for w in words):
            return f(*words)
        key = f, *[(w.n, w.key) for w in words]
        found = KNOWN.get(key)
        if found is None:
            found = KNOWN[key] = f(*words)
        return found

    return ask


def share(words):
    """The same words with equal ones as one object, so that look_up sees at once that halves of a table are equal."""
    seen = {}
    return words if any(w.is_unknown for w in words) else [seen.setdefault(w.key, w) for w in words]
