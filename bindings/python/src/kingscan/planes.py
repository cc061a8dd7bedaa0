"""Boards as arrays, for nets."""
import os
from typing import Any, Optional, Union

from ._kingscan import LENIENT, POSSIBLE, STRICT, fill_planes
from .inputs import a, is_to_raise, strings_of


def planes(
    positions: Any,
    *,
    column: Union[int, str, None] = None,
    moves_column: Union[int, str, None] = None,
    ply: Optional[int] = None,
    strict: bool = False,
    lenient: bool = False,
    possible: bool = False,
    errors: str = "raise",
) -> Any:
    """The boards of many positions as an array of NumPy: uint8, shape (n, 12, 8, 8), 1 where a piece stands.

    positions     an iterable or an array of str or bytes, a FEN or EPD each, or a frame: as kingscan.check takes them
    column        of a frame: as of kingscan.check, and so are the other arguments
    errors        "raise": the first element without a position raises FenError. "keep": its planes are all 0

    The planes are those of white's pawns, knights, bishops, rooks, queens, king, then black's. Row 0 of a plane is the
    eighth rank, and column 0 the a-file.
    """
    import numpy

    if isinstance(positions, (str, bytes, bytearray, os.PathLike)) or hasattr(positions, "read"):
        raise TypeError(f"positions: expected an iterable of FENs, found {a(positions)}")
    if moves_column is not None and column is None:
        raise ValueError("moves_column: expected column too")
    if ply is not None and moves_column is None:
        raise ValueError("ply: expected moves_column too")
    flags = (STRICT if strict else 0) | (LENIENT if lenient else 0) | (POSSIBLE if possible else 0)
    strings = strings_of(positions, column, moves_column, ply)
    return numpy.frombuffer(fill_planes(strings.items, flags, is_to_raise(errors)), numpy.uint8).reshape(-1, 12, 8, 8)
