"""Yields batches of inputs of nets from training data: kingscan.features.batches. It needs NumPy."""
import collections
import concurrent.futures
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any, Callable, NamedTuple, Optional, Union

from ._kingscan import DataReader, Features, data_formats, guess_data_format
from .games import opened
from .training import DataError, Fault, _read_beginning

__all__ = ["Batch", "Features", "batches"]

_MAGIC = 4  # bytes that name a format
_SKIPS = {"checks": 1 << 27, "captures": 1 << 28, "moveless": 1 << 29, "unlikely": 1 << 30}
_PLIES, _SEEDS = 1 << 16, 1 << 64


class Batch(NamedTuple):
    """Inputs of a net, in arrays of NumPy that are the caller's. Its sides are white and black, or with by_mover the
    side to move and the other."""

    indices: tuple[Any, Any]  # of each side: int32, shape (n, width), -1 where there is none; or with joined in a row
    starts: Optional[tuple[Any, Any]]  # with joined, of each side: int32, shape (n + 1): where an entry's begin
    sides: Any  # float32: 1 when white is to move, else 0
    scores: Any  # float32
    results: Any  # float32
    pieces: Any  # int32: their number, for output buckets

    def __len__(self) -> int:
        return len(self.sides)


def batches(
    files: Any,
    set: Union[str, Features],
    size: int = 16384,
    *,
    threads: int = 1,
    skip: Iterable[str] = (),
    first_ply: int = 0,
    skip_share: float = 0.0,
    seed: int = 0,
    by_mover: bool = False,
    joined: bool = False,
    scale: Optional[float] = None,
    results: tuple[float, float, float] = (0.0, 0.5, 1.0),
    cycle: bool = False,
    ordered: bool = False,
    format: Optional[str] = None,
    on_fault: Optional[Callable[[Fault], Any]] = None,
) -> Iterator[Batch]:
    """Yields batches of inputs from files of training data. The last batch may have fewer entries.

    files       a path, or several of one format, read one after another; as of kingscan.data
    set         the name of a set, such as "Full_Threats+PP_3Wide+HalfKAv2_hm", or a Features
    size        entries of a batch
    threads     how many make batches. The batches are the same for any number
    skip        words: "checks", entries in check; "captures", with a move that captures, but not en passant;
                "moveless", without a move; "unlikely", by the probability of the result in the model of nnue-pytorch.
                Entries with the score 32002, and those without a score or a result, are always passed over
    first_ply   the entries before it are passed over
    skip_share  so many entries are passed over by chance, from 0 to 1; the same seed passes over the same ones
    by_mover    the first side of a batch is the one to move; else it is white
    joined      indices stand in a row, and `starts` says where an entry's begin; else each entry has a row
    scale       scores become 1 / (1 + exp(-score / scale)); else they stay as they are
    results     what a loss, a draw and a win become: three numbers with the same distance
    cycle       the files are read over and over
    ordered     False: blocks of .binpack are read by turns, which is faster; within a block entries stay in order
    format      as of kingscan.data; else the first file tells it
    on_fault    called with each Fault of the data, and reading goes on; else the first raises DataError

    Scores and results are as the side to move sees them. Other threads of Python run while a batch is made.

    Raises ValueError when a position has more features than the set allows, and when an argument is wrong.
    """
    set = Features(set) if isinstance(set, str) else set
    if not isinstance(set, Features):
        raise TypeError(f"set: expected a name or a Features, found {type(set).__name__}")
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise ValueError(f"threads: expected a number from 1 to 1024, found {threads!r}")
    if not isinstance(size, int) or not 1 <= size <= 1 << 24:
        raise ValueError(f"size: expected a number from 1 to {1 << 24}, found {size!r}")
    if size * set.width >= 1 << 31:
        raise ValueError(f"size: {size} entries of {set.width} features are too many for indices of 32 bits")
    if cycle and skip_share == 1:
        raise ValueError("skip_share: expected a number below 1 with cycle, which would never end")
    paths = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    if not paths:
        raise ValueError("files: expected one at least")
    choice = _choice(skip, first_ply, skip_share, seed)
    maker = _Maker(set, by_mover, joined, scale, results, threads)
    source = _Files(paths, format, cycle)
    reader = DataReader(source, source.format, size, False, not ordered, on_fault is None, None, None, choice)
    return _ordered(_entries(reader, source, on_fault), source, maker, reader, threads)


