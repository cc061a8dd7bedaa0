"""Verdicts on many positions, from wherever they come."""
import os
import warnings
from array import array
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple, Optional, Union

from ._kingscan import LENIENT, POSSIBLE, STRICT, Table, check_strings, check_text, foreign, has_fen_column
from .inputs import a, fen_error, is_to_raise, strings_of
from .pgn import Game, opened, read_games
from .results import Rejected, Results
from .training import format_of, judge_data
from .verdict import Verdict

Positions = Union[str, bytes, bytearray, memoryview, os.PathLike, BinaryIO, Iterable[Union[str, bytes]], Any]

_BLOCK = 1 << 18  # bytes of a file that are read at once: a block stays in the cache
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class _Asked(NamedTuple):
    """The arguments of check, but for the positions."""

    flags: int
    reasons: int
    raises: bool
    counted: bool
    column: Union[int, str, None]
    moves_column: Union[int, str, None]
    ply: Optional[int]
    separator: Optional[str]
    header: bool
    null_moves: bool


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
    count_moves: bool = False,
    null_moves: bool = False,
    errors: str = "keep",
    reasons: int = 100,
) -> Results:
    """The verdict on each position, and the squares of the pieces that give check.

    positions     one of
                  - an iterable or an array of str or bytes, a FEN or EPD each: as many results, in the same order
                  - a frame of pandas, polars or Arrow, with column: as many results; those of pandas keep its index
                  - a str, or bytes or any buffer of them: a text with a position a line
                  - a pathlib.Path, or an open file: the same, read in blocks. The file of a path may be compressed
                    by gzip, bzip2, xz, zstd or lz4, and may hold games: the positions after each move; or training
                    data, as BINP at its beginning or the end of its name tells: `lines` then counts the results
                  A text is read without its blank lines and those that begin with #; lines end with LF or CR LF.
                  "moves" and moves may follow a FEN, as in UCI: then the last position counts
    column        where the position is in each line of TSV or CSV, or in a frame: a number from 1, or a name
    field         the same for JSON Lines: the member with the position
    moves_column  where moves are, in UCI or SAN, that lead from there to the position
    ply           make only so many of these moves: column="FEN", moves_column="Moves", ply=1 for lichess's puzzles
    separator     what separates columns; without it a tab, a comma or a semicolon, as the first line has them
    header        the first line has names; a column that is given by its name says so already
    strict        as possible, and impossible castling letters and en-passant squares are errors; else they are
                  dropped: what `kingscan check --strict` refuses
    lenient       only the side to move needs its one king, and pawns may stand anywhere
    possible      positions that no game can reach are errors
    count_moves   the Results have the numbers of legal moves and of captures too; 0 with Verdict.INVALID
    null_moves    of files of games of chess: read null moves, as games does
    errors        "keep": a position that cannot be read, or an illegal move in a game, has Verdict.INVALID.
                  "raise": the first one raises FenError with its number and its reason
    reasons       the number of positions with Verdict.INVALID whose reason the Results keep

    An element that is missing, as None, NaN and NA of pandas say, is a row without a position, and so is one with
    missing moves. Any other that is no string raises TypeError with its number. A file that has no position at all, or
    no such column, raises ValueError with the place and the reason. Other threads run meanwhile, so several threads
    can check parts of a file at once.
    """
    flags = (STRICT if strict else 0) | (LENIENT if lenient else 0) | (POSSIBLE if possible else 0)
    if column is not None and field is not None:
        raise ValueError("column, field: expected one of them, found both")
    named = field if column is None else column
    raises = is_to_raise(errors)
    kept = max(reasons, 1) if raises else reasons
    asked = _Asked(
        flags, kept, raises, bool(count_moves), named, moves_column, ply, separator, header, bool(null_moves)
    )
    _refuse_alone(asked)
    results = _check(positions, asked)
    if raises and results.errors:
        index, code, offset, message = results.errors[0]
        raise fen_error(f"element {index}: {message}", code, offset)
    return results


