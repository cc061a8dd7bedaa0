"""The scores in comments of games. kingscan.chess.engine runs engines."""
from typing import TYPE_CHECKING, Union

from .scores import Cp, Mate, MateGiven, Score  # noqa: F401
from .words import BLACK, WHITE

if not TYPE_CHECKING:

    def __getattr__(name):
        said = "it has Cp, Mate, MateGiven and PovScore; kingscan.chess.engine runs engines"
        raise AttributeError(f"module 'kingscan.engine' has no attribute {name!r}: {said}")


class PovScore:
    """A score and the side to move, from whose view it is: relative."""

    __slots__ = ("relative", "turn")

    def __init__(self, relative: Score, turn: Union[str, bool]):
        if turn not in ("white", "black", True, False):
            raise ValueError(f"turn: expected 'white' or 'black', found {turn!r}")
        self.relative, self.turn = relative, WHITE if turn in ("white", True) else BLACK

    def pov(self, color: Union[str, bool]) -> Score:
        """The score from the view of a side."""
        return self.relative if PovScore(self.relative, color).turn == self.turn else -self.relative

    def white(self) -> Score:
        """The score from white's view."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """The score from black's view."""
        return self.pov(BLACK)

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.relative.is_mate()

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {self.turn.upper()})"
