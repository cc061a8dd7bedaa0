"""Moves of a board: pseudo-legal, legal, castling, en passant.

The library lists legal moves. Pseudo-legal moves, and the legal ones of boards that the library refuses, such as boards
without kings, come from short generators on masks, which are correct and slow.
"""
from collections.abc import Iterator
from itertools import chain
from typing import Any, Optional

from .._kingscan import ChessBoard, ChessMove as Move, IllegalMoveError
from .base_board import BaseBoard
from .masks import (
    BB_ALL,
    BB_BACKRANKS,
    BB_PAWN_ATTACKS,
    BB_RANK_1,
    BB_RANK_3,
    BB_RANK_4,
    BB_RANK_5,
    BB_RANK_6,
    BB_RANK_8,
    BB_SQUARES,
    between,
    msb,
    scan_forward,
    scan_reversed,
)
from .squares import (
    A1,
    A8,
    BISHOP,
    C1,
    C8,
    D1,
    E1,
    E8,
    F1,
    G1,
    G8,
    H1,
    H8,
    KNIGHT,
    QUEEN,
    ROOK,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
)
from .squareset import SquareSet

_ROOK_OF = {(E1, G1): H1, (E1, C1): A1, (E8, G8): H8, (E8, C8): A8}  # castling, by the king's squares
_KING_TO = {(E1, H1): G1, (E1, A1): C1, (E8, H8): G8, (E8, A8): C8}  # and as the king taking its rook


class _Moves:
    def __init__(self, board: Any) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        """How many moves there are."""
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        raise NotImplementedError

    def _text(self, move: Move) -> str:
        text: str = self.board.san(move) if self.board.is_legal(move) else self.board.uci(move)
        return text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x} ({', '.join(map(self._text, self))})>"


class LegalMoveGenerator(_Moves):
    """The legal moves of a board, as they are when somebody iterates, counts or asks `move in legal_moves`."""

    def __bool__(self) -> bool:
        return self.board._has_moves()  # type: ignore[no-any-return]

    def count(self) -> int:
        """How many moves there are."""
        return self.board._count_moves()  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_legal_moves()  # type: ignore[no-any-return]

    def __contains__(self, move: Move) -> bool:
        return self.board.is_legal(move)  # type: ignore[no-any-return]


class PseudoLegalMoveGenerator(_Moves):
    """The pseudo-legal moves of a board: moves that may leave the own king in check."""

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_pseudo_legal_moves()  # type: ignore[no-any-return]

    def __contains__(self, move: Move) -> bool:
        return self.board.is_pseudo_legal(move)  # type: ignore[no-any-return]


