"""Answers of a Position in Python, for names that python-chess has: each function is the method of its name."""
import itertools
import re
from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from typing import Any, Optional, Union

from ._kingscan import Move, Position
from .board import FILE_NAMES, PAWN, PIECE_TYPES, QUEEN, RANK_NAMES, SQUARES, UNICODE_PIECE_SYMBOLS
from .board import BySide, Piece, SquareSet, between, parse_square, ray
from .epd import read as from_epd  # noqa: F401

Mask = Optional[Container[str]]

# ---- Positions made ----


def from_piece_map(
    kind: Any,
    pieces: Mapping[str, str],
    *,
    turn: Union[str, bool] = "white",
    castling_rights: str = "-",
    **settings: Any,
) -> Position:
    """The Position of a dict of squares and pieces."""
    if turn not in ("white", "black", True, False):
        raise ValueError(f"turn: expected 'white' or 'black', found {turn!r}")
    rows = board_of({parse_square(square): Piece(piece) for square, piece in pieces.items()})
    side = "w" if turn in ("white", True) else "b"
    made: Position = kind(f"{rows} {side} {castling_rights or '-'} - 0 1", **settings)
    return made


def board_of(pieces: Mapping[str, Piece]) -> str:
    """The first field of the FEN of pieces."""
    ranks = ("".join(pieces.get(file + rank, "1") for file in FILE_NAMES) for rank in reversed(RANK_NAMES))
    return "/".join("".join(_counted(rank)) for rank in ranks)


def _counted(rank: str) -> Iterator[str]:
    """The parts of a rank in FEN, which counts empty squares."""
    for empty, squares in itertools.groupby(rank, lambda letter: letter == "1"):
        yield str(len(list(squares))) if empty else "".join(squares)


def root(position: Position) -> Position:
    """A copy with all moves taken back."""
    copied = position.copy()
    while copied.move_stack:
        copied.pop()
    return copied


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


def chess960_start(number: int) -> str:
    """The pieces of a start of Chess960, as FEN has them. number: 0 to 959, else ValueError is raised."""
    if not isinstance(number, int) or not 0 <= number < 960:
        raise ValueError(f"expected a number from 0 to 959, found {number!r}")
    return _start(_first_rank(number))


def chess960_number(board_fen: str) -> Optional[int]:
    """The number of such a start; None for other pieces."""
    rank = board_fen.rpartition("/")[2]
    return _starts().get(rank) if board_fen == _start(rank) else None


def from_chess960_pos(kind: Any, number: int) -> Position:
    """A start of Chess960."""
    made: Position = kind(f"{chess960_start(number)} w KQkq - 0 1", chess960=True)
    return made


def chess960_pos(position: Position) -> Optional[int]:
    """The number of this start; None for other positions."""
    is_start = position.turn == "white" and position.castling_rights == "KQkq"
    return chess960_number(position.board_fen()) if is_start else None


def clean_castling_rights(position: Position) -> str:
    """The castling rights, of which a position has possible ones."""
    return position.castling_rights


def castling_xfen(position: Position) -> str:
    """The field of castling rights."""
    return str(position.castling_rights)


def castling_shredder_fen(position: Position) -> str:
    """The field of castling rights by the files of rooks."""
    return "".join(_rook_of(position, letter) for letter in position.castling_rights)


def _rook_of(position: Position, letter: str) -> str:
    """The file of the rook that a letter of castling rights means."""
    if letter not in "KQkq":
        return letter
    white = letter.isupper()
    king = position.king("white" if white else "black") or ""
    files = [square[0] for square in position.pieces("R" if white else "r") if square[1:] == king[1:]]
    file = max(files) if letter in "Kk" else min(files)
    return file.upper() if white else file


def shredder_fen(position: Position) -> str:
    """The FEN with the files of rooks that may castle."""
    fields = position.fen().split(" ")
    fields[2] = castling_shredder_fen(position)
    return " ".join(fields)


