"""The results of `check`, position by position, and as columns for other libraries."""
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Optional

from ._kingscan import arrow_array, arrow_schema, arrow_stream, squares
from .verdict import Verdict


class Result(NamedTuple):
    """The result for one position."""

    verdict: Verdict
    checkers: tuple[str, ...]  # squares of the pieces that give check, such as ("e4",)


class Rejected(NamedTuple):
    """A line or string that is no position."""

    index: int  # in the Results
    code: str  # the error in one word, such as "row-too-long"
    offset: int  # the byte of the line where the trouble is
    message: str  # what was expected and found


class ArrowTable:
    """A table of Arrow: pyarrow.table, polars.DataFrame, duckdb and others take it, by the capsules of Arrow's C data
    interface. Nothing is copied, and no library is needed.

    verdict   words such as "double-check", each stored once (a dictionary with indices of uint8)
    checkers  uint64, as in Results
    line      uint64
    moves     uint16, where check counted them
    captures  uint16, likewise
    """

    __slots__ = ("_columns",)

    def __init__(self, *columns: memoryview) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns[0])

    def __arrow_c_schema__(self) -> object:
        return arrow_schema(len(self._columns))

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return arrow_schema(len(self._columns)), arrow_array(*self._columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return arrow_stream(*self._columns)


class Results(Sequence[Result]):
    """One Result a position, in order, and the same as arrays without copying: numpy.asarray(results.verdicts).

    verdicts  uint8, shape (n,): values of Verdict
    checkers  uint64, shape (n,): bit k is square k; a8 is 0, h1 is 63; `squares` names them
    lines     uint64, shape (n,): the number of the line in the text or file, from 1
    errors    the first positions with Verdict.INVALID, as many as check was asked to tell
    moves     uint16, shape (n,): how many moves are legal; None unless check(..., count_moves=True) asked for them
    captures  uint16, shape (n,): how many of them capture; likewise
    """

    __slots__ = ("verdicts", "checkers", "lines", "errors", "moves", "captures", "_index")

    verdicts: memoryview
    checkers: memoryview
    lines: memoryview
    errors: list[Rejected]
    moves: Optional[memoryview]
    captures: Optional[memoryview]

    def __init__(
        self,
        verdicts: bytearray,
        checkers: bytearray,
        lines: bytearray,
        errors: list[Rejected],
        moves: Optional[bytearray] = None,
        captures: Optional[bytearray] = None,
        index: Any = None,
    ) -> None:
        self.verdicts = memoryview(verdicts)
        self.checkers = memoryview(checkers).cast("Q")
        self.lines = memoryview(lines).cast("Q")
        self.errors = errors
        self.moves = None if moves is None else memoryview(moves).cast("H")
        self.captures = None if captures is None else memoryview(captures).cast("H")
        self._index = index  # of pandas, of the positions

    def __reduce__(self) -> tuple[Any, ...]:
        columns = (self.verdicts, self.checkers, self.lines, self.moves, self.captures)
        three, counts = [[None if c is None else bytearray(c) for c in part] for part in (columns[:3], columns[3:])]
        return Results, (*three, self.errors, *counts, self._index)

    def _columns(self) -> dict[str, memoryview]:
        columns = {"verdict": self.verdicts, "checkers": self.checkers, "line": self.lines}
        if self.moves is not None and self.captures is not None:
            columns |= {"moves": self.moves, "captures": self.captures}
        return columns

    def __len__(self) -> int:
        return len(self.verdicts)

    def __getitem__(self, index):  # type: ignore[override]
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return Result(Verdict(self.verdicts[index]), squares(self.checkers[index]))

    def __iter__(self) -> Iterator[Result]:
        for verdict, checkers in zip(self.verdicts, self.checkers):
            yield Result(Verdict(verdict), squares(checkers))

    def __repr__(self) -> str:
        counts = ", ".join(f"{verdict}: {count}" for verdict, count in self.counts().items() if count)
        return f"<Results of {len(self)} positions{': ' if counts else ''}{counts}>"

    def counts(self) -> dict[Verdict, int]:
        """How many positions have each verdict."""
        verdicts = bytes(self.verdicts)
        return {verdict: verdicts.count(verdict) for verdict in Verdict}

    def to_numpy(self) -> dict[str, Any]:
        """The columns verdict, checkers, line and counts as arrays of NumPy, which share the memory of the Results."""
        import numpy

        return {name: numpy.asarray(column) for name, column in self._columns().items()}

    def to_pandas(self) -> Any:
        """The same as a pandas.DataFrame, with the verdict as a category of words; the index is that of the frame or
        Series that was checked."""
        import pandas

        columns = self.to_numpy()
        words = [str(verdict) for verdict in Verdict]
        columns["verdict"] = pandas.Categorical.from_codes(columns["verdict"].view("int8"), categories=words)
        return pandas.DataFrame(columns, index=self._index, copy=False)

    def to_arrow(self) -> ArrowTable:
        """The same as a table of Arrow: pyarrow.table(results.to_arrow())."""
        return ArrowTable(*self._columns().values())
