"""The tree of a game: a Game before the first move, and a ChildNode after each."""
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Optional, TypeVar, Union

import kingscan.chess as chess
from kingscan.chess.pgn.annotated import Annotated
from kingscan.chess.engine import PovScore
from kingscan.chess.svg import Arrow

from .headers import Headers, TimeControl, parse_time_control
from .visitors import SKIP, BaseVisitor, ResultT, StringExporter

if TYPE_CHECKING:
    from .builders import GameBuilder

_Item = TypeVar("_Item")
_Comments = Union[str, Iterable[str]]


def _list_of(comments: _Comments) -> list[str]:
    """Comments as nodes have them; "" is none."""
    return ([comments] if comments else []) if isinstance(comments, str) else list(comments)


class GameNode(Annotated, ABC):
    """A place in a game.

    variations         the nodes that follow, the main one first: a list
    comments           those after the move, or before the first one: a list
    starting_comments  those before a move that starts a variation: a list
    nags               numeric glyphs: a set
    """

    variations: list["ChildNode"]
    comments: list[str]
    starting_comments: list[str]
    nags: set[int]

    _pov_score, _arrow = PovScore, Arrow

    def __init__(self, *, comment: _Comments = "", starting_comment: _Comments = "", nags: Iterable[int] = ()):
        self.variations = []
        self.comments, self.starting_comments = _list_of(comment), _list_of(starting_comment)
        self.nags = set(nags)

    @property
    @abstractmethod
    def parent(self) -> Optional["GameNode"]:
        """The node before, or None."""

    @property
    @abstractmethod
    def move(self) -> Optional["chess.Move"]:
        """The move that leads here, or None."""

    @abstractmethod
    def board(self) -> "chess.Board":
        """A board with the position here, and the moves of the game on its stack."""

    @abstractmethod
    def ply(self) -> int:
        """The number of moves since the start of the game, as the move number of the position says."""

    @abstractmethod
    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor what is here and follows, in the order of PGN. Returns the visitor's result."""

    # ---- Comments as one text ----

    @property
    def comment(self) -> str:
        """The comments, with a blank between each two; "" for none."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, comment: _Comments) -> None:
        self.comments = _list_of(comment)

    @property
    def starting_comment(self) -> str:
        """The same of the comments before a variation."""
        return " ".join(self.starting_comments)

    @starting_comment.setter
    def starting_comment(self, comment: _Comments) -> None:
        self.starting_comments = _list_of(comment)

    # ---- The nodes around ----

    def game(self) -> "Game":
        """The game."""
        root = self.root()
        if not isinstance(root, Game):
            raise TypeError("GameNode not rooted in Game")
        return root

    def root(self) -> "GameNode":
        """The first of the nodes before this one."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def next(self) -> Optional["ChildNode"]:
        """The main node that follows; None at the end."""
        return self.variations[0] if self.variations else None

    def end(self) -> "GameNode":
        """The last node of the main line from here on."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether no move follows."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Whether the move replaces another."""
        return self.parent is not None and bool(self.parent.variations) and self.parent.variations[0] is not self

    def is_main_variation(self) -> bool:
        """Whether the move is the main one of those that follow the node before."""
        return not self.starts_variation()

    def is_mainline(self) -> bool:
        """Whether the node is in the main line of the game."""
        node = self
        while node.parent is not None:
            if node.starts_variation():
                return False
            node = node.parent
        return True

    def turn(self) -> bool:
        """The side to move."""
        return self.ply() % 2 == 0

    def mainline(self) -> "Mainline[ChildNode]":
        """The nodes of the main line behind this one."""
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> "Mainline[chess.Move]":
        """Their moves."""
        return Mainline(self, lambda node: node.move)

    # ---- One of those that follow ----

    def _index(self, move: Union[int, "chess.Move", "GameNode"]) -> int:
        """The place among `variations`. Raises KeyError for a move or a node that is not there."""
        if isinstance(move, int):
            return range(len(self.variations))[move]
        for index, node in enumerate(self.variations):
            if node is move or node.move == move:
                return index
        raise KeyError(move)

    def variation(self, move: Union[int, "chess.Move", "GameNode"]) -> "ChildNode":
        """One of `variations`, by its place, its move or itself. Raises IndexError or KeyError where it isn't there."""
        return self.variations[self._index(move)]

    __getitem__ = variation

    def has_variation(self, move: Union[int, "chess.Move", "GameNode"]) -> bool:
        """Whether a move or a node is among `variations`. Raises IndexError for a place that isn't there."""
        try:
            return self._index(move) is not None
        except KeyError:
            return False

    __contains__ = has_variation

    # ---- Changes ----

    def add_variation(
        self,
        move: "chess.Move",
        *,
        comment: _Comments = "",
        starting_comment: _Comments = "",
        nags: Iterable[int] = (),
    ) -> "ChildNode":
        """Adds a move, which is not checked, as the last of `variations`. Returns its node."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(
        self, move: "chess.Move", *, comment: _Comments = "", nags: Iterable[int] = ()
    ) -> "ChildNode":
        """Adds a move as the main one. Returns its node."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(
        self,
        moves: Iterable["chess.Move"],
        *,
        comment: _Comments = "",
        starting_comment: _Comments = "",
        nags: Iterable[int] = (),
    ) -> "GameNode":
        """Adds moves that follow each other, with comments and glyphs on the last. Returns its node."""
        node: GameNode = self
        for move in moves:
            node, starting_comment = node.add_variation(move, starting_comment=starting_comment), ""
        node.comments += _list_of(comment)
        node.nags.update(nags)
        return node

    def promote_to_main(self, move: Union[int, "chess.Move", "GameNode"]) -> None:
        """Makes one of `variations` the main one."""
        self.variations.insert(0, self.variations.pop(self._index(move)))

    def promote(self, move: Union[int, "chess.Move", "GameNode"]) -> None:
        """Moves one of `variations` one place to the front."""
        index = self._index(move)
        self.variations.insert(max(index - 1, 0), self.variations.pop(index))

    def demote(self, move: Union[int, "chess.Move", "GameNode"]) -> None:
        """Moves one of `variations` one place to the end."""
        index = self._index(move)
        self.variations.insert(index + 1, self.variations.pop(index))

    def remove_variation(self, move: Union[int, "chess.Move", "GameNode"]) -> None:
        """Removes one of `variations`."""
        del self.variations[self._index(move)]

    # ---- For visitors ----

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor of the game as if it had begun here."""
        game = self.game()
        headers = game.headers.copy()
        start = type(game).without_tag_roster()
        start.setup(self.board())
        headers.pop("Variant", None)
        headers.update(start.headers)
        return _tell_game(visitor, headers, self, with_remarks=False)

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """The place after a move of a game."""

    def __init__(
        self,
        parent: GameNode,
        move: "chess.Move",
        *,
        comment: _Comments = "",
        starting_comment: _Comments = "",
        nags: Iterable[int] = (),
    ):
        super().__init__(comment=comment, starting_comment=starting_comment, nags=nags)
        self._parent, self._move = parent, move
        parent.variations.append(self)

    @property
    def parent(self) -> GameNode:
        """The node before."""
        return self._parent

    @property
    def move(self) -> "chess.Move":
        """The move that leads here."""
        return self._move

    def _path(self) -> tuple[GameNode, list["chess.Move"]]:
        """The first node, and the moves from it to here."""
        node: Any = self
        moves = []
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return node, moves[::-1]

    def board(self) -> "chess.Board":
        """A board with the position here, and the moves of the game on its stack."""
        root, moves = self._path()
        board = root.board()
        for move in moves:
            board.push(move)
        return board

    def ply(self) -> int:
        """The number of moves since the start of the game, as the move number of the position says."""
        root, moves = self._path()
        return root.ply() + len(moves)

    def san(self) -> str:
        """The move in SAN."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: Optional[bool] = None) -> str:
        """The move in UCI."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> "ChildNode":
        """The last node of the main line from here on."""
        return super().end()  # type: ignore[return-value]

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor of the move that leads here, and of what follows."""
        board = self.parent.board()
        _tell_move(self, board, visitor)
        _tell_moves(self, board, visitor)
        return visitor.result()

    def __repr__(self) -> str:
        board = self.parent.board()
        dots = "." if board.turn else "..."
        return f"<{type(self).__name__} at {id(self):#x} ({board.fullmove_number}{dots} {board.san(self.move)} ...)>"


