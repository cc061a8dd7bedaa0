"""python-chess's module `chess`, on Kingscan: `import kingscan.chess as chess` is the only change to a program.

Squares are numbers from a1, colours True and False, kinds of pieces 1 to 6, and sets of squares are masks or SquareSets,
as in python-chess 1.11. kingscan.chess.variant has the boards of variants. docs/from-python-chess.md says what differs.
"""
# flake8: noqa: F401, F403
from .._kingscan import (
    AmbiguousMoveError as AmbiguousMoveError,
    ChessMove as Move,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
)
from .base_board import BaseBoard as BaseBoard
from .board import Board as Board
from .fen import FEN_CASTLING_REGEX as FEN_CASTLING_REGEX, EnPassantSpec as EnPassantSpec
from .masks import *
from .moves import (
    LegalMoveGenerator as LegalMoveGenerator,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
)
from .notation import SAN_REGEX as SAN_REGEX
from .squares import *
from .squareset import IntoSquareSet as IntoSquareSet, Piece as Piece, SquareSet as SquareSet
from .status import *
