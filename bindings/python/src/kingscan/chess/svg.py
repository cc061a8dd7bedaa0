"""Pictures of boards and pieces as SVG, as chess.svg of python-chess draws them; the pieces are Kingscan's own."""
import functools
import html
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Union

import kingscan.chess as chess
from kingscan._kingscan import Position

SQUARE_SIZE, MARGIN = 45, 15
DEFAULT_COLORS = {
    "square light": "#ffce9e",
    "square dark": "#d18b47",
    "square dark lastmove": "#aaa23b",
    "square light lastmove": "#cdd16a",
    "margin": "#212121",
    "inner border": "#111",
    "outer border": "#111",
    "coord": "#e5e5e5",
    "arrow green": "#15781b80",
    "arrow red": "#88202080",
    "arrow yellow": "#e68f00b3",
    "arrow blue": "#00308880",
}
_LETTERS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})")
_CROSS = '<g id="xx"><path d="M9 9l27 27m0 -27l-27 27" fill="none" stroke="#000" stroke-width="3"/></g>'
_GLOW = (
    '<radialGradient id="check_gradient" r="0.5"><stop offset="0%" stop-color="#f00" stop-opacity="1"/>'
    '<stop offset="50%" stop-color="#e70000" stop-opacity="1"/>'
    '<stop offset="100%" stop-color="#9e0000" stop-opacity="0"/></radialGradient>'
)


@functools.lru_cache(maxsize=1)
def _shapes() -> tuple[dict[str, str], list[str]]:
    """The shape of each kind of piece by its letter, and the attributes of white's pieces and of black's."""
    picture = Position().svg()
    return dict(re.findall(r'<g id="([PNBRQK])">(.*?)</g>', picture)), re.findall(r"<g (fill=.*?)>", picture)


class SvgWrapper(str):
    """A text that notebooks show as a picture."""

    def _repr_svg_(self) -> "SvgWrapper":
        return self

    def _repr_html_(self) -> "SvgWrapper":
        return self


class Arrow:
    """An arrow from a square to another, or a circle where both are the same.

    color  "green", "red", "yellow", "blue", or one such as "#cc0000cc"
    """

    def __init__(self, tail: int, head: int, *, color: str = "green"):
        self.tail, self.head, self.color = tail, head, color

    def pgn(self) -> str:
        """The arrow as in a comment of a game: "Ye2e4", or "Ge4" for a circle. Other colours than four are green."""
        letter = next((letter for letter, color in _LETTERS.items() if color == self.color), "G")
        head = chess.square_name(self.head) if self.head != self.tail else ""
        return letter + chess.square_name(self.tail) + head

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """The arrow of such a text; one without a colour is green. Raises ValueError for all else."""
        color, squares = (_LETTERS[pgn[0]], pgn[1:]) if pgn[:1] in _LETTERS else ("green", pgn)
        if len(squares) not in (2, 4):
            raise ValueError(f"expected an arrow such as 'Ge2e4' or 'Ge4', found {pgn!r}")
        tail = chess.parse_square(squares[:2])
        return cls(tail, chess.parse_square(squares[2:]) if squares[2:] else tail, color=color)

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        tail, head = (chess.square_name(square).upper() for square in (self.tail, self.head))
        return f"Arrow({tail}, {head}, color={self.color!r})"


# ---- Pieces ----


def _piece(piece: "chess.Piece") -> str:
    """The group of a piece, which has a name."""
    kinds, colors = _shapes()
    color, name = ("white" if piece.color else "black"), chess.piece_name(piece.piece_type)
    shape = kinds[piece.symbol().upper()]
    return f'<g id="{color}-{name}" class="{color} {name}" {colors[not piece.color]}>{shape}</g>'


def piece(piece: "chess.Piece", size: Optional[int] = None) -> str:
    """The picture of a piece. size: its width and height in pixels."""
    return SvgWrapper(_head(SQUARE_SIZE, size) + _piece(piece) + "</svg>")


# ---- Boards ----


def _head(extent: float, size: Optional[int]) -> str:
    """The beginning of a picture."""
    shown = ' width="{0}" height="{0}"'.format(html.escape(str(size))) if size is not None else ""
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} viewBox="0 0 {extent:g} {extent:g}"{shown}>'


