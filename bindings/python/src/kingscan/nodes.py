"""The places of a game, as python-chess names what is asked and changed there: the moves of one line."""
import math
import re
import warnings
from weakref import WeakValueDictionary
from collections.abc import Iterable, Iterator, MutableSet
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from ._kingscan import Move, Position, Word
from .elsewhere import refuse_of_game

if TYPE_CHECKING:
    from .games import Game

_Item = TypeVar("_Item")
_COMMAND = r"\s*\[%{} [^\]]*\]"  # in a comment


class Mainline(list[_Item]):
    """The nodes or the moves after a node. str() gives the moves and their comments: "1. e4 { best } 1... e5"."""

    def __init__(self, node: "GameNode", items: Iterable[_Item]):
        super().__init__(items)
        self._node = node

    def __str__(self) -> str:
        return self._node.game._movetext(self._node._index, variations=False)


def push(position: Position, move: Union[Move, str]) -> str:
    """Makes a move, or a null move. Returns it in SAN."""
    if str(move) == "0000":
        position.push_null()
        return "--"
    return position.san_and_push(move)


class Nags(MutableSet[int]):
    """The numeric glyphs of a node's move: what is added or discarded here changes the game."""

    def __init__(self, nags: list[tuple[int, ...]], index: int):
        self._nags, self._index = nags, index

    def __contains__(self, nag: object) -> bool:
        return nag in self._nags[self._index]

    def __iter__(self) -> Iterator[int]:
        return iter(self._nags[self._index])

    def __len__(self) -> int:
        return len(self._nags[self._index])

    def add(self, value: int) -> None:
        """Adds a glyph, such as 1 for a good move."""
        if value not in self:
            self._nags[self._index] += (_glyph(value),)

    def discard(self, value: int) -> None:
        """Takes a glyph away."""
        self._nags[self._index] = tuple(nag for nag in self if nag != value)

    def __repr__(self) -> str:
        return repr(set(self))


def _glyph(value: int) -> int:
    if not isinstance(value, int) or not 0 <= value <= 255:
        raise ValueError(f"nags: expected numbers from 0 to 255, found {value!r}")
    return value