def _check(positions: Any, asked: _Asked) -> Results:
    if isinstance(positions, os.PathLike):
        if (format := format_of(positions)) is not None:
            return _check_data(positions, format, asked)
        if _is_pgn(positions):
            return _check_games(positions, asked)
        _refuse_null_moves(asked, positions)
        with opened(positions) as file:
            return _check_file(_blocks(file), os.fspath(positions), asked)
    _refuse_null_moves(asked, positions)
    if hasattr(positions, "readinto"):
        return _check_file(_blocks(positions), getattr(positions, "name", "the file"), asked)  # type: ignore[arg-type]
    if isinstance(positions, str):
        _warn_of_file_name(positions)
        return _check_blocks([_encoded(positions)], "the text", asked)
    if _is_text_buffer(positions):
        return _check_blocks([_unchanging(positions)], "the text", asked)
    if callable(getattr(positions, "read", None)):
        return _check_file(_read_blocks(positions), getattr(positions, "name", "the file"), asked)
    return _check_strings(positions, asked)


def _check_strings(positions: Any, asked: _Asked) -> Results:
    strings = strings_of(positions, asked.column, asked.moves_column, asked.ply)
    if asked.separator is not None or asked.header:
        name = "header" if asked.separator is None else "separator"
        raise ValueError(f"{name}: expected a file or a text, found {a(positions)}")
    *columns, rejected, _ = check_strings(strings.items, asked.flags, asked.reasons, asked.counted)
    return _results(columns, [Rejected(*row) for row in rejected], asked, strings.index)


def _results(columns: Any, rejected: list, asked: _Asked, index: Any = None) -> Results:
    *three, moves, captures = columns
    counts = (moves, captures) if asked.counted else (None, None)
    return Results(*three, rejected, *counts, index)


def _refuse_alone(asked: _Asked) -> None:
    """Raises ValueError for what says nothing without a column."""
    for name in "moves_column", "ply", "separator":
        needed = "moves_column" if name == "ply" else "column"
        if getattr(asked, name) is not None and getattr(asked, needed) is None:
            raise ValueError(f"{name}: expected {needed} too")


# ---- Games ----


def _refuse_null_moves(asked: _Asked, positions: Any) -> None:
    if asked.null_moves:
        found = os.fspath(positions) if isinstance(positions, os.PathLike) else a(positions)
        raise ValueError(f"null_moves: expected the pathlib.Path of a file of games, found {found}")


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
    columns, rejected = [bytearray() for _ in range(5)], []  # type: ignore[var-annotated]
    game: Game
    for game in read_games(path, counted=asked.counted, null_moves=asked.null_moves):
        found = game.results
        for error in game.results.errors[: max(asked.reasons - len(rejected), 0)]:
            rejected.append(error._replace(index=len(columns[0]) + error.index))
        for column, part in zip(columns, (found.verdicts, found.checkers, found.lines, found.moves, found.captures)):
            column += part.tobytes() if part is not None else b""
    return _results(columns, rejected, asked)


# ---- Training data ----


def _check_data(path: os.PathLike, format: str, asked: _Asked) -> Results:
    if asked.column is not None or asked.flags or asked.null_moves:
        given = "null_moves" if asked.null_moves else "strict, lenient, possible" if asked.flags else "column"
        raise ValueError(f"{os.fspath(path)}: {given}: this is training data ({format}), which is read without")
    columns, rejected = [bytearray() for _ in range(5)], []  # type: ignore[var-annotated]
    for batch, faults in judge_data(path, format):
        verdicts, checkers, moves, captures, errors = batch._judge()
        rejected += [Rejected(len(columns[0]) + index, *rest) for index, *rest in errors]
        for code, message, byte, *_ in faults:
            rejected.append(Rejected(len(columns[0]) + len(batch), code, byte, message))
            verdicts += bytes([Verdict.INVALID])
            checkers, moves, captures = checkers + bytes(8), moves + bytes(2), captures + bytes(2)
        del rejected[max(asked.reasons, 0) :]
        for column, part in zip(columns, (verdicts, checkers, b"", moves, captures)):
            column += part
    columns[2] += array("Q", range(1, len(columns[0]) + 1)).tobytes()
    return _results(columns, rejected, asked)


# ---- Texts ----


