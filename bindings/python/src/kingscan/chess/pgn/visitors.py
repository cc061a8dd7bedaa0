"""Visitors, which are told what a game has in the order of PGN: the base of all, and those that write."""
import enum
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, Optional, TextIO, TypeVar, Union

import kingscan.chess as chess

from .headers import Headers

ResultT = TypeVar("ResultT", covariant=True)


class SkipType(enum.Enum):
    """The answer of a visitor that skips a game, its moves or a variation."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(ABC, Generic[ResultT]):
    """The base of visitors, whose methods are called as a game is read, or walked through by accept()."""

    def begin_game(self) -> Optional[SkipType]:
        """Called first. SKIP: not the rest of the game."""

    def begin_headers(self) -> Optional[Headers]:
        """Called before the tags. Headers that are returned are those that the position and its moves follow; where
        visit_header does not change them, nothing does."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Called for each tag."""

    def end_headers(self) -> Optional[SkipType]:
        """Called after the tags. SKIP: not the moves."""

    def begin_parse_san(self, board: "chess.Board", san: str) -> Optional[SkipType]:
        """Called by a reader for each word that is a move, before it is read. SKIP: neither this one nor those after
        it in the variation."""

    def visit_move(self, board: "chess.Board", move: "chess.Move") -> None:
        """Called for each move, with the board before it, which has to be the same afterwards."""

    def visit_board(self, board: "chess.Board") -> None:
        """Called with the first board and the one after each move, which has to be the same afterwards."""

    def visit_comment(self, comment: str) -> None:
        """Called for each comment."""

    def visit_nag(self, nag: int) -> None:
        """Called for each numeric glyph."""

    def begin_variation(self) -> Optional[SkipType]:
        """Called where a variation begins, not for the main line. SKIP: not the variation."""

    def end_variation(self) -> None:
        """Called where a variation ends, skipped or not."""

    def visit_result(self, result: str) -> None:
        """Called with the result that the moves end with, or that of the tag."""

    def end_game(self) -> None:
        """Called at the end."""

    def handle_error(self, error: Exception) -> None:
        """Called for what a reader can't read. Raises the error."""
        raise error

    @abstractmethod
    def result(self) -> ResultT:
        """The value that reading or walking returns."""


class StringExporterMixin:
    """The lines of a game in PGN, for StringExporter and FileExporter."""

    def __init__(
        self, *, columns: Optional[int] = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ):
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: list[str] = []
        self.current_line = ""
        self.variation_depth = 0

    # ---- Lines ----

    def flush_current_line(self) -> None:
        """Ends the line."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Adds words, on a new line where they would be too many for this one."""
        if self.columns is not None and self.columns - len(self.current_line) < len(token):
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Adds a line."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    # ---- As a visitor ----

    def begin_headers(self) -> None:
        """Called before the tags."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Writes a tag."""
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> None:
        """Writes the empty line after tags."""
        if self.found_headers:
            self.write_line()

    def begin_variation(self) -> Optional[SkipType]:
        """Writes a parenthesis."""
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        """Writes a parenthesis."""
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: Union[str, Iterable[str]]) -> None:
        """Writes a comment, or several. None of them can have the brace that ends it, so that is left out."""
        if self.comments and (self.variations or not self.variation_depth):
            for text in filter(None, [comment] if isinstance(comment, str) else comment):
                self.write_token(f"{{ {text.replace('}', '').replace('{', '')} }} ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        """Writes a glyph in digits."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: "chess.Board", move: "chess.Move") -> None:
        """Writes a move."""
        if self.variations or not self.variation_depth:
            if board.turn == chess.WHITE:
                self.write_token(f"{board.fullmove_number}. ")
            elif self.force_movenumber:
                self.write_token(f"{board.fullmove_number}... ")
            self.write_token(board.san(move) + " ")
            self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        """Writes the result."""
        self.write_token(result + " ")

    def end_game(self) -> None:
        """Ends the lines of moves."""
        self.write_line()


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Makes the text of a game: game.accept(StringExporter(comments=False)).

    columns     how long lines of moves may be; None: all on one
    headers     the tags too
    comments    comments and glyphs too
    variations  what replaces moves too
    """

    def result(self) -> str:
        """The text, without a line break at its end."""
        text = "\n".join([*self.lines, self.current_line] if self.current_line else self.lines)
        return text.rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games to a file that is open as text, each with an empty line behind it. accept() returns how many
    characters were written. The options are those of StringExporter."""

    def __init__(self, handle: TextIO, **options: Any):
        super().__init__(**options)
        self.handle = handle
        self.written = 0

    def begin_game(self) -> None:
        """Called first."""
        self.written, self.found_headers, self.force_movenumber = 0, False, True

    def flush_current_line(self) -> None:
        """Writes the line."""
        if self.current_line:
            self.written += self.handle.write(f"{self.current_line.rstrip()}\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        """Writes a line."""
        self.flush_current_line()
        self.written += self.handle.write(f"{line.rstrip()}\n")

    def result(self) -> int:
        """How many characters were written."""
        return self.written

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"

    __str__ = __repr__
