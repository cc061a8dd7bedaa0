"""Games read one by one from a text stream, of which nothing is read behind a game.

A game for the usual visitor is read by the library. One that has errors, is of a variant, or goes to another visitor is
read word by word, and played on a board.
"""
import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Optional, TextIO

import kingscan.chess as chess
from kingscan._kingscan import read_movetext
from kingscan.inputs import a

from .builders import GameBuilder, HeadersBuilder, SkipVisitor
from .headers import Headers
from .nodes import ChildNode, Game, GameNode
from .visitors import SKIP, BaseVisitor

_TAG = re.compile(r'\s*\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"([^\r\n]*)"\s*\]\s*')
_COMMENT = re.compile(r"\{([^}]*)\}?")
_MOVE_FIRST = re.compile(r"(?:\{[^}]*\}|[\s\d.])*(?:[A-Za-z*]|\Z)")
_WORDS = re.compile(
    r"(?P<comment>\{[^}]*\}?)|\$(?P<nag>\d+)|(?P<open>\()|(?P<close>\))|(?P<signs>[?!]{1,2})|(?P<word>[^\s(){}$?!.]+)"
)
_MOVE = re.compile(
    r"(?:\d+(?=[A-Za-z@]))?"  # a number without a period
    r"([NBKRQ]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[PNBRQK]?@[a-h][1-8]|[O0o]-[O0o](?:-[O0o])?"
    r"|--|Z0|0000|@@@@)(?:ep?)?[-+#=/±∓]*"
)
_LIKE_A_MOVE = re.compile(r"[\w:=+#-]+")  # with a square in it: apart, since together they take squared time
_SQUARE = re.compile(r"[a-h][0-9]")
_BEGINS = re.compile(r"[{;]")
_RESULTS = {word: word for word in ("*", "1-0", "0-1", "1/2-1/2")} | {"1/2": "1/2-1/2", "½-½": "1/2-1/2"}
_SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class _Text(NamedTuple):
    """The lines of tags and the moves of a game. The moves are without lines that begin with % and comments behind ;"""

    lines: list[str]
    moves: str

    def tags(self) -> Iterator[tuple[str, str]]:
        """Names and values. Lines that are no tags are skipped."""
        for line in self.lines:
            found = _TAG.fullmatch(line)
            if found:
                yield found[1], found[2]


# ---- The text of one game ----


def _without_line_comment(line: str, inside: bool) -> tuple[str, bool]:
    """A line of moves without what stands behind a semicolon, and whether it ends inside of a comment in braces.
    inside: the line before does."""
    if ";" not in line:
        last = line.rfind("}")
        return line, line.find("{", last + 1) >= 0 if last >= 0 or not inside else True
    at = 0
    while True:
        begin = None if inside else _BEGINS.search(line, at)
        found = line.find("}", at) if inside else begin.start() if begin else -1
        if found < 0:
            return line, inside
        if not inside and line[found] == ";":
            return line[:found] + "\n", False
        inside, at = not inside, found + 1


def _read_moves(first: str, following: Iterator[str]) -> str:
    """The text from a line on to the next empty one that is in no comment."""
    lines = []
    inside = False
    for line in itertools.chain((first,), following):
        if inside or "{" in line or ";" in line:
            if inside or line[0] != "%":
                line, inside = _without_line_comment(line, inside)
                lines.append(line)
        elif line.isspace():
            break
        elif line[0] != "%":
            lines.append(line)
    return "".join(lines)


def _read_text(handle: TextIO) -> Optional[_Text]:
    """The text of the next game; None behind the last one."""
    if not hasattr(handle, "readline"):
        raise TypeError(f"handle: expected a file that is open as text, found {a(handle)}; take open(path)")
    lines = iter(handle.readline, "")  # which reads nothing ahead
    tags = []
    has_begun = was_empty = False
    for line in lines:
        if isinstance(line, bytes):
            raise TypeError("handle: expected a file that is open as text, found bytes; take open(path)")
        line = line if has_begun else line.lstrip("\ufeff")
        if not line or line.isspace():
            if was_empty:
                break
            was_empty = has_begun
        elif line.lstrip().startswith("["):
            has_begun, was_empty = True, False
            tags.append(line)
        elif line[0] not in "%;":
            return _Text(tags, _read_moves(line, lines))
    return _Text(tags, "") if has_begun else None


