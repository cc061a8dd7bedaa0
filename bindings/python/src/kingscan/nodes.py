"""The places of a game, as python-chess names what is asked and changed there."""
from weakref import WeakValueDictionary
from collections.abc import Iterable, Iterator, MutableSet
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypeVar, Union

from ._kingscan import Move, Position, Word
from .annotated import Annotated
from .elsewhere import refuse_of_game
from .engine import PovScore
from .svg import Arrow

if TYPE_CHECKING:
    from .pgn import Game, Variation

_Item = TypeVar("_Item")
_NOT_READ = "the variations of this game were not read; take games(path, variations=True)"


class Mainline(list[_Item]):
    """The nodes or the moves after a node. str() gives the moves and their comments: "1. e4 { best } 1... e5"."""

    def __init__(self, node: "GameNode", items: Iterable[_Item]):
        super().__init__(items)
        self._node = node

    def __str__(self) -> str:
        return self._node._movetext(self._node._index, variations=False)


def push(position: Position, move: Union[Move, str]) -> str:
    """Makes a move, or a null move. Returns it in SAN."""
    if str(move) == "0000":
        position.push_null()
        return "--"
    return position.san_and_push(move)


class Nags(MutableSet[int]):
    """The numeric glyphs of a node's move: what is added or discarded here changes the game."""

    def __init__(self, node: "ChildNode"):
        self._node = node

    def _numbers(self) -> tuple[int, ...]:
        found: tuple[int, ...] = self._node._written("nags")[self._node._index - 1]
        return found

    def __contains__(self, nag: object) -> bool:
        return nag in self._numbers()

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers())

    def __len__(self) -> int:
        return len(self._numbers())

    def add(self, value: int) -> None:
        """Adds a glyph, such as 1 for a good move."""
        self._node.nags = (*self, value)  # type: ignore[assignment]

    def discard(self, value: int) -> None:
        """Takes a glyph away."""
        self._node.nags = [nag for nag in self if nag != value]  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(set(self))


def _glyph(value: int) -> int:
    if not isinstance(value, int) or not 0 <= value <= 255:
        raise ValueError(f"nags: expected numbers from 0 to 255, found {value!r}")
    return value


class _Tail(NamedTuple):
    """The end of a line: moves, comments, glyphs, and the lines that replace each move."""

    moves: list[str]
    comments: list[Optional[str]]
    nags: list[tuple[int, ...]]
    lines: list[list["Line"]]


class Line:
    """Moves that replace one of another line, with what is written about each. The game is the line of the main moves.

    parent   the line of which a move is replaced, and index the number of the moves before that one
    lines    a list for each move: the lines that replace it. That of the first move is empty, for what replaces it
             replaces the same move of the parent
    """

    __slots__ = ("game", "parent", "index", "comment", "moves", "comments", "nags", "lines")

    def __init__(self, parent: Union["Game", "Line"], index: int, comment: Optional[str] = None):
        self.game: "Game" = parent.game
        self.parent, self.index, self.comment = parent, index, comment
        self.moves, self.comments, self.nags, self.lines = _Tail([], [], [], [])

    def append(self, move: str) -> None:
        """Adds a move."""
        for column, none in zip((self.moves, self.comments, self.nags, self.lines), (move, None, (), [])):
            column.append(none)  # type: ignore[attr-defined]
        self.game._forget()


def lines_of(parent: Union["Game", Line], index: int, variations: Iterable["Variation"]) -> list[Line]:
    """The lines of variations that replace a move of another line."""
    found = []
    for variation in variations:
        line = Line(parent, index, variation.comment)
        found.append(line)
        for n, move in enumerate(variation.moves):
            line.moves.append(move.move)
            line.comments.append(move.comment)
            line.nags.append(move.nags)
            line.lines.append(lines_of(line, n, move.sidelines) if n > 0 else [])
        if variation.moves:
            found += lines_of(parent, index, variation.moves[0].sidelines)
    return found


def _cut(line: Union["Game", Line], index: int) -> _Tail:
    """Takes the moves of a line from one on out of it. The lines that replace the first of them then belong to none."""
    tail = _Tail(*(column[index:] for column in _columns(line)))  # type: ignore[arg-type]
    for column in _columns(line):
        del column[index:]
    return tail._replace(lines=[[], *tail.lines[1:]] if tail.moves else [])


def _columns(line: Union["Game", Line]) -> tuple[list[Any], ...]:
    return line.moves, written(line, "comments"), written(line, "nags"), line.lines


def _attach(line: Union["Game", Line], tail: _Tail) -> None:
    """Puts moves behind those of a line."""
    for offset, lines in enumerate(tail.lines, len(line.moves)):
        for other in lines:
            other.parent, other.index = line, offset
    for column, more in zip(_columns(line), tail):
        column += more  # type: ignore[arg-type]


def written(line: Union["Game", Line], name: str) -> Any:
    """A list of a line that comments=True has read."""
    found = getattr(line, name)
    if found is None:
        raise ValueError(f"the comments of this game were not read; take games(path, comments=True) for {name}")
    return found


