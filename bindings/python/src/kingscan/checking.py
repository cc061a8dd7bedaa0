"""Verdicts on many positions, from wherever they come."""
import os
import warnings
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple, Optional, Union

from ._kingscan import LENIENT, POSSIBLE, STRICT, Table, check_strings, check_text, foreign, has_fen_column
from .games import Game, games, opened
from .results import Rejected, Results
from .verdict import Verdict

Positions = Union[str, bytes, bytearray, memoryview, os.PathLike, BinaryIO, Iterable[Union[str, bytes]]]

_BLOCK = 1 << 18  # bytes of a file that are read at once: a block stays in the cache
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class _Asked(NamedTuple):
    """The arguments of check, but for the positions."""

    flags: int
    errors: int
    column: Union[int, str, None]
    moves_column: Union[int, str, None]
    ply: Optional[int]
    separator: Optional[str]
    header: bool


def check(
    positions: Positions,
    *,
    column: Union[int, str, None] = None,
    field: Optional[str] = None,
    moves_column: Union[int, str, None] = None,
    ply: Optional[int] = None,
    separator: Optional[str] = None,
    header: bool = False,
    strict: bool = False,
    lenient: bool = False,
    possible: bool = False,
    errors: int = 100,
) -> Results:
    """The verdict on each position, and the squares of the pieces that give check.

    positions     one of
                  - an iterable of str or bytes, a FEN or EPD each: as many results, in the same order
                  - a str, or bytes or any buffer of them: a text with a position a line
                  - a pathlib.Path, or a file opened in binary: the same, read in blocks. The file of a path may be
                    compressed by gzip, bzip2, xz, zstd or lz4, and may hold games: the positions after each move
                  A text is read without its blank lines and those that begin with #; lines end with LF or CR LF.
                  "moves" and moves may follow a FEN, as in UCI: then the last position counts
    column        where the position is in each line of TSV or CSV: a number from 1, or a name in the first line
    field         the same for JSON Lines: the member with the position
    moves_column  where moves are, in UCI or SAN, that lead from there to the position
    ply           make only so many of these moves: column="FEN", moves_column="Moves", ply=1 for lichess's puzzles
    separator     what separates columns; without it a tab, a comma or a semicolon, as the first line has them
    header        the first line has names; a column that is given by its name says so already
    strict        as possible, and impossible castling letters and en-passant squares are errors; else they are
                  dropped: what `kingscan check --strict` refuses
    lenient       only the side to move needs its one king, and pawns may stand anywhere
    possible      positions that no game can reach are errors
    errors        the number of positions with Verdict.INVALID whose reason the Results keep

    A position that cannot be read has Verdict.INVALID and raises nothing, and so has an illegal move in a game. A file
    that has no position at all, or no such column, raises ValueError with the place and the reason. Other threads run
    meanwhile, so several threads can check parts of a file at once.
    """
    flags = (STRICT if strict else 0) | (LENIENT if lenient else 0) | (POSSIBLE if possible else 0)
    if column is not None and field is not None:
        raise ValueError("column, field: expected one of them, found both")
    asked = _Asked(flags, errors, field if column is None else column, moves_column, ply, separator, header)
    _refuse_alone(asked)
    if isinstance(positions, os.PathLike):
        if _is_pgn(positions):
            return _check_games(positions, asked)
        with opened(positions) as file:
            return _check_file(file, os.fspath(positions), asked)
    if hasattr(positions, "readinto"):
        return _check_file(positions, getattr(positions, "name", "the file"), asked)  # type: ignore[arg-type]
    if isinstance(positions, str):
        _warn_of_file_name(positions)
        return _check_blocks([_encoded(positions)], "the text", asked)
    if isinstance(positions, (bytes, bytearray, memoryview)) or _is_buffer(positions):
        return _check_blocks([_unchanging(positions)], "the text", asked)
    if asked.column is not None:
        raise ValueError("column: expected a file or a text, found single positions")
    verdicts, checkers, numbers, rejected, _ = check_strings(positions, flags, errors)  # type: ignore[arg-type]
    return Results(verdicts, checkers, numbers, [Rejected(*row) for row in rejected])


def _refuse_alone(asked: _Asked) -> None:
    """Raises ValueError for what says nothing without a column."""
    for name in "moves_column", "ply", "separator":
        needed = "moves_column" if name == "ply" else "column"
        if getattr(asked, name) is not None and getattr(asked, needed) is None:
            raise ValueError(f"{name}: expected {needed} too")


# ---- Games ----


def _is_pgn(path: os.PathLike) -> bool:
    """Whether the file at a path, which may be a pipe and is not read then, holds games."""
    if not os.path.isfile(path):
        return False
    with opened(path) as file:
        kind = foreign(file.read(4096))
    return kind is not None and kind[0] == "PGN"


