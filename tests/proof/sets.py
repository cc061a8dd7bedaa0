"""The same functions for every pieceset that ks_pieceset_init makes: _set behind the name.

A set's tables are variables, and so is every byte of a board. Looked up at a byte, a table of variables holds anything:
so each square gets attack classes of its own, under what pieces.h says of classes, and the lookup is known by its table
and its index (words.NAMED). That shows more than has to be, since two squares with the same byte may differ.

What the functions rest on, besides the layout of ks_pieceset, and what ks_pieceset_init promises (tests/core/pieceset.c):
a narrow set repeats its classes every sixteen bytes; a class is 0, OWN | OCCUPIED, or OCCUPIED with attacks; where a set
has cells, the class of a byte is what its cell says if the byte lives there, and else 0.
"""
import time

import kernels
from trusted import words
from trusted.machine import Refused, Unknown
from trusted.rules import ORTHOGONAL, Rules, step
from trusted.words import NAMED, NO, bit, cat, choose, equal, fill, fresh, look_up, number, pieces, widen

FORMS = NARROW, WIDE, CELLS = 'narrow', 'wide', 'cells'
WITH_CELLS = 'ssse3', 'avx2'  # kernels that look at cells
IS_ORTHOGONAL, IS_DIAGONAL, IS_KNIGHT, IS_WAZIR, IS_FERZ, IS_PAWN, IS_OWN, IS_OCCUPIED = range(8)


class ClassRules(Rules):
    """The rules on attack classes against one side's king instead of codes. forward: rows that an enemy pawn goes."""

    def __init__(self, classes, forward): self.classes, self.forward = classes, forward
    def occupied(self, square): return bit(self.classes[square], IS_OCCUPIED)
    def belongs_to(self, square, side): return bit(self.classes[square], IS_OWN)

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
    side: of that king, a number or a bit. squares: in which order the variables come."""

    def __init__(self, form, a1_first, side, squares):
        self.side, self.squares, self.a1_first = side, squares, a1_first
        self.classes, self.board = [None] * 64, [None] * 64
        tables, cells = {NARROW: self.make_narrow, WIDE: self.make_wide, CELLS: self.make_cells}[form]()
        flags = [number(x, 32) for x in (a1_first, form != NARROW)]
        self.set = tables + [w for flag in flags for w in pieces(flag, 8)] + cells

    def name(self, both, names, swapped=0):
        """Names the lookups in the table of the side. Of two tables, both when the side is a bit, and the one it means."""
        if swapped: both = both[::-1]
        if isinstance(self.side, int): asked = [both[self.side]]
        else: asked = both + [[choose(self.side, black, white) for white, black in zip(*both)]]
        for table in asked: NAMED[table[0].key, len(table)] = names

    def make_narrow(self):
        for n in self.squares: self.classes[n] = any_class()
        NAMED.choices = words.D.variables
        for n in self.squares: self.board[n] = fresh(8)
        both = [[fresh(8) for _ in range(16)] for _ in range(2)]
        self.name(both, {self.board[n][:4].key: self.classes[n] for n in self.squares})
        return both[0] * 16 + both[1] * 16, []

    def make_wide(self):
        upper, halves = {}, {}
        for n in self.squares:
            upper[n], halves[n] = fresh(1), (any_class(), any_class())
            self.classes[n] = choose(upper[n], halves[n][1], halves[n][0])
        NAMED.choices = words.D.variables
        for n in self.squares: self.board[n] = cat([fresh(7), upper[n]])
        both = [[fresh(8) for _ in range(256)] for _ in range(2)]
        for half in 0, 1:
            self.name([table[128 * half:128 * half + 128] for table in both],
                      {self.board[n][:7].key: halves[n][half] for n in self.squares})
        return both[0] + both[1], [number(0, 8)] * 4

    def make_cells(self):
        uppers_of_cell, classes_of_cell = {}, {}
        for n in self.squares:
            upper, uppers_of_cell[n], classes_of_cell[n] = fresh(4), fresh(8), any_class()
            self.board[n] = upper
            self.classes[n] = classes_of_cell[n] & fill(equal(uppers_of_cell[n], widen(upper, 8)), 8)
        NAMED.choices = words.D.variables
        for n in self.squares: self.board[n] = cat([fresh(4), self.board[n]])
        of_upper = [cat([fresh(4), number(upper, 4)]) for upper in range(16)]
        uppers = [fresh(8) for _ in range(16)]
        both = [[fresh(8) for _ in range(16)] for _ in range(2)]
        NAMED[of_upper[0].key, 16] = {self.board[n][4:].key: cat([fresh(4), self.board[n][4:]]) for n in self.squares}
        cells = {n: (look_up(of_upper, self.board[n][4:]) ^ self.board[n])[:4].key for n in self.squares}
        NAMED[uppers[0].key, 16] = {cells[n]: uppers_of_cell[n] for n in self.squares}
        self.name(both, {cells[n]: classes_of_cell[n] for n in self.squares}, self.a1_first)
        tables = [Unknown('a table that a set with cells goes without')] * 512
        return tables, pieces(number(1, 32), 8) + of_upper + uppers + both[0] * 2 + both[1] * 2


class Case(AnySet):
    """A form of set, where its boards begin, a king's square and side."""

    def __init__(self, form, a1_first, square, side):
        words.start()
        super().__init__(form, a1_first, side, kernels.order(square))
        self.square, self.known = square, {}
        self.rules = ClassRules(self.classes, forward(side, a1_first))

    def side_asked(self, kind): return 1 - self.side if kind == 'attackers' else self.side

    def __getitem__(self, kind):
        """The rules' answer."""
        if kind not in self.known: self.known[kind] = getattr(self.rules, kind)(self.square, self.side_asked(kind))
        return self.known[kind]


def prove(image, report, chosen=(), squares=range(64), forms=FORMS):
    functions = [(kernel, f'ks_{kernel}_{kind}_set', kind, features) for kernel, features in kernels.kernels().items()
                 for kind in kernels.KINDS if kernels.is_meant(f'{kernel}_{kind}_set', chosen)]
    found = {name: kernels.Function(name) for _, name, _, _ in functions}
    for form, a1_first, side, square in [(f, a, s, q) for f in forms for a in (0, 1) for s in (0, 1) for q in squares]:
        case = Case(form, a1_first, square, side)
        for kernel, name, kind, features in functions:
            if name not in found or form == CELLS and kernel not in WITH_CELLS: continue
            start = time.process_time()
            what = f'square {square}, side {case.side_asked(kind)}, a {form} set, a1_first {a1_first}'
            try:
                got, machine = kernels.run(image, name, features, case.board, square, case.side_asked(kind),
                                           [('set', case.set)])
                if kernels.differences(got, case, kind).value != 0: raise Refused('the answer is wrong for some board')
            except Refused as why:
                report.refused(found.pop(name).name, what, why)
                continue
            found[name].add(machine, time.process_time() - start)
    NAMED.clear()
    for function in found.values(): report.line(str(function))