class GameNode:
    """A place in a game: the Game itself before the first move, a ChildNode after each."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def game(self) -> "Game":
            ...

        @property
        def _line(self) -> Union["Game", Line]:
            ...

        @property
        def _index(self) -> int:
            ...

    # ---- The moves that follow ----

    def next(self) -> Optional["ChildNode"]:
        """The node after the next move; None at the end."""
        return None if self.is_end() else ChildNode(self._line, self._index + 1)

    def _sides(self) -> list[Line]:
        """The lines that replace the next move; none where they were not read."""
        return [] if self.is_end() or self._line.lines is None else self._line.lines[self._index]

    @property
    def variations(self) -> list["ChildNode"]:
        """The nodes after the next move and after each that replaces it; an empty list at the end."""
        following = self.next()
        return [following, *(ChildNode(line, 1) for line in self._sides() if line.moves)] if following else []

    def variation(self, move: Union[int, str, Move, "ChildNode"]) -> "ChildNode":
        """One of `variations`, by its number, its move or itself. Raises KeyError for all else."""
        nodes = self.variations
        if isinstance(move, int):
            found = nodes[move : move + 1] if move >= 0 else []
        elif isinstance(move, ChildNode):
            found = [node for node in nodes if node is move]
        else:
            wanted = self._move(move)
            found = [node for node in nodes if node.move == wanted]
        if not found:
            raise KeyError(f"expected a move that follows here, or its number below {len(nodes)}; found {move!r}")
        return found[0]

    __getitem__ = variation

    def has_variation(self, move: Union[int, str, Move, "ChildNode"]) -> bool:
        """Whether `variation` gives a node."""
        try:
            return self.variation(move) is not None
        except (KeyError, ValueError):
            return False

    __contains__ = has_variation
    __iter__ = None  # which __getitem__ alone would make of numbers

    def end(self) -> "GameNode":
        """The node after the last move of the line."""
        return self if self.is_end() else ChildNode(self._line, len(self._line.moves))

    def is_end(self) -> bool:
        """Whether no move follows."""
        return self._index == len(self._line.moves)

    def root(self) -> "Game":
        """The game."""
        return self.game

    def mainline(self) -> Mainline["ChildNode"]:
        """The nodes after this one. str() gives their moves in SAN."""
        nodes = (ChildNode(self._line, index) for index in range(self._index + 1, len(self._line.moves) + 1))
        return Mainline(self, nodes)

    def mainline_moves(self) -> Mainline[Move]:
        """The moves after this one. str() gives them in SAN."""
        return Mainline(self, (Move(move) for move in self._line.moves[self._index :]))

    def is_main_variation(self) -> bool:
        """Whether the move is the first of those that follow the node before."""
        return not self.starts_variation()

    def is_mainline(self) -> bool:
        """Whether the node is in the main line of the game."""
        return self._line is self.game

    def starts_variation(self) -> bool:
        """Whether the move replaces another."""
        return self._index == 1 and not self.is_mainline()

    def _movetext(self, index: int, variations: bool) -> str:
        """The moves from one on of this line, without a result."""
        return self.game._text_of(self._line, index, variations)

    # ---- The position ----

    def board(self) -> Position:
        """The position here, with the moves before on its stack."""
        line = self._line
        if not isinstance(line, Line):
            return self.game.position(self._index)
        position = node_of(line.parent, line.index).board()
        for move in line.moves[: self._index]:
            push(position, move)
        return position

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
        """Adds a move, which is legal here, and returns its node: the next one at the end of the line, else the last
        of `variations`. starting_comment: before such a one."""
        added, line = self._move(move).uci(), self._line
        if starting_comment and self.is_end():
            raise ValueError("starting_comment: expected a move that replaces another; take the comment of the node")
        if not self.is_end():
            if line.lines is None:
                raise ValueError(_NOT_READ)
            line = Line(self._line, self._index, starting_comment or None)
            self._line.lines[self._index].append(line)
        line.append(added)
        node = ChildNode(line, len(line.moves))
        if comment:
            node.comment = comment
        if nags:
            node.nags = nags  # type: ignore[assignment]
        return node

    def add_main_variation(self, move: Union[Move, str], *, comment: str = "", nags: Iterable[int] = ()) -> "ChildNode":
        """The same, and the move becomes the first of those that follow here."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

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

    def promote_to_main(self, move: Union[int, str, Move, "ChildNode"]) -> None:
        """Makes one of `variations` the first of them."""
        node = self.variation(move)
        self._arrange([node, *(other for other in self.variations if other is not node)])

    def promote(self, move: Union[int, str, Move, "ChildNode"]) -> None:
        """Moves one of `variations` one place to the front."""
        self._swap(self.variations.index(self.variation(move)) - 1)

    def demote(self, move: Union[int, str, Move, "ChildNode"]) -> None:
        """Moves one of `variations` one place to the end."""
        self._swap(self.variations.index(self.variation(move)))

    def remove_variation(self, move: Union[int, str, Move, "ChildNode"]) -> None:
        """Removes one of `variations`, with all that follows it."""
        node = self.variation(move)
        self._arrange([other for other in self.variations if other is not node])

    def _swap(self, first: int) -> None:
        """Exchanges two neighbours among `variations`, where both are there."""
        nodes = self.variations
        if 0 <= first < len(nodes) - 1:
            self._arrange([*nodes[:first], nodes[first + 1], nodes[first], *nodes[first + 2 :]])

    def _arrange(self, nodes: list["ChildNode"]) -> None:
        """Makes some of `variations` the whole of them, in this order. Nodes that somebody holds keep their moves."""
        line, index = self._line, self._index
        if line.lines is None:
            raise ValueError(_NOT_READ)
        if not nodes or nodes[0]._line is not line:
            first = nodes[0]._line if nodes else None
            old = Line(line, index)
            _attach(old, _cut(line, index))
            moved = ChildNode._of(line, index)
            if isinstance(first, Line):
                moved_to_front = ChildNode._of(first, 0)
                tail = _cut(first, 0)
                tail.comments[0] = " ".join(filter(None, (first.comment, tail.comments[0]))) or None
                _attach(line, tail)
                ChildNode._put(moved_to_front, line, index)
            ChildNode._put(moved, old, -index)
        if nodes:
            line.lines[index] = [node._line for node in nodes[1:]]  # type: ignore[misc]
        self.game._forget()

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            refuse_of_game(name, type(self).__name__)


