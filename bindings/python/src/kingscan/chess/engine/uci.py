"""The words of UCI: options of an engine, limits of a search, and the lines about one."""
import enum
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Optional, TypeVar, Union

import kingscan.chess as chess
from .scores import Cp, Mate, Wdl

from .views import PovScore, PovWdl

T = TypeVar("T")
ConfigValue = Union[str, int, bool, None]
ConfigMapping = Mapping[str, ConfigValue]
InfoDict = dict[str, Any]  # "score", "pv", "depth" and so on

LOGGER = logging.getLogger("chess.engine")  # which programs switch on by this name
WITHOUT_XBOARD = "Kingscan speaks UCI with engines, and not XBoard's protocol; take popen_uci"
MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]


class EngineError(RuntimeError):
    """An engine misbehaves, or can't do what it is asked."""


class EngineTerminatedError(EngineError):
    """The engine has ended."""


class AnalysisComplete(Exception):
    """An analysis is at its end, and more is asked of it."""


# ---- Options ----


class UciOptionMap(MutableMapping[str, T], Generic[T]):
    """A mapping of options, for whose names capital letters do not count."""

    def __init__(self, data: Optional[Union[Mapping[str, T], Iterable[tuple[str, T]]]] = None, **kwargs: T) -> None:
        self._items: dict[str, tuple[str, T]] = {}
        self.update(data or {}, **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._items[key.lower()] = key, value

    def __getitem__(self, key: str) -> T:
        return self._items[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._items[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return {key.lower(): value for key, value in self.items()} == {k.lower(): v for k, v in other.items()}

    def copy(self) -> "UciOptionMap[T]":
        """The same options."""
        return type(self)(self)

    __copy__ = copy

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.items())!r})"


