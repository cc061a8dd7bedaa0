"""Proves find_lines of every text, and what memory and registers read_lines uses, by induction over their loops.

The state at the head of the loop stands for any number of blocks, or groups, that are left. From there the run goes to
the end exactly where it should, or comes back to the head (induction.py).

The answers of find_lines are proved. The proof of read_lines is about memory and registers alone, because it knows
nothing of vectors computed from a text, as in texts.py.
"""
import functools
import operator
import re
import time
from pathlib import Path

import features
import kernels
from induction import Dependence, Induction
from report import reason
from texts import Vague, any_count
from trusted import words
from trusted.image import Register
from trusted.instructions import add_ as add, cmp, popcnt, sub, whole_or_word
from trusted.semantics import semantics
from trusted.machine import FLAGS, UNDEFINED, Machine, Pointer, Refused, Word, merged, same, signed
from trusted.words import (
    NO,
    YES,
    any_bit,
    below,
    bit,
    cat,
    choose,
    equal,
    fill,
    fresh,
    left,
    number,
    pieces,
    product,
    subtract,
    widen,
)

ADDRESS = 8
BLOCK, LINE_FEED = 64, 10
GROUP, READABLE, GROUP_SIZE = 4, 96, 448  # LINE_READABLE and sizeof(struct ks_four_lines): readers.h


def any_size(bits):
    return widen(fresh(bits), 64)  # as many as an address space may hold


class Turns:
    """A machine's induction over the loop of its function."""

    def is_same(self, x, y):
        """Whether two values are equal wherever the state's path holds."""
        if isinstance(x, Pointer) and isinstance(y, Pointer) and x.region is y.region:
            x, y = x.distance(), y.distance()
        if not isinstance(x, Word) or not isinstance(y, Word) or x.is_unknown or y.is_unknown:
            return same(x, y)
        return x.n == y.n and (self.state.path & any_bit(x ^ y)).value == 0

    def goes_first(self, waiting, a, b):
        """Ways out of an inner loop go on to the head one by one. Code after the function's return jumps back, and its
        way meets the one that it has left."""
        return max(a, b, key=lambda place: (place[1] in self.at_head, place[1]))

    def any_turn(self, state):
        if not same(state.path, self.comes_to_head):
            self.refuse("a loop that not every number of turns comes to")
        return state.copy()

    def is_kept(self, name, x, state):
        self.state = state
        return self.is_same(self.further_on(x), state.cells.get(name, UNDEFINED))

    def rest(self, x):
        """The value a turn further on of what no turn changes; None: it is not known."""
        if isinstance(x, tuple):
            return self.further_on(x[0]), x[1]
        return None if self.of_turn(x) or isinstance(x, Pointer) and x.region not in (self.constants, self.stack) else x

    def run_over_turns(self, name, arguments):
        head = min(at for loop in self.loops_around(self.image.symbol(name)) for at in loop[0])
        return Induction(self, [head], self).call(name, arguments)


# ---- find_lines ------------------------------------------------------------------------------------------


def found_in(feeds):
    """For each i, the place of the line feed after i others; and the number of line feeds."""
    exactly, places = [YES] + [NO] * BLOCK, [
        number(0, 64)
    ] * BLOCK  # exactly: for each count, whether so many came before
    for at in range(BLOCK):
        b = bit(feeds, at)
        places = [
            place | number(at, 64) & fill(b & exactly[i], 64) if i <= at else place for i, place in enumerate(places)
        ]
        exactly = [choose(b, exactly[i - 1] if i else NO, exactly[i]) for i in range(BLOCK + 1)]
    return places, functools.reduce(operator.or_, [number(i, 64) & fill(there, 64) for i, there in enumerate(exactly)])


