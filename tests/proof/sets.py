"""Proves in_check_set, attackers_set and king_scan_set for every pieceset that ks_pieceset_init makes.

The tables of a set are variables, and so is every byte of a board. A lookup of a byte in a table of variables may
find anything. So each square gets attack classes of its own, limited as pieces.h limits classes, and a lookup is
recognized by its table and its index (words.NAMED). The proof shows more than it has to, since two squares with the
same byte may differ. The same bytes have other classes in the table against the other side.

The proof rests on the layout of ks_pieceset, and on the promises of ks_pieceset_init (tests/core/pieceset.c): a
narrow set repeats its classes every sixteen bytes; a class is 0, OWN | OCCUPIED, or OCCUPIED with attacks; in a set
with cells, the class of a byte is that of its cell if the byte lives there, and else 0.
"""
import time

import kernels
from report import reason
from trusted import words
from trusted.machine import Refused, Unknown
from trusted.rules import ORTHOGONAL, Rules, step
from trusted.words import NAMED, NO, any_bit, bit, cat, choose, fill, fresh, look_up, number, pieces, widen

FORMS = NARROW, WIDE, CELLS = "narrow", "wide", "cells"
WITH_CELLS = "ssse3", "avx2"  # kernels that look at cells
IS_ORTHOGONAL, IS_DIAGONAL, IS_KNIGHT, IS_WAZIR, IS_FERZ, IS_PAWN, IS_OWN, IS_OCCUPIED = range(8)


def forms(kernel):
    return [form for form in FORMS if form != CELLS or kernel in WITH_CELLS]


def without_cells(form, content):
    """Code that does not use cells sees a set with cells as any other wide one."""
    return content[:-4] + pieces(widen(fresh(1), 32), 8) if form == WIDE else content


def seen_by(kernel, form, content):
    return content if kernel in WITH_CELLS else without_cells(form, content)


class ClassRules(Rules):
    """The rules on attack classes against one side's king instead of codes. forward: rows that an enemy pawn goes."""

    def __init__(self, classes, forward):
        self.classes, self.forward = classes, forward

    def occupied(self, square):
        return bit(self.classes[square], IS_OCCUPIED)

    def belongs_to(self, square, side):
        return bit(self.classes[square], IS_OWN)

    def slides(self, square, line, side):
        return bit(self.classes[square], IS_ORTHOGONAL if line == ORTHOGONAL else IS_DIAGONAL)

    def attacks_by_pawn(self, square, target, side):
        files, rows = step(square, target)
        return bit(self.classes[square], IS_PAWN) if abs(files) == 1 and rows == self.forward else NO

    def attacks_by_step(self, square, target, side):
        kind = {(0, 1): IS_WAZIR, (1, 1): IS_FERZ}.get(tuple(sorted(map(abs, step(square, target)))))
        return NO if kind is None else bit(self.classes[square], kind)

    def attacks_by_leap(self, square, target, side):
        return bit(self.classes[square], IS_KNIGHT) if sorted(map(abs, step(square, target))) == [1, 2] else NO


def any_class():
    w = fresh(8)
    occupied, own = bit(w, IS_OCCUPIED), bit(w, IS_OWN)
    return cat([w[:IS_OWN] & fill(occupied & ~own, IS_OWN), own & occupied, occupied])


def forward(side, a1_first):
    """Rows that an enemy's pawn goes: a white king's enemies go down a board that begins with a8."""
    return 1 if side ^ a1_first == 0 else -1


