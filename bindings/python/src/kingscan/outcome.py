"""The moves of a game that a Position has made, and how it has ended."""
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Optional

if TYPE_CHECKING:
    from ._kingscan import Move  # noqa: F401


class Outcome(NamedTuple):
    """The end of a game.

    termination  "checkmate", "stalemate", the name of another draw as Position.draw has it, or "variant": a variant's
                 own rule
    winner       "white", "black", which is false as a Word, or None: a draw
    """

    termination: str
    winner: Optional[str]

    def result(self) -> str:
        """The result as games in PGN have it: "1-0", "0-1" or "1/2-1/2"."""
        return {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[self.winner]


class Termination:
    """The words of Outcome.termination by python-chess's names. The three of variants have one word."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient-material"
    SEVENTYFIVE_MOVES = "seventy-five-moves"
    FIVEFOLD_REPETITION = "fivefold-repetition"
    FIFTY_MOVES = "fifty-moves"
    THREEFOLD_REPETITION = "threefold-repetition"
    VARIANT_WIN = VARIANT_LOSS = VARIANT_DRAW = "variant"


class MoveStack(list["Move"]):
    """The moves that a Position can take back, as a list that refuses changes: they would not change the position."""

    def _refuse(self, *_arguments: Any, **_keywords: Any) -> NoReturn:
        raise TypeError("move_stack is a copy; take push(move), pop(), or copy(stack=False), a position without moves")

    append = clear = extend = insert = pop = remove = reverse = sort = _refuse
    __delitem__ = __iadd__ = __imul__ = __setitem__ = _refuse

    def __reduce__(self) -> Any:
        return list, (list(self),)