def _comment_of(text: str) -> str:
    """The text of a comment in braces, without a blank at each side."""
    return text[text[:1] == " " :].removesuffix(" ")


# ---- A whole game at once ----


def _plant(game: Game, items: list[Any], comments: list[str]) -> None:
    """Adds moves, glyphs, comments and variations to a game, as GameBuilder does."""
    node: Any = game
    left = iter(comments)
    stack: list[GameNode] = []  # of the nodes that variations begin behind
    before: list[str] = []  # comments before a move of a variation
    has_moved, move_type = False, chess.Move
    for item in items:
        if item.__class__ is move_type:
            node = _child_of(node, item, before)
            before, has_moved = [], True
        elif item.__class__ is int:
            node.nags.add(item)
        elif item == "{":
            comment = _comment_of(next(left))
            if comment:
                (node.comments if has_moved or not (stack or game.variations) else before).append(comment)
        elif item == "(":
            stack.append(node)
            node, has_moved = node.parent, False
        else:
            node, has_moved = stack.pop(), True


def _child_of(parent: GameNode, move: "chess.Move", before: list[str]) -> ChildNode:
    """ChildNode(parent, move), faster."""
    node = ChildNode.__new__(ChildNode)
    node._parent, node._move = parent, move
    node.variations, node.comments, node.starting_comments, node.nags = [], [], before, set()
    parent.variations.append(node)
    return node


def _tags_for_library(headers: Headers) -> str:
    """The tags that the moves depend on. Raises ValueError for a game that is not of chess."""
    if headers.variant() is not chess.Board:
        raise ValueError("a variant")
    text = '[Variant "Chess960"]\n' if headers.is_chess960() else ""
    return text + (f'[FEN "{headers["FEN"]}"]\n\n' if "FEN" in headers else "\n" if text else "")


def _read_at_once(text: _Text) -> Optional[Game]:
    """The game of a text; None for one that has to be read word by word. The library skips what stands before the first
    move and behind the result."""
    if not _MOVE_FIRST.match(text.moves):
        return None
    tags = dict(text.tags())
    headers = Headers._of(tags)
    lines = ""
    try:
        if "FEN" in tags or "Variant" in tags:
            lines = _tags_for_library(headers)
        found = read_movetext((lines + text.moves).encode("utf-8", "replace"))
        if found is None or (lines and headers.board().chess960 != found[0]):
            return None
    except ValueError:
        return None
    comments = _COMMENT.findall(text.moves) if "{" in text.moves else []
    result = found[2] if found[2] != "*" or "*" in text.moves else ""
    if found[1].count("{") != len(comments) or not text.moves.rstrip().endswith(result):
        return None
    game = Game.__new__(Game)
    game.headers, game.errors = headers, []
    game.variations, game.comments, game.starting_comments, game.nags = [], [], [], set()
    _plant(game, found[1], comments)
    if headers["Result"] == "*":
        headers["Result"] = found[2]
    return game


# ---- A game word by word ----


