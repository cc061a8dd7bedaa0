"""Scores and chances from the view of a side."""
from typing import Any

import kingscan.chess as chess
from .scores import Score, Wdl


class _Pov:
    """Facts from the view of a side, `relative` to `turn`."""

    def __init__(self, relative: Any, turn: bool):
        self.relative, self.turn = relative, turn

    def pov(self, color: bool) -> Any:
        """The same from the view of a side."""
        return self.relative if self.turn == color else -self.relative

    def white(self) -> Any:
        """The same from white's view."""
        return self.pov(chess.WHITE)

    def black(self) -> Any:
        """The same from black's view."""
        return self.pov(chess.BLACK)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, type(self)) else NotImplemented

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class PovWdl(_Pov):
    """A Wdl and the side from whose view it is."""

    relative: Wdl

    def __bool__(self) -> bool:
        return bool(self.relative)


class PovScore(_Pov):
    """A Score and the side from whose view it is."""

    relative: Score

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, model: str = "sf", ply: int = 30) -> PovWdl:
        """How 1000 games would end: see Score.wdl."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)
