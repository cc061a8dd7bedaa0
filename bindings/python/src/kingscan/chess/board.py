"""Board: a position with its moves, and the moves that can be taken back."""
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Optional, TypeVar, Union

from .base_board import BaseBoard
from .ends import EndingBoard
from .fen import Operand
from .masks import BB_EMPTY
from .squares import STARTING_BOARD_FEN, WHITE, Bitboard, Square
from .squareset import Piece

BoardT = TypeVar("BoardT", bound="Board")


class Board(EndingBoard):
    """A position of chess, and the moves that have led to it.

    fen       the position; None for an empty board
    chess960  whether castling is written as the king taking its rook

    turn, castling_rights, ep_square, halfmove_clock, fullmove_number and the masks of pieces can be assigned.
    Raises ValueError when fen is none. A position that breaks the rules is no error: status() says what is wrong.
    """

    aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    uci_variant: Optional[str] = "chess"
    xboard_variant: Optional[str] = "normal"
    tbw_suffix: Optional[str] = ".rtbw"
    tbz_suffix: Optional[str] = ".rtbz"
    tbw_magic: Optional[bytes] = b"\x71\xe8\x23\x5d"
    tbz_magic: Optional[bytes] = b"\xd7\x66\x0c\xa5"
    pawnless_tbw_suffix: Optional[str] = None
    pawnless_tbz_suffix: Optional[str] = None
    pawnless_tbw_magic: Optional[bytes] = None
    pawnless_tbz_magic: Optional[bytes] = None
    connected_kings = False
    one_king = True
    captures_compulsory = False

    def __init__(self, fen: Optional[str] = EndingBoard.starting_fen, *, chess960: bool = False) -> None:
        self.chess960 = chess960
        if fen is None:
            self.clear()
        elif fen == type(self).starting_fen:
            self.reset()
        else:
            self.set_fen(fen)

    # ---- Made ----

    @classmethod
    def empty(cls: type[BoardT], *, chess960: bool = False) -> BoardT:
        """A board without pieces."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(cls: type[BoardT], epd: str, *, chess960: bool = False) -> tuple[BoardT, dict[str, Operand]]:
        """The board of an EPD, and a dict of its operations. Raises ValueError for other texts."""
        board = cls.empty(chess960=chess960)
        return board, board.set_epd(epd)

    @classmethod
    def from_chess960_pos(cls: type[BoardT], scharnagl: int) -> BoardT:
        """The start of a game of Chess960, by its number from 0 to 959."""
        board = cls.empty(chess960=True)
        board.set_chess960_pos(scharnagl)
        return board

    def copy(self: BoardT, *, stack: Union[bool, int] = True) -> BoardT:
        """The same board, as another object. stack: whether moves can be taken back, or how many."""
        if type(self).__init__ is Board.__init__:
            return self._copy(stack)
        board = type(self)(None)
        board._assign(self, stack)
        return board

    def root(self: BoardT) -> BoardT:
        """The position before the moves that can be taken back."""
        board = self.copy()
        board._go_to_root()
        return board

    # ---- Edited: no move can be taken back afterwards ----

    def reset(self) -> None:
        """Sets the start of a game."""
        self.set_fen(type(self).starting_fen)

    def clear(self) -> None:
        """Takes all pieces off, and castling rights too. White is to move."""
        self._set_rest(BB_EMPTY)
        self.clear_board()

    def _set_rest(self, castling_rights: Bitboard) -> None:
        """Sets all but the pieces as at the start of a game."""
        self.turn = WHITE
        self.castling_rights = castling_rights
        self.ep_square = None
        self.halfmove_clock = 0
        self.fullmove_number = 1

    def clear_board(self) -> None:
        """Takes all pieces off."""
        super().clear_board()
        self.clear_stack()

    def reset_board(self) -> None:
        """Puts the pieces where a game begins."""
        self.set_board_fen(STARTING_BOARD_FEN)

    def remove_piece_at(self, square: Square) -> Optional[Piece]:
        """Takes a piece off and returns it; None when there was none."""
        piece = super().remove_piece_at(square)
        self.clear_stack()
        return piece

    def set_piece_at(self, square: Square, piece: Optional[Piece], promoted: bool = False) -> None:
        """Puts a piece on a square; None takes it off. promoted: it was a pawn."""
        super().set_piece_at(square, piece, promoted)
        self.clear_stack()

    def set_board_fen(self, fen: str) -> None:
        """Puts the pieces of FEN on the board. Raises ValueError for other texts."""
        super().set_board_fen(fen)
        self.clear_stack()

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Puts the pieces of a dict on the board, and takes all others off."""
        super().set_piece_map(pieces)
        self.clear_stack()

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Sets the start of a game of Chess960, by its number from 0 to 959."""
        super().set_chess960_pos(scharnagl)
        self.chess960 = True
        self._set_rest(self.rooks)
        self.clear_stack()

    def chess960_pos(
        self, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True
    ) -> Optional[int]:
        """The number of this start of Chess960; None for other positions, and without all castling rights."""
        if self.ep_square:
            return None
        if not ignore_turn and not self.turn:
            return None
        if not ignore_castling and self.clean_castling_rights() != self.rooks:
            return None
        if not ignore_counters and (self.fullmove_number != 1 or self.halfmove_clock != 0):
            return None
        return super().chess960_pos()

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Changes the masks of this board by f, such as flip_vertical."""
        super().apply_transform(f)
        self.clear_stack()
        self.ep_square = None if self.ep_square is None else f(1 << self.ep_square).bit_length() - 1
        self.castling_rights = f(self.castling_rights)

    def apply_mirror(self) -> None:
        """Turns this board over, and changes colours and the side to move."""
        super().apply_mirror()
        self.turn = not self.turn

    # ---- Asked ----

    def ply(self) -> int:
        """How many half-moves have been made since the start of the game."""
        return 2 * (self.fullmove_number - 1) + (not self.turn)

    def _transposition_key(self) -> Hashable:
        """The facts that two positions share when they repeat each other."""
        kinds = self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings
        en_passant = self.ep_square if self.has_legal_en_passant() else None
        return *kinds, *self.occupied_co, self.turn, self.clean_castling_rights(), en_passant

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented if not isinstance(other, BaseBoard) else super().__eq__(other)
        return (
            self.halfmove_clock == other.halfmove_clock
            and self.fullmove_number == other.fullmove_number
            and self.uci_variant == other.uci_variant
            and self._transposition_key() == other._transposition_key()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        chess960 = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{chess960})"

    def _repr_svg_(self) -> str:
        from . import svg

        king = self.king(self.turn) if self.is_check() else None
        last: Any = self.move_stack[-1] if self.move_stack else None
        return svg.board(board=self, size=390, lastmove=last, check=king)
