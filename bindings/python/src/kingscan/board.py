"""Squares, pieces and sets of squares: strings and tuples that answer python-chess's questions."""
import re
from collections.abc import Iterable, Iterator, KeysView
from typing import TYPE_CHECKING, Any, NoReturn, Optional, Union

if TYPE_CHECKING:
    from ._kingscan import Word

FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")


class _Squares(list[str]):
    """The squares from a1 to h8, each by its number, or by its name as python-chess's by the square."""

    def __getitem__(self, square: Any) -> Any:
        return parse_square(square) if isinstance(square, str) else super().__getitem__(square)


class PieceType(str):
    """The kind of a piece, a small letter. It is equal to no Piece, not to a black one either."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return not isinstance(other, Piece) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


SQUARES = _Squares(file + rank for rank in RANK_NAMES for file in FILE_NAMES)
SQUARE_NAMES = SQUARES
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = map(PieceType, "pnbrqk")
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_NAMES = dict(zip(PIECE_TYPES, ("pawn", "knight", "bishop", "rook", "queen", "king")))
UNICODE_PIECE_SYMBOLS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
_SQUARE = re.compile(r"[a-z][1-9][0-9]?")
_RIGHTS = re.compile(r"K?Q?k?q?|-")
_CORNERS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
_PIECE = re.compile(r"\+?[A-Za-z]")
_ADVICE = {  # names of SquareSet in python-chess, which changes, and has numbers
    "add": "squares |= {square}",
    "update": "squares |= others",
    "intersection_update": "squares &= others",
    "difference_update": "squares -= others",
    "symmetric_difference_update": "squares ^= others",
    "discard": "squares -= {square}",
    "remove": "squares -= {square}",
    "pop": "square = lsb(squares), and squares -= {square}",
    "clear": "squares = SquareSet()",
    "mask": "Position.board and attacked(boards, sides), which have numbers",
    "carry_rippler": "itertools.combinations(squares, n)",
}


# ---- Squares ----


def _hint(square: object) -> str:
    """The advice for a number, which python-chess has for squares and their sets."""
    if not isinstance(square, int) or isinstance(square, bool):
        return ""
    return f"; take SQUARES[{square}], which is {SQUARES[square]!r}" if 0 <= square < 64 else "; take a SquareSet"


def _no_name(square: object) -> str:
    return f"expected a square from 'a1' to 'h8', found {square!r}" + _hint(square)


def parse_square(name: str) -> str:
    """The square of a name, which is the name itself. Raises ValueError for other texts."""
    if name not in SQUARES:
        raise ValueError(_no_name(name))
    return name


square_name = parse_square


def square(file_index: int, rank_index: int) -> str:
    """The square of a file, 0 for the a-file, and a rank, 0 for the first one."""
    if not (0 <= file_index < 8 and 0 <= rank_index < 8):
        raise ValueError(f"expected a file and a rank from 0 to 7, found {file_index} and {rank_index}")
    return SQUARES[8 * rank_index + file_index]


def square_file(square: str) -> int:
    """0 for the a-file to 7 for the h-file."""
    return SQUARES.index(parse_square(square)) % 8


def square_rank(square: str) -> int:
    """0 for the first rank to 7 for the eighth."""
    return SQUARES.index(parse_square(square)) // 8


def square_distance(a: str, b: str) -> int:
    """How many moves a king needs from one square to the other on an empty board."""
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_mirror(square: str) -> str:
    """The square of the same file on the rank that is as far from the other end."""
    return SQUARES[8 * (7 - square_rank(square)) + square_file(square)]


def square_manhattan_distance(a: str, b: str) -> int:
    """How many steps along files and ranks lead from one square to the other."""
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b))


def square_knight_distance(a: str, b: str) -> int:
    """How many moves a knight needs from one square to the other on an empty board."""
    reached, moves = {parse_square(a)}, 0
    while parse_square(b) not in reached:
        reached |= {other for square in reached for other in SQUARES if _is_knight_move(square, other)}
        moves += 1
    return moves


def _is_knight_move(a: str, b: str) -> bool:
    return abs(square_file(a) - square_file(b)) * abs(square_rank(a) - square_rank(b)) == 2


def ray(a: str, b: str) -> "SquareSet":
    """The squares of the rank, file or diagonal through two squares, from edge to edge; none without such a line."""
    files, ranks = square_file(b) - square_file(a), square_rank(b) - square_rank(a)
    if a == b or (files and ranks and abs(files) != abs(ranks)):
        return SquareSet()
    left, below = square_file(a), square_rank(a)
    return SquareSet(s for s in SQUARES if (square_file(s) - left) * ranks == (square_rank(s) - below) * files)


def between(a: str, b: str) -> "SquareSet":
    """The squares between two squares of a rank, file or diagonal, without both."""
    whole = square_distance(a, b)
    return SquareSet(s for s in ray(a, b) if s not in (a, b) and square_distance(a, s) + square_distance(s, b) == whole)


# ---- Pieces ----


class Piece(str):
    """A piece: the str of its letter in FEN, such as "N" for a white knight. Piece("n", "white") is the same."""

    __slots__ = ()

    def __new__(cls, symbol: str, color: Union[str, bool, None] = None) -> "Piece":
        """A piece by its letter; or by its kind, such as KNIGHT, and its side."""
        if not isinstance(symbol, str) or not _PIECE.fullmatch(symbol):
            raise ValueError(f"expected the letter of a piece, such as 'N' or KNIGHT, found {symbol!r}")
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

    def __repr__(self) -> str:
        return f"Piece.from_symbol({str(self)!r})"

    def symbol(self) -> str:
        """The letter."""
        return str(self)

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The figure of a piece of chess, such as ♘."""
        return UNICODE_PIECE_SYMBOLS[self.swapcase() if invert_color else str(self)]

    def __eq__(self, other: object) -> bool:
        return not isinstance(other, PieceType) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    @property
    def piece_type(self) -> PieceType:
        """Its kind: KNIGHT and so on, the small letter."""
        return PieceType(self.lower())

    @property
    def color(self) -> "Word":
        """Its side."""
        from .words import BLACK, WHITE  # pylint: disable=import-outside-toplevel

        return WHITE if self.isupper() else BLACK


