"""Games in PGN, read and written, as chess.pgn of python-chess has them.

    >>> import io
    >>> import kingscan.chess.pgn
    >>> game = kingscan.chess.pgn.read_game(io.StringIO("1. e4 {best} e5 (1... c5) *"))
    >>> print(game.mainline())
    1. e4 { best } 1... e5
"""
from .builders import BoardBuilder, GameBuilder, HeadersBuilder, LOGGER, SkipVisitor
from .headers import TAG_ROSTER, Headers, TimeControl, TimeControlPart, TimeControlType, parse_time_control
from .nodes import ChildNode, Game, GameNode, Mainline
from .reading import read_game, read_headers, skip_game
from .visitors import SKIP, BaseVisitor, FileExporter, SkipType, StringExporter, StringExporterMixin

# Numeric glyphs: ! ? !! ?? !? ?! and those of the standard.
NAG_NULL, NAG_GOOD_MOVE, NAG_MISTAKE, NAG_BRILLIANT_MOVE, NAG_BLUNDER = range(5)
NAG_SPECULATIVE_MOVE, NAG_DUBIOUS_MOVE, NAG_FORCED_MOVE, NAG_SINGULAR_MOVE, NAG_WORST_MOVE = range(5, 10)
NAG_DRAWISH_POSITION, NAG_QUIET_POSITION, NAG_ACTIVE_POSITION, NAG_UNCLEAR_POSITION = range(10, 14)
NAG_WHITE_SLIGHT_ADVANTAGE, NAG_BLACK_SLIGHT_ADVANTAGE = 14, 15
NAG_WHITE_MODERATE_ADVANTAGE, NAG_BLACK_MODERATE_ADVANTAGE = 16, 17
NAG_WHITE_DECISIVE_ADVANTAGE, NAG_BLACK_DECISIVE_ADVANTAGE = 18, 19
NAG_WHITE_ZUGZWANG, NAG_BLACK_ZUGZWANG = 22, 23
NAG_WHITE_MODERATE_COUNTERPLAY, NAG_BLACK_MODERATE_COUNTERPLAY = 132, 133
NAG_WHITE_DECISIVE_COUNTERPLAY, NAG_BLACK_DECISIVE_COUNTERPLAY = 134, 135
NAG_WHITE_MODERATE_TIME_PRESSURE, NAG_BLACK_MODERATE_TIME_PRESSURE = 136, 137
NAG_WHITE_SEVERE_TIME_PRESSURE, NAG_BLACK_SEVERE_TIME_PRESSURE = 138, 139
NAG_NOVELTY = 146

__all__ = [
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "LOGGER",
    "Mainline",
    "SKIP",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "StringExporterMixin",
    "TAG_ROSTER",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "parse_time_control",
    "read_game",
    "read_headers",
    "skip_game",
]
__all__ += [name for name in globals() if name.startswith("NAG_")]
