"""Is this king in check? Kingscan's assembly from Python.

    >>> import kingscan
    >>> kingscan.check(["4k3/8/8/8/7b/8/4r3/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -"])
    <Results of 2 positions: safe: 1, double-check: 1>
    >>> kingscan.Position().explain("Bc4")
    ('piece-blocked', "the bishop on f1 can't go to c4: the pawn on e2 stands in the way")

`check` judges millions of positions: strings, a text, a file, a column of a table. `in_check_batch` asks about boards
in an array. `Position` has legal moves of chess and of variants, push and pop, outcomes, pictures, perft, and says why
a move isn't legal. `games` yields the games of a file, and `data` training data in arrays. `diff` compares another
program's move generator. docs/python.md shows what is called otherwise in python-chess.
"""
from typing import TYPE_CHECKING

from . import features
from ._kingscan import (
    Codes,
    DataBatch,
    FenError,
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
from .checking import check
from .comparing import Comparison, Difference, EngineError, Group, diff
from .elsewhere import refuse as _refuse
from .games import Game, Variation, VariationMove, games
from .outcome import Outcome
from .planes import planes
from .results import Rejected, Result, Results
from .training import DataError, Fact, Fault, Kind, data
from .variants import variant_names
from .verdict import Verdict

WHITE, BLACK = Word("white"), Word("black")

if not TYPE_CHECKING:
    __getattr__ = _refuse  # which would give every name to a type checker

__all__ = [
    "BLACK",
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
    "Kind",
    "LegalMoves",
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
    "WHITE",
    "Word",
    "__version__",
    "check",
    "data",
    "diff",
    "features",
    "games",
    "attacked",
    "in_check_batch",
    "kernel",
    "planes",
    "squares",
    "variant_names",
]