def piece_symbol(piece_type: str) -> str:
    """The letter of a kind of piece, which is the kind itself."""
    piece_name(piece_type)
    return piece_type


def piece_name(piece_type: str) -> str:
    """The name of a kind of piece, such as "knight"."""
    if piece_type not in PIECE_TYPES:
        raise ValueError(f"expected the kind of a piece, such as KNIGHT, found {piece_type!r}")
    return PIECE_NAMES[piece_type]


# ---- Sets of squares ----


def _rooks_of(rights: str) -> set[str]:
    """The squares of the rooks that may castle. A Word says that they are in the corners."""
    from ._kingscan import Word  # pylint: disable=import-outside-toplevel

    if not isinstance(rights, Word):
        raise TypeError(f"expected names of squares, found {rights!r}; castling_shredder_fen() has the files of rooks")
    return {_CORNERS[letter] for letter in rights.strip("-")}


def _names(squares: Union[Iterable[str], int]) -> set[str]:
    """The names in a set; a str, a number and what has others than names is none."""
    if isinstance(squares, SquareSet):
        return set(squares)
    if isinstance(squares, str) and _RIGHTS.fullmatch(squares):
        return _rooks_of(squares)
    names = [squares] if isinstance(squares, (int, str)) else list(squares)
    for name in names:
        if names != [squares] and isinstance(name, str) and _SQUARE.fullmatch(name):
            continue
        raise TypeError(f"expected names of squares, such as ['e4', 'd5'], found {name!r}" + _hint(name))
    return set(names)


