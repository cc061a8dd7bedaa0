"""Proves in_check_batch for every number of boards, by induction over its loops.

Board by board: the contents of a board, the king's square and the side are variables. When the routine goes on to the
next board, all cells that depend on them are forgotten. One byte is excepted, which is 0 when the rules say "not in
check" and not 0 when they say "in check"; the proof goes on with a byte of which only that is known. So a proof for
one board holds for each, whatever stood on those before.

Word by word: at the head of the loop that makes a word of 64 answers, a state H stands for any number of boards n. If
n < 64 the run goes on to its end, and the words written are compared there. Otherwise the run comes back to the head.
Then the first word of its answers has to be right, and the state has to be H again for the n - 64 boards that are
left: pointers are 64 boards further on, registers that matter are unchanged. That is the step of an induction
(induction.py).
"""
import time

import kernels
import sets
from induction import Dependence, Induction
from report import reason
from trusted import words
from trusted.image import Target
from trusted.instructions import Stride
from trusted.semantics import semantics
from trusted.machine import UNDEFINED, Machine, Pointer, Refused, Unknown, Word, same
from trusted.rules import Rules
from trusted.words import YES, any_bit, below, bit, cat, choose, fresh, left, look_up, number, right, subtract, widen

WORD = 64  # boards whose answers make a word


