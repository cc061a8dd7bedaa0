"""The part of chess.polyglot that is here: the key of a position in opening books, which are not read."""
from typing import TYPE_CHECKING, Optional

from ._kingscan import Position

if not TYPE_CHECKING:

    def __getattr__(name):
        raise AttributeError(f"module 'kingscan.polyglot' has no attribute {name!r}; Kingscan reads no opening books")


def zobrist_hash(board: Position) -> Optional[int]:
    """board.polyglot_key."""
    return board.polyglot_key