def _encoded(text: str) -> bytes:
    """Replaces surrogates that stand for bytes by these bytes. No position has surrogates."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _is_text_buffer(value: Any) -> bool:
    """Whether a value is a buffer of bytes. Raises TypeError for one of other things, but for an array of strings."""
    try:
        view = memoryview(value)
    except (TypeError, ValueError, BufferError):
        return False
    with view:
        if view.ndim == 1 and view.format.lstrip("@=<>!") in ("B", "b", "c") and not hasattr(value, "mask"):
            return True
        if hasattr(value, "dtype") and hasattr(value, "tolist"):
            return False
        dimensions = f"{view.ndim} dimension{'' if view.ndim == 1 else 's'}"
        raise TypeError(
            f"positions: expected strings or the bytes of a text, found {a(value)} with {dimensions} and items "
            f"of the format '{view.format}'"
        )


def _unchanging(buffer: object) -> object:
    """The buffer, or a copy where another view may change its bytes. (One that can be written to is copied later.)"""
    view = memoryview(buffer)  # type: ignore[arg-type]
    if not view.contiguous:
        return view.tobytes()
    if view.readonly and (view.obj is None or not memoryview(view.obj).readonly):
        return bytes(view)
    return buffer


def _warn_of_file_name(text: str) -> None:
    if "\n" not in text and "\0" not in text and os.path.isfile(text):
        warnings.warn(
            f"kingscan.check reads {text!r} as a position; pathlib.Path({text!r}) reads the file of that name",
            stacklevel=4,
        )


# ---- Files ----


def _read_blocks(file: Any) -> Iterator[bytes]:
    """Yields a file that has nothing but read, such as one that is open as text, in blocks of whole lines."""
    rest = b""
    while (read := file.read(_BLOCK)) not in ("", b""):
        if not isinstance(read, (str, bytes)):
            raise TypeError(f"read: expected str or bytes, found {a(read)}")
        part = rest + (_encoded(read) if isinstance(read, str) else read)
        end = part.rfind(b"\n") + 1
        if end:
            yield part[:end]
        rest = part[end:]
    yield rest


def _check_file(blocks: Iterable[Union[bytes, memoryview]], name: object, asked: _Asked) -> Results:
    """Raises ValueError when the file has lines and none is a position: then it holds something else."""
    results = _check_blocks(_text_blocks(blocks, name, asked), name, asked._replace(reasons=max(asked.reasons, 1)))
    if len(results) and bytes(results.verdicts).count(Verdict.INVALID) == len(results):
        first = results.errors[0]
        place = f"{name}:{results.lines[first.index]}:{first.offset + 1}"
        raise ValueError(f"{place}: {first.message}; no line is a position")
    del results.errors[asked.reasons :]
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


def _text_blocks(
    blocks: Iterable[Union[bytes, memoryview]], name: object, asked: _Asked
) -> Iterator[Union[bytes, memoryview]]:
    """Yields the blocks of a file; raises ValueError when it is no text with lines of positions."""
    for number, block in enumerate(blocks):
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
    elif kind and kind[0] == "PGN":
        raise ValueError(f"{name}: this is PGN, not FEN or EPD; kingscan.games reads it")
    elif kind:
        command = kind[1] if "FILE" in kind[1] else f"{kind[1]} {name}"
        raise ValueError(f"{name}: this is {kind[0]}, not FEN, EPD or PGN; read it by: {command} | ...")
    elif asked.column is None and has_fen_column(bytes(block[:4096]).split(b"\n")[0]):
        raise ValueError(f"{name}: this is a table with a column for FEN: column='fen' reads it")


def _table_of(block: object, name: object, asked: _Asked) -> Optional[Table]:
    """The Table of a text that begins with a block; None for whole lines."""
    if asked.column is None:
        return None
    columns = asked.column, asked.moves_column, asked.ply
    try:
        return Table(block, *columns, asked.separator, asked.header)  # type: ignore[arg-type]
    except ValueError as error:
        raise ValueError(f"{name}:{error}" if str(error)[:1].isdigit() else str(error)) from None


def _check_blocks(blocks: Iterable[object], name: object, asked: _Asked) -> Results:
    columns, rejected, lines = [bytearray() for _ in range(5)], [], 0  # type: ignore[var-annotated]
    for number, block in enumerate(blocks):
        if number == 0:
            table = _table_of(block, name, asked)
            if table and table.has_header:
                block = memoryview(block).cast("B")[_end_of_line(block) :]  # type: ignore[arg-type]
                lines = 1
        *found, more, lines = check_text(block, asked.flags, lines, asked.reasons - len(rejected), table, asked.counted)
        rejected += [Rejected(len(columns[0]) + index, *rest) for index, *rest in more]
        for column, part in zip(columns, found):
            column += part
    return _results(columns, rejected, asked)


def _end_of_line(block: object) -> int:
    text = bytes(memoryview(block).cast("B")[: 1 << 21])  # type: ignore[arg-type]
    return text.find(b"\n") + 1 or len(text)
