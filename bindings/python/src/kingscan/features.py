"""Yields batches of inputs of nets from training data: kingscan.features.batches. It needs NumPy."""
import collections
import concurrent.futures
import math
import os
import random
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any, Callable, NamedTuple, Optional, Union

from ._kingscan import DataReader, Features, data_formats
from .pgn import opened
from .training import DataError, Fault, _any_format_of

__all__ = ["Batch", "Features", "Model", "Progress", "batches"]

_SKIPS = {"checks": 1 << 27, "captures": 1 << 28, "moveless": 1 << 29, "unlikely": 1 << 30}
_PLIES, _SEEDS, _MIXED = 1 << 16, 1 << 64, 1 << 32
_A, _B, _SPREAD, _FACTOR, _MOST, _PLY_MOST = Features._model()


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


class Model(NamedTuple):
    """The probability of a result at a score and a ply, for skip="unlikely". With m = min(ply, ply_most) / 64, a and b
    are polynomials of m, the coefficient of the third power first; b is multiplied by spread. x is the score times
    score_factor, bounded by score_most. A win has the probability 1 / (1 + exp((a - x) / b)), a loss
    1 / (1 + exp((a + x) / b)). The defaults are those of nnue-pytorch."""

    a: tuple[float, ...] = _A
    b: tuple[float, ...] = _B
    spread: float = _SPREAD
    score_factor: float = _FACTOR
    score_most: float = _MOST
    ply_most: int = _PLY_MOST


class Progress(NamedTuple):
    """How far the files had been read when the entries of a batch were there."""

    file: str  # that was read last
    round: int  # 0 while the files are read for the first time
    share: Optional[float]  # of the bytes of this round, 0 to 1; a compressed file counts at its end, a pipe never
    entries: int  # that were read
    taken: int  # of them into batches, this one among them


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
    model: Optional[Model] = None,
    shuffle: int = 0,
    by_mover: bool = False,
    joined: bool = False,
    scale: Optional[float] = None,
    results: tuple[float, float, float] = (0.0, 0.5, 1.0),
    cycle: bool = False,
    ordered: bool = False,
    format: Optional[str] = None,
    on_fault: Optional[Callable[[Fault], Any]] = None,
    on_progress: Optional[Callable[[Progress], Any]] = None,
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
    model       a Model for "unlikely"; else that of nnue-pytorch
    shuffle     so many entries wait to be drawn by chance, in 36 bytes each, and the files come in an order by chance
                in each round. The same seed gives the same batches. An entry waits for so many draws on average
    by_mover    the first side of a batch is the one to move; else it is white
    joined      indices stand in a row, and `starts` says where an entry's begin; else each entry has a row
    scale       scores become 1 / (1 + exp(-score / scale)); else they stay as they are
    results     what a loss, a draw and a win become: three numbers with the same distance
    cycle       the files are read over and over
    ordered     False: blocks of .binpack are read by turns, which is faster; within a block entries stay in order
    format      as of kingscan.data; else the first file tells it
    on_fault    called with each Fault of the data, and reading goes on; else the first raises DataError
    on_progress called with the Progress of each batch, before the batch is yielded

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
    choice = _choice(skip, first_ply, skip_share, seed, shuffle, model)
    maker = _Maker(set, by_mover, joined, scale, results, threads)
    source = _Files(paths, format, cycle, seed if shuffle else None)
    reader = DataReader(source, source.format, size, False, not ordered, on_fault is None, None, None, choice)
    return _told(_ordered(_entries(reader, source, on_fault), source, maker, reader, threads), on_progress)


def _told(made: Iterator[tuple[Batch, Progress]], on_progress: Any) -> Iterator[Batch]:
    for batch, progress in made:
        if on_progress:
            on_progress(progress)
        yield batch


def _choice(
    skip: Iterable[str], first_ply: int, skip_share: float, seed: int, shuffle: int, model: Optional[Model]
) -> tuple[int, int, float, int, int, Model]:
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
    if not 0 <= shuffle < _MIXED:
        raise ValueError(f"shuffle: expected a number below 2 ** 32, found {shuffle!r}")
    if model is not None and "unlikely" not in words:
        raise ValueError('model: expected "unlikely" among what is skipped')
    skips = sum(_SKIPS[word] for word in dict.fromkeys(words))
    return skips, first_ply, float(skip_share), seed, shuffle, _checked(Model() if model is None else model)