def _check_games(path: os.PathLike, asked: _Asked) -> Results:
    if asked.column is not None:
        raise ValueError(f"{os.fspath(path)}: column: games in PGN are no table")
    columns, rejected = (bytearray(), bytearray(), bytearray()), []  # type: ignore[var-annotated]
    game: Game
    for game in games(path):
        for error in game.results.errors[: max(asked.errors - len(rejected), 0)]:
            rejected.append(error._replace(index=len(columns[0]) + error.index))
        for column, part in zip(columns, (game.results.verdicts, game.results.checkers, game.results.lines)):
            column += part.tobytes()
    return Results(*columns, rejected)


# ---- Texts ----


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


def _unchanging(buffer: object) -> object:
    """The buffer, or a copy where another view may change its bytes. (One that can be written to is copied later.)"""
    view = memoryview(buffer)  # type: ignore[arg-type]
    if view.readonly and (view.obj is None or not memoryview(view.obj).readonly):
        return bytes(view)
    return buffer


def _warn_of_file_name(text: str) -> None:
    if "\n" not in text and "\0" not in text and os.path.isfile(text):
        warnings.warn(
            f"kingscan.check reads {text!r} as a position; pathlib.Path({text!r}) reads the file of that name",
            stacklevel=3,
        )


# ---- Files ----


def _check_file(file: BinaryIO, name: object, asked: _Asked) -> Results:
    """Raises ValueError when the file has lines and none is a position: then it holds something else."""
    results = _check_blocks(_text_blocks(file, name, asked), name, asked._replace(errors=max(asked.errors, 1)))
    if len(results) and bytes(results.verdicts).count(Verdict.INVALID) == len(results):
        first = results.errors[0]
        place = f"{name}:{results.lines[first.index]}:{first.offset + 1}"
        raise ValueError(f"{place}: {first.message}; no line is a position")
    del results.errors[asked.errors :]
    return results


def _blocks(file: BinaryIO) -> Iterator[Union[bytes, memoryview]]:
    """Yields the file in blocks of whole lines; each may overwrite the one before.

    A file that is not one of Python's own may keep what it is given, and write there while the block is read.
    """
    show = memoryview.toreadonly if type(file).__module__ == "_io" else bytes
    buffer, filled = bytearray(_BLOCK), 0
    while (count := file.readinto(memoryview(buffer)[filled:])) != 0:  # type: ignore[attr-defined]
        if not isinstance(count, int) or not 0 < count <= len(buffer) - filled:
            raise OSError("readinto: expected the number of bytes read")
        begun, filled = filled, filled + count
        end = buffer.rfind(b"\n", begun, filled) + 1
        if end:
            yield show(memoryview(buffer)[:end])
            buffer[: filled - end] = buffer[end:filled]
            filled -= end
        elif filled == len(buffer):
            buffer = buffer + bytearray(filled)
    yield show(memoryview(buffer)[:filled])


def _text_blocks(file: BinaryIO, name: object, asked: _Asked) -> Iterator[Union[bytes, memoryview]]:
    """Yields the blocks of a file; raises ValueError when it is no text with lines of positions."""
    for number, block in enumerate(_blocks(file)):
        if number == 0:
            _refuse_foreign(block, name, asked)
            block = block[3:] if block[:3] == _BYTE_ORDER_MARK else block
        yield block


def _refuse_foreign(block: Union[bytes, memoryview], name: object, asked: _Asked) -> None:
    kind = foreign(block)
    if kind and kind[0] == "JSON Lines":
        if not isinstance(asked.column, str):
            said = "this is JSON Lines, not FEN, EPD or PGN; name the member to be read: field='fen'"
            raise ValueError(f"{name}: {said}")
    elif kind:
        raise ValueError(f"{name}: this is {kind[0]}, not FEN, EPD or PGN; read it by: {kind[1]} {name} | ...")
    elif asked.column is None and has_fen_column(bytes(block[:4096]).split(b"\n")[0]):
        raise ValueError(f"{name}: this is a table with a column for FEN: column='fen' reads it")


def _table_of(block: object, name: object, asked: _Asked) -> Optional[Table]:
    """The Table of a text that begins with a block; None for whole lines."""
    if asked.column is None:
        return None
    try:
        return Table(block, *asked[2:])  # type: ignore[arg-type]
    except ValueError as error:
        raise ValueError(f"{name}:{error}" if str(error)[:1].isdigit() else str(error)) from None


def _check_blocks(blocks: Iterable[object], name: object, asked: _Asked) -> Results:
    columns, rejected, lines = (bytearray(), bytearray(), bytearray()), [], 0  # type: ignore[var-annotated]
    for number, block in enumerate(blocks):
        if number == 0:
            table = _table_of(block, name, asked)
            if table and table.has_header:
                block = memoryview(block).cast("B")[_end_of_line(block) :]  # type: ignore[arg-type]
                lines = 1
        *found, more, lines = check_text(block, asked.flags, lines, asked.errors - len(rejected), table)
        rejected += [Rejected(len(columns[0]) + index, *rest) for index, *rest in more]
        for column, part in zip(columns, found):
            column += part
    return Results(*columns, rejected)


def _end_of_line(block: object) -> int:
    text = bytes(memoryview(block).cast("B")[: 1 << 21])  # type: ignore[arg-type]
    return text.find(b"\n") + 1 or len(text)