class Batch:
    """The boards of a batch, and the steps of the proof at certain places of the run."""

    def __init__(self, machine, name, form=None, a1_first=0):
        """form: that of a set (sets.py); None: our own codes."""
        self.machine, self.name = machine, name
        self.n = widen(fresh(58), 64)  # no address space holds more boards
        self.king, self.side = fresh(6), fresh(1)
        if form is None:
            self.board, self.before = [fresh(8) for _ in range(64)], []
            rules, known = [Rules(self.board)] * 2, self.board
        else:
            any_set = sets.AnySet(form, range(64))
            content = sets.seen_by(name.split("_")[1], form, any_set.against(self.side, a1_first))
            self.board, self.before = any_set.board, [machine.region("set", content)]
            rules = [sets.ClassRules(any_set.classes, sets.forward(side, a1_first)) for side in (0, 1)]
            known = any_set.of_board
        self.in_check = look_up(
            [rules[i >> 6].in_check(i & 63, i >> 6) for i in range(128)], cat([self.king, self.side])
        )
        self.of_board = Dependence(known + [self.king, self.side])
        self.of_n = Dependence([self.n])
        self.answers, self.free = {}, [fresh(8) for _ in range(WORD)]
        self.old = [fresh(8) for _ in range(WORD // 8)]
        self.kings = machine.region("kings", (), self.n)
        self.sides = machine.region("sides", (), self.n)
        self.out = machine.region("out", (), left(right(self.n + number(WORD - 1, 64), 6), 3), writable=True)
        self.boards = [Pointer(self.board_region(0), 0)]
        self.induction = Induction(machine, heads_of_loops(machine.image, name), self)

    def board_region(self, t):
        there = choose(below(number(t, 64), self.n), number(64, 64), number(0, 64))
        return self.machine.region(f"boards {t}", (), there).region

    def show_board(self, state, t):
        """From here on board t may be read, and no other."""
        for region, contents in ("kings", [widen(self.king, 8)]), ("sides", [widen(self.side, 8)]):
            state.cells[region, t] = contents[0]
            state.cells[region, t - 1] = UNDEFINED
        for i in range(64):
            state.cells[f"boards {t}", i] = self.board[i]
            state.cells.pop((f"boards {t - 1}", i), None)

    def go_on(self, machine, pointer):
        """From board t to the next: called where the stride is added."""
        t, state, found = int(pointer.region.name.split()[1]), machine.state, False
        if pointer.offset is not None:
            machine.refuse("the stride is added to somewhere in a board")
        if self.of_board(state.path):
            machine.refuse("the way on depends on what stands on a board")
        for name, x in state.cells.items():
            if not self.of_board(x):
                continue
            right_byte = (
                isinstance(name, tuple) and isinstance(x, Word) and not found and same(any_bit(x), self.in_check)
            )
            state.cells[name] = self.any_answer(t, x) if right_byte else Unknown("left from the board before")
            found = found or right_byte
        self.show_board(state, t + 1)
        if len(self.boards) == t + 1:
            self.boards.append(Pointer(self.board_region(t + 1), 0))
        return Pointer(self.boards[t + 1].region, pointer.base)

    def any_answer(self, t, x):
        """Any right answer in the place of x: constant bits stay, the others may be anything."""
        answer = cat([bit(x, i) if bit(x, i).value is not None else bit(self.free[t], i) for i in range(8)])
        if not same(answer, self.answers.setdefault(t, answer)):
            raise Refused("answers of two forms")
        return answer

    def expected_word(self, n):
        """The answers of the first n of 64 boards."""
        missing = number(0, 8)  # for boards that do not exist
        return cat([any_bit(self.answers.get(i, missing)) & below(number(i, 64), n) for i in range(WORD)])

    def expect_answers(self, n):
        for i in range(n):
            if i not in self.answers:
                raise Refused(f"no answer about board {i}")

    def any_turn(self, state):
        if not same(state.path, YES):
            self.machine.refuse("a loop that not every number of boards comes to")
        return state.copy()

    def expect_turn(self, state):
        self.expect_answers(WORD)
        written = cat([state.cells["out", i] for i in range(WORD // 8)])
        if (state.path & any_bit(written ^ self.expected_word(number(WORD, 64)))).value != 0:
            self.machine.refuse("a word of answers is wrong")
        if any(isinstance(name, tuple) and name[0] == "out" and name[1] >= WORD // 8 for name in state.cells):
            self.machine.refuse("a write behind the word")

    def is_kept(self, name, x, state):
        """Whether the state holds what x is for n boards, for the boards left after 64. (The stack's bytes count.)"""
        y = state.cells.get(name, UNDEFINED)
        if isinstance(name, tuple) and name[0] != "stack":
            return True
        if isinstance(x, Word) and isinstance(y, Word) and same(x, self.n):
            return (state.path & any_bit(y ^ subtract(x, number(WORD, 64)))).value == 0
        return same(self.further_on(x), y)

    def further_on(self, x):
        """The value that x has to have 64 boards further on; None: it is not known."""
        if isinstance(x, tuple):
            return self.further_on(x[0]), x[1]
        if self.of_n(x):
            return None
        if not isinstance(x, Pointer) or x.region is self.machine.constants:
            return x
        if x.region is self.boards[0].region:
            return None if x.offset else Pointer(self.boards[WORD].region, x.base)
        further = {"kings": WORD, "sides": WORD, "out": WORD // 8}.get(x.region.name, 0)
        return x.plus(number(further, 64))

    def arguments(self):
        return self.before + [self.boards[0], Stride(self.go_on), self.kings, self.sides, self.n, self.out]

    def check_end(self, state):
        """The run ends exactly for n < 64; n = 0 writes nothing."""
        self.expect_answers(WORD - 1)
        written = cat([state.cells["out", i] for i in range(WORD // 8)])
        expected = choose(any_bit(self.n), self.expected_word(self.n), cat(self.old))
        few = below(self.n, number(WORD, 64))
        if not same(state.path, few):
            raise Refused("not every number of boards below 64 comes to the end")
        if (few & any_bit(written ^ expected)).value != 0:
            raise Refused("a word of answers is wrong at the end")

    def prove(self):
        machine = self.machine
        start_state = machine.start_state

        def start(arguments):
            state = start_state(arguments)
            self.show_board(state, 0)
            state.cells.update({("out", i): w for i, w in enumerate(self.old)})
            return state

        machine.start_state = start
        self.check_end(self.induction.call(self.name, self.arguments()))


def heads_of_loops(image, name):
    """The heads of loops that a jump without a condition closes: n gives the number of their turns."""
    return {
        i.operands[0].address
        for at, i in image.function(name).items()
        if i.mnemonic == "jmp" and isinstance(i.operands[0], Target) and i.operands[0].address < at
    }


def names():
    return [f"{kernel}_{kernels.BATCH}{of_set}" for kernel, _ in kernels.with_own_batch() for of_set in ("", "_set")]


def prove_one(image, report, name, features, cases):
    """cases: pairs of a form of set and a1_first."""
    function = kernels.Function(name)
    for form, a1_first in cases:
        start = time.process_time()
        words.start()
        machine = Machine(image, semantics, features)
        try:
            Batch(machine, name, form, a1_first).prove()
        except Exception as why:
            what = f", a {form} set, a1_first {a1_first}" if form else ""
            return report.refused(name, "any number of boards" + what, reason(why))
        function.add(machine, time.process_time() - start)
    report.proved(function)


def prove(image, report, chosen=()):
    """Proves the batches that kernels have of their own, or those chosen."""
    for kernel, features in kernels.with_own_batch():
        name = f"ks_{kernel}_in_check_batch"
        if kernels.is_chosen(name, chosen):
            prove_one(image, report, name, features, [(None, 0)])


def prove_sets(image, report, chosen=()):
    """The same for sets."""
    for kernel, features in kernels.with_own_batch():
        name = f"ks_{kernel}_in_check_batch_set"
        forms = [(form, a1_first) for form in sets.forms(kernel) for a1_first in (0, 1)]
        if kernels.is_chosen(name, chosen):
            prove_one(image, report, name, features, forms)