def _choice(skip: Iterable[str], first_ply: int, skip_share: float, seed: int) -> tuple[int, int, float, int]:
    words = [skip] if isinstance(skip, str) else list(skip)
    for word in words:
        if word not in _SKIPS:
            raise ValueError(f"skip: expected some of {', '.join(_SKIPS)}, found {word!r}")
    if not 0 <= skip_share <= 1:
        raise ValueError(f"skip_share: expected a number from 0 to 1, found {skip_share!r}")
    if not 0 <= first_ply < _PLIES:
        raise ValueError(f"first_ply: expected a number below {_PLIES}, found {first_ply!r}")
    if not 0 <= seed < _SEEDS:
        raise ValueError(f"seed: expected a number below 2 ** 64, found {seed!r}")
    return sum(_SKIPS[word] for word in dict.fromkeys(words)), first_ply, float(skip_share), seed


# ---- Files ----


class _Files:
    """Files one after another, as one; perhaps over and over."""

    def __init__(self, paths: list, format: Optional[str], cycle: bool) -> None:
        if format is not None and format not in data_formats():
            raise ValueError(f"format: expected one of {', '.join(data_formats())}, found {format!r}")
        self._paths, self._cycle, self._next = paths, cycle, 0
        self._context: Any = None
        self._file: Any = None
        self._begins: list = []  # (byte, path): where the files begin in all that is read
        self._bytes = 0
        self._progress = True  # something was read since the first file was opened last
        self.stopped = False  # set by another thread, which wants no more
        self.format = format or self._guess()

    def _guess(self) -> str:
        with opened(self._paths[0]) as file:
            beginning = _read_beginning(file, _MAGIC)
        format = guess_data_format(os.fsencode(self._paths[0]), beginning)
        if format is None:
            raise ValueError(f"{os.fsdecode(self._paths[0])}: expected training data; give the format: format='bin'")
        return format

    def readinto(self, buffer: Any) -> int:
        while not self.stopped and (self._file or self._open_next()):
            count = self._file.readinto(buffer)
            if count:
                self._bytes += count
                self._progress = True
                return count
            self.close()
        return 0

    def _open_next(self) -> bool:
        if self._next == len(self._paths):
            if not self._cycle or not self._progress:
                return False
            self._next, self._progress = 0, False
        path = self._paths[self._next]
        self._next += 1
        self._context = opened(path)
        self._file = self._context.__enter__()
        self._begins.append((self._bytes, os.fsdecode(path)))
        del self._begins[:-1024]
        return True

    def close(self) -> None:
        context, self._context, self._file = self._context, None, None
        if context:
            context.__exit__(None, None, None)

    def place(self, fault: tuple) -> Fault:
        """A fault of the reader, in the file where it stands."""
        code, message, byte, *rest = fault
        begin, path = next((item for item in reversed(self._begins) if item[0] <= byte), (0, "the data"))
        return Fault(path, code, message, byte - begin, *rest)


def _entries(reader: DataReader, source: _Files, on_fault: Any) -> Iterator[Any]:
    try:
        for batch, faults in reader:
            for fault in faults if on_fault else ():
                on_fault(source.place(fault))
            if len(batch):
                yield batch
            if faults and not on_fault:
                raise DataError(source.place(faults[0]))
    finally:
        source.close()


# ---- Batches ----


