"""Names of the modules `chess` and `chess.pgn` that this package does not have, and what to use instead."""
import re
from typing import NoReturn

_READ = "read_game(file), or games(path)"
_WRITE = "str(game), which is its PGN"
_KINDS = {  # patterns of names
    "BB_.*|Bitboard|SQUARES_180": "names of squares, and tuples of them",
    "lsb|msb|popcount|scan_(forward|reversed)|(shift|flip)_.*": "names of squares, and tuples of them",
    "STATUS_.*|Status": "Position.status()",
    "FILE_.|FILES|File|file_name|parse_file": "FILE_NAMES, or square_file(square)",
    "RANK_.|RANKS|Rank|rank_name|parse_rank": "RANK_NAMES, or square_rank(square)",
    "PIECE_.*|UNICODE_PIECE_SYMBOLS|PieceType": "PIECE_TYPES, piece_name(kind), Piece.unicode_symbol()",
    "NAG_.*": "numbers, such as 1 for a good move, in Game.nags",
    "square_(knight|manhattan)_distance": "square_distance(a, b)",
    "Mainline": "GameNode.mainline()",
    "Headers|TAG_ROSTER": "Game.headers, a dict",
    "HeadersBuilder|read_headers|skip_game": _READ,
    "(Game|Board)Builder|(Base|Skip)Visitor": _READ,
    "(String|File)Exporter(Mixin)?": _WRITE,
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
    "svg": "Position.svg()",
    "polyglot": "Position.polyglot_key",
    "variant": "Position(variant='atomic'), and variant_names()",
    "engine": "diff, which compares move generators",
    "Variants": "variant_names()",
}


def refuse(name: str) -> NoReturn:
    """Raises AttributeError for a name of the package, with what to use instead where it is one of `chess`."""
    instead = _INSTEAD.get(name) or next((it for kind, it in _KINDS.items() if re.fullmatch(kind, name)), None)
    raise AttributeError(f"module 'kingscan' has no attribute {name!r}" + (f"; take {instead}" if instead else ""))


_ONE_LINE = "Game.sidelines: a game is one line of moves, and another line another Game"
_OF_GAMES = {
    "accept": _WRITE,
    "accept_subgame": _WRITE,
    "arrows": "Game.arrows and Game.squares",
    "builder": _READ,
    "comments": "comment",
    "demote": _ONE_LINE,
    "eval": "Game.evals and Game.mates",
    "eval_depth": "comment",
    "promote": _ONE_LINE,
    "promote_to_main": _ONE_LINE,
    "remove_variation": "Game(), and add_line(moves)",
    "root": "game",
    "san": "next().san()",
    "uci": "next().uci()",
    "clock": "Game.clocks",
    "emt": "Game.elapsed",
    "set_arrows": "comment, which has [%cal Ge2e4]",
    "set_clock": "next().set_clock(seconds)",
    "set_emt": "next().set_emt(seconds)",
    "set_eval": "comment, which has [%eval 0.25]",
    "starting_comments": "Game.comment",
    "starts_variation": _ONE_LINE,
    "time_control": "headers['TimeControl']",
    "without_tag_roster": "Game()",
}


def refuse_of_game(name: str, kind: str) -> NoReturn:
    """Raises AttributeError for a name of a Game or a node, with what to use instead where it is one of `chess.pgn`."""
    instead = _OF_GAMES.get(name)
    raise AttributeError(f"a {kind} has no {name}" + (f"; take {instead}" if instead else ""))
