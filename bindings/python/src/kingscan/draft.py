"""Boards that are edited. A Position whose pieces break the rules holds a Draft, until they keep them again."""
import copy
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Optional, Union

from . import answers
from ._kingscan import FenError, Position, get_draft, set_draft
from .board import KING, PIECE_TYPES, SQUARES, Piece, SquareSet, parse_square
from .words import BLACK, STARTING_BOARD_FEN, WHITE

_SIDES = {"white": WHITE, "black": BLACK, True: WHITE, False: BLACK}


def _side(color: Union[str, bool]) -> Any:
    if color not in ("white", "black", True, False):
        raise ValueError(f"expected 'white' or 'black', found {color!r}")
    return _SIDES[color]


class Draft:
    """The parts of a FEN that need not be a position, and its answers. error: why they are none."""

    move_stack: tuple = ()
    error: FenError

    def __init__(self, position: Position):
        if position.variant != "chess":
            raise NotImplementedError("boards are edited in chess alone, not in variants")
        self.pieces_at = position.piece_map()
        self.turn, self.ep_square = position.turn, position.ep_square
        self.castling_rights = str(position.castling_rights)
        self.halfmove_clock, self.fullmove_number = position.halfmove_clock, position.fullmove_number
        self.chess960, self.variant, self.uci_variant = position.chess960, position.variant, position.variant

    def board_fen(self) -> str:
        """As of a Position, and so are the others."""
        return answers.board_of(self.pieces_at)

    def fen(self, *, en_passant: str = "legal") -> str:
        ep_square = self.ep_square if en_passant == "fen" or not hasattr(self, "error") else None
        side, castling = "w" if self.turn else "b", self.castling_rights or "-"
        return f"{self.board_fen()} {side} {castling} {ep_square or '-'} {self.halfmove_clock} {self.fullmove_number}"

    def piece_map(self) -> dict[str, Piece]:
        return {square: self.pieces_at[square] for square in SquareSet(self.pieces_at)}

    def piece_at(self, square: str) -> Optional[Piece]:
        return self.pieces_at.get(parse_square(square))

    def piece_type_at(self, square: str) -> Optional[str]:
        piece = self.piece_at(square)
        return piece and piece.piece_type

    def color_at(self, square: str) -> Any:
        piece = self.piece_at(square)
        return piece and piece.color

    def pieces(self, letter: str, color: Union[str, bool, None] = None) -> SquareSet:
        wanted = Piece(letter, color)
        return SquareSet(square for square, piece in self.pieces_at.items() if piece == wanted)

    def king(self, color: Union[str, bool]) -> Optional[str]:
        return next(iter(self.pieces(KING, _side(color))), None)

    def ply(self) -> int:
        return 2 * (self.fullmove_number - 1) + (self.turn == BLACK)

    def status(self) -> tuple[str, str]:
        return self.error.code, str(self.error)

    def is_valid(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Draft) and self.fen(en_passant="fen") == other.fen(en_passant="fen")

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Position('{self.fen()}'{', chess960=True' if self.chess960 else ''})"

    def __str__(self) -> str:
        rows = (SQUARES[start : start + 8] for start in range(56, -8, -8))
        return "\n".join(" ".join(self.pieces_at.get(square, ".") for square in row) for row in rows)


# ---- From a Position to a Draft and back ----


def _edit(position: Position, change: Callable[[Draft], Any]) -> Any:
    """Changes the parts of a position. It is a Position of the rules again as soon as these allow it. Returns what
    the change gives."""
    held = get_draft(position)
    draft = copy.copy(held) if held else Draft(position)
    draft.pieces_at = dict(draft.pieces_at)
    draft.__dict__.pop("error", None)
    given = change(draft)
    set_draft(position, None)
    try:
        position.set_fen(draft.fen())
    except FenError as error:
        draft.error = error.with_traceback(None)  # which has the position: it would never be freed
        set_draft(position, draft)
    except BaseException:
        set_draft(position, held)
        raise
    return given


def _copied(position: Position, draft: Draft) -> Position:
    set_draft(position, None)
    made = position.copy(stack=False)
    set_draft(position, draft)
    set_draft(made, draft)  # which no edit changes: _edit makes another
    return made


def _restored(draft: Draft) -> Position:
    made = Position(chess960=draft.chess960)
    set_draft(made, draft)
    return made


