"""Scores of engines, and how often a score is won, drawn and lost."""
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import total_ordering
from typing import NamedTuple, Optional, Union


class _Model(NamedTuple):
    """How Stockfish finds the chance of a win: a logistic curve of the score, whose middle and width are polynomials of
    the moves played. scale: its own units a centipawn; limit: the highest score that differs from higher ones."""

    middle: tuple[float, ...]
    width: tuple[float, ...]
    scale: float
    limit: float


_MODELS = {
    "sf16.1": _Model(
        (-1.06249702, 7.42016937, 0.89425629, 348.60356174),
        (-5.33122190, 39.57831533, -90.84473771, 123.40620748),
        3.56,
        4000,
    ),
    "sf16": _Model(
        (0.38036525, -2.82015070, 23.17882135, 307.36768407),
        (-2.29434733, 13.27689788, -14.26828904, 63.45318330),
        3.28,
        4000,
    ),
    "sf15.1": _Model(
        (-0.58270499, 2.68512549, 15.24638015, 344.49745382),
        (-2.65734562, 15.96509799, -20.69040836, 73.61029937),
        3.61,
        4000,
    ),
    "sf15": _Model(
        (-0.117202460, 0.594729104, 11.2065546, 122.606222),
        (-1.79066759, 11.30759193, -17.43677612, 36.47147479),
        1,
        2000,
    ),
    "sf14": _Model(
        (-3.68389304, 30.07065921, -60.52878723, 149.53378557),
        (-2.01818570, 15.85685038, -29.83452023, 47.59078827),
        1,
        2000,
    ),
    "sf12": _Model(
        (-8.24404295, 64.23892342, -95.73056462, 153.86478679),
        (-3.37154371, 28.44489198, -56.67657741, 72.05858751),
        1,
        1000,
    ),
}
_MODELS["sf"] = _MODELS["sf16.1"]
_LICHESS_SLOPE = 0.00368208  # of its logistic curve
_LICHESS_LIMIT = 1000


def _model(name: str) -> _Model:
    if name not in _MODELS:
        raise ValueError(f"model: expected lichess or one of {', '.join(_MODELS)}, found {name!r}")
    return _MODELS[name]


def _wins(centipawns: int, model: str, ply: int) -> int:
    """Games of 1000 that are won with this score."""
    middle, width, scale, limit = _model(model)
    played = min(120, max(8, ply / 2 + 1)) / 32 if model in ("sf", "sf16.1") else min(240, max(ply, 0)) / 64
    at, by = (((a * played + b) * played + c) * played + d for a, b, c, d in (middle, width))
    score = min(limit, max(-limit, centipawns * scale))
    return int(0.5 + 1000 / (1 + math.exp((at - score) / by)))


def _lichess_wdl(centipawns: int) -> "Wdl":
    wins = round(1000 / (1 + math.exp(-_LICHESS_SLOPE * centipawns)))
    return Wdl(wins, 0, 1000 - wins)


@total_ordering
class Score(ABC):
    """A score from the view of one side: Cp, Mate or MateGiven. Greater ones are better for it."""

    __slots__ = ()

    @abstractmethod
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """The centipawns; of a mate, the rest of mate_score after its moves, or None."""

    @abstractmethod
    def mate(self) -> Optional[int]:
        """The moves to a mate, negative ones to be mated, and 0 for a mate on the board; None without one."""

    @abstractmethod
    def wdl(self, *, model: str = "sf", ply: int = 30) -> "Wdl":
        """How 1000 games with this score would end, by "sf", "sf16.1" and so on, or "lichess", after so many plies."""

    @abstractmethod
    def _key(self) -> tuple[int, int]:
        """The order of scores."""

    @abstractmethod
    def __neg__(self) -> "Score":
        ...

    def __pos__(self) -> "Score":
        return self

    def __abs__(self) -> "Score":
        return max(self, -self)

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.mate() is not None

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: "Score") -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


class Cp(Score):
    """Centipawns."""

    __slots__ = ("cp",)

    def __init__(self, cp: int):
        self.cp = cp

    def score(self, *, mate_score: Optional[int] = None) -> int:
        """The centipawns."""
        return self.cp

    def mate(self) -> None:
        """None."""

    def wdl(self, *, model: str = "sf", ply: int = 30) -> "Wdl":
        """See Score."""
        if model == "lichess":
            return _lichess_wdl(min(_LICHESS_LIMIT, max(-_LICHESS_LIMIT, self.cp)))
        wins, losses = _wins(self.cp, model, ply), _wins(-self.cp, model, ply)
        return Wdl(wins, 1000 - wins - losses, losses)

    def _key(self) -> tuple[int, int]:
        return 0, self.cp

    def __neg__(self) -> "Cp":
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """A mate in so many moves; negative ones by the other side, and 0 for being mated."""

    __slots__ = ("moves",)

    def __init__(self, moves: int):
        self.moves = moves

    def mate(self) -> int:
        """The moves."""
        return self.moves

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """The rest of mate_score after the moves; None without one."""
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def wdl(self, *, model: str = "sf", ply: int = 30) -> "Wdl":
        """See Score."""
        if model == "lichess":
            centipawns = (21 - min(10, abs(self.moves))) * 100
            return _lichess_wdl(centipawns if self.moves > 0 else -centipawns)
        _model(model)
        return Wdl(1000, 0, 0) if self.moves > 0 else Wdl(0, 0, 1000)

    def _key(self) -> tuple[int, int]:
        return (1 if self.moves > 0 else -1), -self.moves

    def __neg__(self) -> Union["Mate", "MateGivenType"]:
        return Mate(-self.moves) if self.moves else MateGiven

    def __str__(self) -> str:
        return f"#{self.moves:+}" if self.moves else "#-0"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"


class MateGivenType(Score):
    """The score of the side that has given mate: -Mate(0)."""

    __slots__ = ()

    def mate(self) -> int:
        """0."""
        return 0

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """mate_score."""
        return mate_score

    def wdl(self, *, model: str = "sf", ply: int = 30) -> "Wdl":
        """See Score."""
        return -Mate(0).wdl(model=model, ply=ply)

    def _key(self) -> tuple[int, int]:
        return 2, 0

    def __neg__(self) -> Mate:
        return Mate(0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"


MateGiven = MateGivenType()


@dataclass
class Wdl:
    """Games that are won, drawn and lost."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The part that is won."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The part that is drawn."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The part that is lost."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The points of a game: 1 for a win, a half for a draw."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __pos__(self) -> "Wdl":
        return self

    def __neg__(self) -> "Wdl":
        return Wdl(self.losses, self.draws, self.wins)