def has_chess960_castling_rights(position: Position) -> bool:
    """Whether a king or rook that may castle has another first square than in usual chess."""
    rights = castling_shredder_fen(position).strip("-")
    kings = [position.king("white" if letter.isupper() else "black") for letter in rights]
    return not set(rights) <= set("AHah") or any(king and king[0] != "e" for king in kings)


# ---- The board ----


def unicode(
    position: Position,
    *,
    invert_color: bool = False,
    borders: bool = False,
    empty_square: str = "⭘",
    orientation: Union[str, bool] = "white",
) -> str:
    """The board with figures."""
    if orientation not in ("white", "black", True, False):
        raise ValueError(f"orientation: expected 'white' or 'black', found {orientation!r}")
    figures = {letter.swapcase() if invert_color else letter: it for letter, it in UNICODE_PIECE_SYMBOLS.items()}
    figures["."] = empty_square
    drawn = str(position)
    wide = 2 if "+" in drawn else 1  # a promoted piece of a variant has two letters
    step = 1 if orientation in ("white", True) else -1
    rows = ([row[at : at + wide] for at in range(0, len(row), wide + 1)][::step] for row in drawn.split("\n"))
    cells = [["".join(figures.get(letter, letter) for letter in cell) for cell in row] for row in rows][::step]
    if not borders:
        return "\n".join(map(" ".join, cells))
    ranks, files = range(len(cells), 0, -1)[::step], [chr(ord("a") + i) for i in range(len(cells[0]))][::step]
    margin = len(str(len(cells)))
    line = f"{'':{margin}} {'-' * (len(files) * (wide + 1) + 1)}\n"
    body = "".join(f"{line}{rank:{margin}} |{'|'.join(row)}|\n" for rank, row in zip(ranks, cells))
    return f"{body}{line}{'':{margin}}  {' '.join(f'{file:>{wide}}' for file in files)}"


def pin(position: Position, color: Union[str, bool], square: str) -> SquareSet:
    """The line of a pin; all squares for a piece that is not pinned."""
    king = position.king(color)
    return ray(king, square) if king and position.is_pinned(color, square) else SquareSet(SQUARES)


def occupied(position: Position) -> SquareSet:
    """The squares of all pieces."""
    return SquareSet(position.piece_map())


def occupied_co(position: Position) -> BySide:
    """The squares of each side's pieces."""
    pieces, sides = position.piece_map().items(), ("white", "black")
    return BySide((side, SquareSet(square for square, piece in pieces if piece.color == side)) for side in sides)


def _of_both(letter: str) -> Callable[[Position], SquareSet]:
    return lambda position: position.pieces(letter) | position.pieces(letter.upper())


pawns, knights, bishops, rooks, queens, kings = map(_of_both, PIECE_TYPES)


def is_variant_end(position: Position) -> bool:
    """Whether a variant's own rule has ended the game."""
    outcome = position.outcome()
    return outcome is not None and outcome.termination == "variant"


def is_variant_win(position: Position) -> bool:
    """Whether the side to move has won by it."""
    return is_variant_end(position) and position.outcome().winner == position.turn  # type: ignore[union-attr]


def is_variant_loss(position: Position) -> bool:
    """Whether the other side has won by it."""
    return is_variant_end(position) and not is_variant_win(position) and not is_variant_draw(position)


def is_variant_draw(position: Position) -> bool:
    """Whether nobody has won by it."""
    return is_variant_end(position) and position.outcome().winner is None  # type: ignore[union-attr]


def pockets(position: Position) -> BySide:
    """The kinds of pieces that each side can drop."""
    found = re.search(r"\[([A-Za-z]*|-)\]", position.fen())
    if not found:
        raise AttributeError(f"pockets: {position.variant} has no drops")
    letters = found[1].strip("-")
    return BySide(white="".join(filter(str.isupper, letters)).lower(), black="".join(filter(str.islower, letters)))


def legal_drop_squares(position: Position) -> SquareSet:
    """The squares where a drop leaves the king in no check."""
    if position.variant != "crazyhouse":
        raise AttributeError(f"legal_drop_squares: expected crazyhouse, found {position.variant}; take legal_moves")
    king, checkers = position.king(position.turn), position.checkers
    if not king or not checkers:
        return ~occupied(position)
    return between(king, checkers[0]) - occupied(position) if len(checkers) == 1 else SquareSet()


