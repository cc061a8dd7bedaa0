"""Variants by the names of chess.variant: AtomicBoard() is Position(variant="atomic")."""
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ._kingscan import Position
from .variants import variant_names

_BOARDS = {
    "AntichessBoard": "antichess",
    "AtomicBoard": "atomic",
    "CrazyhouseBoard": "crazyhouse",
    "GiveawayBoard": "giveaway",
    "HordeBoard": "horde",
    "KingOfTheHillBoard": "kingofthehill",
    "RacingKingsBoard": "racingkings",
    "SuicideBoard": "suicide",
    "ThreeCheckBoard": "3check",
}

if not TYPE_CHECKING:

    def __getattr__(name):
        if name in _BOARDS:
            return partial(Position, variant=_BOARDS[name])
        known = ", ".join(_BOARDS)
        raise AttributeError(f"module 'kingscan.variant' has no attribute {name!r}; it has find_variant, {known}")


def find_variant(name: str) -> Callable[..., Position]:
    """A function that makes a Position of a variant. name: such as "kingofthehill", or "King of the Hill"."""
    known = {"standard": "chess", "chess960": "chess", "threecheck": "3check"} | {it: it for it in variant_names()}
    plain = name.lower().replace(" ", "").replace("-", "")
    if plain not in known:
        raise ValueError(f"expected one of variant_names(), such as 'atomic', found {name!r}")
    return partial(Position, variant=known[plain], chess960=plain == "chess960")
