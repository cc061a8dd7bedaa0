"""Proves that the builds asm/attacked/*_pairs.asm list all pairs of attacker and attacked in order, and their number,
for each board and room.

The loop takes the occupied squares one by one, the lowest first. The proof is an induction over its turns, with the
64 squares as cases: at the head, any number of pairs are found, a square is the lowest that is left, and any others may
be left above it. The turn has to store the pairs of that square's attackers behind those found, as far as there is room
and nowhere else, to add their number, and to take the square away.

A square has at most sixteen attackers, which is proved for each square from the rules. Once the run has the right mask
of attackers, a mask of any sixteen or fewer of the squares on its lines and leaps replaces that mask: a proof for any
mask covers that one, with smaller formulas, and in the order of squares.

An inner loop stores the pairs one by one where room is short. Its turns are an induction of their own, over the bits
of the mask: each stores the lowest one's pair if there is room, counts it, and takes it away.
"""
import time
from collections import defaultdict

import kernels
from induction import Dependence, Induction
from report import reason
from trusted import words
from trusted.machine import FLAGS, UNDEFINED, Machine, Refused, Word, same
from trusted.rules import BLACK, WHITE, Rules
from trusted.semantics import semantics
from trusted.words import (
    NO,
    YES,
    any_bit,
    below,
    bit,
    cat,
    choose,
    count_bits,
    equal,
    fresh,
    is_0,
    lowest,
    number,
    pieces,
    widen,
)

BUILDS = "avx2", "avx512"  # their names are their tiers
PAIRS = "attack_pairs"
MOST = 16  # attackers of a square
FOUND_BITS = 11  # before a square come at most 63 others, so at most 63 * 16 pairs are found
TARGETS, COUNT, ROOM = "r8", "rax", "rcx"  # at the head of the loop
EMPTY_BOARD = None  # a case besides the squares
MASK, SCRATCH = "rdi", {"avx2": "r10", "avx512": "r11"}  # in the inner loop


def functions():
    """{name: features} of all that is proved here."""
    return {f"ks_{build}_{PAIRS}": kernels.tiers()[build] for build in BUILDS}


def names():
    return [name.removeprefix("ks_") for name in functions()]


def interleaved(n, m):
    """Two words of any values, n of 64 bits below 2^n, with their variables in turn, so that sums of them compare by
    small formulas."""
    pairs = [(fresh(1) if i < n else NO, fresh(1)) for i in range(m)]
    return cat([a for a, _ in pairs]), cat([b for _, b in pairs])


def places(mask):
    """(for each i below MOST, the place of the bit after i others; the number of bits), as bytes and a word."""
    exactly, found = [YES] + [NO] * MOST, [number(0, 8)] * MOST
    for at in range(64):
        b = bit(mask, at)
        if b.value == 0:
            continue
        found = [choose(b & exactly[i], number(at, 8), found[i]) for i in range(MOST)]
        exactly = [choose(b, exactly[i - 1] if i else NO, exactly[i]) for i in range(MOST + 1)]
    return found, widen(count_bits(mask, 7), 64)