def node_of(line: Union["Game", Line], index: int) -> GameNode:
    """The node of a line after so many of its moves."""
    if index > 0:
        return ChildNode(line, index)
    return node_of(line.parent, line.index) if isinstance(line, Line) else line


class ChildNode(Annotated, GameNode):
    """The place after a move of a game, which is one object while somebody holds it. str() gives its move and those
    after it in SAN."""

    __slots__ = ("_line", "_index", "__weakref__")
    _pov_score, _arrow = PovScore, Arrow

    _line: Union["Game", Line]  # type: ignore[assignment]
    _index: int  # type: ignore[assignment]
    _held: "WeakValueDictionary[tuple[int, int], ChildNode]" = WeakValueDictionary()  # by id(line), and the index

    def __new__(cls, line: Union["Game", Line], index: int) -> "ChildNode":
        """The node of a line after so many moves."""
        node = cls._held.get((id(line), index))
        if node is None:
            node = super().__new__(cls)
            node._line, node._index = line, index
            cls._held[id(line), index] = node
        return node

    @classmethod
    def _of(cls, line: Union["Game", Line], after: int) -> list["ChildNode"]:
        """The nodes of a line behind some move that somebody holds, which are held no longer as those of the line."""
        nodes = [node for node in list(cls._held.values()) if node._line is line and node._index > after]
        for node in nodes:
            del cls._held[id(line), node._index]
        return nodes

    @classmethod
    def _put(cls, nodes: list["ChildNode"], line: Union["Game", Line], offset: int) -> None:
        """Makes nodes those of another line."""
        for node in nodes:
            node._line, node._index = line, node._index + offset
            cls._held[id(line), node._index] = node

    def __reduce__(self) -> Any:
        return ChildNode, (self._line, self._index)

    @property
    def game(self) -> "Game":  # type: ignore[override]
        """The game."""
        return self._line.game

    def __repr__(self) -> str:
        return f"<ChildNode of move {self._index}, {self.uci()}>"

    def __str__(self) -> str:
        return self._movetext(self._index - 1, variations=True)

    @property
    def parent(self) -> GameNode:
        """The node before the move."""
        return node_of(self._line, self._index - 1)

    @property
    def move(self) -> Move:
        """The move that leads here."""
        return Move(self.uci())

    def san(self) -> str:
        """The move in SAN."""
        return push(self.parent.board(), self.move)

    def uci(self) -> str:
        """The move in UCI."""
        return self._line.moves[self._index - 1]

    # ---- What is written about the move ----

    def _written(self, name: str) -> Any:
        """A list of the line that comments=True has read."""
        return written(self._line, name)

    @property
    def comment(self) -> str:
        """The comments after the move, with commands such as [%clk 0:03:00]; "" for none."""
        return self._written("comments")[self._index - 1] or ""

    @comment.setter
    def comment(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"comment: expected a str, found {text!r}")
        self._written("comments")[self._index - 1] = text or None
        self.game._forget()

    @property
    def starting_comment(self) -> str:
        """The comment before a move that replaces another; "" for none."""
        return self._line.comment or "" if isinstance(self._line, Line) and self.starts_variation() else ""

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        if not self.starts_variation() or not isinstance(text, str):
            raise ValueError("starting_comment: expected a str, of a move that replaces another")
        self._line.comment = text or None
        self.game._forget()

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
        self._written("nags")
        return Nags(self)

    @nags.setter
    def nags(self, numbers: Iterable[int]) -> None:
        self._written("nags")[self._index - 1] = tuple(map(_glyph, dict.fromkeys(numbers)))
        self.game._forget()