class GameNode:
    """A place in a game: the Game itself before the first move, a ChildNode after each. A game is one line of moves,
    and what replaces some of them is in Game.sidelines."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def game(self) -> "Game":
            ...

        @property
        def _index(self) -> int:
            ...

    # ---- The line ----

    def next(self) -> Optional["ChildNode"]:
        """The node after the next move; None at the end."""
        return ChildNode(self.game, self._index + 1) if self._index < len(self.game.moves) else None

    @property
    def variations(self) -> list["ChildNode"]:
        """The next node in a list; an empty one at the end. Warns where Game.sidelines has what replaces its move."""
        following = self.next()
        lines = self.game.sidelines[self._index] if following and self.game.sidelines else ()
        if lines:
            said = f"variations has the main move alone; game.sidelines[{self._index}] has {len(lines)} more"
            warnings.warn(said, stacklevel=2)
        return [following] if following else []

    def variation(self, move: Union[int, str, Move]) -> "ChildNode":
        """The next node, by 0 or by its move. Raises KeyError for all else."""
        following = self.next()
        if following is None or (move != 0 if isinstance(move, int) else following.move != self._move(move)):
            raise KeyError(f"expected 0 or the next move, found {move!r}; Game.sidelines has what replaces it")
        return following

    __getitem__ = variation

    def has_variation(self, move: Union[int, str, Move]) -> bool:
        """Whether `variation` gives a node."""
        try:
            return self.variation(move) is not None
        except (KeyError, ValueError):
            return False

    __contains__ = has_variation
    __iter__ = None  # which __getitem__ alone would make of numbers

    def end(self) -> "GameNode":
        """The node after the last move."""
        return self.game if not self.game.moves else ChildNode(self.game, len(self.game.moves))

    def is_end(self) -> bool:
        """Whether no move follows."""
        return self._index == len(self.game.moves)

    def root(self) -> "Game":
        """The game."""
        return self.game

    def mainline(self) -> Mainline["ChildNode"]:
        """The nodes after this one. str() gives their moves in SAN."""
        nodes = (ChildNode(self.game, index) for index in range(self._index + 1, len(self.game.moves) + 1))
        return Mainline(self, nodes)

    def mainline_moves(self) -> Mainline[Move]:
        """The moves after this one. str() gives them in SAN."""
        return Mainline(self, (Move(move) for move in self.game.moves[self._index :]))

    def is_main_variation(self) -> bool:
        """True: all nodes are those of the main line."""
        return True

    is_mainline = is_main_variation

    def starts_variation(self) -> bool:
        """False, likewise."""
        return False

    # ---- The position ----

    def board(self) -> Position:
        """The position here, with the moves before on its stack."""
        return self.game.position(self._index)

    def ply(self) -> int:
        """The number of moves since the start of the game, as the move number of the position says."""
        return self.board().ply()

    def turn(self) -> Word:
        """The side to move."""
        return self.board().turn

    def _move(self, move: Union[Move, str]) -> Move:
        """A move that is legal here, or a null move."""
        if str(move) == "0000":
            self.board().push_null()
            return Move.null()
        return self.board().parse_uci(str(move))

    # ---- Changes ----

    def add_variation(
        self,
        move: Union[Move, str],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> "ChildNode":
        """Adds a move, which is legal here, and returns its node. Raises ValueError where a move follows already."""
        following = self.next()
        if following is not None:
            raise ValueError(
                f"expected the end of the game, found {following.san()}: a Game is one line of moves. Take another "
                "Game for another line; Game.sidelines has those that were read"
            )
        if starting_comment:
            raise ValueError("starting_comment: a game has one line; take the comment of the node before")
        added = self._move(move)
        self.game._append(added.uci())
        node = ChildNode(self.game, self._index + 1)
        if comment:
            node.comment = comment
        if nags:
            node.nags = nags  # type: ignore[assignment]
        return node

    add_main_variation = add_variation

    def add_line(
        self,
        moves: Iterable[Union[Move, str]],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> "GameNode":
        """Adds moves that follow each other, with a comment and glyphs on the last. Returns its node."""
        node: GameNode = self
        for move in moves:
            node, starting_comment = node.add_variation(move, starting_comment=starting_comment), ""
        if isinstance(node, ChildNode) and node != self:
            node.comment = comment or node.comment
            node.nags = nags or node.nags  # type: ignore[assignment]
        return node

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            refuse_of_game(name, type(self).__name__)


class ChildNode(GameNode):
    """The place after a move of a game, which is one object while somebody holds it. str() gives its move and those
    after it in SAN."""

    __slots__ = ("_game", "_index", "__weakref__")

    _game: "Game"
    _index: int
    _held: "WeakValueDictionary[tuple[int, int], ChildNode]" = WeakValueDictionary()  # by id(game), and the index

    def __new__(cls, game: "Game", index: int) -> "ChildNode":
        """The node of a game after so many moves."""
        node = cls._held.get((id(game), index))
        if node is None:
            node = super().__new__(cls)
            node._game, node._index = game, index
            cls._held[id(game), index] = node
        return node

    def __reduce__(self) -> Any:
        return ChildNode, (self._game, self._index)

    @property
    def game(self) -> "Game":  # type: ignore[override]
        """The game."""
        return self._game

    def __repr__(self) -> str:
        return f"<ChildNode of move {self._index}, {self._game.moves[self._index - 1]}>"

    def __str__(self) -> str:
        return self._game._movetext(self._index - 1, variations=True)

    @property
    def parent(self) -> GameNode:
        """The node before the move."""
        return self._game if self._index == 1 else ChildNode(self._game, self._index - 1)

    @property
    def move(self) -> Move:
        """The move that leads here."""
        return Move(self._game.moves[self._index - 1])

    def san(self) -> str:
        """The move in SAN."""
        return push(self.parent.board(), self.move)

    def uci(self) -> str:
        """The move in UCI."""
        return self._game.moves[self._index - 1]

    # ---- What is written about the move ----

    def _written(self, name: str) -> Any:
        """A list of the game that comments=True has read."""
        found = getattr(self._game, name)
        if found is None:
            raise ValueError(f"the comments of this game were not read; take games(path, comments=True) for {name}")
        return found

    @property
    def comment(self) -> str:
        """The comments after the move, with commands such as [%clk 0:03:00]; "" for none."""
        return self._written("comments")[self._index - 1] or ""

    @comment.setter
    def comment(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"comment: expected a str, found {text!r}")
        self._written("comments")[self._index - 1] = text or None
        self._game._forget()

    @property
    def comments(self) -> tuple[str, ...]:
        """The comment in a tuple, or an empty one; to be assigned as a whole, which joins several with blanks."""
        return (self.comment,) if self.comment else ()

    @comments.setter
    def comments(self, texts: Union[str, Iterable[str]]) -> None:
        self.comment = texts if isinstance(texts, str) else " ".join(texts)

    @property
    def nags(self) -> Nags:
        """The numeric glyphs: node.nags.add(1)."""
        return Nags(self._written("nags"), self._index - 1)

    @nags.setter
    def nags(self, numbers: Iterable[int]) -> None:
        self._written("nags")[self._index - 1] = tuple(map(_glyph, dict.fromkeys(numbers)))

    def clock(self) -> Optional[float]:
        """The seconds that are left, as [%clk ...] in the comment says; or None."""
        return self._number("clocks")

    def emt(self) -> Optional[float]:
        """The seconds that the move took, as [%emt ...] says; or None."""
        return self._number("elapsed")

    def _number(self, name: str) -> Optional[float]:
        number: float = self._written(name)[self._index - 1]
        return None if math.isnan(number) else number

    def set_clock(self, seconds: Optional[float]) -> None:
        """Writes the seconds that are left into the comment. None takes them out."""
        self._set_command("clk", seconds)

    def set_emt(self, seconds: Optional[float]) -> None:
        """The same for the seconds that the move took."""
        self._set_command("emt", seconds)

    def _set_command(self, name: str, seconds: Optional[float]) -> None:
        comment = re.sub(_COMMAND.format(name), "", self.comment).strip()
        if seconds is not None:
            whole = round(max(0.0, seconds) * 1000)
            minutes, left = divmod(whole, 60000)
            shown = f"{left // 1000:02}" + (f".{left % 1000:03}".rstrip("0") if left % 1000 else "")
            comment = f"[%{name} {minutes // 60}:{minutes % 60:02}:{shown}] {comment}".strip()
        self.comment = comment
