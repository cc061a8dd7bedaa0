"""Games in PGN, read and written, and files that may be compressed."""
import contextlib
import io
import itertools
import os
import re
import subprocess
import textwrap
from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Optional, TextIO, Union

from ._kingscan import GameReader, Position, Variants, foreign, write_game
from .elsewhere import refuse as _refuse
from .inputs import a
from .nodes import ChildNode, GameNode, Line, Mainline, lines_of, node_of, push  # noqa: F401
from .results import Rejected, Results
from .words import NAG_BLUNDER, NAG_BRILLIANT_MOVE, NAG_DUBIOUS_MOVE  # noqa: F401
from .words import NAG_GOOD_MOVE, NAG_MISTAKE, NAG_SPECULATIVE_MOVE  # noqa: F401

if not TYPE_CHECKING:
    __getattr__ = _refuse

_RESULTS = ("*", "1-0", "0-1", "1/2-1/2")
_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_UNKNOWN = dict.fromkeys(_ROSTER, "?") | {"Date": "????.??.??", "Result": "*"}
_TOOLS = ("gzip", "bzip2", "xz", "zstd", "lz4")


class VariationMove(NamedTuple):
    """A move of a variation.

    move        the move in UCI; "0000" is a null move
    san         the same in SAN
    comment     the comments after it, with a blank between each two, or None
    nags        numeric glyphs: (1, 14)
    sidelines   those that replace it
    """

    move: str
    san: str
    comment: Optional[str]
    nags: tuple[int, ...]
    sidelines: tuple["Variation", ...]


class Variation(NamedTuple):
    """Moves that replace one of the game, or of another variation.

    comment  the comment before its first move, or None
    moves    a tuple of VariationMove, up to the first illegal one
    """

    comment: Optional[str]
    moves: tuple[VariationMove, ...]


class _Derived(NamedTuple):
    """The facts that a reader finds in the text of a game."""

    results: Results
    squares: Optional[list[Optional[str]]]
    arrows: Optional[list[Optional[str]]]
    clocks: Optional["array[float]"]
    elapsed: Optional["array[float]"]
    evals: Optional["array[float]"]
    mates: Optional["array[int]"]


