"""The commands that programs write into comments, such as [%clk 0:03:00], and how they are changed."""
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Optional

from kingscan.chess.engine.scores import Cp, Mate

_TIME = r"(?P<before>\s?)\[%{}\s(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)\](?P<after>\s?)"
_CLOCK, _EMT = (re.compile(_TIME.format(name)) for name in ("clk", "emt"))
_EVAL = re.compile(
    r"(?P<before>\s?)\[%eval\s(?:#(?P<mate>[+-]?\d+)|(?P<pawns>[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))"
    r"(?:,(?P<depth>\d+))?\](?P<after>\s?)"
)
_MARK = r"[RGYB][a-h][1-8](?:[a-h][1-8])?"
_ARROWS = re.compile(rf"(?P<before>\s?)\[%c[sa]l\s(?P<arrows>{_MARK}(?:,{_MARK})*)\](?P<after>\s?)")


def _seconds_of(comments: list[str], pattern: "re.Pattern[str]") -> Optional[float]:
    found = pattern.search(" ".join(comments))
    return int(found["hours"]) * 3600 + int(found["minutes"]) * 60 + float(found["seconds"]) if found else None


def _command(name: str, seconds: Optional[float]) -> str:
    """The text for a time, in milliseconds at most; "" for None."""
    if seconds is None:
        return ""
    minutes, left = divmod(round(max(0.0, seconds) * 1000), 60000)
    fraction = f".{left % 1000:03}".rstrip("0") if left % 1000 else ""
    return f"[%{name} {minutes // 60}:{minutes % 60:02}:{left // 1000:02}{fraction}]"


def _put(text: str) -> Callable[["re.Match[str]"], str]:
    """The replacement of a command by a text. One of the blanks around a command that is taken out stays."""
    return lambda found: found["before"] + text + found["after"] if text else found["before"] and found["after"]


def _replaced(comments: list[str], pattern: "re.Pattern[str]", text: str) -> list[str]:
    """Comments with a text in the place of the first command, or behind them."""
    for n, comment in enumerate(comments):
        if pattern.search(comment):
            changed = pattern.sub(_put(text), comment, count=1)
            return [*comments[:n], *([changed] if changed else []), *comments[n + 1 :]]
    return [*comments, text] if text else comments


class Annotated:
    """The commands in the comments of a node. Each kind of nodes has its PovScore and its Arrow."""

    __slots__ = ()

    _pov_score: Any
    _arrow: Any

    if TYPE_CHECKING:
        comments: Any

        def turn(self) -> Any:
            ...

    # ---- Times ----

    def clock(self) -> Optional[float]:
        """The seconds that the player has left, by [%clk ...]; or None."""
        return _seconds_of(self.comments, _CLOCK)

    def set_clock(self, seconds: Optional[float]) -> None:
        """Writes the seconds that are left. None takes them out."""
        self.comments = _replaced(list(self.comments), _CLOCK, _command("clk", seconds))

    def emt(self) -> Optional[float]:
        """The seconds that the move took, by [%emt ...]; or None."""
        return _seconds_of(self.comments, _EMT)

    def set_emt(self, seconds: Optional[float]) -> None:
        """Writes the seconds that the move took. None takes them out."""
        self.comments = _replaced(list(self.comments), _EMT, _command("emt", seconds))

    # ---- Scores ----

    def eval(self) -> Any:
        """The score of [%eval ...], which is white's view; or None. #0: the side to move is mated."""
        found = _EVAL.search(" ".join(self.comments))
        if not found:
            return None
        turn = self.turn()
        score = Mate(int(found["mate"])) if found["mate"] else Cp(round(float(found["pawns"]) * 100))
        return self._pov_score(score if turn or score.mate() == 0 else -score, turn)

    def eval_depth(self) -> Optional[int]:
        """The depth of that score; or None."""
        found = _EVAL.search(" ".join(self.comments))
        return int(found["depth"]) if found and found["depth"] else None

    def set_eval(self, score: Any, depth: Optional[int] = None) -> None:
        """Writes a score, but not that of a mate on the board. None takes the score out."""
        text = ""
        if score is not None:
            centipawns, mate = score.white().score(), score.white().mate()
            shown = f"#{mate}" if mate else f"{centipawns / 100:.2f}" if centipawns is not None else ""
            text = f"[%eval {shown}{'' if depth is None else f',{max(depth, 0)}'}]" if shown else ""
        self.comments = _replaced(list(self.comments), _EVAL, text)

    # ---- Arrows ----

    def arrows(self) -> list[Any]:
        """The marks and arrows of [%csl ...] and [%cal ...]."""
        found = _ARROWS.finditer(" ".join(self.comments))
        return [self._arrow.from_pgn(text) for match in found for text in match["arrows"].split(",")]

    def set_arrows(self, arrows: Iterable[Any]) -> None:
        """Writes marks and arrows, or pairs of squares, before the comments, in the place of those there."""
        made = [arrow if isinstance(arrow, self._arrow) else self._arrow(*arrow) for arrow in arrows]
        marks = ",".join(arrow.pgn() for arrow in made if arrow.tail == arrow.head)
        others = ",".join(arrow.pgn() for arrow in made if arrow.tail != arrow.head)
        text = (f"[%csl {marks}]" if marks else "") + (f"[%cal {others}]" if others else "")
        rest = (_ARROWS.sub(_put(""), comment) for comment in self.comments)
        self.comments = [comment for comment in (text, *rest) if comment]
