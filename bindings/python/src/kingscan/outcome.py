"""The moves of a game that a Position has made, and how it has ended."""
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Optional

if TYPE_CHECKING:
    from ._kingscan import Move  # noqa: F401


class Termination(str, Enum):
    """Why a game has ended: words by python-chess's names, whose three of variants have one word; and three more."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient-material"
    SEVENTYFIVE_MOVES = "seventy-five-moves"
    FIVEFOLD_REPETITION = "fivefold-repetition"
    FIFTY_MOVES = "fifty-moves"
    THREEFOLD_REPETITION = "threefold-repetition"
    VARIANT_WIN = VARIANT_LOSS = VARIANT_DRAW = "variant"
    MOVE_RULE = "move-rule"  # this and the next two: draws of variants
    REPETITION = "repetition"
    RULE = "rule"

    __str__, __repr__, __format__ = str.__str__, lambda self: repr(self.value), str.__format__


class _Outcome(NamedTuple):
    termination: Termination
    winner: Optional[str]


class Outcome(_Outcome):
    """The end of a game.

    termination  "checkmate", "stalemate", the name of another draw as Position.draw has it, or "variant": a variant's
                 own rule
    winner       "white", "black", which is false as a Word, or None: a draw
    """

    __slots__ = ()

    def __new__(cls, termination: str, winner: Optional[str]) -> "Outcome":
        """The outcome of a word and a winner."""
        return super().__new__(cls, Termination(termination), winner)

    def result(self) -> str:
        """The result as games in PGN have it: "1-0", "0-1" or "1/2-1/2"."""
        return {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[self.winner]


class MoveStack(list["Move"]):
    """The moves that a Position can take back, as a list that refuses changes: they would not change the position."""

    def _refuse(self, *_arguments: Any, **_keywords: Any) -> NoReturn:
        raise TypeError("move_stack is a copy; take push(move), pop(), or copy(stack=False), a position without moves")

    append = clear = extend = insert = pop = remove = reverse = sort = _refuse
    __delitem__ = __iadd__ = __imul__ = __setitem__ = _refuse

    def __reduce__(self) -> Any:
        return list, (list(self),)
