"""The rules of chess as check.h asks for them, written from the rules and from no kernel.

A piece that slides attacks along a line when every square between is empty; the others attack from where they stand. On
words, so that the rules run on numbers and on formulas. Squares: a8 is 0, h8 7, a1 56, h1 63.
"""
from .words import NO, YES, any_bit, bit, cat, equal, is_0, number

WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
BLACK_BIT = 8
ORTHOGONAL, DIAGONAL = "orthogonal", "diagonal"


def file(square):
    return square & 7


def row(square):
    return square >> 3  # from the top: row 0 is rank 8


def step(a, b):
    """The files and rows from a to b."""
    return file(b) - file(a), row(b) - row(a)


def line(a, b):
    """The kind of line that two squares lie on."""
    files, rows = step(a, b)
    if a == b:
        return None
    return ORTHOGONAL if files == 0 or rows == 0 else DIAGONAL if abs(files) == abs(rows) else None


def between(a, b):
    """The squares between two squares on a line, from a to b."""
    files, rows = step(a, b)
    steps = max(abs(files), abs(rows))
    return [a + (8 * (rows // steps) + files // steps) * i for i in range(1, steps)]


class Rules:
    """The rules on a board: 64 bytes in the codes of check.h."""

    def __init__(self, board):
        self.codes = [w[:4] for w in board]  # the upper half of a byte does not count

    def piece(self, square, kind, side):
        return equal(self.codes[square], number(kind + (BLACK_BIT if side == BLACK else 0), 4))

    def occupied(self, square):
        """Codes 0 and 7 mean an empty square, with the bit of black too."""
        kind = self.codes[square][:3]
        return ~(is_0(kind) | equal(kind, number(7, 3)))

    def belongs_to(self, square, side):
        black = bit(self.codes[square], 3)
        return self.occupied(square) & (black if side == BLACK else ~black)

    def slides(self, square, kind_of_line, side):
        other = ROOK if kind_of_line == ORTHOGONAL else BISHOP
        return self.piece(square, QUEEN, side) | self.piece(square, other, side)

    def attacks_by_pawn(self, square, target, side):
        """White pawns capture one row up, black ones one row down."""
        files, rows = step(square, target)
        forward = -1 if side == WHITE else 1
        return self.piece(square, PAWN, side) if abs(files) == 1 and rows == forward else NO

    def attacks_by_step(self, square, target, side):
        files, rows = step(square, target)
        return self.piece(square, KING, side) if max(abs(files), abs(rows)) == 1 else NO

    def attacks_by_leap(self, square, target, side):
        return self.piece(square, KNIGHT, side) if sorted(map(abs, step(square, target))) == [1, 2] else NO

    def all_empty(self, squares):
        empty = YES
        for square in squares:
            empty = empty & ~self.occupied(square)
        return empty

    def attacks(self, square, target, side):
        """One bit: a piece of that side on the square attacks the target."""
        found = (
            self.attacks_by_pawn(square, target, side)
            | self.attacks_by_step(square, target, side)
            | self.attacks_by_leap(square, target, side)
        )
        kind = line(square, target)
        if kind:
            found = found | self.slides(square, kind, side) & self.all_empty(between(target, square))
        return found

    # ---- The functions of check.h ----

    def attackers(self, square, by_side):
        return cat([self.attacks(n, square, by_side) for n in range(64)])

    def attacked(self, by_side):
        return cat([any_bit(self.attackers(n, by_side)) for n in range(64)])

    def in_check(self, king, side):
        return any_bit(self.attackers(king, 1 - side))

    def king_scan(self, king, side):
        """The masks of ks_king_lines, in order."""
        enemy, checkers = 1 - side, self.attackers(king, 1 - side)
        marked = {mask: [NO] * 64 for mask in ("check_lines", "pinned", ORTHOGONAL, DIAGONAL)}

        def mark(mask, squares, condition):
            for square in squares:
                marked[mask][square] = marked[mask][square] | condition

        for n in range(64):
            mark("check_lines", [n], bit(checkers, n))
            kind = line(king, n)
            if not kind:
                continue
            inner, slider = between(king, n), self.slides(n, kind, enemy)
            mark("check_lines", inner, slider & self.all_empty(inner))
            for square in inner:
                others = [other for other in inner if other != square]
                pin = slider & self.belongs_to(square, side) & self.all_empty(others)
                mark("pinned", [square], pin)
                mark(kind, inner + [n], pin)
        return cat([checkers] + [cat(marked[mask]) for mask in ("check_lines", "pinned", ORTHOGONAL, DIAGONAL)])
