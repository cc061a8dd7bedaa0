"""Is this king in check? Kingscan's assembly from Python.

    >>> import kingscan
    >>> kingscan.check(["4k3/8/8/8/7b/8/4r3/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -"])
    <Results of 2 positions: safe: 1, double-check: 1>
    >>> kingscan.Position().explain("Bc4")
    ('piece-blocked', "the bishop on f1 can't go to c4: the pawn on e2 stands in the way")

`check` judges millions of positions: strings, a text, a file. `in_check_batch` asks about boards in an array.
`Position` has legal moves, push and pop, perft, and says why a move isn't legal.
"""
import os
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Union

from ._kingscan import (LENIENT, POSSIBLE, STRICT, Codes, FenError, MoveError, Position, __version__, check_strings,
                        check_text, in_check_batch, kernel, squares)
from .results import Rejected, Result, Results
from .verdict import Verdict

__all__ = ["Codes", "FenError", "MoveError", "Position", "Rejected", "Result", "Results", "Verdict", "__version__",
           "check", "in_check_batch", "kernel", "squares"]

Positions = Union[str, bytes, bytearray, memoryview, os.PathLike, BinaryIO, Iterable[Union[str, bytes]]]

_BLOCK = 1 << 18  # bytes of a file that are read at once: a block stays in the cache


def check(positions: Positions, *, strict: bool = False, lenient: bool = False, possible: bool = False,
          errors: int = 100) -> Results:
    """The verdict on each position, and the squares of the pieces that give check.

    positions  one of
               - an iterable of str or bytes, a FEN or EPD each: as many results, in the same order
               - a str, or bytes or any buffer of them: a text with a position a line
               - a pathlib.Path, or a file opened in binary: the same, read in blocks
               In a text, blank lines and those that begin with # are passed over; lines end with LF or CR LF.
    strict     castling letters and en-passant squares that can't be are errors; else they are dropped
    lenient    only the side to move needs its one king, and pawns may stand anywhere
    possible   positions have to be such as could stand in a game
    errors     how many positions with Verdict.INVALID the Results tell the reason of

    A position that can't be read has Verdict.INVALID; nothing is raised for it. Other threads run meanwhile: threads
    that check parts of a file are that much faster.
    """
    flags = (STRICT if strict else 0) | (LENIENT if lenient else 0) | (POSSIBLE if possible else 0)
    if isinstance(positions, os.PathLike):
        with open(positions, "rb", buffering=0) as file:
            return _check_blocks(_blocks(file), flags, errors)
    if hasattr(positions, "readinto"):
        return _check_blocks(_blocks(positions), flags, errors)
    if isinstance(positions, str):
        return _check_blocks([_encoded(positions)], flags, errors)
    if isinstance(positions, (bytes, bytearray, memoryview)) or _is_buffer(positions):
        return _check_blocks([positions], flags, errors)
    verdicts, checkers, numbers, rejected, _ = check_strings(positions, flags, errors)
    return Results(verdicts, checkers, numbers, [Rejected(*row) for row in rejected])


def _encoded(text: str) -> bytes:
    """Surrogates that stand for bytes become these. No position has others, nor any of them."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _is_buffer(value: object) -> bool:
    try:
        memoryview(value).release()  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def _blocks(file: BinaryIO) -> Iterator[memoryview]:
    """The file in blocks of whole lines, each in the place of the one before."""
    buffer, filled = bytearray(_BLOCK), 0
    while count := file.readinto(memoryview(buffer)[filled:]):  # type: ignore[attr-defined]
        begun, filled = filled, filled + count
        end = buffer.rfind(b"\n", begun, filled) + 1
        if end:
            yield memoryview(buffer)[:end].toreadonly()
            buffer[:filled - end] = buffer[end:filled]
            filled -= end
        elif filled == len(buffer):
            buffer = buffer + bytearray(filled)
    yield memoryview(buffer)[:filled].toreadonly()


def _check_blocks(blocks: Iterable[object], flags: int, errors: int) -> Results:
    columns, rejected, lines = (bytearray(), bytearray(), bytearray()), [], 0
    for block in blocks:
        *found, more, lines = check_text(block, flags, lines, errors - len(rejected))
        rejected += [Rejected(len(columns[0]) + index, *rest) for index, *rest in more]
        for column, part in zip(columns, found):
            column += part
    return Results(*columns, rejected)
