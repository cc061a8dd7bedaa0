"""The tables of docs/from-python-chess.md: the calls of python-chess and of Kingscan, row by row."""
import io
import re
from pathlib import Path
from typing import NamedTuple

import kingscan

PAGE = Path(__file__).resolve().parents[3] / "docs" / "from-python-chess.md"
TEXT = '[White "A"]\n\n1. e4 {best} e5 $1 2. Nf3 *'
FEN = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR w KQkq - 6 5"
OURS = {"kingscan": kingscan, "Position": kingscan.Position, "Move": kingscan.Move, "fen": FEN, "square": "f3"}
OURS |= {"io": io, "text": TEXT}


class Row(NamedTuple):
    """A row whose first two columns are one call each. `alike`: both give the same, in their own words."""

    theirs: str
    ours: str
    alike: bool


def rows():
    """Those that ask a position, in the order of the page: some push and others pop."""
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    for section in sections:
        if not section.startswith(("Variants", "How fast")):
            for theirs, ours, differs in re.findall(r"^\| `(.+?)` \| `(.+?)` \| (.*?) ?\|$", section, re.MULTILINE):
                yield Row(theirs.replace("\\|", "|"), ours.replace("\\|", "|"), not differs)


def our_column():
    """Evaluates our calls. Yields each row with what its call gives."""
    names = OURS | {"position": kingscan.Position(FEN), "move": kingscan.Move("g1f3")}
    names["game"] = kingscan.read_game(io.StringIO(TEXT))
    names["node"] = names["game"].next().next()
    for row in rows():
        yield row, eval(row.ours, names)


def both_columns(chess):
    """Does the same with python-chess's. Yields each row with what its calls give."""
    names = {"chess": chess, "board": chess.Board(FEN), "fen": FEN, "square": chess.F3}
    names |= {"move": chess.Move.from_uci("g1f3"), "io": io, "text": TEXT}
    names["game"] = chess.pgn.read_game(io.StringIO(TEXT))
    names["node"] = names["game"].next().next()
    for row, found in our_column():
        yield row, in_words(chess, eval(row.theirs, names), row.theirs), in_words(chess, found, row.ours)


def in_words(chess, value, call):
    """An answer of either module by what both could say: names, letters, texts."""
    named = call.endswith(("_square", ".ep_square")) or ".king(" in call
    if isinstance(value, (chess.Move, kingscan.Move)):
        return value.uci()
    if isinstance(value, chess.Piece):
        return value.symbol()
    if isinstance(value, chess.SquareSet):
        return {chess.square_name(square) for square in value}
    if isinstance(value, dict):
        return {in_words(chess, at, "_square"): in_words(chess, piece, "") for at, piece in value.items()}
    if isinstance(value, list):
        return sorted(in_words(chess, item, "") for item in value)
    if isinstance(value, tuple):
        return set(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return chess.square_name(value) if named else value
    return value if isinstance(value, (str, bool, int, type(None))) else str(value)