class AnySet:
    """Any set of a form, any board in its codes, and the classes of the squares against the king that is asked about.
    squares: in which order the variables come. of_board: words that say all of a board."""

    def __init__(self, form, squares):
        self.squares = squares
        self.classes, self.board, self.of_board = [None] * 64, [None] * 64, []
        self.by_side, self.others = [], {}  # tables of a white king and a black one, and names; lookups in other tables
        tables, cells = {NARROW: self.make_narrow, WIDE: self.make_wide, CELLS: self.make_cells}[form]()
        self.of_board += self.board + self.classes
        self.content = (
            lambda a1_first: tables + pieces(number(a1_first, 32), 8) + pieces(number(form != NARROW, 32), 8) + cells
        )

    def against(self, side, a1_first):
        """The bytes of the set. side: that of the king that is asked about, a number or a word of one bit."""
        NAMED.clear()
        NAMED.update(self.others)
        for both, names, counts_from_a8 in self.by_side:
            is_black = (number(side, 1) if isinstance(side, int) else side) ^ number(a1_first and counts_from_a8, 1)
            against_other = {index: fresh(8) for index in names}
            white, black = (
                {index: choose(is_black ^ number(table, 1), against_other[index], w) for index, w in names.items()}
                for table in (0, 1)
            )
            meant = [choose(is_black, other, table) for table, other in zip(*both)]
            for table, known in (both[0], white), (both[1], black), (meant, names):
                NAMED.give(table, known)
        return self.content(a1_first)

    def make_narrow(self):
        for n in self.squares:
            self.classes[n] = any_class()
        NAMED.choices = words.D.variables
        for n in self.squares:
            self.board[n] = fresh(8)
        both = any_tables(16)
        self.by_side.append((both, {self.board[n][:4].key: self.classes[n] for n in self.squares}, False))
        return both[0] * 16 + both[1] * 16, []

    def make_wide(self):
        upper, halves = {}, {}
        for n in self.squares:
            self.classes[n], other, upper[n] = any_class(), any_class(), fresh(1)
            halves[n] = [choose(upper[n], *ways) for ways in ((other, self.classes[n]), (self.classes[n], other))]
            self.of_board += halves[n]
        NAMED.choices = words.D.variables
        for n in self.squares:
            self.board[n] = cat([fresh(7), upper[n]])
        both = any_tables(256)
        for half in 0, 1:
            self.by_side.append(
                (
                    [table[128 * half : 128 * half + 128] for table in both],
                    {self.board[n][:7].key: halves[n][half] for n in self.squares},
                    False,
                )
            )
        return both[0] + both[1], [number(0, 8)] * 4

    def make_cells(self):
        uppers_of_cell, classes_of_cell = {}, {}
        for n in self.squares:
            classes_of_cell[n], lives = any_class(), fresh(1)
            self.classes[n] = classes_of_cell[n] & fill(lives, 8)
            self.board[n], difference = fresh(4), fresh(8)
            difference = choose(any_bit(difference), difference, number(1, 8))  # anything but 0
            uppers_of_cell[n] = widen(self.board[n], 8) ^ choose(lives, number(0, 8), difference)
        NAMED.choices = words.D.variables
        for n in self.squares:
            self.board[n] = cat([fresh(4), self.board[n]])
        of_upper = [cat([fresh(4), number(upper, 4)]) for upper in range(16)]
        uppers, both = any_tables(16)[0], any_tables(16)
        NAMED.give(of_upper, {self.board[n][4:].key: cat([fresh(4), self.board[n][4:]]) for n in self.squares})
        cells = {n: (look_up(of_upper, self.board[n][4:]) ^ self.board[n])[:4].key for n in self.squares}
        nowhere = {of_upper[0][:4].key: fresh(8)}  # where a kernel has no square but a 0: anything
        NAMED.give(uppers, {cells[n]: uppers_of_cell[n] for n in self.squares} | nowhere)
        self.others = dict(NAMED)
        self.by_side.append((both, {cells[n]: classes_of_cell[n] for n in self.squares} | nowhere, True))
        self.of_board += list(uppers_of_cell.values()) + list(classes_of_cell.values())
        tables = [Unknown("a table that a set with cells goes without")] * 512
        return tables, pieces(number(1, 32), 8) + of_upper + uppers + both[0] * 2 + both[1] * 2


def any_tables(n):
    return [[fresh(8) for _ in range(n)] for _ in range(2)]


def prove(image, report, chosen=(), squares=range(64)):
    """Proves all functions, or those chosen. Both sides and both orders of the squares share the formulas of a case."""
    functions = [
        (kernel, f"ks_{kernel}_{kind}_set", kind, features)
        for kernel, features in kernels.kernels().items()
        for kind in kernels.KINDS
        if kernels.is_meant(f"{kernel}_{kind}_set", chosen, full=True)
    ]

    def prove_case(case):
        form, square = case
        words.start()
        any_set = AnySet(form, kernels.order(square))
        expected = {rows: kernels.Expected(ClassRules(any_set.classes, rows), square, 0) for rows in (1, -1)}
        for side, a1_first in (0, 0), (1, 1), (0, 1), (1, 0):
            content = any_set.against(side, a1_first)
            for kernel, name, kind, features in functions:
                if form not in forms(kernel):
                    continue
                start, asked, function = (
                    time.process_time(),
                    1 - side if kind == "attackers" else side,
                    kernels.Function(name),
                )
                try:
                    seen = [("set", seen_by(kernel, form, content))]
                    got, machine = kernels.run(image, name, features, any_set.board, square, asked, seen)
                    wrong = kernels.differences(got, expected[forward(side, a1_first)], kind)
                    if wrong.value != 0:
                        raise Refused("the answer is wrong for some board")
                except Exception as why:
                    yield name, f"square {square}, side {asked}, a {form} set, a1_first {a1_first}", reason(why)
                    continue
                function.add(machine, time.process_time() - start)
                yield function

    kernels.read_ahead(image, [name for _, name, _, _ in functions])
    cases = [(form, square) for form in FORMS for square in squares]
    kernels.each_case(prove_case, cases, [name for _, name, _, _ in functions], report)