class Game(GameNode):
    """A game: the node before its first move.

    headers  its tags: Headers
    errors   exceptions for all that could not be read: a list
    """

    headers: Headers
    errors: list[Exception]

    def __init__(self, headers: Optional[Union[Mapping[str, str], Iterable[tuple[str, str]]]] = None):
        super().__init__()
        self.headers, self.errors = Headers(headers), []

    parent = move = None  # type: ignore[assignment]
    """There is no move before the first position."""

    def board(self) -> "chess.Board":
        """A board with the first position."""
        return self.headers.board()

    def ply(self) -> int:
        """The number of moves before the first position, as its move number says."""
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Union["chess.Board", str]) -> None:
        """Sets the first position, a board or a FEN, by the tags FEN, SetUp and Variant."""
        if isinstance(board, str):
            board = chess.Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        fen, variant = board.fen(), type(board).aliases[0]
        for name in ("FEN", "SetUp", "Variant"):
            self.headers.pop(name, None)
        if fen != type(board).starting_fen:
            self.headers.update(FEN=fen, SetUp="1")
        if variant != "Standard" or board.chess960:
            self.headers["Variant"] = "Chess960" if variant == "Standard" else variant
        if variant != "Standard":  # readers may know other starts of it
            self.headers.setdefault("FEN", fen)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor of the game, in the order of PGN. Returns the visitor's result."""
        return _tell_game(visitor, self.headers, self)

    def time_control(self) -> TimeControl:
        """The meaning of the tag TimeControl."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls, board: "chess.Board") -> "Game":
        """The game of a board: the moves on its stack, and its result."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> "Game":
        """A game without tags."""
        return cls(headers={})

    @classmethod
    def builder(cls) -> "GameBuilder":
        """A visitor that makes games of this class."""
        from .builders import GameBuilder

        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        white, black, date, site = (self.headers.get(name, "?") for name in ("White", "Black", "Date", "Site"))
        return f"<{type(self).__name__} at {id(self):#x} ({white!r} vs. {black!r}, {date!r} at {site!r})>"


