"""The part of chess.svg that is here: the picture of a position, with its checkers and pins marked."""
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

from ._kingscan import Position
from .board import parse_square

if not TYPE_CHECKING:

    def __getattr__(name):
        raise AttributeError(f"module 'kingscan.svg' has no attribute {name!r}; it has board(position) and Arrow")


_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


@dataclass(frozen=True)
class Arrow:
    """An arrow from a square to another in a comment of a game; a mark on a square where both are the same."""

    tail: str
    head: str
    color: str = "green"

    def __post_init__(self) -> None:
        parse_square(self.tail), parse_square(self.head)
        if self.color not in _COLORS.values():
            raise ValueError(f"color: expected green, red, yellow or blue, found {self.color!r}")

    def pgn(self) -> str:
        """The arrow as in a comment: "Ge2e4", or "Re4" for a mark."""
        return self.color[0].upper() + self.tail + (self.head if self.head != self.tail else "")

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """The arrow of such a text; one without a colour is green."""
        color, squares = (_COLORS[pgn[0]], pgn[1:]) if pgn[:1] in _COLORS else ("green", pgn)
        return cls(squares[:2], squares[2:] or squares[:2], color)


def board(board: Position, *, size: Optional[int] = None, **options: Any) -> str:
    """The picture of a position. size: its width and height in pixels.

    Raises TypeError for the other options of chess.svg.board.
    """
    if options:
        raise TypeError(f"{', '.join(options)}: a picture marks checkers and pins by itself; take Position.svg()")
    picture = board.svg()
    return re.sub(r'width="\d+" height="\d+"', f'width="{size}" height="{size}"', picture, count=1) if size else picture