class Pairs(Machine):
    """A machine's induction over the squares. square: the lowest that is left, or EMPTY_BOARD."""

    def __init__(self, image, needed, square):
        super().__init__(
            image, dict(semantics, vptestmb=self.any_mask("vptestmb"), vmovq=self.any_mask("vmovq")), needed
        )
        self.square = square
        at = 0 if square is EMPTY_BOARD else square
        self.codes = kernels.any_board(at)
        rules = Rules(self.codes)
        self.occupied = cat([rules.occupied(n) for n in range(64)])
        self.attackers = rules.attackers(at, WHITE) | rules.attackers(at, BLACK)
        if below(number(MOST, 7), count_bits(self.attackers, 7)).value != 0:
            raise Refused(f"the rules give square {at} more than {MOST} attackers")
        self.mask = cat([NO if bit(self.attackers, n).value == 0 else fresh(1) for n in range(64)])
        self.found, self.room = interleaved(FOUND_BITS, 64)
        self.few = ~below(number(MOST, 7), count_bits(self.mask, 7))
        found, self.count = places(self.mask)
        self.of_mask = [(below(number(i, 64), self.count), place) for i, place in enumerate(found)]
        self.left = cat([fresh(1) if n > at else number(n == at, 1) for n in range(64)])
        self.rest = cat([NO if n <= at else bit(self.left, n) for n in range(64)])
        self.board = self.region("board", self.codes)
        self.any_left = fresh(64)  # of a mask, in the inner loop
        self.of_any_left = YES, lowest(self.any_left, 0)[:8]
        self.base, self.around = self.found, None
        self.stored = [self.region(name, (), writable=True) for name in ("from", "to")]

    def any_mask(self, mnemonic):
        """An instruction whose result, when that is the mask of attackers, becomes any mask."""

        def run(m, to, *what):
            semantics[mnemonic](m, to, *what)
            for name, x in list(m.state.cells.items()):
                if isinstance(x, Word) and x.n == 64 and same(x, self.attackers):
                    m.state.cells[name] = self.mask
                    m.state.path = m.state.path & self.few

        return run

    def start_state(self, arguments):
        """(The board has a piece, or none.)"""
        state = super().start_state(arguments)
        some = any_bit(self.occupied)
        state.path = ~some if self.square is EMPTY_BOARD else some
        return state

    # ---- Stores ----

    def store(self, operand, value, bits, align=1):
        p = self.locate(operand)
        if p.region not in [pointer.region for pointer in self.stored]:
            return super().store(operand, value, bits, align)
        n = bits // 8
        first = next((i for i in range(MOST) if same(p.distance(), self.base + number(i, 64))), None)
        if first is None or first + n > MOST or not isinstance(value, Word):
            self.refuse(f"a store to {p.region.name} that is not among the {MOST} next pairs")
        last = self.base + number(first + n - 1, 64)
        self.must_not(~below(last, self.room), f"a store to {p.region.name} from `room` on")
        self.accessed[p.region.name, True] = 0, "room"
        for i, byte in enumerate(pieces(value, 8), first):
            meant, expected = self.expected(p.region, i)
            if self.wrong(self.state, meant) and self.wrong(self.state, meant & ~equal(byte, expected)):
                self.refuse(f"{p.region.name} is wrong for attacker {i} of square {self.square}")
            self.state.cells[p.region.name, i] = YES

    def expected(self, region, i):
        """(whether there is a pair i behind those found, the byte that is right)."""
        there, place = self.of_mask[i] if self.around is None else self.of_any_left
        return there, place if region.name == "from" else number(self.square, 8)

    def wrong(self, state, condition):
        return (state.path & condition).value != 0

    # ---- The induction ----

    def any_turn(self, state):
        if self.square is EMPTY_BOARD:
            self.refuse("a turn without a piece")
        if not same(state.cells[TARGETS], self.occupied):
            self.refuse("the loop does not begin with the occupied squares")
        if not same(state.cells[COUNT], number(0, 64)) or not same(state.path, any_bit(self.occupied)):
            self.refuse("the loop does not begin without pairs")
        head = state.copy()
        head.path = YES
        head.cells[TARGETS], head.cells[COUNT] = self.left, self.found
        head.cells.update({(p.region.name, i): NO for p in self.stored for i in range(MOST)})  # whether it is right
        return head

    def is_kept(self, name, x, state):
        """(What the turn has stored is compared by expect_turn, and the next one stores elsewhere.)"""
        if name in (TARGETS, COUNT) or isinstance(name, tuple) and name[0] in ("from", "to"):
            return True
        return same(x, state.cells.get(name, UNDEFINED))

    def expect_turn(self, state, at_end=False):
        there = state.cells[COUNT]
        if not isinstance(there, Word) or self.wrong(state, any_bit(there ^ (self.found + self.count))):
            raise Refused("a wrong number of pairs")
        if not at_end and self.wrong(state, any_bit(state.cells[TARGETS] ^ self.rest) | ~any_bit(self.rest)):
            raise Refused("the squares that are left are wrong")
        if at_end and self.wrong(state, any_bit(self.rest)):
            raise Refused("it ends before the last square")
        for i in range(MOST):
            self.expect_stored(state, i, below(self.found + number(i, 64), self.room))

    def expect_stored(self, state, i, has_room):
        for pointer in self.stored:
            meant = self.expected(pointer.region, i)[0] & has_room
            if self.wrong(state, meant & ~state.cells[pointer.region.name, i]):
                raise Refused(f"{pointer.region.name} lacks attacker {i} of square {self.square}")

    # ---- The inner loop ----

    def any_inner_turn(self, state):
        """The head of the inner loop. It begins with the whole mask, and then stands for any rest of it."""
        if self.around is not None:
            return self.expect_inner_turn(state, False)
        if self.wrong(state, is_0(self.mask)) or not same(state.cells[MASK], self.mask):
            self.refuse("pairs are stored one by one, and not of all attackers")
        if not same(state.cells[COUNT], self.found) or not same(state.cells[ROOM], self.room):
            self.refuse("pairs are stored one by one, and not behind those found")
        self.around = state
        self.base = self.found  # any number here too
        self.inner = state.copy()
        self.inner.path = any_bit(self.any_left)
        of_found = Dependence([self.found])
        self.forgotten = {self.scratch, *FLAGS, *[name for name, x in state.cells.items() if of_found(x)]} - {COUNT}
        self.inner.cells.update(dict.fromkeys(self.forgotten, UNDEFINED))
        self.inner.cells[MASK] = self.any_left
        self.inner.cells.update({(p.region.name, i): NO for p in self.stored for i in range(MOST)})
        return self.inner.copy()

    def expect_inner_turn(self, state, at_end):
        """The lowest square's pair is stored if there is room, counted, and taken away."""
        first = lowest(self.any_left, 0)
        rest = self.any_left & ~cat([equal(first, number(i, 64)) for i in range(64)])
        if self.wrong(state, any_bit(state.cells[MASK] ^ rest) | any_bit(rest) ^ (NO if at_end else YES)):
            self.refuse("the attackers that are left are wrong")
        if self.wrong(state, any_bit(state.cells[COUNT] ^ (self.found + number(1, 64)))):
            self.refuse("a pair is not counted")
        self.expect_stored(state, 0, below(self.found, self.room))
        for name, x in self.inner.cells.items():
            if name in self.forgotten | {MASK, COUNT} or isinstance(name, tuple) and name[0] in ("from", "to"):
                continue
            if not same(x, state.cells.get(name, UNDEFINED)):
                self.refuse(f"{name} changes while pairs are stored one by one")
        return None

    def end_inner_loop(self, state):
        """The state behind the inner loop: all pairs of the mask are stored, as far as there is room, and counted."""
        self.expect_inner_turn(state, True)
        after, self.around = self.around, None
        after.cells.update(dict.fromkeys(self.forgotten | {MASK}, UNDEFINED))
        after.cells[COUNT] = self.found + self.count
        after.cells.update({(p.region.name, i): YES for p in self.stored for i in range(MOST)})
        return after

    # ---- The proof ----

    def prove(self, name):
        """(The loops are one to the machine, since they cross. The inner one is a jump back to its own beginning.)"""
        heads = {at for loop in self.loops_around(self.image.symbol(name)) for at in loop[0]}
        code = self.image.reached_from(self.image.symbol(name))
        jumps = {
            i.operands[0].address: at
            for at, i in code.items()
            if i.mnemonic == "jne" and i.operands[0].address in heads
        }
        outer, inner = min(heads), max(jumps)
        self.at_head[inner] = self.any_inner_turn
        self.at_head[jumps[inner] + self.image.instruction(jumps[inner]).length] = self.end_inner_loop
        self.scratch = SCRATCH[name.split("_")[1]]
        induction = Induction(self, [outer], self)
        induction.undefined = UNDEFINED_AT[name]
        state = induction.call(name, [self.board, *self.stored, self.room])
        if self.square is not EMPTY_BOARD:
            return self.expect_turn(state, at_end=True)
        if not same(state.cells[COUNT], number(0, 64)):
            raise Refused("an empty board has pairs")
        return None


# What the loop of a function overwrites, {its name: {head: cells}}: a case learns it from those before.
UNDEFINED_AT = defaultdict(lambda: defaultdict(set))


def prove(image, report, chosen=(), squares=range(64)):
    """Proves all functions, or those chosen."""
    those = {name: needed for name, needed in functions().items() if kernels.is_chosen(name, chosen)}

    def prove_case(case):
        name, square = case
        function, start = kernels.Function(name), time.process_time()
        words.start()
        try:
            machine = Pairs(image, those[name], square)
            machine.prove(name)
        except Exception as why:
            what = "an empty board" if square is EMPTY_BOARD else f"square {square}"
            return [(name, what, reason(why))]
        function.add(machine, time.process_time() - start)
        return [function]

    kernels.read_ahead(image, those)
    cases = [(name, square) for name in those for square in (EMPTY_BOARD, *squares)]
    kernels.each_case(prove_case, cases, list(those), report)
