"""Is this king in check? Kingscan's assembly from Python.

    >>> import kingscan
    >>> kingscan.check(["4k3/8/8/8/7b/8/4r3/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -"])
    <Results of 2 positions: safe: 1, double-check: 1>
    >>> kingscan.Position().explain("Bc4")
    ('piece-blocked', "the bishop on f1 can't go to c4: the pawn on e2 stands in the way")

`check` judges millions of positions: strings, a text, a file, a column of a table. `in_check_batch` asks about boards
in an array. `Position` has legal moves of chess and of variants, push and pop, outcomes, pictures, perft, and says why
a move isn't legal. `games` yields the games of a file, and `data` training data in arrays. `diff` compares another
program's move generator. `kingscan.chess` has python-chess's interface: docs/from-python-chess.md.
"""
from typing import TYPE_CHECKING

from . import features
from ._kingscan import (
    AmbiguousMoveError,
    Codes,
    DataBatch,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    LegalMoves,
    Move,
    MoveError,
    Position,
    Word,
    __version__,
    attacked,
    in_check_batch,
    kernel,
    squares,
)
from .board import (
    BISHOP,
    FILE_NAMES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_NAMES,
    PIECE_TYPES,
    QUEEN,
    RANK_NAMES,
    ROOK,
    SQUARES,
    SQUARE_NAMES,
    UNICODE_PIECE_SYMBOLS,
    Piece,
    SquareSet,
    between,
    lsb,
    msb,
    parse_square,
    piece_name,
    piece_symbol,
    popcount,
    ray,
    scan_forward,
    scan_reversed,
    square,
    square_distance,
    square_file,
    square_knight_distance,
    square_manhattan_distance,
    square_mirror,
    square_name,
    square_rank,
)
from .checking import check
from .comparing import Comparison, Difference, EngineError, Group, diff
from .outcome import Outcome, Termination
from .pgn import Game, Variation, VariationMove, games
from .planes import planes
from .results import Rejected, Result, Results
from .training import DataError, Fact, Fault, Kind, data
from .variants import variant_names
from .verdict import Verdict
from .words import (
    BLACK,
    COLOR_NAMES,
    COLORS,
    STARTING_BOARD_FEN,
    STARTING_FEN,
    WHITE,
)
from .words import A1, B1, C1, D1, E1, F1, G1, H1  # noqa: F401
from .words import A2, B2, C2, D2, E2, F2, G2, H2  # noqa: F401
from .words import A3, B3, C3, D3, E3, F3, G3, H3  # noqa: F401
from .words import A4, B4, C4, D4, E4, F4, G4, H4  # noqa: F401
from .words import A5, B5, C5, D5, E5, F5, G5, H5  # noqa: F401
from .words import A6, B6, C6, D6, E6, F6, G6, H6  # noqa: F401
from .words import A7, B7, C7, D7, E7, F7, G7, H7  # noqa: F401
from .words import A8, B8, C8, D8, E8, F8, G8, H8  # noqa: F401

if not TYPE_CHECKING:

    def __getattr__(name):  # which would give every name to a type checker
        other = "; python-chess's is kingscan.chess.Board, and Kingscan's own is Position" if name == "Board" else ""
        raise AttributeError(f"module 'kingscan' has no attribute {name!r}{other}")


__all__ = [
    "AmbiguousMoveError",
    "BISHOP",
    "BLACK",
    "COLORS",
    "COLOR_NAMES",
    "Codes",
    "Comparison",
    "DataBatch",
    "DataError",
    "Difference",
    "EngineError",
    "FILE_NAMES",
    "Fact",
    "Fault",
    "FenError",
    "Game",
    "Group",
    "IllegalMoveError",
    "InvalidMoveError",
    "KING",
    "KNIGHT",
    "Kind",
    "LegalMoves",
    "Move",
    "MoveError",
    "Outcome",
    "PAWN",
    "PIECE_NAMES",
    "PIECE_TYPES",
    "Piece",
    "Position",
    "QUEEN",
    "RANK_NAMES",
    "ROOK",
    "Rejected",
    "Result",
    "Results",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "SquareSet",
    "Termination",
    "UNICODE_PIECE_SYMBOLS",
    "Variation",
    "VariationMove",
    "Verdict",
    "WHITE",
    "Word",
    "__version__",
    "attacked",
    "between",
    "check",
    "data",
    "diff",
    "features",
    "games",
    "in_check_batch",
    "kernel",
    "lsb",
    "msb",
    "parse_square",
    "piece_name",
    "piece_symbol",
    "planes",
    "popcount",
    "ray",
    "scan_forward",
    "scan_reversed",
    "square",
    "square_distance",
    "square_file",
    "square_knight_distance",
    "square_manhattan_distance",
    "square_mirror",
    "square_name",
    "square_rank",
    "squares",
    "variant_names",
]
