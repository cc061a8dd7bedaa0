"""Sets of squares as numbers: bit n is square n."""
from collections.abc import Iterable, Iterator
from typing import Any, Callable

from .squares import SQUARES, Bitboard, Square

BB_EMPTY = 0
BB_ALL = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES = [1 << square for square in SQUARES]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]

BB_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS

BB_CORNERS = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES = 0xAA55_AA55_AA55_AA55
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8


# ---- Squares of a mask ----


def lsb(bb: Bitboard) -> Square:
    """The first square, from a1."""
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> Square:
    """The last square, from a1."""
    return bb.bit_length() - 1


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """The squares from a1 to h8."""
    while bb:
        lowest = bb & -bb
        yield lowest.bit_length() - 1
        bb ^= lowest


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """The squares from h8 to a1."""
    while bb:
        highest = bb.bit_length() - 1
        yield highest
        bb ^= 1 << highest


def popcount(bb: Bitboard) -> int:
    """How many squares a mask has."""
    return bin(bb).count("1")


# ---- Masks turned and moved ----


def flip_vertical(bb: Any) -> Any:
    """The mask with its ranks turned over: a1 becomes a8."""
    return _made_as(bb, lambda square: square ^ 56)


def flip_horizontal(bb: Any) -> Any:
    """The mask with its files turned over: a1 becomes h1."""
    return _made_as(bb, lambda square: square ^ 7)


def flip_diagonal(bb: Any) -> Any:
    """The mask turned over its diagonal from a1 to h8."""
    return _made_as(bb, lambda square: (square & 7) << 3 | square >> 3)


def flip_anti_diagonal(bb: Any) -> Any:
    """The mask turned over its diagonal from a8 to h1."""
    return _made_as(bb, lambda square: 63 - ((square & 7) << 3 | square >> 3))


def _made_as(bb: Any, turned: Callable[[Square], Square]) -> Any:
    """A number for a number, and a new set for a SquareSet."""
    mask = mask_of(turned(square) for square in scan_forward(int(bb)))
    return mask if isinstance(bb, int) else type(bb)(mask)


def mask_of(squares: Iterable[Square]) -> Bitboard:
    """The mask that has these squares."""
    mask = 0
    for square in squares:
        mask |= BB_SQUARES[square]
    return mask


def shift_down(b: Bitboard) -> Bitboard:
    """The squares one rank below."""
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """The squares two ranks below."""
    return b >> 16


def shift_up(b: Bitboard) -> Bitboard:
    """The squares one rank above."""
    return b << 8 & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """The squares two ranks above."""
    return b << 16 & BB_ALL


def shift_right(b: Bitboard) -> Bitboard:
    """The squares one file towards the h-file."""
    return b << 1 & ~BB_FILE_A & BB_ALL


def shift_2_right(b: Bitboard) -> Bitboard:
    """The squares two files towards the h-file."""
    return shift_right(shift_right(b))


def shift_left(b: Bitboard) -> Bitboard:
    """The squares one file towards the a-file."""
    return b >> 1 & ~BB_FILE_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """The squares two files towards the a-file."""
    return shift_left(shift_left(b))


def shift_up_left(b: Bitboard) -> Bitboard:
    """The squares above on the left."""
    return shift_up(shift_left(b))


def shift_up_right(b: Bitboard) -> Bitboard:
    """The squares above on the right."""
    return shift_up(shift_right(b))


def shift_down_left(b: Bitboard) -> Bitboard:
    """The squares below on the left."""
    return shift_down(shift_left(b))


def shift_down_right(b: Bitboard) -> Bitboard:
    """The squares below on the right."""
    return shift_down(shift_right(b))


# ---- Lines and attacks ----

_STRAIGHT = {"rank": (shift_right, shift_left), "file": (shift_up, shift_down)}
_DIAGONAL = (shift_up_right, shift_down_left), (shift_up_left, shift_down_right)
_Shift = Callable[[Bitboard], Bitboard]


def _slide(square: Square, shifts: Iterable[_Shift], occupied: Bitboard) -> Bitboard:
    """The squares that a slider reaches, the first occupied ones included."""
    found = 0
    for shift in shifts:
        at = shift(BB_SQUARES[square])
        while at:
            found |= at
            at = 0 if at & occupied else shift(at)
    return found


def _lines(square: Square) -> list[Bitboard]:
    """The rank, the file and the diagonals through a square."""
    lines = (*_STRAIGHT.values(), *_DIAGONAL)
    return [BB_SQUARES[square] | _slide(square, line, 0) for line in lines]


def _rays() -> list[list[Bitboard]]:
    rays = [[0] * 64 for _ in SQUARES]
    for a in SQUARES:
        for line in _lines(a):
            for b in scan_forward(line & ~BB_SQUARES[a]):
                rays[a][b] = line
    return rays


BB_RAYS = _rays()  # [a][b]: the rank, file or diagonal through both squares, else 0


def ray(a: Square, b: Square) -> Bitboard:
    """The rank, file or diagonal through two squares, from edge to edge; 0 when there is none."""
    return BB_RAYS[a][b]


def between(a: Square, b: Square) -> Bitboard:
    """The squares between two on a rank, file or diagonal, without the two."""
    low, high = min(a, b), max(a, b)
    return BB_RAYS[a][b] & (BB_SQUARES[high] - 1) & ~((BB_SQUARES[low] << 1) - 1)


def _knight_attacks(bb: Bitboard) -> Bitboard:
    near, far = shift_left(bb) | shift_right(bb), shift_2_left(bb) | shift_2_right(bb)
    return shift_2_up(near) | shift_2_down(near) | shift_up(far) | shift_down(far)


def _king_attacks(bb: Bitboard) -> Bitboard:
    row = bb | shift_left(bb) | shift_right(bb)
    return (row | shift_up(row) | shift_down(row)) & ~bb


BB_KNIGHT_ATTACKS = [_knight_attacks(bb) for bb in BB_SQUARES]
BB_KING_ATTACKS = [_king_attacks(bb) for bb in BB_SQUARES]
BB_PAWN_ATTACKS = [  # by colour
    [shift_down_left(bb) | shift_down_right(bb) for bb in BB_SQUARES],
    [shift_up_left(bb) | shift_up_right(bb) for bb in BB_SQUARES],
]


class _Attacks(dict[Bitboard, Bitboard]):
    """The squares that a slider attacks, by the occupied ones on its lines."""

    def __init__(self, square: Square, shifts: tuple[_Shift, ...]) -> None:
        super().__init__()
        self._square, self._shifts = square, shifts

    def __missing__(self, occupied: Bitboard) -> Bitboard:
        self[occupied] = attacks = _slide(self._square, self._shifts, occupied)
        return attacks


def _tables(edges: Bitboard, *lines: tuple[_Shift, ...]) -> tuple[list[Bitboard], list[_Attacks]]:
    """For each square, what a slider sees but the edges, and its attacks by the occupied squares of that."""
    shifts = tuple(shift for line in lines for shift in line)
    return [_slide(square, shifts, 0) & ~edges for square in SQUARES], [_Attacks(square, shifts) for square in SQUARES]


BB_DIAG_MASKS, BB_DIAG_ATTACKS = _tables(BB_BACKRANKS | BB_FILE_A | BB_FILE_H, *_DIAGONAL)
BB_FILE_MASKS, BB_FILE_ATTACKS = _tables(BB_BACKRANKS, _STRAIGHT["file"])
BB_RANK_MASKS, BB_RANK_ATTACKS = _tables(BB_FILE_A | BB_FILE_H, _STRAIGHT["rank"])