def attribute(position: Position, draft: Draft, name: str) -> Any:
    """An attribute of a Position that holds a draft. Raises the draft's error for what the rules have to answer."""
    if name == "__class__":
        return Position
    if name == "copy":
        return lambda *, stack=False: _copied(position, draft)
    if name in ("__reduce__", "__reduce_ex__"):
        return lambda *_: (_restored, (draft,))
    if name in ("set_fen", "set_epd", "reset"):
        return partial(_set, position, name)
    if name in _EDITS:
        return partial(_EDITS[name], position)
    if name in _OF_PIECES:
        return getattr(answers, name)(draft)
    if name == "unicode":
        return partial(answers.unicode, draft)
    if hasattr(draft, name) and name != "error":
        return getattr(draft, name)
    if name.startswith("__") or name not in dir(Position()):
        return getattr(Position(), name)  # which says what is missing
    raise copy.copy(draft.error)


def assign(position: Position, name: str, value: Any) -> None:
    """Does position.turn = value, and so on."""
    if name not in _ASSIGNED:
        raise AttributeError(f"{name}: expected one of {', '.join(_ASSIGNED)} to be assigned; a Position has set_fen")
    _edit(position, lambda draft: setattr(draft, name, _ASSIGNED[name](value)))


def _set(position: Position, name: str, *fen: str) -> Any:
    held = get_draft(position)
    set_draft(position, None)
    try:
        return getattr(position, name)(*fen)
    except BaseException:
        set_draft(position, held)
        raise


def _rights(value: Union[str, SquareSet]) -> str:
    """The field of castling rights of a text, or of the squares of rooks."""
    if isinstance(value, SquareSet):
        return "".join(square[0].upper() if square[1] == "1" else square[0] for square in value[::-1]) or "-"
    if not isinstance(value, str):
        raise TypeError(f"castling_rights: expected a text such as 'KQkq', or a SquareSet, found {value!r}")
    return value or "-"


def _count(value: int) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"expected a number of moves, found {value!r}")
    return value


_ASSIGNED: dict[str, Callable[[Any], Any]] = {
    "turn": _side,
    "castling_rights": _rights,
    "ep_square": lambda square: None if square is None else parse_square(square),
    "halfmove_clock": _count,
    "fullmove_number": _count,
}

# ---- The methods that edit ----


def clear_board(position: Position) -> None:
    """Takes all pieces away."""
    _edit(position, lambda draft: draft.pieces_at.clear())


def _clear(draft: Draft) -> None:
    draft.pieces_at.clear()
    draft.turn, draft.castling_rights, draft.ep_square = WHITE, "-", None
    draft.halfmove_clock, draft.fullmove_number = 0, 1


def clear(position: Position) -> None:
    """The same, and sets the other parts of the FEN: white to move."""
    _edit(position, _clear)


def empty(kind: Any) -> Position:
    """A board without pieces."""
    made: Position = kind()
    clear(made)
    return made


def set_piece_at(position: Position, square: str, piece: Optional[str]) -> None:
    """Puts a piece on a square; None takes it away."""
    if piece is None:
        remove_piece_at(position, square)
        return
    _edit(position, lambda draft: draft.pieces_at.update({parse_square(square): _of_chess(piece)}))


def _of_chess(piece: str) -> Piece:
    made = Piece(piece)
    if made.piece_type not in PIECE_TYPES:
        raise ValueError(f"expected the letter of a piece of chess, such as 'N', found {piece!r}")
    return made


def remove_piece_at(position: Position, square: str) -> Optional[Piece]:
    """Takes the piece of a square away and returns it."""
    found: Optional[Piece] = _edit(position, lambda draft: draft.pieces_at.pop(parse_square(square), None))
    return found


def set_piece_map(position: Position, pieces: Mapping[str, str]) -> None:
    """Sets all pieces, by a dict of squares."""
    made = {parse_square(square): _of_chess(piece) for square, piece in pieces.items()}
    _edit(position, lambda draft: setattr(draft, "pieces_at", made))


def set_board_fen(position: Position, fen: str) -> None:
    """Sets all pieces, by the first field of a FEN."""
    _edit(position, lambda draft: setattr(draft, "pieces_at", answers.pieces_of(fen)))


def reset_board(position: Position) -> None:
    """Sets the pieces of the start."""
    set_board_fen(position, STARTING_BOARD_FEN)


def set_castling_fen(position: Position, castling_fen: str) -> None:
    """Sets the castling rights, such as "KQkq"."""
    assign(position, "castling_rights", castling_fen)


_OF_PIECES = ("occupied", "occupied_co", "pawns", "knights", "bishops", "rooks", "queens", "kings")
_EDITS: dict[str, Callable[..., Any]] = {
    edit.__name__: edit  # type: ignore[attr-defined]
    for edit in (
        *(clear, clear_board, remove_piece_at, reset_board, set_board_fen, set_castling_fen, set_piece_at),
        set_piece_map,
    )
}
