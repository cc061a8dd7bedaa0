"""Training data of nets, lines of text and games, in batches of arrays."""
import contextlib
import io
import os
from collections.abc import Iterator
from enum import IntFlag
from typing import Any, BinaryIO, Callable, NamedTuple, Optional, Union

from ._kingscan import DataBatch, DataReader, data_formats, guess_data_format
from .inputs import a
from .pgn import opened

_MAGIC = 4  # bytes that name a format
_LINES_AND_GAMES = ("fen", "epd", "jsonl", "pgn")  # which kingscan.check reads as what they are


class Kind(IntFlag):
    """The bits of batch.kinds. A capture en passant has both bits."""

    CAPTURE = 1
    EN_PASSANT = 2
    CASTLING = 4
    PROMOTION = 8
    NO_MOVE = 16  # the entry has none
    FIRST = 128  # a chain, a game or a record begins with the entry


class Fact(IntFlag):
    """The bits of batch.known: what an entry has."""

    SIDE = 1  # else white is to move, and the board is turned
    MOVE = 2
    PLY = 4
    RIGHTS = 8  # castling rights, en passant
    CLOCKS = 16  # the halfmove clock, and the move number or the ply
    SCORE = 32
    RESULT = 64
    TIME = 128  # batch.clocks


class Fault(NamedTuple):
    """A part of training data that cannot be read. Blocks, chains and plies count from 0."""

    file: str
    code: str  # the error in one word, such as "data-truncated"
    message: str  # what was expected and found
    byte: int  # of the data, decompressed
    block: int  # of .binpack
    chain: int  # in the block; or the game, or the record
    ply: int  # in the chain or the game
    line: int  # of text, from 1; else 0
    lost: int  # bytes that are passed over

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else f"byte {self.byte}, block {self.block}, chain {self.chain}"
        ply = "" if self.line else f", ply {self.ply}"
        return f"{self.file}: {place}{ply}: {self.message}; bytes passed over: {self.lost}"


class DataError(ValueError):
    """Training data with a fault, which has its place: error.fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault

    def __reduce__(self) -> tuple:
        return DataError, (self.fault,)


def data(
    source: Union[str, os.PathLike, BinaryIO, bytes, bytearray, memoryview],
    *,
    format: Optional[str] = None,
    pattern: Optional[str] = None,
    scores: Optional[str] = None,
    size: int = 16384,
    legality: bool = False,
    ordered: bool = True,
    on_fault: Optional[Callable[[Fault], Any]] = None,
) -> Iterator[DataBatch]:
    """Yields the entries of training data, of lines of text and of games in batches.

    source    a path; a file opened in binary; or the bytes themselves. A path may be that of a file which gzip, bzip2,
              xz, zstd or lz4 have compressed; these programs decompress it.
    format    "binpack", "bin", "bulletformat", "marlinformat", "viriformat", "plain", "fen", "epd", "jsonl" or "pgn";
              else the first bytes tell .binpack, and the end of the file's name tells the others
    pattern   instead of a format: how lines are written, such as "FEN | white-score | white-result", 'cp=white-score,
              position=fen' or '{"fen": fen, "wdl": mover-sign}', as "kingscan convert --from" takes it
    scores    of games: the form of the comments whose scores count, such as "eval", "cutechess" or "tcec"; else the
              form of all comments of a game
    size      entries of a batch; the last one may have fewer
    legality  batches have `illegal` and `invalid`; else these are None
    ordered   False: blocks of .binpack are read by turns, which is faster; within a block entries stay in order
    on_fault  called with each Fault, and reading goes on after it: faults.append collects them. The first fault
              raises DataError otherwise, after a batch of the entries before it

    Each array of a batch is a read-only memoryview, which numpy.asarray takes without a copy. A batch has memory of its
    own: what is kept of it stays as it is. Other threads run while a batch is read.

    Raises ValueError when the format is not known, and OSError when a file cannot be read to its end.
    """
    if format is not None and format not in data_formats():
        raise ValueError(f"format: expected one of {', '.join(data_formats())}, found {format!r}")
    if format is not None and pattern is not None:
        raise TypeError("pattern: expected no format beside it")
    if isinstance(size, bool) or not isinstance(size, int):
        raise TypeError(f"size: expected an int, found {a(size)}")
    asked = size, legality, not ordered, on_fault is None, scores, pattern
    if isinstance(source, (str, os.PathLike)):
        return _of_path(source, format, asked, on_fault)
    if not callable(getattr(source, "readinto", None)):
        try:
            memoryview(source)
        except TypeError:
            raise TypeError(f"source: expected a path, a file opened in binary, or bytes, found {a(source)}") from None
        return _batches(DataReader(source, format, *asked), "the data", on_fault)
    name = _name_of(getattr(source, "name", None))
    return _of_file(source, name, format, asked, on_fault)  # type: ignore[arg-type]


def _name_of(name: Any) -> str:
    return os.fsdecode(name) if isinstance(name, (str, bytes)) else "the file"


def _of_path(path: Any, format: Any, asked: tuple, on_fault: Any) -> Iterator[DataBatch]:
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(opened(path))
        yield from _of_file(file, os.fsdecode(path), format, asked, on_fault)


def _of_file(file: Any, name: str, format: Any, asked: tuple, on_fault: Any) -> Iterator[DataBatch]:
    if format is None and asked[-1] is None:
        beginning = _read_beginning(file, _MAGIC)
        format = guess_data_format(os.fsencode(name), beginning)
        if format is None:
            raise ValueError(
                f"{name}: expected BINP at the beginning, or a name that ends as one of a format does, such as .plain; "
                "give the format: format='bin'"
            )
        file = _Begun(beginning, file)
    yield from _batches(DataReader(file, format, *asked), name, on_fault)


def format_of(path: os.PathLike) -> Optional[str]:
    """The format of the training data at a path; None for all else, lines and games among them."""
    format = _any_format_of(path)
    return None if format in _LINES_AND_GAMES else format


def _any_format_of(path: os.PathLike) -> Optional[str]:
    """The format of a file of entries. A pipe is not read, and its name alone counts."""
    beginning = b""
    if os.path.isfile(path):
        with opened(path) as file:
            beginning = _read_beginning(file, _MAGIC)
    return guess_data_format(os.fsencode(path), beginning)


def judge_data(path: os.PathLike, format: str) -> Iterator[tuple]:
    """Yields batches of training data, and the fault behind each: for kingscan.check."""
    with opened(path) as file:
        yield from DataReader(file, format, 1024, False, False, True)


def _read_beginning(file: Any, count: int) -> bytes:
    """The first bytes of a file; fewer when it ends there."""
    found = b""
    buffer = bytearray(count)
    while len(found) < count and (got := file.readinto(memoryview(buffer)[: count - len(found)])):
        found += bytes(buffer[:got])
    return found


class _Begun:
    """A file of which the first bytes were read already."""

    def __init__(self, beginning: bytes, file: Any) -> None:
        self._beginning, self._file = io.BytesIO(beginning), file

    def readinto(self, buffer: Any) -> int:
        return self._beginning.readinto(buffer) or self._file.readinto(buffer)


def _batches(reader: DataReader, name: str, on_fault: Any) -> Iterator[DataBatch]:
    for batch, faults in reader:
        if on_fault:
            for fault in faults:
                on_fault(Fault(name, *fault))
        if len(batch):
            yield batch
        if faults and not on_fault:
            raise DataError(Fault(name, *faults[0]))
