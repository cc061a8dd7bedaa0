"""Proves that the builds in asm/attacked/ find all squares that a side attacks, for each board, side, choice of kinds
of pieces, and pieceset.

One run answers for all boards and all 64 squares at once. The variables come row by row: going down the board in this
order, the formula of a square has to remember only what the four rays from above have met, and then what the four below
may still meet. So formulas stay small. The sides are cases, and so are some kinds of pieces; with --full, the kinds are
variables.
"""
import time

import kernels
import sets
from report import reason
from trusted import words
from trusted.machine import Machine, Refused
from trusted.rules import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, Rules
from trusted.semantics import semantics
from trusted.words import bit, cat, fresh, number

BUILDS = "avx2", "gfni"  # their names are their tiers
ATTACKED, BY_KINDS, OF_SET = "attacked", "attacked_by", "attacked_set"
# Each kind is asked for in one of these and not in the other.
SOME_KINDS = 1 << PAWN | 1 << KNIGHT | 1 << BISHOP, 1 << ROOK | 1 << QUEEN | 1 << KING
ROW_BY_ROW = range(64)


class RulesOfKinds(Rules):
    """The rules when some kinds of pieces attack. kinds: a word that has a bit for each."""

    def __init__(self, board, kinds):
        super().__init__(board)
        self.kinds = kinds

    def piece(self, square, kind, side):
        return super().piece(square, kind, side) & bit(self.kinds, kind)


def functions():
    """{name: features} of all that is proved here."""
    return {f"ks_{build}_{kind}": kernels.tiers()[build] for kind in (ATTACKED, BY_KINDS, OF_SET) for build in BUILDS}


def names():
    return [name.removeprefix("ks_") for name in functions()]


def any_board():
    return [fresh(8) for _ in ROW_BY_ROW]


def run(image, name, features, board, side, before=(), kinds=None):
    """(the answer of a function, the machine). before: the bytes of a set."""
    machine = Machine(image, semantics, features)
    arguments = [machine.region("set", before)] if before else []
    arguments += [machine.region("board", board), kernels.argument(side)] + ([kinds] if kinds else [])
    return machine.word(machine.call(name, arguments).cells["rax"], 64), machine


def example(wrong, board):
    """(a square, a board on which the answer for that square is wrong)."""
    square = next(n for n in range(64) if bit(wrong, n).value != 0)
    return square, kernels.example(bit(wrong, square), board)


def refute(image, name, features):
    """(square, side, board) that `attacked` answers wrongly; None: there is none."""
    for side in 0, 1:
        words.start()
        board = any_board()
        wrong = run(image, name, features, board, side)[0] ^ Rules(board).attacked(side)
        if wrong.value != 0:
            square, found = example(wrong, board)
            return square, side, found
    return None


class Case:
    """A run of each function of a kind, with the formulas that they share."""

    def __init__(self, image, chosen):
        self.image, self.chosen = image, chosen

    def outcomes(self, kind, what, expected, *arguments, **more):
        """Functions, or arguments of report.refused, or of report.counterexample: as kernels.each_case wants them."""
        for build in BUILDS:
            name, start = f"ks_{build}_{kind}", time.process_time()
            if name not in self.chosen:
                continue
            function = kernels.Function(name)
            try:
                got, machine = run(self.image, name, self.chosen[name], *arguments, **more)
                wrong = got ^ expected
                if wrong.value != 0 and kind != ATTACKED:
                    raise Refused("the answer is wrong for some board")
            except Exception as why:
                yield name, what, reason(why)
                continue
            function.add(machine, time.process_time() - start)
            if wrong.value == 0:
                yield function
            else:
                board, side = arguments
                square, found = example(wrong, board)
                yield name, square, side, found

    def plain(self, side):
        board = any_board()
        yield from self.outcomes(ATTACKED, f"side {side}", Rules(board).attacked(side), board, side)

    def by_kinds(self, side, asked):
        """asked: the kinds as a number; None: any. The other bits of the argument may be anything."""
        those = cat([fresh(1) if asked is None else number(asked >> kind, 1) for kind in range(PAWN, KING + 1)])
        kinds = cat([fresh(1), those, fresh(57)])
        board = any_board()
        what = f"side {side}, kinds {'of any' if asked is None else hex(asked)}"
        expected = RulesOfKinds(board, kinds).attacked(side)
        yield from self.outcomes(BY_KINDS, what, expected, board, side, kinds=kinds)

    def of_set(self, form):
        any_set = sets.AnySet(form, ROW_BY_ROW)
        expected = {rows: sets.ClassRules(any_set.classes, rows).attacked(WHITE) for rows in (1, -1)}
        for king, a1_first in (0, 0), (1, 1), (0, 1), (1, 0):
            content = sets.without_cells(form, any_set.against(king, a1_first))
            what = f"side {1 - king}, a {form} set, a1_first {a1_first}"
            right = expected[sets.forward(king, a1_first)]
            yield from self.outcomes(OF_SET, what, right, any_set.board, 1 - king, before=content)


def prove(image, report, chosen=(), full=False):
    """Proves all functions, or those chosen."""
    those = {name: features for name, features in functions().items() if kernels.is_chosen(name, chosen)}
    asked = (None,) if full else SOME_KINDS
    cases = [(Case.plain, side) for side in (0, 1)]
    cases += [(Case.by_kinds, side, kinds) for side in (0, 1) for kinds in asked]
    cases += [(Case.of_set, form) for form in (sets.NARROW, sets.WIDE)]

    def prove_case(case):
        words.start()
        method, *arguments = case
        return method(Case(image, those), *arguments)

    kernels.each_case(prove_case, cases, list(those), report)
