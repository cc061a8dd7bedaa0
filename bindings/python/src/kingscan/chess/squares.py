"""Colours, kinds of pieces and squares, as numbers: a1 is 0, b1 is 1, h8 is 63."""
Color = bool
PieceType = int
Square = int
File = int
Rank = int
Bitboard = int

WHITE, BLACK = True, False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]  # by colour

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]  # by kind
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟"))

FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H = range(8)
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = range(8)
FILES = list(range(8))
RANKS = list(range(8))
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")

A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
SQUARES = list(range(64))
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARES_180 = [square ^ 56 for square in SQUARES]  # each with its ranks turned over

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def piece_symbol(piece_type: PieceType) -> str:
    """The small letter of a kind."""
    return PIECE_SYMBOLS[piece_type]  # type: ignore[return-value]


def piece_name(piece_type: PieceType) -> str:
    """The name of a kind, such as "knight"."""
    return PIECE_NAMES[piece_type]  # type: ignore[return-value]


def _parse(names: list[str], name: str, what: str) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise ValueError(f"expected the name of a {what} such as {names[12 % len(names)]!r}, found {name!r}") from None


def parse_square(name: str) -> Square:
    """The square of a name such as "e4". Raises ValueError for other texts."""
    return _parse(SQUARE_NAMES, name, "square")


def parse_file(name: str) -> int:
    """The file of a name from "a" to "h". Raises ValueError for other texts."""
    return _parse(FILE_NAMES, name, "file")


def parse_rank(name: str) -> int:
    """The rank of a name from "1" to "8". Raises ValueError for other texts."""
    return _parse(RANK_NAMES, name, "rank")


def square_name(square: Square) -> str:
    """The name of a square, such as "e4"."""
    return SQUARE_NAMES[square]


def file_name(file: int) -> str:
    """The name of a file, from "a" to "h"."""
    return FILE_NAMES[file]


def rank_name(rank: int) -> str:
    """The name of a rank, from "1" to "8"."""
    return RANK_NAMES[rank]


def square(file_index: int, rank_index: int) -> Square:
    """The square of a file and a rank, both from 0 to 7."""
    return rank_index * 8 + file_index


def square_file(square: Square) -> int:
    """The file of a square: 0 is the a-file."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square: 0 is the first rank."""
    return square >> 3


def square_mirror(square: Square) -> Square:
    """The square with the ranks turned over."""
    return square ^ 56


def _steps(a: Square, b: Square) -> tuple[int, int]:
    """How many files and ranks lie between two squares, the smaller number first."""
    files, ranks = abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))
    return min(files, ranks), max(files, ranks)


def square_distance(a: Square, b: Square) -> int:
    """How many steps a king needs."""
    return _steps(a, b)[1]


def square_manhattan_distance(a: Square, b: Square) -> int:
    """How many steps along files and ranks it takes."""
    return sum(_steps(a, b))


def square_knight_distance(a: Square, b: Square) -> int:
    """How many moves a knight needs on an empty board."""
    short, long = _steps(a, b)
    if (short, long) == (0, 1):
        return 3
    corners = (A1, H1, A8, H8)
    if (short, long) == (2, 2) or ((short, long) == (1, 1) and (a in corners or b in corners)):
        return 4
    least = max((long + 1) // 2, (short + long + 2) // 3)
    return least + (least + short + long) % 2
