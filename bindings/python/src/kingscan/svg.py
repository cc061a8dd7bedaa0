"""The part of chess.svg that is here: the picture of a position, with its checkers and pins marked."""
import re
from typing import TYPE_CHECKING, Any, Optional

from ._kingscan import Position

if not TYPE_CHECKING:

    def __getattr__(name):
        raise AttributeError(f"module 'kingscan.svg' has no attribute {name!r}; it has board(position)")


def board(board: Position, *, size: Optional[int] = None, **options: Any) -> str:
    """The picture of a position. size: its width and height in pixels.

    Raises TypeError for the other options of chess.svg.board.
    """
    if options:
        raise TypeError(f"{', '.join(options)}: a picture marks checkers and pins by itself; take Position.svg()")
    picture = board.svg()
    return re.sub(r'width="\d+" height="\d+"', f'width="{size}" height="{size}"', picture, count=1) if size else picture
