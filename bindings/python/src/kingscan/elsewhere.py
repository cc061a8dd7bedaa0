"""Names of the module `chess` that this package does not have, and what to use instead."""
import re
from typing import NoReturn

_SQUARE = re.compile("[A-H][1-8]")
_PIECES = {"PAWN": "P", "KNIGHT": "N", "BISHOP": "B", "ROOK": "R", "QUEEN": "Q", "KING": "K"}
_INSTEAD = {
    "Board": "Position",
    "STARTING_FEN": "Position().fen()",
    "STARTING_BOARD_FEN": "Position().board_fen()",
    "COLORS": "WHITE and BLACK",
    "COLOR_NAMES": "WHITE and BLACK, which are the words 'white' and 'black'",
    "SQUARES": "names such as 'e4', or Position.piece_map()",
    "SQUARE_NAMES": "names such as 'e4'",
    "square": "names such as 'e4'",
    "square_name": "names such as 'e4', or squares(mask)",
    "parse_square": "names such as 'e4'",
    "SquareSet": "tuples of names, such as Position.checkers",
    "Piece": "letters of FEN, such as 'N' for a white knight",
    "Termination": "words, such as Outcome.termination",
    "InvalidMoveError": "MoveError",
    "IllegalMoveError": "MoveError",
    "AmbiguousMoveError": "MoveError",
    "pgn": "games(path)",
    "svg": "Position.svg()",
    "polyglot": "Position.polyglot_key",
    "variant": "Position(variant='atomic'), and variant_names()",
    "engine": "diff, which compares move generators",
    "read_game": "games(path)",
    "Variants": "variant_names()",
}


def refuse(name: str) -> NoReturn:
    """Raises AttributeError for a name of the package, with what to use instead where it is one of `chess`."""
    instead = _INSTEAD.get(name)
    if name in _PIECES:
        instead = f"the letter {_PIECES[name]!r}, or {_PIECES[name].lower()!r} for black's"
    elif _SQUARE.fullmatch(name):
        instead = repr(name.lower())
    raise AttributeError(f"module 'kingscan' has no attribute {name!r}" + (f"; take {instead}" if instead else ""))
