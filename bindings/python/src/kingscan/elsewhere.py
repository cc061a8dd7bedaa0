"""Names of the modules `chess` and `chess.pgn` that this package does not have, and what to use instead."""
import re
from typing import NoReturn

_READ = "read_game(file), or games(path)"
_WRITE = "str(game), which is its PGN"
_KINDS = {  # patterns of names
    "BB_.*": "Position.attacks(square), ray(a, b) and between(a, b)",
    "SQUARES_180": "square_mirror(square)",
    "shift_.*|flip_.*": "square(file, rank) of each; SquareSet.mirror() turns ranks over",
    "STATUS_VALID": "Position.is_valid(), or Position.status(), which is None then",
    "STATUS_.*|Status": "Position.status(), which is None or a code and a sentence, or FenError.code",
    "FILE_.|FILES|File|file_name|parse_file": "FILE_NAMES, or square_file(square)",
    "RANK_.|RANKS|Rank|rank_name|parse_rank": "RANK_NAMES, or square_rank(square)",
    "PIECE_SYMBOLS": "PIECE_TYPES, whose kinds are the letters",
    "NAG_.*": "numbers, such as 1 for a good move, in Game.nags",
    "Mainline": "GameNode.mainline()",
    "Headers|TAG_ROSTER": "Game.headers, a dict",
    "HeadersBuilder": _READ,
    "GameBuilder|SkipVisitor": _READ,
    "StringExporterMixin": _WRITE,
    "TimeControl.*|parse_time_control": "Game.tags",
}
_INSTEAD = {
    "Bitboard": "SquareSet",
    "BaseBoard": "Position(None), whose set_board_fen(text) sets pieces alone",
    "BaseVisitor": "a loop over GameNode.variations, or game.accept(StringExporter())",
    "BoardBuilder": "read_game(file).end().board()",
    "Color": "WHITE and BLACK",
    "Square": "names such as 'e4'",
    "LegalMoveGenerator": "Position.legal_moves",
    "PseudoLegalMoveGenerator": "Position.legal_moves",
    "svg": "Position.svg(), or import kingscan.svg",
    "polyglot": "Position.polyglot_key, or import kingscan.polyglot",
    "variant": "Position(variant='atomic'), or import kingscan.variant",
    "engine": "python-chess's, since Kingscan runs no engines, or import kingscan.engine for scores",
    "PieceType": "PIECE_TYPES",
    "SKIP": _READ,
    "dump_tree": "str(game), or a loop over GameNode.variations",
    "gaviota": "python-chess's, since Kingscan reads no tablebases",
    "syzygy": "python-chess's, since Kingscan reads no tablebases",
    "Variants": "variant_names()",
}


def refuse(name: str) -> NoReturn:
    """Raises AttributeError for a name of the package, with what to use instead where it is one of `chess`."""
    instead = _INSTEAD.get(name) or next((it for kind, it in _KINDS.items() if re.fullmatch(kind, name)), None)
    raise AttributeError(f"module 'kingscan' has no attribute {name!r}" + (f"; take {instead}" if instead else ""))
