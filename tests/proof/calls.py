"""Proves in_check_batch of the kernels without one of their own, for every number of boards: c/core/kernels/batch.c as
compiled.

The function calls the kernel's in_check, which has a proof of its own; a call stands for that function's contract. A
call of memset, which is another library's, stands for memset's contract. The rest is an induction over the loop. The
state at its head stands for any board i < n: the bits of out below i are the answers, the others are 0. That holds
for i = 0, and has to hold for i + 1 when the run comes to the head again; registers that matter are unchanged, or one
board further on (induction.py).
"""
import time

import kernels
from induction import Dependence, Induction
from report import reason
from trusted import words
from trusted.image import GENERAL, Memory, Register
from trusted.instructions import Stride
from trusted.semantics import semantics
from trusted.machine import FLAGS, LANES, UNDEFINED, VOLATILE, Machine, Refused, Word, same
from trusted.words import NO, YES, any_bit, below, by_count, cat, equal, fresh, left, number, right, widen

ONE = number(1, 64)


class ByCalls(Machine):
    """The cell `word` of a state is the word of out that has the bit of board i; `cleared`: whether out was cleared."""

    def __init__(self, image, name, features):
        super().__init__(image, dict(semantics, call=self.call_by_contract), features)
        self.name, self.asks = name, name.replace("in_check_batch", "in_check")
        both = [(fresh(1), fresh(1)) for _ in range(58)]  # in this order their comparison is a small formula
        self.n, self.any_i = (widen(cat([pair[k] for pair in both]), 64) for k in (0, 1))
        self.king, self.side, self.in_check, self.any_word = fresh(8), fresh(8), fresh(1), fresh(64)
        size = left(right(self.n + number(63, 64), 6), 3)
        self.set = [self.region("set", ())] if name.endswith("_set") else []
        self.board, self.next = self.region("board", ()), self.region("next board", ())
        self.kings, self.sides = self.region("kings", (), self.n), self.region("sides", (), self.n)
        self.out, self.size = self.region("out", (), size, writable=True), size

    # ---- Memory: the elements of the arguments that belong to board i ----

    def is_of_board(self, p, bits):
        """The name of what a pointer means; None for everything else."""
        for name, region, at, n in (
            ("king", self.kings, self.i, 8),
            ("side", self.sides, self.i, 8),
            ("word", self.out, left(right(self.i, 6), 3), 64),
        ):
            if p.region is region.region:
                self.must_not(~below(self.i, self.n), f"{name}: there is no such board")
                if bits != n or not same(p.distance(), at):
                    self.refuse(f"{name}: of another board")
                return name
        return None

    def load(self, operand, bits, align=1):
        name = self.is_of_board(self.locate(operand), bits)
        if name is None:
            return super().load(operand, bits, align)
        return self.state.cells[name]

    def store(self, operand, value, bits, align=1):
        name = self.is_of_board(self.locate(operand), bits)
        if name is None:
            return super().store(operand, value, bits, align)
        if name != "word":
            self.refuse(f"a write to {name}")
        self.state.cells[name] = value

    # ---- Calls ----

    def argument(self, k, bits):
        return self.read(Register("rdi rsi rdx rcx".split()[k], bits, 0))

    def is_pointer(self, k, pointer):
        return same(self.state.cells["rdi rsi rdx rcx".split()[k]], pointer)

    def call_by_contract(self, m, to):
        below_stack = self.stack_pointer()
        if below_stack % 16:
            self.refuse("a call with a stack that is not aligned")
        if below_stack - self.word_size < self.stack.first:
            self.refuse("a call with a frame of more than a page")
        if to.address == self.image.symbol(self.asks):
            found = self.ask()
        elif self.name_of_other(to.address) == "memset":
            found = self.clear()
        else:
            self.refuse("a call of something else")
        cells = self.state.cells
        for name in [name for name in cells if name[0] == "stack" and name[1] < below_stack]:
            del cells[name]
        for name in VOLATILE[64]:
            cells[name] = Word(64)
        cells["rax"] = found
        for name in FLAGS + [f"k{i}" for i in range(8)] + [lanes[0] for lanes in LANES]:
            cells[name] = UNDEFINED
        for name in [name for lanes in LANES for name in lanes[1:]]:
            if isinstance(cells[name], Word):  # the function called may clear them, or not
                cells[name] = UNDEFINED

    def ask(self):
        """The answer of the kernel's in_check: 0 or 1 in 32 bits."""
        at = len(self.set)
        pointers = self.set + [self.board]
        if not all(self.is_pointer(k, p) for k, p in enumerate(pointers)):
            self.refuse("the question is about another board")
        for k, w in (at + 1, self.king), (at + 2, self.side):
            if not same(self.argument(k, 32), widen(w, 32)):
                self.refuse("the question is about another king or side")
        return cat([self.in_check, number(0, 31), fresh(32)])

    def name_of_other(self, address):
        """The name of another library's function whose stub, a jump and nothing else, stands at an address."""
        i = self.image.instruction(address)
        if i.mnemonic == "endbr64":
            i = self.image.instruction(address + i.length)
        slot = i.operands[0] if i.mnemonic == "jmp" else None
        if not isinstance(slot, Memory) or slot.base != "image" or slot.index:
            return None
        return self.image.relocations.get(slot.displacement) if self.image.is_constant(slot.displacement, 8) else None

    def clear(self):
        if not self.is_pointer(0, self.out) or any_bit(self.argument(1, 8)).value != 0:
            self.refuse("memset of something else")
        if not same(self.argument(2, 64), self.size):
            self.refuse("memset of another length")
        self.state.cells.update(word=number(0, 64), cleared=YES)
        return Word(64)

    # ---- The induction ----

    def expected_word(self):
        return self.any_word | by_count(left, widen(self.in_check, 64), self.i[:6])

    def any_turn(self, state):
        self.state = state
        self.must_not(~state.cells["cleared"] | any_bit(state.cells["word"]), "answers that are not cleared")
        self.must_not(~any_bit(self.n), "a loop without boards")
        head, self.i = state.copy(), self.any_i
        head.path = below(self.i, self.n)
        self.first_board = {name for name in GENERAL if getattr(state.cells[name], "value", None) == 0}
        of_board = Dependence([self.king, self.side, self.in_check])  # these words belong to the first board
        head.cells.update({name: UNDEFINED for name, x in head.cells.items() if of_board(x)})
        head.cells.update(dict.fromkeys(self.first_board, self.i), king=self.king, side=self.side, word=self.any_word)
        return head

    def expect_turn(self, state):
        self.state = state
        self.must_not(any_bit(state.cells["word"] ^ self.expected_word()), "a wrong answer, or one in a wrong place")
        self.must_not(~below(self.i + ONE, self.n), "more turns than boards")

    def is_kept(self, name, x, state):
        y = state.cells.get(name, UNDEFINED)
        if name in self.first_board:
            return same(y, self.i + ONE)
        return name == "word" or same(y, self.one_further(x))

    def one_further(self, x):
        if isinstance(x, tuple):
            return self.one_further(x[0]), x[1]
        return self.next if same(x, self.board) else x

    def go_on(self, machine, pointer):
        if not same(pointer, self.board):
            self.refuse("the stride is added to something else")
        return self.next

    def start_state(self, arguments):
        state, self.i = super().start_state(arguments), number(0, 64)
        state.cells.update(king=self.king, side=self.side, word=number(0, 64), cleared=NO)
        return state

    def prove(self):
        heads = [head for loop in self.loops_around(self.image.symbol(self.name)) for head in loop[0]]
        if not heads:
            raise Refused("no loop")
        # (Lower addresses: ways around the loop, which compilers put after it.)
        state = Induction(self, [max(heads)], self).call(
            self.name, self.set + [self.board, Stride(self.go_on), self.kings, self.sides, self.n, self.out]
        )
        none, last = ~any_bit(self.n), equal(self.i + ONE, self.n)
        if not same(state.path, none | last):
            raise Refused("it does not end behind the last board")
        if (none & state.cells["cleared"]).value != 0:
            raise Refused("something is written where there are no boards")
        if (last & any_bit(state.cells["word"] ^ self.expected_word())).value != 0:
            raise Refused("the last answer is wrong")


def functions():
    """{name: features} of the batches that are proved here."""
    return {
        f"ks_{kernel}_{kernels.BATCH}{of_set}": kernels.feature_names(features)
        for kernel, features, _, batch in kernels.rows()
        for of_set in ("", "_set")
        if batch == "BY_CALLS"
    }


def names():
    return [name.removeprefix("ks_") for name in functions()]


def prove(image, report, chosen=()):
    """Proves the batches of the kernels that have none of their own, with _set and without; or those chosen."""
    for name, features in functions().items():
        if not kernels.is_chosen(name, chosen):
            continue
        words.start()
        function, start = kernels.Function(name), time.process_time()
        try:
            machine = ByCalls(image, name, features)
            machine.prove()
        except Exception as why:
            report.refused(name, "any number of boards", reason(why))
            continue
        function.add(machine, time.process_time() - start)
        report.proved(function)
