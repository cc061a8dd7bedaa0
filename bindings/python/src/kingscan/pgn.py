"""Games in PGN, read and written, and files that may be compressed."""
import contextlib
import io
import itertools
import os
import subprocess
from array import array
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple, Optional, TextIO, Union

from ._kingscan import GameReader, Position, Variants, foreign, write_game
from .inputs import a
from .results import Rejected, Results

_RESULTS = ("*", "1-0", "0-1", "1/2-1/2")
_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_UNKNOWN = dict.fromkeys(_ROSTER, "?") | {"Date": "????.??.??"}
_START = ("FEN", "SetUp", "Variant")  # tags that a position says
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


class Game:
    """A game of a file, or Game(position, tags): the moves that a Position has on its stack. str() writes it in PGN.

    tags     dict of names and values, such as {"White": "Carlsen, Magnus"}, in the order of the file; of two with the
             same name, the last counts
    variant  the name of its variant, such as "crazyhouse"; None for chess and Chess960
    start    the FEN of the first position; None where the game has no usable one, or an unknown variant
    chess960 whether the tag Variant or the start is of Chess960: in UCI, castling is the king taking its rook
    moves    those of the main line, in UCI, up to the first illegal one; "0000" is a null move
    result   "1-0", "0-1", "1/2-1/2" or "*": what the moves end with
    line     the number of the line where the game begins, from 1
    results  the Results of the positions after each move, with Verdict.INVALID for errors; a board that is not 8 by 8
             has no checkers there

    With games(file, comments=True), and in a new game, else None:

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

    sidelines   a tuple with one for each move: the Variations that replace it

    str() takes tags, moves, comments, nags, sidelines and result as they are now.
    """

    __slots__ = (
        *("tags", "variant", "start", "chess960", "moves", "result", "line", "results", "comment", "comments", "nags"),
        *("squares", "arrows", "clocks", "elapsed", "evals", "mates", "sidelines", "_variants", "_said", "__weakref__"),
    )

    tags: dict[str, str]
    variant: Optional[str]
    start: Optional[str]
    chess960: bool
    moves: list[str]
    result: str
    line: int
    results: Results
    comment: Optional[str]
    comments: Optional[list[Optional[str]]]
    nags: Optional[list[tuple[int, ...]]]
    squares: Optional[list[Optional[str]]]
    arrows: Optional[list[Optional[str]]]
    clocks: Optional["array[float]"]
    elapsed: Optional["array[float]"]
    evals: Optional["array[float]"]
    mates: Optional["array[int]"]
    sidelines: Optional[tuple[tuple[Variation, ...], ...]]

    def __init__(self, position: Position, tags: Optional[dict[str, str]] = None):
        """The moves that pop takes back, from the position before them. tags: other than FEN, SetUp and Variant."""
        root, moves = position.copy(), [str(move) for move in position.move_stack]
        for _ in moves:
            root.pop()
        tags = _UNKNOWN | {"Result": position.result()} | (tags or {})
        for name in _START:
            if name in tags:
                raise ValueError(f"tags: expected no {name}, which the position says")
        _, ((*_, variant, variants), *_) = root.__reduce__()  # type: ignore[misc]
        if variant or root.chess960:
            tags["Variant"] = variant or "Chess960"
        if root.fen() != Position(variant=variant, variants=variants).fen():
            tags |= {"FEN": root.fen(), "SetUp": "1"}
        text = _written(tags, root, [("move", move.encode(), 0) for move in moves], tags["Result"])
        bytes_of_text = io.BytesIO(text.encode("utf-8", "surrogateescape"))
        (facts,) = GameReader(bytes_of_text, variants, "the game", False, True, True, True, True)
        self._fill(*facts)

    def _fill(self, *facts: Any) -> "Game":
        """Makes the game what a GameReader says of it."""
        line, tags, variant, variants, start, chess960, moves, verdicts, checkers, lines = facts[:10]
        counts, captures, errors, result, remarks, variations = facts[10:]
        self.tags, self.line, self.moves, self.result = dict(tags), line, moves, result
        self.variant, self._variants, self.start, self.chess960 = variant, variants, start, chess960
        counted = (counts, captures) if counts else ()
        self.results = Results(verdicts, checkers, lines, [Rejected(*row) for row in errors], *counted)
        self.comment, self.comments, self.nags, self.squares, self.arrows, *numbers = remarks or [None] * 9
        arrays = [array(code, column) if remarks else None for code, column in zip("dddi", numbers)]
        self.clocks, self.elapsed, self.evals, self.mates = arrays  # type: ignore[assignment]
        self.sidelines = None if variations is None else tuple(_variations_of(variations, len(moves)))
        self._said = [self.tags.get(name) for name in _START]
        return self

    def _first(self) -> Position:
        """The first position. Raises ValueError where it is none, or where a tag says that it is another one."""
        if self.start is None:
            raise ValueError("the game has no first position")
        for name, said in zip(_START, self._said):
            if self.tags.get(name) != said:
                raise ValueError(f"tags: {name} says that the game starts elsewhere; take Game(position)")
        variants = self._variants if self.variant else None
        return Position(self.start, chess960=self.chess960, variant=self.variant, variants=variants)

    # ---- As text ----

    def __str__(self) -> str:
        return self.pgn()

    def pgn(self, *, comments: bool = True, variations: bool = True) -> str:
        """The game in PGN. comments=False leaves out glyphs too."""
        for name in ("comments", "nags", "sidelines"):
            if len(getattr(self, name) or self.moves) != len(self.moves):
                raise ValueError(f"{name}: expected one for each move; game.comment is the one before them")
        columns = ((self.comments, None), (self.nags, ()), (self.sidelines, ()))
        about = (column or itertools.repeat(none) for column, none in columns)
        moves = map(VariationMove, self.moves, itertools.repeat(""), *about)  # type: ignore[arg-type]
        items = _remarks(self.comment, ()) if comments else []
        return _written(self.tags, self._first(), items + _items_of(moves, comments, variations), self.result)

    # ---- As positions ----

    def positions(self) -> Iterator[Position]:
        """Yields the first position and the one after each move: copies, made one by one."""
        if self.start is None:
            return
        position = self._first()
        yield position.copy(stack=False)
        for move in self.moves:
            _push(position, move)
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
            _push(position, move)
        return position

    def __repr__(self) -> str:
        return f"<Game of line {self.line}, {len(self.moves)} moves, {self.result}>"


