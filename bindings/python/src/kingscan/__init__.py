"""Is this king in check? Kingscan's assembly from Python.

    >>> import kingscan
    >>> kingscan.check(["4k3/8/8/8/7b/8/4r3/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -"])
    <Results of 2 positions: safe: 1, double-check: 1>
    >>> kingscan.Position().explain("Bc4")
    ('piece-blocked', "the bishop on f1 can't go to c4: the pawn on e2 stands in the way")

`check` judges millions of positions: strings, a text, a file. `in_check_batch` asks about boards in an array.
`Position` has legal moves, push and pop, perft, and says why a move isn't legal. `games` yields the games of a file.
"""
import os
import re
import warnings
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Union

from ._kingscan import (
    LENIENT,
    POSSIBLE,
    STRICT,
    Codes,
    FenError,
    MoveError,
    Position,
    __version__,
    check_strings,
    check_text,
    foreign,
    in_check_batch,
    kernel,
    squares,
)
from .games import Game, games, opened
from .results import Rejected, Result, Results
from .verdict import Verdict

__all__ = [
    "Codes",
    "FenError",
    "Game",
    "MoveError",
    "Position",
    "Rejected",
    "Result",
    "Results",
    "Verdict",
    "__version__",
    "check",
    "games",
    "in_check_batch",
    "kernel",
    "squares",
]

Positions = Union[str, bytes, bytearray, memoryview, os.PathLike, BinaryIO, Iterable[Union[str, bytes]]]

_BLOCK = 1 << 18  # bytes of a file that are read at once: a block stays in the cache


def check(
    positions: Positions, *, strict: bool = False, lenient: bool = False, possible: bool = False, errors: int = 100
) -> Results:
    """The verdict on each position, and the squares of the pieces that give check.

    positions  one of
               - an iterable of str or bytes, a FEN or EPD each: as many results, in the same order
               - a str, or bytes or any buffer of them: a text with a position a line
               - a pathlib.Path, or a file opened in binary: the same, read in blocks. The file of a path may be
                 compressed by gzip, bzip2, xz, zstd or lz4, and may hold games: the positions after each move
               A text is read without its blank lines and those that begin with #; lines end with LF or CR LF.
    strict     impossible castling letters and en-passant squares are errors; else they are dropped
    lenient    only the side to move needs its one king, and pawns may stand anywhere
    possible   positions that no game can reach are errors
    errors     the number of positions with Verdict.INVALID whose reason the Results keep

    A position that cannot be read has Verdict.INVALID and raises nothing, and so has an illegal move in a game. A file
    that holds something else, such as a table, raises ValueError, which names the way to read it. Other threads run
    meanwhile, so several threads can check parts of a file at once.
    """
    flags = (STRICT if strict else 0) | (LENIENT if lenient else 0) | (POSSIBLE if possible else 0)
    if isinstance(positions, os.PathLike):
        if _is_pgn(positions):
            return _check_games(games(positions), errors)
        with opened(positions) as file:
            return _check_blocks(_text_blocks(file, os.fspath(positions)), flags, errors)
    if hasattr(positions, "readinto"):
        return _check_blocks(_text_blocks(positions, getattr(positions, "name", "the file")), flags, errors)
    if isinstance(positions, str):
        _warn_of_file_name(positions)
        return _check_blocks([_encoded(positions)], flags, errors)
    if isinstance(positions, (bytes, bytearray, memoryview)) or _is_buffer(positions):
        return _check_blocks([positions], flags, errors)
    verdicts, checkers, numbers, rejected, _ = check_strings(positions, flags, errors)
    return Results(verdicts, checkers, numbers, [Rejected(*row) for row in rejected])


def _is_pgn(path: os.PathLike) -> bool:
    """Whether the file at a path, which may be a pipe and is not read then, holds games."""
    if not os.path.isfile(path):
        return False
    with opened(path) as file:
        kind = foreign(file.read(4096))
    return kind is not None and kind[0] == "PGN"


def _check_games(found: Iterable[Game], errors: int) -> Results:
    columns, rejected = (bytearray(), bytearray(), bytearray()), []
    for game in found:
        for error in game.results.errors[: max(errors - len(rejected), 0)]:
            rejected.append(error._replace(index=len(columns[0]) + error.index))
        for column, part in zip(columns, (game.results.verdicts, game.results.checkers, game.results.lines)):
            column += part.tobytes()
    return Results(*columns, rejected)


def _encoded(text: str) -> bytes:
    """Replaces surrogates that stand for bytes by these bytes. No position has surrogates."""
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
    """Yields the file in blocks of whole lines; each overwrites the one before."""
    buffer, filled = bytearray(_BLOCK), 0
    while count := file.readinto(memoryview(buffer)[filled:]):  # type: ignore[attr-defined]
        begun, filled = filled, filled + count
        end = buffer.rfind(b"\n", begun, filled) + 1
        if end:
            yield memoryview(buffer)[:end].toreadonly()
            buffer[: filled - end] = buffer[end:filled]
            filled -= end
        elif filled == len(buffer):
            buffer = buffer + bytearray(filled)
    yield memoryview(buffer)[:filled].toreadonly()


def _text_blocks(file: BinaryIO, name: object) -> Iterator[memoryview]:
    """Yields the blocks of a file; raises ValueError when it is no text with lines of positions."""
    for number, block in enumerate(_blocks(file)):
        kind = foreign(block) if number == 0 else None
        if kind:
            raise ValueError(f"{name}: this is {kind[0]}, not FEN or EPD; read it by: {kind[1]} {name} | ...")
        if number == 0:
            _refuse_table(bytes(block[:4096]).split(b"\n")[0], name)
        yield block


def _refuse_table(line: bytes, name: object) -> None:
    columns = [column.strip().strip(b'"') for column in re.split(rb"[\t,;]", line)]
    fen = next((column.decode() for column in columns if column.lower() == b"fen"), None)
    if fen and len(columns) > 1:
        raise ValueError(
            f"{name}: this is a table, not FEN or EPD; read its column by: "
            f"kingscan.check(row[{fen!r}] for row in csv.DictReader(open({str(name)!r})))"
        )


def _warn_of_file_name(text: str) -> None:
    if "\n" not in text and os.path.isfile(text):
        warnings.warn(
            f"kingscan.check reads {text!r} as a position; pathlib.Path({text!r}) reads the file of that name",
            stacklevel=3,
        )


def _check_blocks(blocks: Iterable[object], flags: int, errors: int) -> Results:
    columns, rejected, lines = (bytearray(), bytearray(), bytearray()), [], 0
    for block in blocks:
        *found, more, lines = check_text(block, flags, lines, errors - len(rejected))
        rejected += [Rejected(len(columns[0]) + index, *rest) for index, *rest in more]
        for column, part in zip(columns, found):
            column += part
    return Results(*columns, rejected)
