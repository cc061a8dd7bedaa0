"""Pieces and sets of squares: strings and tuples that answer python-chess's questions."""
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn, Optional, Union

if TYPE_CHECKING:
    from ._kingscan import Word

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = "pnbrqk"
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
_NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
_FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
_ADVICE = {  # names of SquareSet in python-chess, which changes, and has numbers
    "add": "squares | {square}",
    "update": "squares | others",
    "discard": "squares - {square}",
    "remove": "squares - {square}",
    "pop": "squares[0] and squares - {square}",
    "clear": "SquareSet()",
    "mirror": "square_mirror(square) of each",
    "tolist": "[square in squares for square in SQUARES]",
    "mask": "Position.board and attacked(boards, sides), which have numbers",
    "carry_rippler": "itertools.combinations(squares, n)",
    "from_square": "SquareSet([square])",
    "ray": "Position.attacks(square)",
    "between": "Position.attacks(square)",
}


class Piece(str):
    """A piece: the str of its letter in FEN, such as "N" for a white knight. Piece("n", "white") is the same."""

    __slots__ = ()

    def __new__(cls, symbol: str, color: Union[str, bool, None] = None) -> "Piece":
        """A piece by its letter; or by its kind, such as KNIGHT, and its side."""
        if color is None:
            return super().__new__(cls, symbol)
        if symbol != symbol.lower():
            raise ValueError(f"expected the kind of a piece, such as KNIGHT, before a side; found {symbol!r}")
        if color not in ("white", "black", True, False):
            raise ValueError(f"color: expected 'white' or 'black', found {color!r}")
        return super().__new__(cls, symbol.upper() if color in ("white", True) else symbol)

    @classmethod
    def from_symbol(cls, symbol: str) -> "Piece":
        """The piece of a letter."""
        return cls(symbol)

    def symbol(self) -> str:
        """The letter."""
        return str(self)

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The figure of a piece of chess, such as ♘."""
        return _FIGURES[self.swapcase() if invert_color else str(self)]

    @property
    def piece_type(self) -> str:
        """Its kind: KNIGHT and so on, the small letter."""
        return self.lower()

    @property
    def color(self) -> "Word":
        """Its side."""
        from .words import BLACK, WHITE  # pylint: disable=import-outside-toplevel

        return WHITE if self.isupper() else BLACK


def piece_symbol(piece_type: str) -> str:
    """The letter of a kind of piece, which is the kind itself."""
    _NAMES[PIECE_TYPES.index(piece_type)]
    return piece_type


def piece_name(piece_type: str) -> str:
    """The name of a kind of piece, such as "knight"."""
    return _NAMES[PIECE_TYPES.index(piece_type)]


class SquareSet(tuple[str, ...]):
    """A tuple of the names of squares, each once, from the last rank to the first; with a set's & | - ^ and `<=`."""

    __slots__ = ()

    def __new__(cls, squares: Iterable[str] = ()) -> "SquareSet":
        """The set of squares."""
        if isinstance(squares, (int, str)):
            raise TypeError(f"expected names of squares, such as ['e4', 'd5'], found {squares!r}")
        return super().__new__(cls, sorted(set(squares), key=lambda name: (-int(name[1:]), name[0])))

    def __and__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) & set(other))

    def __or__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) | set(other))

    def __sub__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) - set(other))

    def __xor__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) ^ set(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __rsub__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(other) - set(self))

    intersection, union, difference, symmetric_difference = __and__, __or__, __sub__, __xor__

    def issubset(self, other: Iterable[str]) -> bool:
        """Whether all of its squares are among the others."""
        return set(self) <= set(other)

    def issuperset(self, other: Iterable[str]) -> bool:
        """Whether all of the others are among its squares."""
        return set(self) >= set(other)

    def isdisjoint(self, other: Iterable[str]) -> bool:
        """Whether it has no square of the others."""
        return set(self).isdisjoint(other)

    __le__, __ge__ = issubset, issuperset  # type: ignore[assignment]

    def __lt__(self, other: Iterable[str]) -> bool:
        return set(self) < set(other)

    def __gt__(self, other: Iterable[str]) -> bool:
        return set(self) > set(other)

    def __int__(self) -> NoReturn:
        raise TypeError("a SquareSet has no number, since Kingscan counts squares from a8, and python-chess from a1")

    def __getattr__(self, name: str) -> Any:
        advice: Optional[str] = _ADVICE.get(name)
        raise AttributeError(f"a SquareSet has no {name}" + (f"; take {advice}" if advice else ""))
