"""The part of chess.svg that is here: pictures of a position, with its checkers and pins marked, and of a piece."""
import functools
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from ._kingscan import Move, Position
from .board import PIECE_NAMES, Piece, SquareSet, parse_square, square_file, square_rank

if not TYPE_CHECKING:

    def __getattr__(name):
        raise AttributeError(
            f"module 'kingscan.svg' has no attribute {name!r}; it has board(position), piece(piece) and Arrow"
        )


_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_SHADES = {"green": "#15781b80", "red": "#88202080", "yellow": "#e68f00b3", "blue": "#00308880"}  # as in python-chess
_HEX = re.compile(r"#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?")
_SIZE, _MARGIN = 45, 24  # of a square, and of the frame, as Position.svg() draws them


@dataclass(frozen=True)
class Arrow:
    """An arrow from a square to another in a comment of a game; a mark on a square where both are the same."""

    tail: str
    head: str
    color: str = "green"

    def __post_init__(self) -> None:
        parse_square(self.tail), parse_square(self.head)
        if self.color not in _SHADES:
            _paint(self.color)

    def pgn(self) -> str:
        """The arrow as in a comment: "Ge2e4", or "Re4" for a mark. Raises ValueError for a colour in numbers."""
        if self.color not in _SHADES:
            raise ValueError(f"color: expected green, red, yellow or blue in a comment, found {self.color!r}")
        return self.color[0].upper() + self.tail + (self.head if self.head != self.tail else "")

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """The arrow of such a text; one without a colour is green."""
        color, squares = (_COLORS[pgn[0]], pgn[1:]) if pgn[:1] in _COLORS else ("green", pgn)
        return cls(squares[:2], squares[2:] or squares[:2], color)


def _paint(color: str) -> str:
    """The attribute for a colour, "#rrggbb" or "#rrggbbaa", whose last two digits are an opacity."""
    if not _HEX.fullmatch(color):
        raise ValueError(f"color: expected {', '.join(_SHADES)}, or one such as #cc0000 or #cc0000cc, found {color!r}")
    opacity = f' opacity="{int(color[7:], 16) / 255:.2f}"' if color[7:] else ""
    return f'color="{color[:7]}"{opacity}'


class _Drawing:
    """The places of squares in the picture of a position, and what is drawn there."""

    def __init__(self, picture: str):
        found = re.search(r'viewBox="0 0 \d+ (\d+)"', picture)
        self.ranks = (int(found[1]) - 2 * _MARGIN) // _SIZE if found else 8

    def corner(self, square: str) -> tuple[int, int]:
        """Its left upper corner."""
        return _MARGIN + _SIZE * square_file(square), _MARGIN + _SIZE * (self.ranks - 1 - square_rank(square))

    def middle(self, square: str) -> tuple[float, float]:
        """Its middle."""
        left, top = self.corner(square)
        return left + _SIZE / 2, top + _SIZE / 2

    def filled(self, square: str, color: str) -> str:
        """A colour over a square."""
        left, top = self.corner(square)
        shape = f'<rect x="{left}" y="{top}" width="{_SIZE}" height="{_SIZE}" fill="currentColor"/>'
        return f"<g {_paint(color)}>{shape}</g>\n"

    def crossed(self, square: str) -> str:
        """A cross on a square."""
        left, top = self.corner(square)
        lines = f"M{left + 9} {top + 9}l27 27m0 -27l-27 27"
        return f'<path class="cross" d="{lines}" stroke="#000" stroke-width="3"/>\n'

    def arrow(self, arrow: Arrow) -> str:
        """An arrow, or a ring where both squares are the same."""
        (x, y), (to_x, to_y) = self.middle(arrow.tail), self.middle(arrow.head)
        if arrow.tail == arrow.head:
            shape = f'<circle cx="{x}" cy="{y}" r="20" fill="none" stroke="currentColor" stroke-width="4"/>'
        else:
            turn, length = math.degrees(math.atan2(to_y - y, to_x - x)), math.hypot(to_x - x, to_y - y)
            outline = f"M0 -4H{length - 20:.1f}v-8L{length:.1f} 0L{length - 20:.1f} 12v-8H0z"
            shape = f'<path d="{outline}" fill="currentColor" transform="translate({x} {y}) rotate({turn:.2f})"/>'
        return f'<g class="arrow" {_paint(_SHADES.get(arrow.color, arrow.color))}>{shape}</g>\n'


def _arrow(arrow: Union[Arrow, tuple[str, str]]) -> Arrow:
    return arrow if isinstance(arrow, Arrow) else Arrow(*arrow)


def board(
    board: Position,
    *,
    orientation: Union[str, bool] = "white",
    lastmove: Optional[Move] = None,
    check: Optional[str] = None,
    arrows: Iterable[Union[Arrow, tuple[str, str]]] = (),
    fill: Optional[Mapping[str, str]] = None,
    squares: Iterable[str] = (),
    size: Optional[int] = None,
    coordinates: bool = True,
    **options: Any,
) -> str:
    """The picture of a position.

    lastmove     a move, whose squares are tinted
    check        the square of a king, which is tinted; the pieces that give check are marked without it
    arrows       an Arrow each, or a pair of squares
    fill         a dict of squares and colours, such as "#cc0000cc"
    squares      those with a cross
    size         width and height in pixels
    coordinates  False: without the names of files and ranks

    Raises ValueError for black's orientation, and TypeError for other options of chess.svg.board.
    """
    if options:
        raise TypeError(f"{', '.join(options)}: a picture has its own colours and a frame, and no other style")
    if not isinstance(board, Position):
        raise TypeError(f"board: expected a Position, found {board!r}")
    if orientation not in ("white", True):
        raise ValueError(f"orientation: expected 'white', since pictures show white below; found {orientation!r}")
    picture = board.svg()
    drawing = _Drawing(picture)
    tints = [(square, "#cdd16ab3") for square in (lastmove and [lastmove.from_square, lastmove.to_square]) or ()]
    tints += [*(fill or {}).items(), *([(check, "#ff000099")] if check else [])]
    below = "".join(drawing.filled(*tint) for tint in tints) + "".join(map(drawing.crossed, SquareSet(squares)))
    above = "".join(drawing.arrow(_arrow(arrow)) for arrow in arrows)
    start, names, rest = re.split(
        r'(<g font-family="sans-serif" font-size="14".*?</g>\n)', picture, maxsplit=1, flags=re.DOTALL
    )
    picture = start + below + (names if coordinates else "") + rest.replace("</svg>", above + "</svg>")
    return re.sub(r'width="\d+" height="\d+"', f'width="{size}" height="{size}"', picture, count=1) if size else picture


@functools.lru_cache(maxsize=1)
def shapes() -> tuple[dict[str, str], list[str]]:
    """The shape of each kind of piece by its letter, and the attributes of white's pieces and of black's."""
    picture = Position().svg()
    return dict(re.findall(r'<g id="([PNBRQK])">(.*?)</g>', picture)), re.findall(r"<g (fill=.*?)>", picture)


def piece(piece: str, size: Optional[int] = None) -> str:
    """The picture of a piece of chess, such as Piece("N"). size: its width and height in pixels."""
    made = Piece(piece)
    if made.piece_type not in PIECE_NAMES:
        raise ValueError(f"expected the letter of a piece of chess, such as 'N', found {piece!r}")
    kinds, colors = shapes()
    name, extent = f"{made.color}-{PIECE_NAMES[made.piece_type]}", f' width="{size}" height="{size}"' if size else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}"{extent}>'
    return f'{head}<g class="{name}" {colors[not made.color]}>{kinds[made.upper()]}</g></svg>'