@dataclass(frozen=True)
class Option:
    """An option of an engine: its type is "check", "spin", "combo", "button" or "string"; min, max and var are those of
    the type."""

    name: str
    type: str
    default: ConfigValue
    min: Optional[int]
    max: Optional[int]
    var: Optional[list[str]]

    def parse(self, value: ConfigValue) -> ConfigValue:
        """A value as the option takes it. Raises EngineError for one that it does not take."""
        if self.type == "check":
            return value and value != "false"
        if self.type == "spin":
            return self._number(value)
        if self.type == "combo":
            if str(value) not in (self.var or ()):
                raise EngineError(
                    f"invalid value for option {self.name!r}: expected one of {self.var}, found {value!r}"
                )
            return str(value)
        if self.type in ("button", "reset", "save"):
            return None
        if any(sign in str(value) for sign in "\r\n"):
            raise EngineError(f"invalid line break in option {self.name!r}: {value!r}")
        return str(value)

    def _number(self, value: ConfigValue) -> int:
        try:
            number = int(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise EngineError(f"expected a number for option {self.name!r}, found {value!r}") from None
        if not (self.min is None or self.min <= number) or not (self.max is None or number <= self.max):
            raise EngineError(f"expected {self.name!r} from {self.min} to {self.max}, found {number}")
        return number

    def is_managed(self) -> bool:
        """Whether the option follows from the board and the search, and is not to be set."""
        return self.name.lower() in MANAGED_OPTIONS


_OPTION = re.compile(r"\s*name\s+(?P<name>.*?)(?:\s+type\s+(?P<type>\S+)(?P<rest>.*))?")
_PARTS = re.compile(r"(?:^|\s)(default|min|max|var)(?=\s|$)")


def parse_option(text: str) -> Option:
    """The option of a line "option name Hash type spin default 16 min 1 max 1024"."""
    line = _OPTION.fullmatch(text)
    if line is None:
        raise EngineError(f"expected the name of an option, found {text!r}")
    pieces = list(map(str.strip, _PARTS.split(line["rest"] or "")))
    said = list(zip(pieces[1::2], pieces[2::2]))
    found: dict[str, Any] = dict(reversed(said))
    numbers = {name: int(found[name]) if found.get(name) else None for name in ("min", "max")}
    kind, default = line["type"] or "", found.get("default")
    if kind == "check":
        default = default == "true"
    elif kind == "spin":
        default = int(default) if default else None
    return Option(line["name"], kind, default, **numbers, var=[value for name, value in said if name == "var"])


# ---- Limits and results ----


@dataclass
class Limit:
    """The end of a search: seconds, plies of depth, nodes, a mate in so many moves, or the clocks of the game."""

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None
    clock_id: object = None

    def __repr__(self) -> str:
        said = (f"{name}={value!r}" for name, value in vars(self).items() if value is not None)
        return f"Limit({', '.join(said)})"

    def words(self) -> list[str]:
        """The words behind "go"."""

        def milliseconds(seconds: Optional[float], least: int) -> Optional[int]:
            return None if seconds is None else max(least, round(seconds * 1000))

        parts = {
            "wtime": milliseconds(self.white_clock, 1),
            "btime": milliseconds(self.black_clock, 1),
            "winc": milliseconds(self.white_inc, 0),
            "binc": milliseconds(self.black_inc, 0),
            "movestogo": max(1, self.remaining_moves) if self.remaining_moves else None,
            "depth": self.depth and max(1, self.depth),
            "nodes": self.nodes and max(1, self.nodes),
            "mate": self.mate and max(1, self.mate),
            "movetime": milliseconds(self.time, 1),
        }
        return [word for name, value in parts.items() if value is not None for word in (name, str(int(value)))]


class PlayResult:
    """A move of an engine, None where it has none, and the reply that it expects."""

    def __init__(
        self,
        move: Optional["chess.Move"],
        ponder: Optional["chess.Move"],
        info: Optional[InfoDict] = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ):
        self.move, self.ponder, self.info = move, ponder, info or {}
        self.draw_offered, self.resigned = draw_offered, resigned

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"<{type(self).__name__} at {id(self):#x} ({said})>"


@dataclass
class Opponent:
    """The one whom an engine plays."""

    name: Optional[str]
    title: Optional[str]
    rating: Optional[int]
    is_engine: Optional[bool]

    def value(self) -> str:
        """The value of the option UCI_Opponent."""
        kind = "computer" if self.is_engine else "human"
        return f"{self.title or 'none'} {self.rating or 'none'} {kind} {self.name or ''}".strip()


class BestMove:
    """The end of an analysis: a move, None where there is none, and the reply that the engine expects."""

    def __init__(self, move: Optional["chess.Move"], ponder: Optional["chess.Move"]):
        self.move, self.ponder = move, ponder

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


class Info(enum.IntFlag):
    """The parts of an engine's lines that are read. BASIC ones come with all but NONE."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE, INFO_BASIC, INFO_SCORE, INFO_PV = Info.NONE, Info.BASIC, Info.SCORE, Info.PV
INFO_REFUTATION, INFO_CURRLINE, INFO_ALL = Info.REFUTATION, Info.CURRLINE, Info.ALL


# ---- Lines of a search ----


class _InfoReader:
    """Reads a line of info: for each word that it knows, what follows."""

    def __init__(self, text: str, board: "chess.Board", selector: int):
        self.text, self.words, self.at, self.board, self.selector = text, text.split(), 0, board, selector
        self.info: InfoDict = {}

    def read(self) -> InfoDict:
        """The whole line."""
        while self.at < len(self.words):
            word = self.words[self.at]
            self.at += 1
            part = _PARTS_OF_INFO.get(word)
            if word == "string":
                self.info["string"] = "".join(self.text.split(None, self.at)[self.at :])
                break
            if part is not None:
                part(self, word)
        return self.info

    def _next(self, kind: Callable[[str], T]) -> Optional[T]:
        """The next word, if it is of a kind."""
        try:
            value = kind(self.words[self.at])
        except (IndexError, ValueError):
            return None
        self.at += 1
        return value

    def number(self, word: str) -> None:
        """A number."""
        value: Any = self._next(float if word in ("ebf", "time") else int)
        if value is not None:
            self.info[word] = value / 1000 if word == "time" else value

    def score(self, word: str) -> None:
        """A score, which may be a bound."""
        kind, value = self._next(str), self._next(int)
        if value is None or kind not in ("cp", "mate"):
            return
        if self.selector & INFO_SCORE:
            self.info["score"] = PovScore(Cp(value) if kind == "cp" else Mate(value), self.board.turn)
        while self.at < len(self.words) and self.words[self.at] in ("lowerbound", "upperbound"):
            if self.selector & INFO_SCORE:
                self.info[self.words[self.at]] = True
            self.at += 1

    def wdl(self, word: str) -> None:
        """Wins, draws and losses."""
        numbers = [self._next(int) for _ in range(3)]
        if None not in numbers and self.selector & INFO_SCORE:
            self.info["wdl"] = PovWdl(Wdl(*numbers), self.board.turn)  # type: ignore[arg-type]

    def moves(self) -> list["chess.Move"]:
        """The moves that follow, as far as they are legal."""
        board, found = self.board.copy(stack=False), []
        while self.at < len(self.words):
            try:
                found.append(board.push_uci(self.words[self.at]))
            except ValueError:
                break
            self.at += 1
        return found

    def pv(self, word: str) -> None:
        """The moves that the engine expects."""
        if self.selector & INFO_PV:
            self.info["pv"] = self.moves()

    def currmove(self, word: str) -> None:
        """The move that is searched."""
        move = self._next(self.board.parse_uci)
        if move is not None:
            self.info["currmove"] = move

    def currline(self, word: str) -> None:
        """The moves that a processor searches."""
        if self.selector & INFO_CURRLINE:
            number = self._next(int)
            self.info.setdefault("currline", {})[number if number is not None else 0] = self.moves()

    def refutation(self, word: str) -> None:
        """A move and those that refute it."""
        if self.selector & INFO_REFUTATION:
            move, *line = self.moves() or [None]
            if move is not None:
                self.info.setdefault("refutation", {})[move] = line


_NUMBERS = "depth seldepth time nodes multipv currmovenumber hashfull nps tbhits cpuload movesleft ebf".split()
_PARTS_OF_INFO: dict[str, Callable[[_InfoReader, str], None]] = dict.fromkeys(_NUMBERS, _InfoReader.number) | {
    name: getattr(_InfoReader, name) for name in ("score", "wdl", "pv", "currmove", "currline", "refutation")
}


def parse_info(arg: str, root_board: "chess.Board", selector: int = INFO_ALL) -> InfoDict:
    """The facts of a line of info."""
    return _InfoReader(arg, root_board, selector).read()


def parse_best_move(text: str, board: "chess.Board") -> BestMove:
    """The moves of a line of bestmove. Raises EngineError for a move that is not legal."""
    move, _, ponder = (part.strip() for part in text.partition(" ponder "))
    if move in ("", "(none)", "NULL"):
        return BestMove(None, None)
    try:
        best = board.parse_uci(move)
    except ValueError as error:
        raise EngineError(f"the engine makes an illegal move: {error}") from error
    after = board.copy(stack=False)
    after.push(best)
    try:
        return BestMove(best, after.parse_uci(ponder) if ponder else None)
    except ValueError:
        return BestMove(best, None)