class SquareSet(tuple[str, ...]):
    """A tuple of the names of squares, each once, from the last rank to the first; with a set's & | - ^ and `<=`."""

    __slots__ = ()

    def __new__(cls, squares: Iterable[str] = ()) -> "SquareSet":
        """The set of squares."""
        return super().__new__(cls, sorted(_names(squares), key=lambda name: (-int(name[1:]), name[0])))

    @classmethod
    def from_square(cls, square: str) -> "SquareSet":
        """The set of one square."""
        return cls((square,))

    @classmethod
    def between(cls, a: str, b: str) -> "SquareSet":
        """What `between` gives."""
        return between(a, b)

    @classmethod
    def ray(cls, a: str, b: str) -> "SquareSet":
        """What `ray` gives."""
        return ray(a, b)

    def __contains__(self, square: object) -> bool:
        if not isinstance(square, str):
            raise TypeError(_no_name(square))
        return super().__contains__(square)

    def __str__(self) -> str:
        """The board with 1 on the squares, and a point on the others."""
        files = max([8, *(ord(name[0]) - ord("a") + 1 for name in self)])
        ranks = max([8, *(int(name[1:]) for name in self)])
        rows = ([chr(ord("a") + file) + str(rank) for file in range(files)] for rank in range(ranks, 0, -1))
        return "\n".join(" ".join("1" if name in self else "." for name in row) for row in rows)

    def __call__(self) -> "SquareSet":
        """The set itself: position.checkers() is position.checkers."""
        return self

    def __eq__(self, other: object) -> bool:
        """Equal to a tuple of the same names in the same order, and to a set or list of the same names."""
        if isinstance(other, frozenset):
            raise TypeError("a SquareSet has another hash than a frozenset; compare with set(squares)")
        if isinstance(other, (set, list, KeysView, int)):
            return set(self) == _names(other)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __invert__(self) -> "SquareSet":
        return SquareSet(SQUARES) - _on_board(self)

    def tolist(self) -> list[bool]:
        """Whether each square of SQUARES, from a1 to h8, is in the set."""
        inside = set(_on_board(self))
        return [square in inside for square in SQUARES]

    def mirror(self) -> "SquareSet":
        """The squares of the same files on the ranks that are as far from the other end."""
        return SquareSet(map(square_mirror, self))

    def copy(self) -> "SquareSet":
        """The set itself, since no set changes."""
        return self

    def __and__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) & _names(other))

    def __or__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) | _names(other))

    def __sub__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) - _names(other))

    def __xor__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(set(self) ^ _names(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __rsub__(self, other: Iterable[str]) -> "SquareSet":
        return SquareSet(_names(other) - set(self))

    intersection, union, difference, symmetric_difference = __and__, __or__, __sub__, __xor__

    def issubset(self, other: Iterable[str]) -> bool:
        """Whether all of its squares are among the others."""
        return set(self) <= _names(other)

    def issuperset(self, other: Iterable[str]) -> bool:
        """Whether all of the others are among its squares."""
        return set(self) >= _names(other)

    def isdisjoint(self, other: Iterable[str]) -> bool:
        """Whether it has no square of the others."""
        return set(self).isdisjoint(_names(other))

    __le__, __ge__ = issubset, issuperset  # type: ignore[assignment]

    def __lt__(self, other: Iterable[str]) -> bool:
        return set(self) < _names(other)

    def __gt__(self, other: Iterable[str]) -> bool:
        return set(self) > _names(other)

    def __int__(self) -> NoReturn:
        raise TypeError("a SquareSet has no number; take sum(1 << SQUARES.index(square) for square in squares)")

    __index__ = __int__  # for hex(squares)

    def __getattr__(self, name: str) -> Any:
        advice: Optional[str] = _ADVICE.get(name)
        raise AttributeError(f"a SquareSet has no {name}" + (f"; take {advice}" if advice else ""))


def _on_board(squares: SquareSet) -> SquareSet:
    """The set, when it is of chess; variants have other boards."""
    for name in squares:
        parse_square(name)
    return squares


def popcount(squares: Iterable[str]) -> int:
    """How many squares a set has."""
    return len(SquareSet(squares))


def scan_forward(squares: Iterable[str]) -> Iterator[str]:
    """The squares of a set from a1 to h8."""
    return iter(sorted(SquareSet(squares), key=SQUARES.index))


def scan_reversed(squares: Iterable[str]) -> Iterator[str]:
    """The squares of a set from h8 to a1."""
    return reversed(list(scan_forward(squares)))


def lsb(squares: Iterable[str]) -> str:
    """The first square of a set, from a1."""
    return min(SquareSet(squares), key=SQUARES.index)


def msb(squares: Iterable[str]) -> str:
    """The last square of a set, from a1."""
    return max(SquareSet(squares), key=SQUARES.index)