class Finder(Turns, Machine):
    """feeds: a bit for each byte of a block. any_feeds: any word, which replaces it once the bits are counted; a proof
    for any word covers that one, with smaller formulas. found: the number of finds before the block."""

    def __init__(self, image, needed):
        super().__init__(image, dict(semantics, popcnt=self.count_feeds), needed)
        block, self.any_feeds = [fresh(8) for _ in range(BLOCK)], fresh(BLOCK)
        self.feeds = cat([equal(byte, number(LINE_FEED, 8)) for byte in block])
        self.places, self.count = found_in(self.any_feeds)
        self.n, self.room, self.found = any_size(58), any_size(58), any_size(58)
        self.comes_to_head = YES
        self.text = self.region("text", block, self.n)
        self.ends = self.region("ends", (), left(self.room, 3), writable=True)
        self.reached = self.region("reached", (), ADDRESS, writable=True)
        self.first_end = self.ends.plus(subtract(number(0, 64), left(self.found, 3)))
        self.of_turn = Dependence([self.n, self.room, self.found, self.any_feeds] + block)

    def count_feeds(self, m, to, what):
        if same(self.read(what), self.feeds):
            self.write(what, self.any_feeds)
        popcnt(m, to, what)

    def any_turn(self, state):
        """The register of the argument moves on; a copy of it stays where the finds of all blocks begin."""
        head = super().any_turn(state)
        head.cells.update(
            {name: self.first_end for name, x in state.cells.items() if name != "rdx" and same(x, self.ends)}
        )
        return head

    def further_on(self, x):
        if same(x, self.room):
            return subtract(self.room, self.count)
        if same(x, self.text):
            return Pointer(self.text.region, BLOCK)
        if same(x, self.ends):
            return self.ends.plus(left(self.count, 3))
        if same(x, self.text.plus(self.n)) or same(x, self.first_end) or same(x, self.reached):
            return x
        return self.rest(x)

    def expect_turn(self, state):
        """The addresses of the block's line feeds, in order."""
        for i, place in enumerate(self.places):
            there = below(number(i, 64), self.count) & self.state.path
            if there.value == 0:
                continue
            parts = [self.state.cells.get(("ends", ADDRESS * i + k)) for k in range(ADDRESS)]
            pointer = parts[0][0] if isinstance(parts[0], tuple) else None
            if (
                not isinstance(pointer, Pointer)
                or pointer.region is not self.text.region
                or not all(same(part, (pointer, k)) for k, part in enumerate(parts))
            ):
                self.refuse(f"no address at ends[{i}]")
            if (there & any_bit(pointer.distance() ^ place)).value != 0:
                self.refuse(f"a wrong address at ends[{i}]")

    def prove(self, name):
        state = self.run_over_turns(name, [self.text, self.n, self.ends, self.room, self.reached])
        if not same(state.path, below(self.n, number(BLOCK, 64)) | below(self.room, number(BLOCK, 64))):
            raise Refused("it ends before a block that could be looked at, or behind one that could not")
        if not same(state.cells["rax"], self.found):
            raise Refused("it does not return how many it has found")
        if not all(same(state.cells["reached", k], (self.text, k)) for k in range(ADDRESS)):
            raise Refused("it does not tell how far it has looked")


# ---- read_lines ------------------------------------------------------------------------------------------

SMALL = 200  # nodes of a formula


def any_product(m, to, *what):
    for operand in what:
        m.read(operand, to.bits)
    m.write(to, Word(to.bits))
    m.flags()


def is_plain(w):
    """Whether each bit is a constant or a variable."""
    return w.value is not None or all(b < 2 or words.D.nodes[b][1:] == (0, 1) for b in w.bits)


def any_sum(otherwise, m, to, what):
    """add, sub and cmp of two words that are not constant, or of one with large formulas. The result may be anything,
    but for the sum of words without a common bit."""
    x, y = whole_or_word(m, to, what)
    if not isinstance(x, Word) or not isinstance(y, Word) or y.value is not None and is_plain(x):
        return otherwise(m, to, what)
    disjoint = all(0 in pair for pair in zip(x.bits, y.bits))
    if otherwise is not cmp:
        m.write(to, x | y if otherwise is add and disjoint else Word(to.bits))
    m.flags(**{name: fresh(1) for name in FLAGS})


def any_change(m, to, *what):
    """neg and blsr."""
    for operand in what or (to,):
        m.read(operand)
    m.write(to, Word(to.bits))
    m.flags(**{name: fresh(1) for name in FLAGS})


def any_shift(m, to, what, count):
    m.read(what), m.read(count)
    m.write(to, Word(to.bits))


def any_bit_of(m, what, index):
    """bt, of a register."""
    if not isinstance(what, Register):
        m.refuse("a bit of memory")
    m.read(what), m.read(index, what.bits)
    m.flags(cf=fresh(1), zf=m.state.cells["zf"])


