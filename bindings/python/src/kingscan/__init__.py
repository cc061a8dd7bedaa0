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
    Move,
    MoveError,
    Position,
    __version__,
    attacked,
    in_check_batch,
    kernel,
    squares,
)
from .checking import check
from .comparing import Comparison, Difference, EngineError, Group, diff
from .outcome import Outcome
from .pgn import Game, Variation, VariationMove, games
from .planes import planes
from .results import Rejected, Result, Results
from .training import DataError, Fact, Fault, Kind, data
from .variants import variant_names
from .verdict import Verdict

if not TYPE_CHECKING:

    def __getattr__(name):  # which would give every name to a type checker
        other = "; python-chess's is kingscan.chess.Board, and Kingscan's own is Position" if name == "Board" else ""
        raise AttributeError(f"module 'kingscan' has no attribute {name!r}{other}")


__all__ = [
    "AmbiguousMoveError",
    "Codes",
    "Comparison",
    "DataBatch",
    "DataError",
    "Difference",
    "EngineError",
    "Fact",
    "Fault",
    "FenError",
    "Game",
    "Group",
    "IllegalMoveError",
    "InvalidMoveError",
    "Kind",
    "Move",
    "MoveError",
    "Outcome",
    "Position",
    "Rejected",
    "Result",
    "Results",
    "Variation",
    "VariationMove",
    "Verdict",
    "__version__",
    "attacked",
    "check",
    "data",
    "diff",
    "features",
    "games",
    "in_check_batch",
    "kernel",
    "planes",
    "squares",
    "variant_names",
]