class Game(GameNode):
    """A game of a file, or a new one: Game() has no moves yet, and add_variation plays them. str() writes it in PGN.

    tags     dict of names and values, such as {"White": "Carlsen, Magnus"}, in the order of the file; of two with the
             same name, the last counts. headers is the same dict
    variant  the name of its variant, such as "crazyhouse"; None for chess and Chess960
    start    the FEN of the first position; None where the game has no usable one, or an unknown variant
    chess960 whether the tag Variant or the start is of Chess960: in UCI, castling is the king taking its rook
    moves    those of the main line, in UCI, up to the first illegal one; "0000" is a null move
    result   "1-0", "0-1", "1/2-1/2" or "*": what the moves end with, until the tag Result changes
    line     the number of the line where the game begins, from 1
    results  the Results of the positions after each move, with Verdict.INVALID for errors; a board that is not 8 by 8
             has no checkers there

    With games(file, comments=True), and in a new game, what is written about each move, else None:

    comments  the comments, with a blank between each two; None where a move has none
    comment   the comment before the first move, or None
    nags      numeric glyphs: (1, 14)
    clocks    array of seconds that are left (%clk); NaN where a move has none, as in the next two
    elapsed   array of seconds that the move took (%emt)
    evals     array of pawns for white (%eval); infinity for a mate by white, minus infinity for one by black
    mates     array of moves to that mate, negative ones by black; 0 for none, and for one on the board (#0), where
              the side to move is mated
    squares, arrows   the marks of %csl and %cal: "Ge4,Rd5"; None where a move has none

    With games(file, variations=True), and in a new game, else None:

    sidelines   a tuple with one for each move: the Variations that replace it; the nodes change them

    A Game is also the GameNode before its first move, as in python-chess: next(), mainline(), end(), add_variation().
    """

    __slots__ = (
        "tags",
        "variant",
        "start",
        "chess960",
        "moves",
        "line",
        "comment",
        "comments",
        "nags",
    ) + (("_variants", "_said", "_derived", "_sidelines", "_lines", "__weakref__"))

    tags: dict[str, str]
    variant: Optional[str]
    start: Optional[str]
    chess960: bool
    moves: list[str]
    line: int
    comment: Optional[str]
    comments: Optional[list[Optional[str]]]
    nags: Optional[list[tuple[int, ...]]]

    def __init__(self, headers: Optional[dict[str, str]] = None):
        self.tags = _UNKNOWN | dict(headers or {})
        self.variant, self._variants, self.start, self.chess960 = None, None, Position().fen(), False
        self.moves, self.line, self.comment = [], 1, None
        self.comments, self.nags = [], []
        self._sidelines: Optional[tuple[tuple[Variation, ...], ...]] = None
        self._lines: Optional[list[list[Line]]] = []
        self._said = ("*", "*", *map(self.tags.get, ("FEN", "Variant")))
        self._derived: Optional[_Derived] = None
        if headers and "FEN" in headers:
            self.setup(headers["FEN"])

    @classmethod
    def _read(cls, *facts: Any) -> "Game":
        """A game by what a GameReader says of it."""
        line, tags, variant, variants, start, chess960, moves, verdicts, checkers, lines = facts[:10]
        counts, captures, errors, result, remarks, variations = facts[10:]
        self = cls.__new__(cls)
        self.tags, self.line, self.moves = dict(tags), line, moves
        self.variant, self._variants, self.start, self.chess960 = variant, variants, start, chess960
        counted = (counts, captures) if counts else ()
        results = Results(verdicts, checkers, lines, [Rejected(*row) for row in errors], *counted)
        self.comment, self.comments, self.nags, squares, arrows, *numbers = remarks or [None] * 9
        arrays = (array(code, column) if remarks else None for code, column in zip("dddi", numbers))
        self._derived = _Derived(results, squares, arrows, *arrays)  # type: ignore[arg-type]
        self._said = (result, *map(self.tags.get, ("Result", "FEN", "Variant")))
        self._sidelines = None if variations is None else tuple(_variations_of(variations, len(moves)))
        self._lines = None
        return self

    # ---- Tags, the start and the end ----

    @property
    def headers(self) -> dict[str, str]:
        """The tags, in python-chess's word."""
        return self.tags

    @property
    def result(self) -> str:
        """How the game ended."""
        said, tag, *_ = self._said
        return said if self.tags.get("Result") == tag else self.tags.get("Result", "*")

    def setup(self, position: Union[Position, str]) -> None:
        """Sets the first position of a game without moves: a Position, or a FEN."""
        if self.moves:
            raise ValueError("setup: expected a game without moves; take another Game")
        if not isinstance(position, Position):
            position = Position(position, chess960=self.chess960, variant=self.variant, variants=self._variants)
        _, (root, *_) = position.copy(stack=False).__reduce__()  # type: ignore[misc]
        self.variant, self._variants = root[4:]
        self.chess960, self.start = position.chess960, position.fen()
        if self.variant or self.chess960:
            self.tags["Variant"] = self.variant or "Chess960"
        if self.start != Position(variant=self.variant, variants=self._variants).fen():
            self.tags |= {"FEN": self.start, "SetUp": "1"}
        self._said = (*self._said[:2], *map(self.tags.get, ("FEN", "Variant")))
        self._forget()

    @classmethod
    def from_board(cls, board: Position) -> "Game":
        """The game of a Position: its moves, from the position before them, and its result."""
        game, root = cls(), board.copy()
        moves = [move.uci() for move in root.move_stack]
        for _ in moves:
            root.pop()
        game.setup(root)
        for move in moves:
            game.append(move)
        game.tags["Result"] = board.result()
        return game

    def _first(self) -> Position:
        """The first position. Raises ValueError where it is none, or where a tag says that it is another one."""
        if self.start is None:
            raise ValueError("the game has no first position")
        for name, said in zip(("FEN", "Variant"), self._said[2:]):
            if self.tags.get(name) != said:
                raise ValueError(f"tags: {name} says that the game starts elsewhere; take game.setup(position)")
        variants = self._variants if self.variant else None
        return Position(self.start, chess960=self.chess960, variant=self.variant, variants=variants)

    # ---- As a node ----

    @property
    def game(self) -> "Game":  # type: ignore[override]
        """The game itself."""
        return self

    _line = game
    _index = 0  # type: ignore[assignment]

    parent = move = None
    """There is no move before the first position."""

    def __call__(self) -> "Game":
        """The game itself: node.game() is node.game."""
        return self

    @property
    def lines(self) -> Optional[list[list[Line]]]:
        """The lines that replace each move, which nodes change. None where they were not read."""
        if self._lines is None and self._sidelines is not None:
            self._lines = [lines_of(self, n, variations) for n, variations in enumerate(self._sidelines)]
        return self._lines

    @property
    def sidelines(self) -> Optional[tuple[tuple[Variation, ...], ...]]:
        """The variations: see the class."""
        if self._sidelines is None and self._lines is not None:
            self._sidelines = tuple(tuple(map(_variation_of, lines)) for lines in self._lines)
        return self._sidelines

    def append(self, move: str) -> None:
        """Adds a move, for add_variation, which checks it."""
        for column, none in ((self.moves, move), (self.comments, None), (self.nags, ()), (self.lines, [])):
            if column is not None:
                column.append(none)  # type: ignore[attr-defined]
        self._forget()

    # ---- What follows from the rest ----

    def _forget(self) -> None:
        """Says that the game has changed."""
        self._derived = None
        if self._lines is not None:
            self._sidelines = None

    def _found(self) -> _Derived:
        """The facts of the game, found anew when the game has changed."""
        if self._derived is None:
            text = io.BytesIO(str(self).encode("utf-8", "surrogateescape"))
            (again,) = read_games(text, self._variants, remarked=self.comments is not None, null_moves=True)
            self._derived = again._derived
        return self._derived  # type: ignore[return-value]

    results, squares, arrows, clocks, elapsed, evals, mates = (
        property(lambda self, n=n: self._found()[n], doc=f"{name}: see the class.")
        for n, name in enumerate(_Derived._fields)
    )

    @property
    def errors(self) -> list[Rejected]:
        """The errors of the game: results.errors."""
        return list(self.results.errors)

    # ---- As text ----

    def __str__(self) -> str:
        return self._text()

    def accept(self, visitor: "StringExporter") -> Any:
        """Returns what a StringExporter or a FileExporter makes of the game. Other visitors are not here."""
        if not isinstance(visitor, StringExporter):
            raise TypeError(
                f"visitor: expected a StringExporter or a FileExporter, found {a(visitor)}; take mainline()"
            )
        return visitor._export(self)

    def _text(self, comments: bool = True, variations: bool = True) -> str:
        """The game in PGN."""
        if self.result not in _RESULTS:
            raise ValueError(f"tags: expected the Result 1-0, 0-1, 1/2-1/2 or *, found {self.result!r}")
        for name in ("comments", "nags", "sidelines"):
            if len(getattr(self, name) or self.moves) != len(self.moves):
                raise ValueError(f"{name}: expected one for each move; game.comment is the one before them")
        tags = [(_bytes_of_name(name), _bytes_of(f"the tag {name}", value)) for name, value in self.tags.items()]
        items = _remarks(self.comment, ()) if comments else []
        items += self._items(0, comments, variations)
        return write_game(tags, self._first(), items, _RESULTS.index(self.result)).rstrip("\n")

    def _items(self, index: int, comments: bool = True, variations: bool = True) -> "_Items":
        """The items of the moves from one on."""
        items: _Items = []
        for n in range(index, len(self.moves)):
            items.append(("move", self.moves[n].encode(), 0))
            if comments:
                items += _remarks(self.comments and self.comments[n], self.nags[n] if self.nags else ())
            for line in self.sidelines[n] if self.sidelines and variations else ():
                items += _items_in(line, comments)
        return items

    def _text_of(self, line: Union["Game", Line], index: int, variations: bool) -> str:
        """The moves from one on of a line, without a result."""
        if isinstance(line, Line):
            items = _items_of(_variation_of(line).moves[index:], variations=variations)
        else:
            items = self._items(index, variations=variations)
        written = write_game([], node_of(line, index).board(), items, 0)
        return " ".join(written.partition("\n\n")[2].split("\n")).rstrip("\n *")

    def positions(self) -> Iterator[Position]:
        """Yields the first position and the one after each move: copies, made one by one."""
        if self.start is None:
            return
        position = self._first()
        yield position.copy(stack=False)
        for move in self.moves:
            push(position, move)
            yield position.copy(stack=False)

    def position(self, ply: Optional[int] = None) -> Position:
        """The position after so many moves, or after the last one, with these moves on its stack: pop takes them back.

        Raises ValueError where the game has no first position or not so many moves.
        """
        if self.start is None or not 0 <= (len(self.moves) if ply is None else ply) <= len(self.moves):
            had = "no first position" if self.start is None else f"{len(self.moves)} moves"
            raise ValueError(f"ply: expected a position of the game, which has {had}")
        position = self._first()
        for move in self.moves[:ply]:
            push(position, move)
        return position

    def __repr__(self) -> str:
        return f"<Game of line {self.line}, {len(self.moves)} moves, {self.result}>"


