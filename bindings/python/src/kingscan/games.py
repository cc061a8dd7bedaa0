"""Games in PGN, and files that may be compressed."""
import contextlib
import itertools
import os
import subprocess
from array import array
from collections.abc import Iterator
from typing import BinaryIO, Optional, Union

from ._kingscan import GameReader, Position, Variants, foreign
from .inputs import a
from .results import Rejected, Results

_NULL_MOVE = "0000"  # in UCI
_TOOLS = ("gzip", "bzip2", "xz", "zstd", "lz4")


class Game:
    """A game of a file.

    tags     dict of names and values, such as {"White": "Carlsen, Magnus"}; the first of a name counts
    variant  the name of its variant, such as "crazyhouse"; None for chess and Chess960
    start    the FEN of the first position; None where the game has no usable one, or an unknown variant
    moves    those of the main line, in UCI, up to the first illegal one; "0000" is a null move
    result   "1-0", "0-1", "1/2-1/2" or "*"
    line     the number of the line where the game begins, from 1
    results  the Results of the positions after each move, with Verdict.INVALID for errors; a board that is not 8 by 8
             has no checkers there

    With games(file, comments=True), what is written about each move, else None:

    comments  the comments, with a blank between each two; None where a move has none
    comment   the comment before the first move, or None
    nags      numeric glyphs: (1, 14)
    clocks    array of seconds that are left (%clk); NaN where a move has none, as in the next two
    elapsed   array of seconds that the move took (%emt)
    evals     array of pawns for white (%eval); infinity for a mate by white, minus infinity for one by black
    mates     array of moves to that mate, negative ones by black; 0 for none
    squares, arrows   the marks of %csl and %cal: "Ge4,Rd5"; None where a move has none
    """

    __slots__ = ("tags", "variant", "start", "moves", "result", "line", "results", "_variants") + (
        ("comment", "comments", "nags", "squares", "arrows", "clocks", "elapsed", "evals", "mates")
    )

    tags: dict[str, str]
    variant: Optional[str]
    start: Optional[str]
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

    def __init__(  # type: ignore[no-untyped-def]
        self,
        line,
        tags,
        variant,
        variants,
        start,
        moves,
        verdicts,
        checkers,
        lines,
        counts,
        captures,
        errors,
        result,
        remarks,
    ):
        self.tags = dict(reversed(tags))
        self.variant, self._variants = variant, variants
        self.start, self.moves, self.result, self.line = start, moves, result, line
        counted = (counts, captures) if counts else ()
        self.results = Results(verdicts, checkers, lines, [Rejected(*row) for row in errors], *counted)
        self.comment, self.comments, self.nags, self.squares, self.arrows, *numbers = remarks or [None] * 9
        self.clocks, self.elapsed, self.evals, self.mates = (
            array(code, column) if remarks else None for code, column in zip("dddi", numbers)
        )

    def positions(self) -> Iterator[Position]:
        """Yields the first position and the one after each move: copies, made one by one."""
        if self.start is None:
            return
        position = self._first()
        yield position.copy()
        for move in self.moves:
            _push(position, move)
            yield position.copy()

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

    def _first(self) -> Position:
        return Position(self.start, variant=self.variant, variants=self._variants if self.variant else None)

    def __repr__(self) -> str:
        return f"<Game of line {self.line}, {len(self.moves)} moves, {self.result}>"


def _push(position: Position, move: str) -> None:
    if move == _NULL_MOVE:
        position.push_null()
    else:
        position.push(move)


def games(
    file: Union[str, os.PathLike, BinaryIO],
    variants: Union[os.PathLike, Variants, None] = None,
    *,
    comments: bool = False,
    null_moves: bool = False,
) -> Iterator[Game]:
    """Yields the games of a file in PGN, one by one.

    file        its path, or the file opened in binary. A path may be that of a file which gzip, bzip2, xz, zstd or lz4
                have compressed; these programs decompress it.
    variants    the path of a file of variants, which the tag Variant may name beside the built-in ones
    comments    games have comments, clocks, evaluations and glyphs too
    null_moves  in games of chess, the words --, Z0, 0000, @@@@, <>, null and pass are null moves, "0000" in game.moves;
                else they are errors

    Raises OSError when the file cannot be read to its end, and ValueError when it holds something else than games, as
    the program `kingscan games` says it. Errors in games raise nothing: the results of the game have them.
    """
    return read_games(file, variants, remarked=comments, null_moves=null_moves)


def read_games(  # type: ignore[no-untyped-def]
    file, variants=None, counted: bool = False, remarked: bool = False, null_moves: bool = False
) -> Iterator[Game]:
    """Does what games does. counted: the results have the numbers of moves and of captures."""
    if hasattr(file, "readinto"):
        name = getattr(file, "name", "the file")
        yield from itertools.starmap(Game, GameReader(file, variants, name, counted, remarked, null_moves))
        return
    if not isinstance(file, (str, os.PathLike)):
        raise TypeError(f"file: expected a path, or a file opened in binary, found {a(file)}")
    with opened(file) as text:  # type: ignore[arg-type]
        yield from itertools.starmap(Game, GameReader(text, variants, os.fspath(file), counted, remarked, null_moves))


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
