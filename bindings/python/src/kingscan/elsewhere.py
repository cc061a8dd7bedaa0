"""Names of the modules `chess` and `chess.pgn` that this package does not have, and what to use instead."""
import re
from typing import NoReturn

_GAMES = "games(path), whose games are read, not changed or written"
_KINDS = {  # patterns of names
    "BB_.*|Bitboard|SQUARES_180": "names of squares, and tuples of them",
    "lsb|msb|popcount|scan_(forward|reversed)|(shift|flip)_.*": "names of squares, and tuples of them",
    "STATUS_.*|Status": "Position.status()",
    "FILE_.|FILES|File|file_name|parse_file": "FILE_NAMES, or square_file(square)",
    "RANK_.|RANKS|Rank|rank_name|parse_rank": "RANK_NAMES, or square_rank(square)",
    "PIECE_.*|UNICODE_PIECE_SYMBOLS|PieceType": "PIECE_TYPES, piece_name(kind), Piece.unicode_symbol()",
    "NAG_.*": "numbers, such as 1 for a good move, in Game.nags",
    "square_(knight|manhattan)_distance": "square_distance(a, b)",
    "(Game|Child)Node|Mainline|Headers(Builder)?|TAG_ROSTER|read_headers|skip_game": _GAMES,
    "(Game|Board)Builder|(Base|Skip)Visitor|(String|File)Exporter(Mixin)?": _GAMES,
    "TimeControl.*|parse_time_control": "Game.tags",
}
_INSTEAD = {
    "Board": "Position",
    "COLOR_NAMES": "WHITE and BLACK, which are the words 'white' and 'black'",
    "BaseBoard": "Position",
    "Color": "WHITE and BLACK",
    "Square": "names such as 'e4'",
    "LegalMoveGenerator": "Position.legal_moves",
    "PseudoLegalMoveGenerator": "Position.legal_moves",
    "between": "Position.attacks(square), for what stands on the way",
    "ray": "Position.attacks(square), for what stands on the way",
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
    instead = _INSTEAD.get(name) or next((it for kind, it in _KINDS.items() if re.fullmatch(kind, name)), None)
    raise AttributeError(f"module 'kingscan' has no attribute {name!r}" + (f"; take {instead}" if instead else ""))


_OF_GAMES = {
    "headers": "tags, a dict",
    "board": "position(0), or positions()",
    "end": "position(), after all moves",
    "mainline": "moves, and positions()",
    "mainline_moves": "moves, texts in UCI",
    "next": "moves, and positions()",
    "errors": "results, whose Verdict.INVALID has them",
    "clock": "clocks, with games(path, comments=True)",
    "eval": "evals, with games(path, comments=True)",
    "eval_depth": "comments, with games(path, comments=True)",
    "emt": "elapsed, with games(path, comments=True)",
    "starting_comments": "comment, with games(path, comments=True)",
    "move": "moves",
    "san": "position(ply).san(move)",
    "uci": "moves, texts in UCI",
    "turn": "position(ply).turn",
    "ply": "len(moves)",
    "from_board": "Position.move_stack, since games are read, not written",
    "without_tag_roster": "games(path)",
    "time_control": "tags",
    "variation": "variations, with games(path, variations=True)",
    "has_variation": "variations, with games(path, variations=True)",
}
_EDITS = (
    "accept accept_subgame add_line add_main_variation add_variation builder demote promote promote_to_main "
    "remove_variation set_arrows set_clock set_emt set_eval setup"
).split()
_NODES = "game is_end is_main_variation is_mainline parent root starts_variation".split()


def refuse_of_game(name: str) -> NoReturn:
    """Raises AttributeError for a name of a Game, with what to use instead where it is one of `chess.pgn`."""
    instead = _OF_GAMES.get(name)
    if name in _EDITS:
        instead = "position(ply), which plays on; games are read here, and python-chess writes them"
    elif name in _NODES:
        instead = "moves and positions(), since a game has no nodes"
    raise AttributeError(f"a Game has no {name}" + (f"; take {instead}" if instead else ""))