class Mainline(Generic[_Item]):
    """The nodes or moves of the main line behind a node. str() gives the moves and their comments."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], _Item]):
        self.start, self.f = start, f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[_Item]:
        node = self.start
        while node.variations:
            node = node.variations[0]
            yield self.f(node)

    def __reversed__(self) -> Iterator[_Item]:
        return reversed(list(self))

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Tells a visitor of the moves, but not of what replaces them."""
        board = self.start.board()
        for node in self.start.mainline():
            _tell_move(node, board, visitor)
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        moves = self.accept(StringExporter(columns=None, comments=False))
        return f"<{type(self).__name__} at {id(self):#x} ({moves})>"


# ---- What visitors are told ----


def _tell_game(visitor: BaseVisitor[ResultT], headers: Headers, first: GameNode, with_remarks: bool = True) -> ResultT:
    """Tells of a game with these tags that begins at a node."""
    if visitor.begin_game() is not SKIP:
        visitor.begin_headers()
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            board = first.board()
            visitor.visit_board(board)
            for comment in first.comments if with_remarks else ():
                visitor.visit_comment(comment)
            _tell_moves(first, board, visitor)
            visitor.visit_result(headers.get("Result", "*"))
        visitor.end_game()
    return visitor.result()


def _tell_move(node: ChildNode, board: "chess.Board", visitor: BaseVisitor[Any]) -> None:
    """Tells of a move, and makes it on the board."""
    for comment in node.starting_comments:
        visitor.visit_comment(comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    for comment in node.comments:
        visitor.visit_comment(comment)


def _tell_moves(first: GameNode, board: "chess.Board", visitor: BaseVisitor[Any]) -> None:
    """Tells of all that follows a node, whose position is on the board, before and afterwards.

    Variations may nest deeper than calls can, so the lines that wait for one of theirs are in a list.
    """
    waiting = [_tell_line(first, board, visitor)]
    while waiting:
        other = next(waiting[-1], None)
        if other is None:
            waiting.pop()
        else:
            waiting.append(_tell_line(other, board, visitor))


def _tell_line(node: GameNode, board: "chess.Board", visitor: BaseVisitor[Any]) -> Iterator[GameNode]:
    """Tells of a line, and yields the first node of each variation, of which the caller tells in between."""
    count = 0
    while node.variations:
        main, *others = node.variations
        _tell_move(main, board, visitor)
        for other in others:
            board.pop()
            if visitor.begin_variation() is not SKIP:
                _tell_move(other, board, visitor)
                yield other
                board.pop()
            visitor.end_variation()
            board.push(main.move)
        node, count = main, count + 1
    for _ in range(count):
        board.pop()