def some_bytes(m, to, what):
    """vpcompressb of a constant: a bit that none of its bytes has is 0, the others may be anything."""
    if not to.zeroing:
        m.refuse("what keeps elements of its destination")
    common = functools.reduce(operator.or_, [byte.value for byte in pieces(m.read(what), 8)])
    lanes = [cat([fresh(1) if common >> i % 8 & 1 else NO for i in range(128)]) for _ in range(to.bits // 128)]
    m.write_vector(to._replace(mask=None), cat(lanes))
    m.know(to, lanes)


class Reader(Turns, Vague):
    """Each line is a region and begins at its offset 0. It ends one byte before the next line, at any distance from its
    beginning. The byte before a line's end may be read unless the line is empty; then the code reads the first byte."""

    asks_path = True

    def __init__(self, image, needed):
        of_lines = {
            name: functools.partial(f, functools.partial(any_sum, otherwise))
            for name, f, otherwise in (("cmp", self.compare, cmp), ("sub", self.subtract, sub))
        }
        of_lines.update(
            add=functools.partial(any_sum, add), cmovb=functools.partial(self.move_if_below, semantics["cmovb"])
        )
        super().__init__(
            image,
            dict(
                semantics,
                popcnt=any_count,
                imul=any_product,
                shlx=any_shift,
                shrx=any_shift,
                bt=any_bit_of,
                neg=any_change,
                blsr=any_change,
                vpcompressb=some_bytes,
                **of_lines,
            ),
            needed,
        )
        self.groups = any_size(54)
        self.comes_to_head = any_bit(self.groups)
        self.lines = [self.region(f"line {i}", [Word(8) for _ in range(READABLE)]) for i in range(GROUP + 1)]
        self.is_empty = [fresh(1) for _ in range(GROUP)]
        self.last = [self.region(f"line-byte {i}", [Word(8)]) for i in range(GROUP)]
        ends = [(line.plus(number(-1, 64)), k) for line in self.lines[1:] for k in range(ADDRESS)]
        self.ends = self.region("ends", ends, left(self.groups, 5))
        self.found = self.region("found", (), product(self.groups, number(GROUP_SIZE, 64)), writable=True, align=64)

    def load(self, operand, bits, align=1):
        """A load of a vector only has to be allowed at each place where it may happen."""
        p = self.locate(operand)
        if p.offset is None or bits <= 64:
            return super().load(operand, bits, align)
        self.for_each(p.offset, lambda v, _: self.fetch(p.region, signed(p.base + v), bits // 8, align) and NO)
        return Word(bits)

    def write(self, operand, x):
        """Registers keep small formulas; a large one becomes a variable, since it would only grow."""
        if isinstance(operand, Register) and isinstance(x, Word) and x.formulas:
            x = cat([b if words.D.is_small(b.bits[0], SMALL) else fresh(1) for b in pieces(x, 1)])
        super().write(operand, x)

    def merged(self, c, a, b):
        if isinstance(a, Word) and isinstance(b, Word) and a.n == b.n <= 64:
            return merged(c, a, b)
        return super().merged(c, a, b)

    def know(self, vector, lanes):
        """Puts something known into a vector."""
        for i, lane in enumerate(lanes):
            self.state.cells[f"zmm{vector.number}.{i}"] = lane

    def line_before(self, x, y, distance):
        """The number of the line that begins at y, where x is so far before the next line; None: there is none."""
        return next(
            (
                i
                for i in range(GROUP)
                if same(y, self.lines[i]) and same(x, self.lines[i + 1].plus(number(-distance, 64)))
            ),
            None,
        )

    def compare(self, otherwise, m, a, b):
        line = self.line_before(self.whole(a), self.whole(b), 2) if a.bits == 64 else None
        if line is None:
            return otherwise(m, a, b)
        self.flags(cf=self.is_empty[line])

    def subtract(self, otherwise, m, to, what):
        line = self.line_before(self.whole(to), self.whole(what), 1) if to.bits == 64 else None
        if line is None:
            return otherwise(m, to, what)
        self.write(to, Word(64))
        self.flags()

    def move_if_below(self, otherwise, m, to, what):
        line = self.line_before(self.whole(to), self.whole(what), 2) if to.bits == 64 else None
        if line is None or not same(self.flag("cf"), self.is_empty[line]):
            return otherwise(m, to, what)
        self.write(to, self.last[line])

    def start_state(self, arguments):
        state = super().start_state(arguments)
        state.path = self.comes_to_head
        return state

    def further_on(self, x):
        for region, size in (self.ends, GROUP * ADDRESS), (self.found, GROUP_SIZE):
            if same(x, region):
                return Pointer(region.region, size)
        if same(x, self.lines[0]):
            return self.lines[GROUP]
        rest = pieces(subtract(self.groups, number(1, 64)), 8)
        return next((y for y, byte in zip(rest, pieces(self.groups, 8)) if same(x, byte)), self.rest(x))

    def of_turn(self, x):
        """Nothing says which text a value came from."""
        return callable(x) or isinstance(x, Word) and x.formulas is not None

    def expect_turn(self, state):
        if (state.path & equal(self.groups, number(1, 64))).value != 0:
            self.refuse("it goes on behind the last group")

    def prove(self, name):
        state = self.run_over_turns(name, [self.lines[0], self.ends, self.found, self.groups])
        if not same(state.path, equal(self.groups, number(1, 64))):
            raise Refused("it does not end behind the last group")


# ---- Both ------------------------------------------------------------------------------------------------

PROVERS = {"find_lines": (Finder, ""), "read_lines": (Reader, " (memory and registers, not the answer)")}


def in_assembly():
    """The functions of asm/; there are others in C."""
    return re.findall(r"^FUNCTION (\w+)", "".join(p.read_text() for p in Path("asm").rglob("*.asm")), re.M)


def functions():
    """{name: (features, prover, what the line says besides)} of the functions that are proved here."""
    assembled = in_assembly()
    found = {name: (needed, PROVERS.get(name.split("_", 2)[2])) for name, needed in features.functions().items()}
    return {name: (needed, *prover) for name, (needed, prover) in found.items() if prover and name in assembled}


def names():
    return [name.removeprefix("ks_") for name in functions()]


def prove(image, report, chosen=()):
    for name, (needed, prover, what) in functions().items():
        if not kernels.is_chosen(name, chosen):
            continue
        function, start = kernels.Function(name), time.process_time()
        words.start()
        try:
            machine = prover(image, needed)
            machine.prove(name)
        except Exception as why:
            report.refused(name, "any text", reason(why))
            continue
        function.add(machine, time.process_time() - start)
        report.proved(function, what)
