"""Variants by the names of chess.variant: AtomicBoard() is Position(variant="atomic")."""
from collections.abc import Callable
from functools import cache, partial
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
            return _board(_BOARDS[name], False)
        known = ", ".join(_BOARDS)
        raise AttributeError(f"module 'kingscan.variant' has no attribute {name!r}; it has find_variant, {known}")


@cache
def _board(variant: str, chess960: bool) -> Callable[..., Position]:
    """The function that makes a Position of a variant, with what python-chess's class of the name says of it."""
    made = partial(Position, variant=variant, chess960=chess960)
    made.__name__ = next((name for name, it in _BOARDS.items() if it == variant), "Board")  # type: ignore[attr-defined]
    made.uci_variant, made.starting_fen = variant, made().fen()  # type: ignore[attr-defined]
    return made


def find_variant(name: str) -> Callable[..., Position]:
    """A function that makes a Position of a variant. name: such as "kingofthehill", or "King of the Hill"."""
    known = {"standard": "chess", "chess960": "chess", "threecheck": "3check"} | {it: it for it in variant_names()}
    plain = name.lower().replace(" ", "").replace("-", "")
    if plain not in known:
        raise ValueError(f"expected one of variant_names(), such as 'atomic', found {name!r}")
    return _board(known[plain], plain == "chess960")