def _checked(model: Model) -> Model:
    if not isinstance(model, Model):
        raise TypeError(f"model: expected a Model, found {type(model).__name__}")
    for name, value in model._asdict().items():
        numbers = value if name in "ab" else (value,)
        if name in "ab" and len(numbers) != 4:
            raise ValueError(f"model: {name}: expected 4 numbers, found {value!r}")
        if not all(map(math.isfinite, numbers)) or (name == "spread" and value == 0):
            raise ValueError(
                f"model: {name}: expected {'a number but 0' if name == 'spread' else 'numbers'}, found {value!r}"
            )
    if not 0 <= model.ply_most < _PLIES:
        raise ValueError(f"model: ply_most: expected a number below {_PLIES}, found {model.ply_most!r}")
    return model


# ---- Files ----


class _Files:
    """Files one after another, as one; perhaps over and over, and then each time in an order by chance."""

    def __init__(self, paths: list, format: Optional[str], cycle: bool, seed: Optional[int]) -> None:
        if format is not None and format not in data_formats():
            raise ValueError(f"format: expected one of {', '.join(data_formats())}, found {format!r}")
        self._paths, self._cycle, self._seed, self._round = paths, cycle, seed, -1
        self._order = list(paths)
        self._sizes = {path: os.stat(path).st_size for path in paths}
        self._total = sum(self._sizes[path] for path in paths)
        self._context: Any = None
        self._file: Any = None
        self._path: Any = paths[0]
        self._begins: list = []  # (byte, path): where the files begin in all that is read
        self._bytes = 0
        self.stopped = False  # set by another thread, which wants no more
        self.format = format or self._guess()
        self._begin_round()

    def _guess(self) -> str:
        """The format of the first file, which is that of the others."""
        formats = [_any_format_of(path) for path in self._paths]
        for path, format in zip(self._paths, formats):
            if formats[0] is None:
                raise ValueError(f"{os.fsdecode(path)}: expected training data; give the format: format='bin'")
            if format != formats[0]:
                found = format or "none that is known"
                raise ValueError(f"{os.fsdecode(path)}: expected {formats[0]}, as the first file, found {found}")
        return formats[0]  # type: ignore[return-value]

    def _begin_round(self) -> None:
        self._round += 1
        self._next = 0  # the number of the next file
        self._done = 0  # the sizes of the files that have ended
        self._progress = False  # something was read
        if self._seed is not None:
            random.Random(f"{self._seed} {self._round}").shuffle(self._order)

    def readinto(self, buffer: Any) -> int:
        while not self.stopped and (self._file or self._open_next()):
            count = self._file.readinto(buffer)
            if count:
                self._bytes += count
                self._progress = True
                return count
            self.close()
            self._done += self._sizes[self._path]
        return 0

    def _open_next(self) -> bool:
        if self._next == len(self._order):
            if not self._cycle or not self._progress:
                return False
            self._begin_round()
        self._path = self._order[self._next]
        self._next += 1
        self._context = opened(self._path)
        self._file = self._context.__enter__()
        self._begins.append((self._bytes, os.fsdecode(self._path)))
        del self._begins[:-1024]
        return True

    def progress(self, entries: int, taken: int) -> Progress:
        done = self._done
        if self._file and self._file.seekable():
            done += self._bytes - self._begins[-1][0]
        share = min(done / self._total, 1.0) if self._total else None
        return Progress(os.fsdecode(self._path), self._round, share, entries, taken)

    def close(self) -> None:
        context, self._context, self._file = self._context, None, None
        if context:
            context.__exit__(None, None, None)

    def place(self, fault: tuple) -> Fault:
        """A fault of the reader, in the file where it stands."""
        code, message, byte, *rest = fault
        begin, path = next((item for item in reversed(self._begins) if item[0] <= byte), (0, "the data"))
        return Fault(path, code, message, byte - begin, *rest)


def _entries(reader: DataReader, source: _Files, on_fault: Any) -> Iterator[tuple[Any, Progress]]:
    taken = 0
    try:
        for batch, faults in reader:
            for fault in faults if on_fault else ():
                on_fault(source.place(fault))
            taken += len(batch)
            if len(batch):
                yield batch, source.progress(reader.entries, taken)
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
) -> Iterator[tuple[Batch, Progress]]:
    def make(item: tuple[Any, Progress]) -> tuple[Batch, Progress]:
        entries, progress = item
        batch = maker.make(entries)
        reader._reuse(entries)
        return batch, progress

    if threads == 1:
        yield from map(make, entries)
        return
    turns = _Turns(entries)

    def _produce(number: int) -> Optional[tuple[Batch, Progress]]:
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
