"""BaseBoard: pieces on squares, without a side to move."""
import itertools
from collections.abc import Mapping
from functools import cache
from typing import Any, Callable, Optional, TypeVar

from .._kingscan import ChessBoard
from .masks import BB_ALL, BB_EMPTY, flip_vertical
from .squares import FILE_NAMES, RANK_NAMES, STARTING_BOARD_FEN, WHITE, Bitboard, Color, Square
from .squareset import Piece

_Self = TypeVar("_Self", bound="BaseBoard")


class BaseBoard(ChessBoard):
    """Pieces on squares.

    board_fen  the pieces as FEN has them; None for an empty board

    The masks pawns, knights, bishops, rooks, queens, kings, occupied, promoted and occupied_co[color] can be assigned.
    Raises ValueError when board_fen is none.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, board_fen: Optional[str] = STARTING_BOARD_FEN) -> None:
        if board_fen is not None:
            self._read_board_fen(board_fen)

    @classmethod
    def empty(cls: type[_Self]) -> _Self:
        """A board without pieces."""
        return cls(None)

    # ---- Edited ----

    def reset_board(self) -> None:
        """Puts the pieces where a game begins."""
        self._read_board_fen(STARTING_BOARD_FEN)

    def clear_board(self) -> None:
        """Takes all pieces off."""
        self._clear_board()

    def remove_piece_at(self, square: Square) -> Optional[Piece]:
        """Takes a piece off and returns it; None when there was none."""
        piece: Optional[Piece] = self.piece_at(square)
        self._remove_piece_at(square)
        return piece

    def set_piece_at(self, square: Square, piece: Optional[Piece], promoted: bool = False) -> None:
        """Puts a piece on a square; None takes it off. promoted: it was a pawn."""
        if piece is None:
            self._remove_piece_at(square)
        else:
            self._set_piece_at(square, piece.piece_type, piece.color, promoted)

    def set_board_fen(self, fen: str) -> None:
        """Puts the pieces of FEN on the board. Raises ValueError for other texts."""
        self._read_board_fen(fen)

    def _read_board_fen(self, fen: str) -> None:
        if len(fen.split()) != 1:
            raise ValueError(f"expected position part of fen, got multiple parts: {fen!r}")
        self._set_board_fen(fen.strip())

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Puts the pieces of a dict on the board, and takes all others off."""
        self._clear_board()
        for square, piece in pieces.items():
            self._set_piece_at(square, piece.piece_type, piece.color)

    # ---- Chess960 ----

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Puts the pieces where a game of Chess960 begins. scharnagl: 0 to 959, else ValueError is raised."""
        self._set_board_fen(_chess960_start(scharnagl))

    @classmethod
    def from_chess960_pos(cls: type[_Self], scharnagl: int) -> _Self:
        """The start of a game of Chess960, by its number from 0 to 959."""
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    def chess960_pos(self) -> Optional[int]:
        """The number of this start of Chess960; None for other boards."""
        return _chess960_number(self.board_fen())

    # ---- Copied and turned ----

    def copy(self: _Self) -> _Self:
        """The same board, as another object."""
        board = type(self)(None)
        board._assign(self, False)
        return board

    def __copy__(self: _Self) -> _Self:
        return self.copy()

    def __deepcopy__(self: _Self, memo: dict[int, object]) -> _Self:
        memo[id(self)] = board = self.copy()
        return board

    def __reduce__(self) -> Any:
        return _restore, (type(self), self._get_states(), list(self.move_stack), self.chess960, self.__dict__)

    def transform(self: _Self, f: Callable[[Bitboard], Bitboard]) -> _Self:
        """A board whose masks are those of this one after f, such as flip_vertical."""
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Does the same with this board."""
        for name in "pawns knights bishops rooks queens kings occupied promoted".split():
            setattr(self, name, f(getattr(self, name)))
        self.occupied_co[:] = [f(mask) for mask in self.occupied_co]

    def mirror(self: _Self) -> _Self:
        """A board turned over, with colours changed."""
        board = self.copy()
        board.apply_mirror()
        return board

    def apply_mirror(self) -> None:
        """Does the same with this board."""
        self.apply_transform(flip_vertical)
        self.occupied_co[:] = self.occupied_co[::-1]

    # ---- Asked and drawn ----

    def piece_count(self) -> int:
        """How many pieces stand on the board."""
        return bin(self.occupied).count("1")

    def _effective_promoted(self) -> Bitboard:
        """Pieces that were pawns, in variants where that matters."""
        return BB_EMPTY

    def board_fen(self, *, promoted: Optional[bool] = None) -> str:
        """The pieces as FEN has them. promoted: mark those that were pawns, as Q~; None: where a variant needs it."""
        if promoted is None:
            return self._board_fen(self._effective_promoted())
        return self._board_fen(BB_ALL & self.promoted if promoted else BB_EMPTY)

    def __eq__(self, other: object) -> bool:
        return self._has_same_pieces(other) if isinstance(other, BaseBoard) else NotImplemented

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def _rows(self, text_of: Callable[[Piece], str], empty: str) -> list[list[str]]:
        """The texts of the pieces, from the eighth rank to the first."""
        pieces = self.piece_map()
        texts = [text_of(pieces[square]) if square in pieces else empty for square in range(64)]
        return [texts[first : first + 8] for first in range(56, -8, -8)]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self._rows(Piece.symbol, "."))

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = WHITE,
    ) -> str:
        """The board with figures. invert_color: for light letters on a dark ground. orientation: the side below."""
        step = 1 if orientation else -1
        rows = self._rows(lambda piece: piece.unicode_symbol(invert_color=invert_color), empty_square)
        rows = [row[::step] for row in rows[::step]]
        if not borders:
            return "\n".join(map(" ".join, rows))
        line = f"  {'-' * 17}\n"
        body = "".join(f"{line}{rank} |{'|'.join(row)}|\n" for rank, row in zip(RANK_NAMES[::-step], rows))
        return f"{body}{line}   {' '.join(FILE_NAMES[::step])}"

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(board=self, size=400)


def _restore(kind: type[_Self], states: bytes, moves: list[Any], chess960: bool, others: dict[str, Any]) -> _Self:
    """The board that was pickled."""
    board = kind.__new__(kind)
    board._set_states(states)
    board.move_stack.extend(moves)
    board.chess960 = chess960
    board.__dict__.update(others)
    return board


# ---- Chess960 ----


@cache
def _starts() -> dict[str, int]:
    """The first ranks of Chess960 and their numbers: two bishops, the queen and the knights on what is left."""
    return {_first_rank(number): number for number in range(960)}


def _first_rank(number: int) -> str:
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank = [""] * 8
    rank[2 * light + 1] = rank[2 * dark] = "B"
    rank[[file for file in range(8) if not rank[file]][queen]] = "Q"
    left = [file for file in range(8) if not rank[file]]
    for file in list(itertools.combinations(left, 2))[knights]:
        rank[file] = "N"
    others = iter("RKR")
    return "".join(piece or next(others) for piece in rank)


def _start(rank: str) -> str:
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank}"


def _chess960_start(number: int) -> str:
    """The pieces of a start of Chess960, as FEN has them. number: 0 to 959, else ValueError is raised."""
    if not isinstance(number, int) or not 0 <= number < 960:
        raise ValueError(f"expected a number from 0 to 959, found {number!r}")
    return _start(_first_rank(number))


def _chess960_number(board_fen: str) -> Optional[int]:
    """The number of such a start; None for other pieces."""
    rank = board_fen.rpartition("/")[2]
    return _starts().get(rank) if board_fen == _start(rank) else None