# ---- From a game to the items of a text ----


def _bytes_of(what: str, text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{what}: expected a str, found {text!r}")
    return text.encode("utf-8", "surrogateescape")


def _bytes_of_name(name: str) -> bytes:
    if not isinstance(name, str) or not name or any(c in '[]"\\' or c.isspace() for c in name):
        raise ValueError(f"tags: expected a name without blanks, quotes and brackets, found {name!r}")
    return _bytes_of("tags", name)


_Items = list[tuple[str, bytes, int]]


def _remarks(comment: Optional[str], nags: tuple[int, ...]) -> _Items:
    """The items of glyphs and of a comment."""
    comments = [("comment", _bytes_of("comment", comment), 0)] if comment else []
    return [("nag", b"", nag) for nag in nags] + comments


def _items_in(line: Variation, comments: bool) -> _Items:
    """The items of a variation, in brackets."""
    before = _remarks(line.comment, ()) if comments else []
    return [("(", b"", 0), *before, *_items_of(line.moves, comments), (")", b"", 0)]


def _items_of(moves: tuple[VariationMove, ...], comments: bool = True, variations: bool = True) -> _Items:
    """The items of moves."""
    items: _Items = []
    for move in moves:
        items += [("move", move.move.encode(), 0), *(_remarks(move.comment, move.nags) if comments else ())]
        for other in move.sidelines if variations else ():
            items += _items_in(other, comments)
    return items


def _variation_of(line: Line) -> Variation:
    """The variation of a line of nodes."""
    position, moves = node_of(line.parent, line.index).board(), []
    for move, comment, nags, lines in zip(line.moves, line.comments, line.nags, line.lines):
        san = push(position, move)
        moves.append(VariationMove(move, san, comment, nags, tuple(map(_variation_of, lines))))
    return Variation(line.comment, tuple(moves))


class StringExporter:
    """Makes the text of a game: game.accept(StringExporter(comments=False)).

    columns     how long lines of moves may be; None: one line
    headers     the tags too
    comments    comments and glyphs too
    variations  what replaces moves too
    """

    def __init__(
        self, *, columns: Optional[int] = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ):
        self._columns, self._headers, self._comments, self._variations = columns, headers, comments, variations

    def _export(self, game: Game) -> Any:
        tags, _, moves = game._text(self._comments, self._variations).partition("\n\n")
        moves = moves.replace("\n", " ")
        if self._columns:
            moves = textwrap.fill(moves, self._columns - 1, break_long_words=False, break_on_hyphens=False)
        return f"{tags}\n\n{moves}" if self._headers else moves


class FileExporter(StringExporter):
    """Writes games to a file that is open as text, each with an empty line behind it. accept returns how many
    characters were written. The options are those of StringExporter."""

    def __init__(self, handle: TextIO, **options: Any):
        super().__init__(**options)
        self._handle = handle

    def _export(self, game: Game) -> int:
        return self._handle.write(super()._export(game) + "\n\n")


# ---- From items to the variations of a game ----


class _Remarks:
    """The comments, glyphs and variations after a move, or before the first move of a variation."""

    def __init__(self) -> None:
        self.comment = ""
        self.nags: list[int] = []
        self.sidelines: list[Variation] = []

    def add(self, kind: str, what: Any) -> None:
        """Adds a comment, more of it, or a glyph."""
        if kind == "nag":
            self.nags.append(what)
        elif kind == "more":
            self.comment += what
        else:
            self.comment = " ".join(filter(None, (self.comment.rstrip(), what.lstrip())))

    def text(self) -> Optional[str]:
        """The comments, without blanks at the end."""
        return self.comment.rstrip() or None


class _Line:
    """A variation that is being read."""

    def __init__(self) -> None:
        self.remarks = [_Remarks()]  # [0]: those before the first move
        self.moves: list[tuple[str, str]] = []

    def add(self, kind: str, *what: Any) -> None:
        """Adds a move, or a remark."""
        if kind != "move":
            self.remarks[-1].add(kind, *what)
            return
        uci, san, nag = what
        self.moves.append((uci, san))
        self.remarks.append(_Remarks())
        if nag:
            self.remarks[-1].add("nag", nag)

    def end(self) -> Variation:
        """The whole variation."""
        before, *after = self.remarks
        moves = (
            VariationMove(*move, remarks.text(), tuple(remarks.nags), tuple(remarks.sidelines))
            for move, remarks in zip(self.moves, after)
        )
        return Variation(before.text(), tuple(moves))


def _variations_of(items: list[tuple[Any, ...]], count: int) -> list[tuple[Variation, ...]]:
    """Makes a list with a tuple for each of so many moves from the items of all variations."""
    found: list[list[Variation]] = [[] for _ in range(count)]
    lines: list[_Line] = []  # those that have begun, the outermost first
    ply = 0
    for kind, *what in [*items, *[(")",)] * _depth(items)]:
        if kind == "(":
            ply = what[0] if not lines else ply
            lines.append(_Line())
        elif kind == ")":
            ended = lines.pop().end()
            (lines[-1].remarks[-1].sidelines if lines else found[ply - 1]).append(ended)
        else:
            lines[-1].add(kind, *what)
    return [tuple(variations) for variations in found]


def _depth(items: list[tuple[Any, ...]]) -> int:
    """How many variations the end of the game has left open."""
    return sum((item[0] == "(") - (item[0] == ")") for item in items)


# ---- Files ----


def games(
    file: Union[str, os.PathLike, BinaryIO, TextIO],
    variants: Union[os.PathLike, Variants, None] = None,
    *,
    comments: bool = False,
    null_moves: bool = False,
    variations: bool = False,
) -> Iterator[Game]:
    """Yields the games of a file in PGN, one by one.

    file        its path, or an open file. A path may be that of a file which gzip, bzip2, xz, zstd or lz4 have
                compressed; these programs decompress it.
    variants    the path of a file of variants, which the tag Variant may name beside the built-in ones
    comments    games have comments, clocks, evaluations and glyphs too
    null_moves  in games of chess, the words --, Z0, 0000, @@@@, <>, null and pass are null moves, "0000" in game.moves;
                else they are errors
    variations  games have variations too, with their moves in UCI and SAN, comments and glyphs

    Raises OSError when the file cannot be read to its end, and ValueError when it holds something else than games, as
    the program `kingscan games` says it. Errors in games raise nothing: the results of the game have them.
    """
    return read_games(file, variants, remarked=comments, null_moves=null_moves, varied=variations)


def read_games(  # type: ignore[no-untyped-def]
    file,
    variants=None,
    counted: bool = False,
    remarked: bool = False,
    null_moves: bool = False,
    varied: bool = False,
) -> Iterator[Game]:
    """Does what games does. counted: the results have the numbers of moves and of captures."""
    if not hasattr(file, "readinto") and isinstance(file, io.TextIOBase):
        file = _Encoded(file)
    if hasattr(file, "readinto"):
        name = getattr(file, "name", "the file")
        reader = GameReader(file, variants, name, counted, remarked, null_moves, varied)
        yield from itertools.starmap(Game._read, reader)
        return
    if not isinstance(file, (str, os.PathLike)):
        raise TypeError(f"file: expected a path, or an open file, found {a(file)}")
    with opened(file) as text:  # type: ignore[arg-type]
        reader = GameReader(text, variants, os.fspath(file), counted, remarked, null_moves, varied)
        yield from itertools.starmap(Game._read, reader)


class _Encoded:
    """A file that was opened as text, as bytes."""

    def __init__(self, file: TextIO):
        self._file, self._rest = file, b""
        self.name = getattr(file, "name", "the file")

    def readinto(self, buffer: memoryview) -> int:
        """Reads on. Bytes without room wait for the next call."""
        text = self._rest or self._file.read(len(buffer)).encode("utf-8", "surrogateescape")
        count = min(len(text), len(buffer))
        buffer[:count], self._rest = text[:count], text[count:]
        return count


# ---- One game of an open file ----


def _is_in_comment(line: bytes, before: bool) -> bool:
    """Whether a line of moves ends inside of a comment. before: the line before it does."""
    inside = before
    for mark in re.findall(rb"[{};]", line):
        if mark == b";" and not inside:
            break
        inside = mark == b"{" or (inside and mark != b"}")
    return inside


def _next_text(file: Union[BinaryIO, TextIO]) -> tuple[bytes, bytes]:
    """The tags of the next game of an open file and its moves. Nothing is read behind the game, which ends at the
    first empty line after a move."""
    if not hasattr(file, "readline"):
        raise TypeError(f"file: expected an open file, found {a(file)}")
    tags: list[bytes] = []
    moves: list[bytes] = []
    is_in_comment = False
    for line in iter(lambda: _encoded(file.readline()), b""):
        if not tags and not moves:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if not is_in_comment and not line.strip():
            if moves or tags[-1:] == [line]:
                break
            tags += [line] if tags else []
        elif not moves and line.startswith(b"["):
            tags.append(line)
        elif is_in_comment or moves or not line.startswith((b"%", b";")):
            moves.append(line)
            is_in_comment = _is_in_comment(line, is_in_comment)
    return b"".join(tags), b"".join(moves)


def _encoded(line: Union[bytes, str]) -> bytes:
    return line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape")


def _game_of(file: Any, text: bytes) -> Game:
    """The game of a text."""
    name = getattr(file, "name", "the file")
    found = [Game._read(*facts) for facts in GameReader(io.BytesIO(text), None, name, False, True, True, True, True)]
    if len(found) != 1:
        expected = "expected an empty line between two games, and none in the moves"
        raise ValueError(f"{name}: {expected}; found {len(found)} games together. games(file) reads them")
    return found[0]


def read_game(file: Union[BinaryIO, TextIO]) -> Optional[Game]:
    """The next game of an open file, with comments, null moves and sidelines; None after the last one.

    A game ends at the first empty line after a move, and file.tell() is the place behind it. Each of the seven tags
    that a game of PGN has is there: "?" where the file has none, and Result is what the moves end with. Lines are
    counted from the beginning of the game. games(file) is faster.
    """
    tags, moves = _next_text(file)
    if not tags and not moves:
        return None
    game = _game_of(file, tags + moves)
    result = game.result
    game.tags = _UNKNOWN | game.tags
    if game.tags["Result"] == "*":
        game.tags["Result"] = result
    game._said = (result, *map(game.tags.get, ("Result", "FEN", "Variant")))
    return game


def read_headers(file: Union[BinaryIO, TextIO]) -> Optional[dict[str, str]]:
    """The tags of the next game of an open file, whose moves are skipped; None after the last game."""
    tags, moves = _next_text(file)
    if not tags:
        return {} if moves else None
    return _game_of(file, tags + b"\n*\n").tags


def skip_game(file: Union[BinaryIO, TextIO]) -> bool:
    """Skips the next game of an open file. Returns False after the last game."""
    return any(_next_text(file))


@contextlib.contextmanager
def opened(path: Union[str, os.PathLike]) -> Iterator[BinaryIO]:
    """The file at a path, decompressed by the system's tool where its first bytes ask for one."""
    with open(path, "rb", buffering=0) as file:
        kind = foreign(file.read(16)) if file.seekable() else None
        if file.seekable():
            file.seek(0)
        if not kind or kind[0] not in _TOOLS:
            yield file
            return
        try:
            tool = subprocess.Popen(
                [kind[0], "-dc"], stdin=file, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
            )
        except FileNotFoundError:
            raise FileNotFoundError(
                f"{os.fspath(path)}: this is {kind[0]}, and there is no program of that name"
            ) from None
        with tool:
            try:
                yield tool.stdout  # type: ignore[misc]
                if tool.stdout.read(1) == b"" and tool.wait() != 0:
                    raise OSError(f"{os.fspath(path)}: {tool.stderr.read().decode(errors='replace').strip()}")
            finally:
                tool.kill()