class _Parser:
    """Reads the words of a game for a visitor.

    boards  that of the main line, and of each variation that has begun
    """

    def __init__(self, visitor: BaseVisitor[Any], board: "chess.Board"):
        self.visitor, self.boards = visitor, [board]
        self.is_skipping, self.depth = False, 0  # depth: of parentheses in what is skipped

    def read(self, text: str) -> None:
        """Reads the moves of a game."""
        for found in _WORDS.finditer(text):
            kind = found.lastgroup or ""
            if self.is_skipping:
                self._skip(kind)
            else:
                getattr(self, "_" + kind)(found[kind])
        while len(self.boards) > 1:
            self._end()

    def _skip(self, kind: str) -> None:
        """Goes on to the end of the variation."""
        if kind == "open":
            self.depth += 1
        elif kind == "close" and self.depth:
            self.depth -= 1
        elif kind == "close":
            self._end()

    def _end(self) -> None:
        """Ends a variation. A parenthesis that closes none is left out."""
        if len(self.boards) > 1:
            self.boards.pop()
            self.is_skipping, self.depth = False, 0
            self.visitor.end_variation()

    def _comment(self, text: str) -> None:
        comment = _comment_of(text[1:].removesuffix("}"))
        if comment:
            self.visitor.visit_comment(comment)

    def _nag(self, number: str) -> None:
        try:
            self.visitor.visit_nag(int(number))
        except ValueError as error:  # Python reads 4,300 digits
            self.visitor.handle_error(error)

    def _signs(self, signs: str) -> None:
        self.visitor.visit_nag(_SIGNS[signs])

    def _open(self, text: str) -> None:
        if self.boards[-1].move_stack:
            board = self.boards[-1].copy()
            board.pop()
            self.boards.append(board)
            self.is_skipping = self.visitor.begin_variation() is SKIP

    def _close(self, text: str) -> None:
        self._end()

    def _word(self, word: str) -> None:
        """A move, a result, a move's number, or a word that is skipped. One that looks like a move is an error."""
        found = _MOVE.fullmatch(word)
        if word in _RESULTS:
            if len(self.boards) == 1:
                self.visitor.visit_result(_RESULTS[word])
        elif found:
            self._move(found[1])
        elif _LIKE_A_MOVE.fullmatch(word) and _SQUARE.search(word):
            self.visitor.handle_error(chess.InvalidMoveError(f"invalid san: {word!r}"))
            self.is_skipping = True

    def _move(self, san: str) -> None:
        board, visitor = self.boards[-1], self.visitor
        san = san.replace("o", "O") if san[0] in "Oo0" and "-" in san[1:2] else san.replace(":", "x")
        if visitor.begin_parse_san(board, san) is SKIP:
            self.is_skipping = True
            return
        try:
            move = board.parse_san(san)
        except ValueError as error:
            visitor.handle_error(error)
            self.is_skipping = True
            return
        visitor.visit_move(board, move)
        board.push(move)
        visitor.visit_board(board)


def _first_board(headers: Headers, visitor: BaseVisitor[Any]) -> Optional["chess.Board"]:
    """The first board. A variant that is not known is an error, and the game one of chess; a FEN that is none is an
    error, and there is no board."""
    board_type: Any = chess.Board
    try:
        board_type = headers.variant()
    except ValueError as error:
        visitor.handle_error(error)
    try:
        return headers.board_of(board_type)
    except ValueError as error:
        visitor.handle_error(error)
        return None


def _read_words(text: _Text, visitor: BaseVisitor[Any]) -> Any:
    """Tells a visitor of the game of a text. Returns its result."""
    if visitor.begin_game() is SKIP:
        return visitor.result()
    managed = visitor.begin_headers()
    headers = Headers({}) if managed is None else managed
    for name, value in text.tags():
        visitor.visit_header(name, value)
        if managed is None:
            headers[name] = value
    if visitor.end_headers() is not SKIP:
        board = _first_board(headers, visitor)
        if board is not None:
            visitor.visit_board(board)
            _Parser(visitor, board).read(text.moves)
    visitor.end_game()
    return visitor.result()


# ---- Functions ----


def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """The next game of a file that is open as text, or None behind the last one.

    Visitor  a class of visitors, or what makes one, such as Game.builder: its result() is returned

    A game ends at the first empty line after its moves that is in no comment; handle.tell() is the place behind it.
    A move that can't be read is an error in game.errors and logged, and the rest of its line of moves is left out.
    """
    text = _read_text(handle)
    if text is None:
        return None
    game = _read_at_once(text) if Visitor is GameBuilder else None
    return _read_words(text, Visitor()) if game is None else game


def read_headers(handle: TextIO) -> Optional[Headers]:
    """The tags of the next game, whose moves are skipped; None behind the last one."""
    return read_game(handle, Visitor=HeadersBuilder)  # type: ignore[no-any-return]


def skip_game(handle: TextIO) -> bool:
    """Skips the next game. Returns False behind the last one."""
    return bool(read_game(handle, Visitor=SkipVisitor))