def _paint(color: str, what: str = "fill") -> str:
    """The attributes for a colour, whose opacity may be its last digits: SVG Tiny has attributes of their own."""
    if not _HEX.fullmatch(color):
        return f'{what}="{html.escape(color)}"'
    length = (len(color) - 1) // 4
    opacity = int(color[-length:] * (2 // length), 16) / 255
    return (
        f'{what}="{color[:-length]}" {what}-opacity="{opacity:.2f}"'
        if what == "fill"
        else (f'{what}="{color[:-length]}" opacity="{opacity:.2f}"')
    )


class _Drawing:
    """The places of squares in a picture, and its colours."""

    def __init__(self, orientation: bool, colors: Mapping[str, str], coordinates: bool, borders: bool):
        self.orientation, self.colors = orientation, colors
        self.margin = MARGIN if coordinates else 0
        self.inner = 1 if borders and coordinates else 0
        self.outer = 1 if borders else 0
        self.begin = self.outer + self.margin + self.inner
        self.extent = 2 * self.begin + 8 * SQUARE_SIZE

    def color(self, name: str) -> str:
        """A colour by its name."""
        return self.colors.get(name, DEFAULT_COLORS[name])

    def corner(self, square: int) -> tuple[int, int]:
        """The left upper corner of a square."""
        file, rank = chess.square_file(square), chess.square_rank(square)
        column, row = (file, 7 - rank) if self.orientation else (7 - file, rank)
        return self.begin + column * SQUARE_SIZE, self.begin + row * SQUARE_SIZE

    def middle(self, square: int) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    def rectangle(self, square: int, attributes: str) -> str:
        """A square."""
        x, y = self.corner(square)
        return f'<rect x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" stroke="none" {attributes}/>'

    def use(self, square: int, name: str) -> str:
        """A piece or a cross on a square."""
        x, y = self.corner(square)
        return f'<use href="#{name}" xlink:href="#{name}" transform="translate({x}, {y})"/>'

    def frame(self) -> Iterable[str]:
        """The margin and the lines around it and the board."""
        for name, begin, width in (
            ("outer border", 0, self.outer),
            ("margin", self.outer, self.margin),
            ("inner border", self.outer + self.margin, self.inner),
        ):
            if width:
                at, extent = begin + width / 2, self.extent - 2 * begin - width
                color = _paint(self.color(name), "stroke")
                shape = f'x="{at:g}" y="{at:g}" width="{extent:g}" height="{extent:g}"'
                yield f'<rect {shape} fill="none" {color} stroke-width="{width}"/>'

    def coordinates(self) -> Iterable[str]:
        """The names of files and ranks, at all sides."""
        middle = self.outer + MARGIN / 2
        yield (
            f'<g class="coords" font-family="sans-serif" font-size="11" text-anchor="middle" '
            f'{_paint(self.color("coord"))}>'
        )
        for n in range(8):
            (x, _), (_, y) = self.middle(chess.square(n, 0)), self.middle(chess.square(0, n))
            for side in (middle, self.extent - middle):
                yield f'<text x="{x:g}" y="{side + 3.5:g}">{chess.FILE_NAMES[n]}</text>'
                yield f'<text x="{side:g}" y="{y + 4:g}">{chess.RANK_NAMES[n]}</text>'
        yield "</g>"

    def square(self, square: int, is_last: bool) -> str:
        """A square in its colour."""
        kind = "light" if chess.BB_LIGHT_SQUARES >> square & 1 else "dark"
        name = f"square {kind}{' lastmove' if is_last else ''}"
        return self.rectangle(square, f'class="{name} {chess.square_name(square)}" {_paint(self.color(name))}')

    def arrow(self, arrow: Arrow) -> str:
        """An arrow, or a circle."""
        is_named = arrow.color in _LETTERS.values()
        color = self.color(f"arrow {arrow.color}") if is_named else arrow.color
        name, (x, y) = arrow.color if is_named else "", self.middle(arrow.head)
        if arrow.tail == arrow.head:
            radius, width = SQUARE_SIZE * 0.9 / 2, SQUARE_SIZE * 0.1
            stroke = f'stroke-width="{width:g}" {_paint(color, "stroke")}'
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {stroke} fill="none" class="circle {name}"/>'
        from_x, from_y = self.middle(arrow.tail)
        length = math.hypot(x - from_x, y - from_y)
        right, down = (x - from_x) / length, (y - from_y) / length
        tip = length - SQUARE_SIZE * 0.1
        neck, wing, width = tip - SQUARE_SIZE * 0.75, SQUARE_SIZE * 0.375, SQUARE_SIZE * 0.2

        def place(along: float, across: float) -> tuple[float, float]:
            return from_x + right * along - down * across, from_y + down * along + right * across

        (x, y), corners = place(neck, 0), (place(tip, 0), place(neck, wing), place(neck, -wing))
        points = " ".join(f"{a:.2f},{b:.2f}" for a, b in corners)
        line = f'x1="{from_x:g}" y1="{from_y:g}" x2="{x:.2f}" y2="{y:.2f}" {_paint(color, "stroke")}'
        return (
            f'<line {line} stroke-width="{width:g}" stroke-linecap="butt" class="arrow {name}"/>'
            f'<polygon points="{points}" {_paint(color)} class="arrow {name}"/>'
        )


def _definitions(board: Optional["chess.BaseBoard"], squares: bool, check: bool) -> str:
    """The shapes that a picture uses."""
    pieces = sorted(set(map(str, board.piece_map().values()))) if board else []
    found = [_piece(chess.Piece.from_symbol(symbol)) for symbol in pieces]
    return f"<defs>{''.join(found)}{_CROSS if squares else ''}{_GLOW if check else ''}</defs>"


def board(
    board: Optional["chess.BaseBoard"] = None,
    *,
    orientation: bool = True,
    lastmove: Optional["chess.Move"] = None,
    check: Optional[int] = None,
    arrows: Iterable[Union[Arrow, tuple[int, int]]] = (),
    fill: Mapping[int, str] = {},
    squares: Any = None,
    size: Optional[int] = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
    borders: bool = False,
    style: Optional[str] = None,
) -> str:
    """The picture of a board; None: an empty one.

    orientation  the side that sits below
    lastmove     a move, whose squares have colours of their own
    check        the square of a king in check
    arrows       an Arrow each, or a pair of squares
    fill         a dict of squares and colours, such as "#cc0000cc"
    squares      what SquareSet takes: those with a cross
    size         width and height in pixels
    coordinates  the names of files and ranks, in a margin
    colors       a dict of names, those of DEFAULT_COLORS, and colours; ValueError is raised for others
    borders      lines around the board and the margin
    style        CSS for the picture; squares, pieces and arrows have classes
    """
    if not colors.keys() <= DEFAULT_COLORS.keys():
        raise ValueError(f"colors: expected names among {', '.join(DEFAULT_COLORS)}; found {', '.join(colors)}")
    drawing = _Drawing(orientation, colors, coordinates, borders)
    last = {lastmove.from_square, lastmove.to_square} if lastmove else set()
    marked = chess.SquareSet(squares) if squares is not None else chess.SquareSet()
    parts = [_head(drawing.extent, size)]
    parts += [f"<style>{html.escape(style, quote=False)}</style>"] if style else []
    parts += [f"<desc><pre>{html.escape(str(board))}</pre></desc>"] if board else []
    parts.append(_definitions(board, bool(marked), check is not None))
    parts += [*drawing.frame(), *(drawing.coordinates() if coordinates else ())]
    parts += [drawing.square(square, square in last) for square in chess.SQUARES]
    parts += [drawing.rectangle(square, f'class="fill" {_paint(color)}') for square, color in fill.items()]
    parts += [drawing.rectangle(check, 'class="check" fill="url(#check_gradient)"')] if check is not None else []
    for square, found in board.piece_map().items() if board else ():
        color = "white" if found.color else "black"
        parts.append(drawing.use(square, f"{color}-{chess.piece_name(found.piece_type)}"))
    parts += [drawing.use(square, "xx") for square in marked]
    parts += [drawing.arrow(arrow if isinstance(arrow, Arrow) else Arrow(*arrow)) for arrow in arrows]
    return SvgWrapper("".join([*parts, "</svg>"]))
