"""Proves which memory the readers of placements read and write, and which registers they keep, for every text.

The proof knows nothing of the bytes of a text, and so nothing of vectors computed from them: those are words that
stand for any value. A value that comes to a general register is a variable for each bit, and an address made of it is
followed through all its values. The answers are tested, not proved.
"""
import time

import features
import kernels
from report import reason
from trusted import words
from trusted.semantics import semantics
from trusted.image import Mask
from trusted.machine import LANES, Machine, same
from trusted.words import Word, widen

READABLE, SQUARES, MASKS_SIZE = 73, 64, 40  # PLACEMENT_READABLE; a board; struct ks_piece_masks


class Vague(Machine):
    """A machine that knows vectors and masks only where they are constant."""

    def write_vector(self, operand, w, element=None):
        super().write_vector(operand, w, element)
        for lane in LANES[operand.number]:
            if self.state.cells[lane].value is None:
                self.state.cells[lane] = Word(128)

    def write_legacy(self, operand, w):
        super().write_legacy(operand, w if w.value is not None else Word(128))

    def write(self, operand, x):
        super().write(operand, Word(x.n) if isinstance(operand, Mask) and x.value is None else x)

    def merged(self, c, a, b):
        if isinstance(a, Word) and isinstance(b, Word) and not same(a, b):
            return Word(a.n)
        return super().merged(c, a, b)


def any_count(m, to, what):
    """popcnt, whose result is known only to be at most 64."""
    m.read(what)
    m.write(to, widen(Word(7), to.bits))
    m.flags()


def one_text(m):
    """The arguments of a reader of one placement."""
    return [
        text(m, ""),
        m.region("board", (), SQUARES, writable=True),
        m.region("masks", (), MASKS_SIZE, writable=True),
    ]


def four_texts(m):
    """The arguments of a reader of four."""
    addresses = [(pointer, i) for pointer in [text(m, f" {n}") for n in range(4)] for i in range(8)]
    return [
        m.region("texts", addresses),
        m.region("boards", (), 4 * SQUARES, writable=True),
        m.region("masks", (), 4 * MASKS_SIZE, writable=True),
        m.region("lengths", (), 4 * 8, writable=True),
    ]


def text(m, which):
    return m.region("text" + which, [Word(8) for _ in range(READABLE)])


ARGUMENTS = {"read_placement": one_text, "read_four_placements": four_texts}


def functions():
    """{name: (features, arguments)} of the readers that are proved here."""
    found = {name: (needed, ARGUMENTS.get(name.split("_", 2)[2])) for name, needed in features.functions().items()}
    return {name: both for name, both in found.items() if both[1]}


def names():
    return [name.removeprefix("ks_") for name in functions()]


def prove(image, report, chosen=()):
    for name, (needed, arguments) in functions().items():
        if not kernels.is_chosen(name, chosen):
            continue
        start = time.process_time()
        words.start()
        try:
            machine = Vague(image, dict(semantics, popcnt=any_count), needed)
            machine.call(name, arguments(machine))
        except Exception as why:
            report.refused(name, "any text", reason(why))
            continue
        function = kernels.Function(name)
        function.add(machine, time.process_time() - start)
        report.proved(function, " (memory and registers, not the answer)")