class MovingBoard(BaseBoard):
    """A board with moves."""

    # Whether the library's moves of chess are this class's; variants with other rules answer by masks.
    _has_moves_of_chess = True

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves: `list(board.legal_moves)`, `move in board.legal_moves`, `board.legal_moves.count()`."""
        return LegalMoveGenerator(self)

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The moves that are legal, or would be if the own king could be left in check."""
        return PseudoLegalMoveGenerator(self)

    # ---- Ends of variants, before which there are moves ----

    def is_variant_end(self) -> bool:
        """Whether a rule of a variant has ended the game."""
        return False

    def is_variant_loss(self) -> bool:
        """Whether the side to move has lost by a rule of a variant."""
        return False

    def is_variant_win(self) -> bool:
        """Whether the side to move has won by a rule of a variant."""
        return False

    def is_variant_draw(self) -> bool:
        """Whether the game is a draw by a rule of a variant."""
        return False

    # ---- Pseudo-legal moves, by masks: slow ----

    def generate_pseudo_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The pseudo-legal moves from one of these squares to one of those."""
        own = self.occupied_co[self.turn]
        for start in scan_reversed(own & ~self.pawns & from_mask):
            for target in scan_reversed(self.attacks_mask(start) & ~own & to_mask):
                yield Move(start, target)
        if self.kings & from_mask:
            yield from self.generate_castling_moves(from_mask, to_mask)
        if self.pawns & own & from_mask:
            yield from self._generate_pawn_moves(self.pawns & own & from_mask, to_mask)
            yield from self.generate_pseudo_legal_ep(from_mask, to_mask)

    def _generate_pawn_moves(self, pawns: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        """The captures, pushes and double pushes of these pawns."""
        enemies = self.occupied_co[not self.turn] & to_mask
        for start in scan_reversed(pawns):
            for target in scan_reversed(BB_PAWN_ATTACKS[self.turn][start] & enemies):
                yield from self._pawn_moves(start, target)
        if self.turn:
            single = pawns << 8 & ~self.occupied & BB_ALL
            double = single << 8 & ~self.occupied & (BB_RANK_3 | BB_RANK_4)
        else:
            single = pawns >> 8 & ~self.occupied
            double = single >> 8 & ~self.occupied & (BB_RANK_6 | BB_RANK_5)
        step = -8 if self.turn else 8
        for target in scan_reversed(single & to_mask):
            yield from self._pawn_moves(target + step, target)
        for target in scan_reversed(double & to_mask):
            yield Move(target + 2 * step, target)

    def _pawn_moves(self, start: Square, target: Square) -> Iterator[Move]:
        """A pawn's move, or its promotions."""
        if BB_SQUARES[target] & BB_BACKRANKS:
            for kind in self._promotions():
                yield Move(start, target, kind)
        else:
            yield Move(start, target)

    def _promotions(self) -> tuple[PieceType, ...]:
        """The kinds that a pawn may become."""
        return QUEEN, ROOK, BISHOP, KNIGHT

    def generate_pseudo_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The pseudo-legal captures en passant from one of these squares to one of those."""
        target = self.ep_square
        if not target or BB_SQUARES[target] & (~to_mask | self.occupied):
            return
        pawns = self.pawns & self.occupied_co[self.turn] & from_mask & (BB_RANK_5 if self.turn else BB_RANK_4)
        for start in scan_reversed(pawns & BB_PAWN_ATTACKS[not self.turn][target]):
            yield Move(start, target)

    def generate_pseudo_legal_captures(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The pseudo-legal captures from one of these squares to one of those."""
        enemies = self.occupied_co[not self.turn]
        return chain(
            self.generate_pseudo_legal_moves(from_mask, to_mask & enemies),
            self.generate_pseudo_legal_ep(from_mask, to_mask),
        )

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal castling moves, from one of these squares to a rook on one of those."""
        if self.is_variant_end():
            return
        backrank = BB_RANK_1 if self.turn else BB_RANK_8
        kings = self.occupied_co[self.turn] & self.kings & ~self._effective_promoted() & backrank & from_mask
        if not kings:
            return
        king = next(scan_forward(kings))
        for rook in scan_reversed(self.clean_castling_rights() & backrank & to_mask):
            if self._can_castle(king, rook):
                yield self._from_chess960(self.chess960, king, rook)

    def _can_castle(self, king: Square, rook: Square) -> bool:
        """Whether nothing stands in the way of castling, nor attacks the king on it."""
        first = A1 if self.turn else A8
        king_to, rook_to = (first + C1, first + D1) if rook < king else (first + G1, first + F1)
        king_path = between(king, king_to) | BB_SQUARES[king_to]
        path = king_path | between(rook, rook_to) | BB_SQUARES[rook_to]
        without = self.occupied & ~BB_SQUARES[king]
        if without & ~BB_SQUARES[rook] & path:
            return False
        after = without & ~BB_SQUARES[rook] | BB_SQUARES[rook_to]
        return not self._attacked_for_king(
            between(king, king_to) | BB_SQUARES[king], without
        ) and not self._attacked_for_king(BB_SQUARES[king_to], after)

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        return any(self.attackers_mask(not self.turn, square, occupied) for square in scan_reversed(path))

    # ---- Legal moves ----

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal moves from one of these squares to one of those."""
        if self.is_variant_end():
            return iter(())
        moves = None
        if self._has_moves_of_chess:
            moves = self._legal() if from_mask == to_mask == BB_ALL else self._legal(from_mask, to_mask)
        return self._generate_by_masks(from_mask, to_mask) if moves is None else iter(moves)

    def _generate_by_masks(self, from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        """The legal moves of any board: slow. The last one of several kings counts."""
        moves = self.generate_pseudo_legal_moves(from_mask, to_mask)
        kings = self.kings & self.occupied_co[self.turn] & ~self._effective_promoted()
        if not kings:
            return moves
        king = msb(kings)
        if self.attackers_mask(not self.turn, king):  # the king's moves come first, and other kings do not help
            others = [move for move in moves if move.from_square == king or not kings & BB_SQUARES[move.from_square]]
            moves = iter(sorted(others, key=lambda move: move.from_square != king))
        return (move for move in moves if not self._leaves_attacked(king, move))

    def _leaves_attacked(self, king: Square, move: Move) -> bool:
        """Whether this king is attacked after a pseudo-legal move. Castling has been tested before."""
        if self.is_castling(move):
            return False
        ChessBoard.push(self, move)
        try:
            return self.is_attacked_by(self.turn, move.to_square if move.from_square == king else king)
        finally:
            ChessBoard.pop(self)

    def _has_moves(self) -> bool:
        """Whether there is a legal move."""
        if self._has_moves_of_chess and not self.is_variant_end():
            answer: Optional[bool] = self._has_legal()
            if answer is not None:
                return answer
        return any(True for _ in self.generate_legal_moves())

    def _count_moves(self) -> int:
        """How many legal moves there are."""
        if self._has_moves_of_chess and not self.is_variant_end():
            count: Optional[int] = self._count_legal()
            if count is not None:
                return count
        return sum(1 for _ in self.generate_legal_moves())

    def generate_legal_captures(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal captures from one of these squares to one of those."""
        enemies = self.occupied_co[not self.turn]
        return chain(
            self.generate_legal_moves(from_mask, to_mask & enemies), self.generate_legal_ep(from_mask, to_mask)
        )

    def generate_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal captures en passant from one of these squares to one of those."""
        if self.is_variant_end():
            return
        for move in self.generate_pseudo_legal_ep(from_mask, to_mask):
            if not self.is_into_check(move):
                yield move

    # ---- Questions about a move ----

    def is_pseudo_legal(self, move: Move) -> bool:
        """Whether the piece moves so, even if it leaves its king in check."""
        start, target = BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]
        own = self.occupied_co[self.turn]
        if not move or move.drop or not own & start:
            return False
        if self.pawns & start:
            return move in self.generate_pseudo_legal_moves(start, target)
        if move.promotion:
            return False
        if self.kings & start:
            castling = self._from_chess960(self.chess960, move.from_square, move.to_square)
            if castling in self.generate_castling_moves():
                return True
        return bool(self.attacks_mask(move.from_square) & target & ~own)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal. Null moves are not."""
        if self.is_variant_end():
            return False
        if self._has_moves_of_chess:
            answer: Optional[bool] = self._is_legal(move)
            if answer is not None:
                return answer
        return self.is_pseudo_legal(move) and not self.is_into_check(move)

    def is_into_check(self, move: Move) -> bool:
        """Whether a pseudo-legal move leaves its own king in check."""
        if not self.occupied & BB_SQUARES[move.from_square] and not move.drop:
            return self.is_check()
        ChessBoard.push(self, move)
        try:
            king = self.king(not self.turn)
            return king is not None and self.is_attacked_by(self.turn, king)
        finally:
            ChessBoard.pop(self)

    def was_into_check(self) -> bool:
        """Whether the side that has moved is in check."""
        king = self.king(not self.turn)
        return king is not None and self.is_attacked_by(self.turn, king)

    def has_pseudo_legal_en_passant(self) -> bool:
        """Whether a pawn attacks the en-passant square."""
        return self.ep_square is not None and any(True for _ in self.generate_pseudo_legal_ep())

    def has_legal_en_passant(self) -> bool:
        """Whether a pawn may capture en passant."""
        return self.ep_square is not None and any(True for _ in self.generate_legal_ep())

    def checkers(self) -> SquareSet:
        """The pieces that give check."""
        return SquareSet(self.checkers_mask())

    def gives_check(self, move: Move) -> bool:
        """Whether a pseudo-legal move gives check."""
        if self._has_moves_of_chess:
            answer: Optional[bool] = self._gives_check(move)
            if answer is not None:
                return answer
        self.push(move)
        try:
            return self.is_check()
        finally:
            self.pop()

    def is_en_passant(self, move: Move) -> bool:
        """Whether a pseudo-legal move captures en passant."""
        return (
            self.ep_square == move.to_square
            and bool(self.pawns & BB_SQUARES[move.from_square])
            and abs(move.to_square - move.from_square) in (7, 9)
            and not self.occupied & BB_SQUARES[move.to_square]
        )

    def is_capture(self, move: Move) -> bool:
        """Whether a pseudo-legal move captures."""
        touched = BB_SQUARES[move.from_square] ^ BB_SQUARES[move.to_square]
        return bool(touched & self.occupied_co[not self.turn]) or self.is_en_passant(move)

    def _reduces_castling_rights(self, move: Move) -> bool:
        rights = self.clean_castling_rights()
        touched = BB_SQUARES[move.from_square] ^ BB_SQUARES[move.to_square]
        moved = touched & self.kings & ~self._effective_promoted()
        return bool(
            touched & rights
            or rights & BB_RANK_1
            and moved & self.occupied_co[WHITE]
            or rights & BB_RANK_8
            and moved & self.occupied_co[not WHITE]
        )

    def is_irreversible(self, move: Move) -> bool:
        """Whether a pseudo-legal move captures, moves a pawn, or gives up castling or en passant."""
        return self.is_zeroing(move) or self._reduces_castling_rights(move) or self.has_legal_en_passant()

    def is_castling(self, move: Move) -> bool:
        """Whether a pseudo-legal move castles."""
        if not self.kings & BB_SQUARES[move.from_square]:
            return False
        files = abs((move.from_square & 7) - (move.to_square & 7))
        return files > 1 or bool(self.rooks & self.occupied_co[self.turn] & BB_SQUARES[move.to_square])

    def is_kingside_castling(self, move: Move) -> bool:
        """Whether a pseudo-legal move castles towards the h-file."""
        return self.is_castling(move) and move.to_square & 7 > move.from_square & 7

    def is_queenside_castling(self, move: Move) -> bool:
        """Whether a pseudo-legal move castles towards the a-file."""
        return self.is_castling(move) and move.to_square & 7 < move.from_square & 7

    def has_castling_rights(self, color: Color) -> bool:
        """Whether a side may castle some time."""
        return bool(self.clean_castling_rights() & (BB_RANK_1 if color else BB_RANK_8))

    def _rights_beside(self, color: Color) -> tuple[bool, bool]:
        """Whether a side may castle towards the a-file, and towards the h-file."""
        backrank = BB_RANK_1 if color else BB_RANK_8
        kings = self.kings & self.occupied_co[color] & backrank & ~self._effective_promoted()
        rights = self.clean_castling_rights() & backrank
        return bool(kings and rights & (kings - 1)), bool(kings and rights >> msb(kings))

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """Whether a side may castle towards the h-file some time."""
        return self._rights_beside(color)[1]

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """Whether a side may castle towards the a-file some time."""
        return self._rights_beside(color)[0]

    def has_chess960_castling_rights(self) -> bool:
        """Whether there are castling rights that chess has not."""
        chess960, self.chess960 = self.chess960, True
        rights = self.clean_castling_rights()
        self.chess960 = False
        differs = rights != self.clean_castling_rights()
        self.chess960 = chess960
        return differs

    def find_move(self, from_square: Square, to_square: Square, promotion: Optional[PieceType] = None) -> Move:
        """The legal move between two squares; pawns become queens. Raises IllegalMoveError when there is none."""
        if promotion is None and self.pawns & BB_SQUARES[from_square] and BB_SQUARES[to_square] & BB_BACKRANKS:
            promotion = QUEEN
        move = self._from_chess960(self.chess960, from_square, to_square, promotion)
        if not self.is_legal(move):
            raise IllegalMoveError(f"no matching legal move for {move.uci()} in {self.fen()}")
        return move

    def fen(self) -> str:
        """The position, for messages."""
        return self.board_fen()

    # ---- Castling by the squares of the king, or as the king taking its rook ----

    def _from_chess960(
        self,
        chess960: bool,
        from_square: Square,
        to_square: Square,
        promotion: Optional[PieceType] = None,
        drop: Optional[PieceType] = None,
    ) -> Move:
        if not chess960 and not promotion and not drop and self.kings & BB_SQUARES[from_square]:
            to_square = _KING_TO.get((from_square, to_square), to_square)
        return Move(from_square, to_square, promotion, drop)

    def _to_chess960(self, move: Move) -> Move:
        rook = _ROOK_OF.get((move.from_square, move.to_square))
        if rook is None or not self.kings & BB_SQUARES[move.from_square]:
            return move
        return move if self.rooks & BB_SQUARES[move.to_square] else Move(move.from_square, rook)