def _push(position: Position, move: str) -> None:
    """Makes a move, or a null move."""
    if move == "0000":
        position.push_null()
    else:
        position.push(move)


# ---- From a game to the items of a text ----

_Items = list[tuple[str, bytes, int]]


def _bytes_of(what: str, text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{what}: expected a str, found {text!r}")
    return text.encode("utf-8", "surrogateescape")


def _bytes_of_name(name: str) -> bytes:
    if not isinstance(name, str) or not name or any(c in '[]"\\' or c.isspace() for c in name):
        raise ValueError(f"tags: expected a name without blanks, quotes and brackets, found {name!r}")
    return _bytes_of("tags", name)


def _remarks(comment: Optional[str], nags: tuple[int, ...]) -> _Items:
    """The items of glyphs and of a comment."""
    comments = [("comment", _bytes_of("comment", comment), 0)] if comment else []
    return [("nag", b"", nag) for nag in nags] + comments


def _items_of(moves: Iterable[VariationMove], comments: bool = True, variations: bool = True) -> _Items:
    """The items of moves."""
    items: _Items = []
    for move in moves:
        items += [("move", move.move.encode(), 0), *(_remarks(move.comment, move.nags) if comments else ())]
        for line in move.sidelines if variations else ():
            before = _remarks(line.comment, ()) if comments else []
            items += [("(", b"", 0), *before, *_items_of(line.moves, comments), (")", b"", 0)]
    return items


def _written(tags: dict[str, str], start: Position, items: _Items, result: str) -> str:
    """A game in PGN."""
    if result not in _RESULTS:
        raise ValueError(f"result: expected 1-0, 0-1, 1/2-1/2 or *, found {result!r}")
    named = [(_bytes_of_name(name), _bytes_of(f"the tag {name}", value)) for name, value in tags.items()]
    return write_game(named, start, items, _RESULTS.index(result)).rstrip("\n")


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
        yield from _games_of(reader)
        return
    if not isinstance(file, (str, os.PathLike)):
        raise TypeError(f"file: expected a path, or an open file, found {a(file)}")
    with opened(file) as text:  # type: ignore[arg-type]
        reader = GameReader(text, variants, os.fspath(file), counted, remarked, null_moves, varied)
        yield from _games_of(reader)


def _games_of(reader: GameReader) -> Iterator[Game]:
    return (Game.__new__(Game)._fill(*facts) for facts in reader)


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