def remaining_checks(position: Position) -> BySide:
    """How many checks each side needs to win."""
    found = re.search(r" (\d+)\+(\d+) \d+ \d+$", position.fen())
    if not found:
        raise AttributeError(f"remaining_checks: no game of {position.variant} is won by checks")
    return BySide(white=int(found[1]), black=int(found[2]))


def uci_variant(position: Position) -> str:
    """The name of the variant."""
    return position.variant


# ---- Moves ----


def find_move(position: Position, from_square: str, to_square: str, promotion: Optional[str] = None) -> Move:
    """The legal move between two squares."""
    is_pawn = position.piece_type_at(from_square) == PAWN
    if promotion is None and is_pawn and parse_square(to_square)[1] in "18":
        promotion = QUEEN
    return position.parse_uci(Move(from_square, to_square, promotion).uci())


def gives_checkmate(position: Position, move: Union[Move, str]) -> bool:
    """Whether a legal move mates."""
    after = position.copy(stack=False)
    after.push(move)
    return after.is_checkmate()


def is_irreversible(position: Position, move: Union[Move, str]) -> bool:
    """Whether no later position can be the one before a legal move."""
    if position.is_zeroing(move) or position.has_legal_en_passant():
        return True
    after = position.copy(stack=False)
    after.push(move)
    return str(after.castling_rights) != str(position.castling_rights)


_INTO_CHECK = {"double-check", "check-unanswered", "king-into-check", "piece-pinned", "en-passant-uncovers"}
_INTO_CHECK |= {"castling-out-of-check"}


def is_into_check(position: Position, move: Union[Move, str]) -> bool:
    """Whether a move leaves its king in check. Castling into check is no such move, as in python-chess."""
    why = position.explain(move)
    return why is not None and why[0] in _INTO_CHECK


def was_into_check(position: Position) -> bool:
    """Whether the king of the side that is not to move is attacked."""
    king = position.king("black" if position.turn else "white")
    return king is not None and position.is_attacked_by(position.turn, king)


_NULL = "@@@@"


def xboard(position: Position, move: Union[Move, str]) -> str:
    """A legal move as engines of XBoard have it."""
    if move == Move.null():
        return _NULL
    castles = position.chess960 and position.is_castling(move)
    return position.san(move).rstrip("+#") if castles else position.uci(move)


def parse_xboard(position: Position, xboard: str) -> Move:
    """The move of such a text."""
    return Move.null() if xboard == _NULL else position.parse_san(xboard)


def push_xboard(position: Position, xboard: str) -> Move:
    """Makes the move of such a text."""
    move = parse_xboard(position, xboard)
    position.push(move)
    return move


# ---- Some of the legal moves ----


def _chosen(
    position: Position, from_mask: Mask, to_mask: Mask, fits: Optional[Callable[[Move], bool]] = None
) -> Iterator[Move]:
    for move in position.legal_moves:
        if from_mask is not None and move.from_square not in from_mask:
            continue
        if (to_mask is None or move.to_square in to_mask) and (fits is None or fits(move)):
            yield move


def generate_legal_moves(position: Position, from_mask: Mask = None, to_mask: Mask = None) -> Iterator[Move]:
    """The legal moves."""
    return _chosen(position, from_mask, to_mask)


def generate_legal_captures(position: Position, from_mask: Mask = None, to_mask: Mask = None) -> Iterator[Move]:
    """Captures alone."""
    return _chosen(position, from_mask, to_mask, position.is_capture)


def generate_legal_ep(position: Position, from_mask: Mask = None, to_mask: Mask = None) -> Iterator[Move]:
    """Captures en passant alone."""
    return _chosen(position, from_mask, to_mask, position.is_en_passant)


def generate_castling_moves(position: Position, from_mask: Mask = None, to_mask: Mask = None) -> Iterator[Move]:
    """Castling alone."""
    return _chosen(position, from_mask, to_mask, position.is_castling)
