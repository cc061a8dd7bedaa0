"""Words of python-chess that serve here too: sides, squares, and the start."""
from ._kingscan import Position
from .board import SQUARES

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = STARTING_BOARD_FEN + " w KQkq - 0 1"
WHITE, BLACK = (Position(f"{STARTING_BOARD_FEN} {side} - - 0 1").turn for side in "wb")  # `is` holds, too
COLORS = [WHITE, BLACK]
COLOR_NAMES = {WHITE: "white", BLACK: "black"}

A1, B1, C1, D1, E1, F1, G1, H1 = SQUARES[:8]
A2, B2, C2, D2, E2, F2, G2, H2 = SQUARES[8:16]
A3, B3, C3, D3, E3, F3, G3, H3 = SQUARES[16:24]
A4, B4, C4, D4, E4, F4, G4, H4 = SQUARES[24:32]
A5, B5, C5, D5, E5, F5, G5, H5 = SQUARES[32:40]
A6, B6, C6, D6, E6, F6, G6, H6 = SQUARES[40:48]
A7, B7, C7, D7, E7, F7, G7, H7 = SQUARES[48:56]
A8, B8, C8, D8, E8, F8, G8, H8 = SQUARES[56:]
