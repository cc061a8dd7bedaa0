"""Words of python-chess that serve here too: squares, which are names, and what is asked of them."""
from ._kingscan import Word

FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARE_NAMES = SQUARES
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = STARTING_BOARD_FEN + " w KQkq - 0 1"
WHITE, BLACK = Word("white"), Word("black")
COLORS = [WHITE, BLACK]

# The glyphs !, ?, !!, ??, !? and ?!.
NAG_GOOD_MOVE, NAG_MISTAKE, NAG_BRILLIANT_MOVE, NAG_BLUNDER, NAG_SPECULATIVE_MOVE, NAG_DUBIOUS_MOVE = range(1, 7)

A1, B1, C1, D1, E1, F1, G1, H1 = SQUARES[:8]
A2, B2, C2, D2, E2, F2, G2, H2 = SQUARES[8:16]
A3, B3, C3, D3, E3, F3, G3, H3 = SQUARES[16:24]
A4, B4, C4, D4, E4, F4, G4, H4 = SQUARES[24:32]
A5, B5, C5, D5, E5, F5, G5, H5 = SQUARES[32:40]
A6, B6, C6, D6, E6, F6, G6, H6 = SQUARES[40:48]
A7, B7, C7, D7, E7, F7, G7, H7 = SQUARES[48:56]
A8, B8, C8, D8, E8, F8, G8, H8 = SQUARES[56:]


def parse_square(name: str) -> str:
    """The square of a name, which is the name itself. Raises ValueError for other texts."""
    if name not in SQUARES:
        raise ValueError(f"expected a square from 'a1' to 'h8', found {name!r}")
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
