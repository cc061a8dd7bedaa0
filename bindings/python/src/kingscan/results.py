"""The results of `check`, position by position."""
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ._kingscan import squares
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


class Results(Sequence[Result]):
    """One Result a position, in order, and the same as arrays without copying: numpy.asarray(results.verdicts).

    verdicts  uint8, shape (n,): values of Verdict
    checkers  uint64, shape (n,): bit k is square k; a8 is 0, h1 is 63; `squares` names them
    lines     uint64, shape (n,): the number of the line in the text or file, from 1
    errors    the first positions with Verdict.INVALID, as many as check was asked to tell
    """

    __slots__ = ("verdicts", "checkers", "lines", "errors")

    verdicts: memoryview
    checkers: memoryview
    lines: memoryview
    errors: list[Rejected]

    def __init__(self, verdicts: bytearray, checkers: bytearray, lines: bytearray, errors: list[Rejected]) -> None:
        self.verdicts = memoryview(verdicts)
        self.checkers = memoryview(checkers).cast("Q")
        self.lines = memoryview(lines).cast("Q")
        self.errors = errors

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
