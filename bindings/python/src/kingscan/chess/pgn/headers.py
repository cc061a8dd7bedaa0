"""The tags of a game: Headers, and what the tag TimeControl says."""
import enum
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union

import kingscan.chess as chess
import kingscan.chess.variant as chess_variant

if TYPE_CHECKING:
    from .builders import HeadersBuilder

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
_UNKNOWN = dict.fromkeys(TAG_ROSTER, "?") | {"Date": "????.??.??", "Result": "*"}
_TAG_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")

# Words of servers and programs, in lower case.
_CHESS960 = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"}
_WILD = {f"wild/{n}" for n in (*range(9), "8a")}


class Headers(MutableMapping[str, str]):
    """The tags of a game, by their names: a mapping of texts, in which the seven tags of every game come first.

    Raises ValueError where a name is none, or a value has a line break.
    """

    def __init__(
        self, data: Optional[Union[Mapping[str, str], Iterable[tuple[str, str]]]] = None, **kwargs: str
    ) -> None:
        self._roster: dict[str, str] = {}
        self._others: dict[str, str] = {}
        self.update(_UNKNOWN if data is None else data)
        self.update(kwargs)

    @classmethod
    def _of(cls, tags: dict[str, str]) -> "Headers":
        """The headers of names and values that a reader has checked, after the roster's."""
        headers = cls.__new__(cls)
        headers._roster = {name: tags.get(name, unknown) for name, unknown in _UNKNOWN.items()}
        headers._others = {name: value for name, value in tags.items() if name not in _UNKNOWN}
        return headers

    # ---- What they say of the game ----

    def is_chess960(self) -> bool:
        """Whether the tag Variant says that castling is that of Chess960."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self) -> bool:
        """Whether the tag Variant is one of the wild variants of FICS that are chess from another start."""
        return self.get("Variant", "").lower() in _WILD

    def variant(self) -> type["chess.Board"]:
        """The class of boards for the tag Variant. Raises ValueError for an unknown one."""
        if "Variant" not in self or self.is_chess960() or self.is_wild():
            return chess.Board
        return chess_variant.find_variant(self["Variant"])

    def board(self) -> "chess.Board":
        """A board with the first position. Raises ValueError where the tags Variant or FEN say nothing usable."""
        return self.board_of(self.variant())

    def board_of(self, board_type: Any) -> "chess.Board":
        """The same of a class of boards. Castling rights that chess can't have make it Chess960."""
        board = board_type(self.get("FEN", board_type.starting_fen), chess960=self.is_chess960())
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    # ---- As a mapping ----

    def __setitem__(self, key: str, value: str) -> None:
        if key in _UNKNOWN:
            tags = self._roster
        elif _TAG_NAME.fullmatch(key):
            tags = self._others
        else:
            raise ValueError(f"invalid pgn header tag: {key!r}")
        if not isinstance(value, str):
            raise TypeError(f"pgn header {key}: expected a str, found {value!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"line break in pgn header {key}: {value!r}")
        tags[key] = value

    def __getitem__(self, key: str) -> str:
        return self._roster[key] if key in _UNKNOWN else self._others[key]

    def __delitem__(self, key: str) -> None:
        if key in _UNKNOWN:
            del self._roster[key]
        else:
            del self._others[key]

    def __iter__(self) -> Iterator[str]:
        yield from (key for key in TAG_ROSTER if key in self._roster)
        yield from self._others

    def __len__(self) -> int:
        return len(self._roster) + len(self._others)

    def copy(self) -> "Headers":
        """Headers with the same tags."""
        return type(self)(self)

    def __copy__(self) -> "Headers":
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls) -> "HeadersBuilder":
        """A visitor that makes Headers of this class."""
        from .builders import HeadersBuilder

        return HeadersBuilder(Headers=cls)


# ---- The tag TimeControl ----


class TimeControlType(enum.Enum):
    """The kind of a time control, by the seconds that a player has for 60 moves."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclass
class TimeControlPart:
    """A period: so many moves, or 0 for all, in `time` seconds, with seconds more a move."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclass
class TimeControl:
    """The periods of a game, one after the other, and the kind that they make."""

    parts: list[TimeControlPart] = field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _part(text: str) -> TimeControlPart:
    """A period such as "40/7200+30"."""
    rest, _, increment = text.partition("+")
    moves, slash, time = rest.partition("/")
    if not slash:
        return TimeControlPart(0, int(rest), float(increment) if "+" in text else 0)
    return TimeControlPart(int(moves), int(time.partition("/")[0]), float(increment) if "+" in text else 0)


def _type(part: TimeControlPart) -> TimeControlType:
    seconds = part.time + 60 * part.increment
    for limit, kind in ((180, TimeControlType.BULLET), (900, TimeControlType.BLITZ), (3600, TimeControlType.RAPID)):
        if seconds < limit:
            return kind
    return TimeControlType.STANDARD


def parse_time_control(time_control: str) -> TimeControl:
    """The periods of a tag TimeControl such as "40/7200:20/3600:900+30"; "?" and "" say nothing, "-" no limit.

    Raises ValueError for all else, and where a period for all moves is not the last one.
    """
    if time_control in ("", "?"):
        return TimeControl()
    if time_control == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts: list[Any] = [_part(text) for text in time_control.split(":")]
    if any(part.moves == 0 for part in parts[:-1]):
        raise ValueError("Only last part can be 'sudden death'.")
    return TimeControl(parts, _type(parts[0]))
