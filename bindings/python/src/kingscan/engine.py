"""The part of chess.engine that is here: the scores in comments of games. Kingscan runs no engines."""
from functools import total_ordering
from typing import TYPE_CHECKING, Optional, Union

from .words import BLACK, WHITE

if not TYPE_CHECKING:

    def __getattr__(name):
        said = "Kingscan runs no engines; take python-chess's. There are Cp, Mate, MateGiven and PovScore"
        raise AttributeError(f"module 'kingscan.engine' has no attribute {name!r}: {said}")


@total_ordering
class Score:
    """A Cp or a Mate, from the view of one side. Greater ones are better for it."""

    __slots__ = ("_centipawns", "_mate", "_is_given")

    def __init__(self, centipawns: Optional[int], mate: Optional[int], is_given: bool = False):
        self._centipawns, self._mate, self._is_given = centipawns, mate, is_given

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """The centipawns; of a mate, what is left of mate_score after its moves, or None."""
        if self._mate is None or mate_score is None:
            return self._centipawns
        return mate_score - self._mate if self._mate > 0 or self._is_given else -mate_score - self._mate

    def mate(self) -> Optional[int]:
        """The moves to a mate, negative ones to be mated; None without one."""
        return self._mate

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self._mate is not None

    def _key(self) -> tuple[bool, bool, bool, int, int]:
        mate = self._mate
        return self._is_given, mate is not None and mate > 0, mate is None, -(mate or 0), self._centipawns or 0

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: "Score") -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __neg__(self) -> "Score":
        if self._mate is None:
            return Cp(-(self._centipawns or 0))
        return Mate(0) if self._is_given else Mate(-self._mate) if self._mate else MateGiven

    def __str__(self) -> str:
        if self._mate is None:
            return f"{self._centipawns:+}" if self._centipawns else "0"
        return f"#{self._mate:+}" if self._mate else "#+0" if self._is_given else "#-0"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})" if self.is_mate() else f"Cp({self})"


class Cp(Score):
    """Centipawns."""

    __slots__ = ()

    def __init__(self, centipawns: int):
        super().__init__(centipawns, None)


class Mate(Score):
    """A mate in so many moves; negative ones by the other side, and 0 for being mated."""

    __slots__ = ()

    def __init__(self, moves: int):
        super().__init__(None, moves)


MateGiven = Score(None, 0, True)


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
