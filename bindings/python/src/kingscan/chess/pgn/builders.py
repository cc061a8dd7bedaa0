"""Visitors that make a Game, its Headers or its last board, and one that skips."""
import logging
from typing import Any, Union

import kingscan.chess as chess

from .headers import Headers as _Headers
from .nodes import Game as _Game, GameNode
from .visitors import SKIP, BaseVisitor, SkipType

LOGGER = logging.getLogger("chess.pgn")  # which programs silence by this name


class GameBuilder(BaseVisitor[Any]):
    """Makes a Game: the visitor of read_game where no other is given."""

    def __init__(self, *, Game: Any = _Game):
        self.Game = Game

    def begin_game(self) -> None:
        """Makes a game."""
        self.game = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comments: list[str] = []
        self.in_variation = False

    def begin_headers(self) -> Any:
        """Gives the headers of the game."""
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Adds a tag."""
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        """Adds a glyph to the node."""
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> Any:
        """Goes back to the node that the variation begins at."""
        parent = self.variation_stack[-1].parent
        assert parent is not None, "begin_variation called, but root node on top of stack"
        self.variation_stack.append(parent)
        self.in_variation = False

    def end_variation(self) -> None:
        """Goes back to the node that the variation began behind."""
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        """Takes the result where the tag Result says none."""
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: Union[str, list[str]]) -> None:
        """Adds a comment to the node, or to the next one where a variation begins."""
        comments = [comment] if isinstance(comment, str) else comment
        if self.in_variation or (self.variation_stack[-1].parent is None and self.variation_stack[-1].is_end()):
            self.variation_stack[-1].comments.extend(comments)
        else:
            self.starting_comments.extend(comments)

    def visit_move(self, board: "chess.Board", move: "chess.Move") -> None:
        """Adds a move."""
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comments, self.starting_comments = self.starting_comments, []
        self.variation_stack[-1] = node
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Adds an error to game.errors, and logs it."""
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> Any:
        """The game."""
        return self.game


class HeadersBuilder(BaseVisitor[Any]):
    """Makes Headers: the visitor of read_headers."""

    def __init__(self, *, Headers: Any = _Headers):
        self.Headers = Headers

    def begin_headers(self) -> Any:
        """Makes headers."""
        self.headers = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Adds a tag."""
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        """Skips the moves."""
        return SKIP

    def result(self) -> Any:
        """The headers."""
        return self.headers


class BoardBuilder(BaseVisitor["chess.Board"]):
    """Makes the last board of the main line, with the moves on its stack."""

    def begin_game(self) -> None:
        """Begins."""
        self.skip_variation_depth = 0

    def begin_variation(self) -> SkipType:
        """Skips variations."""
        self.skip_variation_depth += 1
        return SKIP

    def end_variation(self) -> None:
        """Ends one."""
        self.skip_variation_depth = max(self.skip_variation_depth - 1, 0)

    def visit_board(self, board: "chess.Board") -> None:
        """Takes the board."""
        if not self.skip_variation_depth:
            self.board = board

    def result(self) -> "chess.Board":
        """The board."""
        return self.board


class SkipVisitor(BaseVisitor[bool]):
    """Skips a game."""

    def begin_game(self) -> SkipType:
        """Skips all."""
        return SKIP

    def end_headers(self) -> SkipType:
        """Skips the moves."""
        return SKIP

    def begin_variation(self) -> SkipType:
        """Skips variations."""
        return SKIP

    def result(self) -> bool:
        """True: there was a game."""
        return True
