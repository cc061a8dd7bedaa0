"""Sets of squares, and pieces, as objects."""
from collections.abc import Iterable, Iterator
from typing import Any, SupportsInt, Union

from .._kingscan import ChessPiece, ChessSquares, set_chess_types
from .masks import BB_ALL, BB_RAYS, BB_SQUARES, between, flip_vertical, lsb, mask_of, scan_forward, scan_reversed
from .squares import PIECE_SYMBOLS, SQUARES, UNICODE_PIECE_SYMBOLS, Bitboard, Square

IntoSquareSet = Union[SupportsInt, Iterable[Square]]


class Piece(ChessPiece):
    """A kind of piece and a colour."""

    __slots__ = ()
    __match_args__ = ("piece_type", "color")

    @classmethod
    def from_symbol(cls, symbol: str) -> "Piece":
        """The piece of a letter of FEN, such as "N". Raises ValueError for other texts."""
        if len(symbol) != 1 or symbol.lower() not in PIECE_SYMBOLS:
            raise ValueError(f"expected the letter of a piece such as 'N' or 'q', found {symbol!r}")
        return cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper())

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The figure of the piece, such as "♘"."""
        return UNICODE_PIECE_SYMBOLS[self.symbol().swapcase() if invert_color else self.symbol()]

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.piece(self, size=45)


class SquareSet(ChessSquares):
    """A set of squares, of a mask, of another SquareSet or of squares. It changes as a set does.

    int() and hex() give its mask, in which bit n is square n.
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        self.mask = _mask(squares)

    # ---- As a set ----

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def add(self, square: Square) -> None:
        """Adds a square."""
        self.mask |= BB_SQUARES[square]

    def discard(self, square: Square) -> None:
        """Takes a square out, if it is there."""
        self.mask &= ~BB_SQUARES[square]

    def remove(self, square: Square) -> None:
        """Takes a square out. Raises KeyError when it is not there."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> Square:
        """Takes the first square out and returns it. Raises KeyError when there is none."""
        if not self.mask:
            raise KeyError("pop from an empty SquareSet")
        square = lsb(self.mask)
        self.discard(square)
        return square

    def clear(self) -> None:
        """Takes all squares out."""
        self.mask = 0

    def copy(self) -> "SquareSet":
        """The same set, as another object."""
        return type(self)(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Whether both have no square in common."""
        return not self.mask & _mask(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Whether the other set has all squares of this one."""
        return not self.mask & ~_mask(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Whether this set has all squares of the other one."""
        return not ~self.mask & _mask(other)

    def union(self, other: IntoSquareSet) -> "SquareSet":
        """The squares of both."""
        return type(self)(self.mask | _mask(other))

    def intersection(self, other: IntoSquareSet) -> "SquareSet":
        """The squares that are in both."""
        return type(self)(self.mask & _mask(other))

    def difference(self, other: IntoSquareSet) -> "SquareSet":
        """The squares of this set that the other one has not."""
        return type(self)(self.mask & ~_mask(other))

    def symmetric_difference(self, other: IntoSquareSet) -> "SquareSet":
        """The squares that are in one set alone."""
        return type(self)(self.mask ^ _mask(other))

    __or__, __and__, __sub__, __xor__ = union, intersection, difference, symmetric_difference

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of others."""
        for other in others:
            self.mask |= _mask(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps the squares that are in all others."""
        for other in others:
            self.mask &= _mask(other)

    def difference_update(self, other: IntoSquareSet) -> None:
        """Takes the squares of another set out."""
        self.mask &= ~_mask(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares that are in one set alone."""
        self.mask ^= _mask(other)

    def __ior__(self, other: IntoSquareSet) -> "SquareSet":
        self.update(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> "SquareSet":
        self.intersection_update(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> "SquareSet":
        self.difference_update(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> "SquareSet":
        self.symmetric_difference_update(other)
        return self

    # ---- As a number ----

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == _mask(other)  # type: ignore[arg-type]
        except (TypeError, ValueError, IndexError):
            return NotImplemented

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __invert__(self) -> "SquareSet":
        return type(self)(~self.mask & BB_ALL)

    def __lshift__(self, shift: int) -> "SquareSet":
        return type(self)(self.mask << shift & BB_ALL)

    def __rshift__(self, shift: int) -> "SquareSet":
        return type(self)(self.mask >> shift)

    def __ilshift__(self, shift: int) -> "SquareSet":
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> "SquareSet":
        self.mask >>= shift
        return self

    def carry_rippler(self) -> Iterator[Bitboard]:
        """The masks of all subsets, from the empty one."""
        subset, mask = 0, self.mask
        while True:
            yield subset
            subset = subset - mask & mask
            if not subset:
                return

    def mirror(self) -> "SquareSet":
        """The set with its ranks turned over."""
        return type(self)(flip_vertical(self.mask))

    def tolist(self) -> list[bool]:
        """For each square from a1 to h8, whether it is in the set."""
        return [square in self for square in SQUARES]

    def __repr__(self) -> str:
        return f"SquareSet(0x{self.mask:019_x})"

    def __str__(self) -> str:
        marks = ["1" if square in self else "." for square in SQUARES]
        return "\n".join(" ".join(marks[row : row + 8]) for row in range(56, -8, -8))

    def __reduce__(self) -> Any:
        return type(self), (self.mask,)

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(squares=self, size=390)

    # ---- Made ----

    @classmethod
    def ray(cls, a: Square, b: Square) -> "SquareSet":
        """The rank, file or diagonal through two squares, from edge to edge; the empty set when there is none."""
        return cls(BB_RAYS[a][b])

    @classmethod
    def between(cls, a: Square, b: Square) -> "SquareSet":
        """The squares between two on a rank, file or diagonal, without the two."""
        return cls(between(a, b))

    @classmethod
    def from_square(cls, square: Square) -> "SquareSet":
        """The set of one square."""
        return cls(BB_SQUARES[square])


def _mask(squares: Any) -> Bitboard:
    """The mask of a number, a SquareSet or squares."""
    if isinstance(squares, ChessSquares):
        return squares.mask
    return int(squares) & BB_ALL if hasattr(squares, "__int__") else mask_of(squares)


set_chess_types(Piece, SquareSet)