class _Memory:
    """Memory of arrays, which is used again when no array refers to it any more: the system takes longer to give new
    memory than a batch takes to be filled in."""

    def __init__(self, most: int) -> None:
        self._arrays: list = []
        self._most, self._lock = most, threading.Lock()

    def take(self, elements: int) -> Any:
        """An array of int32, of which nobody else has the memory."""
        import numpy

        with self._lock:
            for array in self._arrays:
                # The list, the loop and the call below refer to it, and arrays that were made of it.
                if sys.getrefcount(array) == 3 and len(array) >= elements:
                    return array[:elements]
            made = numpy.empty(elements, numpy.int32)
            if len(self._arrays) < self._most:
                self._arrays.append(made)
            return made[:]


class _Maker:
    """Makes the arrays of a batch."""

    def __init__(self, set: Features, by_mover: bool, joined: bool, scale: Any, results: Any, threads: int) -> None:
        loss, draw, win = map(float, results)
        if abs((win - draw) - (draw - loss)) > 1e-9 * max(abs(win), abs(loss), 1.0):
            raise ValueError(f"results: expected three numbers with the same distance, found {results!r}")
        if scale is not None and not scale > 0:
            raise ValueError(f"scale: expected a number above 0, found {scale!r}")
        self._set, self._by_mover, self._joined = set, bool(by_mover), joined
        self._memory = _Memory(
            2 * (2 * threads + 2)
        )  # both sides of the batches at work, ready, and in the caller's hands
        self._formula = (1.0 if scale is None else 1.0 / scale, scale is not None, win - draw, draw)

    def make(self, entries: Any) -> Batch:
        import numpy

        n, width = len(entries), self._set.width
        rows = tuple(self._memory.take(n * width) for _ in range(2))
        indices = rows if self._joined else tuple(row.reshape(n, width) for row in rows)
        starts = tuple(numpy.zeros(n + 1, numpy.int32) for _ in range(2)) if self._joined else (None, None)
        facts = [numpy.empty(n, kind) for kind in (numpy.float32, numpy.float32, numpy.float32, numpy.int32)]
        self._set._fill(entries, (*indices, *starts, *facts), self._by_mover, self._formula)
        if self._joined:
            indices = tuple(array[: start[-1]] for array, start in zip(indices, starts))
        return Batch(indices, starts if self._joined else None, *facts)  # type: ignore[arg-type]


class _Turns:
    """Takes items from an iterator in the order of numbers, from several threads."""

    def __init__(self, items: Iterator[Any]) -> None:
        self._items, self._turn, self._ended = items, 0, False
        self._changed = threading.Condition()

    def take(self, number: int) -> Any:
        """The item of this number; None after the last one, or after an exception."""
        with self._changed:
            self._changed.wait_for(lambda: self._turn == number or self._ended)
            if self._ended:
                return None
            self._ended = True  # while an exception may come
            item = next(self._items, None)
            self._ended, self._turn = item is None, number + 1
            self._changed.notify_all()
            return item

    def end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()


def _ordered(
    entries: Iterator[Any], source: _Files, maker: _Maker, reader: DataReader, threads: int
) -> Iterator[Batch]:
    def make(item: Any) -> Batch:
        batch = maker.make(item)
        reader._reuse(item)
        return batch

    if threads == 1:
        yield from map(make, entries)
        return
    turns = _Turns(entries)

    def _produce(number: int) -> Optional[Batch]:
        item = turns.take(number)
        return None if item is None else make(item)

    pending: collections.deque = collections.deque()
    with concurrent.futures.ThreadPoolExecutor(threads, "kingscan.features") as pool:
        try:
            numbers = iter(range(1 << 62))
            while True:
                while len(pending) <= threads:
                    pending.append(pool.submit(_produce, next(numbers)))
                batch = pending.popleft().result()
                if batch is None:
                    return
                yield batch
        finally:
            source.stopped = True
            turns.end()
            for future in pending:
                future.cancel()
