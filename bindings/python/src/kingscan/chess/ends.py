"""The ends of games and the faults of positions, asked of a board."""
from typing import Any, Optional

from .masks import (
    BB_BACKRANKS,
    BB_DARK_SQUARES,
    BB_LIGHT_SQUARES,
    BB_SQUARES,
    lsb,
    msb,
    popcount,
    ray,
    shift_down,
    shift_up,
)
from .notation import WritingBoard
from .squares import BLACK, COLORS, WHITE, Color, Square
from .status import Outcome, Status, Termination

_FAULTS_OF = {  # by colour
    WHITE: (Status.NO_WHITE_KING, Status.TOO_MANY_WHITE_PIECES, Status.TOO_MANY_WHITE_PAWNS),
    BLACK: (Status.NO_BLACK_KING, Status.TOO_MANY_BLACK_PIECES, Status.TOO_MANY_BLACK_PAWNS),
}


class EndingBoard(WritingBoard):
    """A board that knows when a game ends."""

    # ---- Checkmate, stalemate, and the outcome ----

    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""
        return self.is_check() and not self._has_moves()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move, and is not in check."""
        return not self.is_check() and not self.is_variant_end() and not self._has_moves()

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        """How the game has ended, or None. claim_draw: the draws that the side to move may claim end it, too."""
        winner = not self.turn
        if self.is_variant_loss():
            return Outcome(Termination.VARIANT_LOSS, winner)
        if self.is_variant_win():
            return Outcome(Termination.VARIANT_WIN, self.turn)
        if self.is_variant_draw():
            return Outcome(Termination.VARIANT_DRAW, None)
        if self.is_checkmate():
            return Outcome(Termination.CHECKMATE, winner)
        termination = self._find_draw(claim_draw)
        return Outcome(termination, None) if termination else None

    def _find_draw(self, claim_draw: bool) -> Optional[Termination]:
        if self.is_insufficient_material():
            return Termination.INSUFFICIENT_MATERIAL
        if not self._has_moves():
            return Termination.STALEMATE
        if self.is_seventyfive_moves():
            return Termination.SEVENTYFIVE_MOVES
        if self.is_fivefold_repetition():
            return Termination.FIVEFOLD_REPETITION
        if claim_draw and self.can_claim_fifty_moves():
            return Termination.FIFTY_MOVES
        if claim_draw and self.can_claim_threefold_repetition():
            return Termination.THREEFOLD_REPETITION
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended: outcome() says how."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result: "1-0", "0-1", "1/2-1/2", or "*" while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def gives_checkmate(self, move: Any) -> bool:
        """Whether a pseudo-legal move mates."""
        self.push(move)
        try:
            return self.is_checkmate()
        finally:
            self.pop()

    # ---- Draws ----

    def is_insufficient_material(self) -> bool:
        """Whether neither side can mate."""
        return self.has_insufficient_material(WHITE) and self.has_insufficient_material(BLACK)

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a side cannot mate, by the pieces and the colours of the bishops' squares."""
        own, others = self.occupied_co[color], self.occupied_co[not color]
        if own & (self.pawns | self.rooks | self.queens):
            return False
        if own & self.knights:
            return popcount(own) <= 2 and not others & ~self.kings & ~self.queens
        if own & self.bishops:
            is_one_color = not self.bishops & BB_DARK_SQUARES or not self.bishops & BB_LIGHT_SQUARES
            return is_one_color and not self.pawns and not self.knights
        return True

    def _is_halfmoves(self, least: int) -> bool:
        return self.halfmove_clock >= least and self._has_moves()

    def is_seventyfive_moves(self) -> bool:
        """Whether 75 moves of each side ended without a capture or a pawn's move: the game is a draw."""
        return self._is_halfmoves(150)

    def is_fifty_moves(self) -> bool:
        """Whether 50 moves of each side ended without a capture or a pawn's move: a draw can be claimed."""
        return self._is_halfmoves(100)

    def is_fivefold_repetition(self) -> bool:
        """Whether the position has stood five times: the game is a draw."""
        return self.is_repetition(5)

    def can_claim_draw(self) -> bool:
        """Whether the side to move may claim a draw, perhaps with its next move."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def can_claim_fifty_moves(self) -> bool:
        """Whether the side to move may claim a draw by the fifty-move rule, perhaps with its next move."""
        if self.is_fifty_moves():
            return True
        return self.halfmove_clock >= 99 and self._some_move_leads_to(self.is_fifty_moves)

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the side to move may claim a draw by threefold repetition, perhaps with its next move."""
        return self.is_repetition(3) or (len(self.move_stack) >= 5 and self._some_move_leads_to(self.is_repetition))

    def _some_move_leads_to(self, is_draw: Any) -> bool:
        """Whether a draw may be claimed after a move that neither captures nor moves a pawn."""
        for move in self.generate_legal_moves():
            if self.is_zeroing(move):
                continue
            self.push(move)
            try:
                if is_draw():
                    return True
            finally:
                self.pop()
        return False

    # ---- Faults ----

    def status(self) -> Status:
        """Flags for all that is wrong with the position; STATUS_VALID for nothing."""
        status = self._status_of_pieces()
        if self.castling_rights != self.clean_castling_rights():
            status |= Status.BAD_CASTLING_RIGHTS
        passed = self._valid_ep_square()
        if self.ep_square != passed:
            status |= Status.INVALID_EP_SQUARE
        if self.was_into_check():
            status |= Status.OPPOSITE_CHECK
        return status | self._status_of_checkers(passed)

    def is_valid(self) -> bool:
        """Whether status() finds nothing wrong."""
        return self.status() == Status.VALID

    def _status_of_pieces(self) -> Status:
        status = Status.VALID if self.occupied else Status.EMPTY
        for color in COLORS:
            no_king, too_many, too_many_pawns = _FAULTS_OF[color]
            own = self.occupied_co[color]
            status |= no_king if not own & self.kings else 0
            status |= too_many if popcount(own) > 16 else 0
            status |= too_many_pawns if popcount(own & self.pawns) > 8 else 0
        status |= Status.TOO_MANY_KINGS if popcount(self.occupied & self.kings) > 2 else 0
        status |= Status.PAWNS_ON_BACKRANK if self.pawns & BB_BACKRANKS else 0
        return status

    def _valid_ep_square(self) -> Optional[Square]:
        """The en-passant square, when a double push can have passed it."""
        square = self.ep_square
        if not square or square >> 3 != (5 if self.turn else 2):
            return None
        here = BB_SQUARES[square]
        pawn, start = (shift_down(here), shift_up(here)) if self.turn else (shift_up(here), shift_down(here))
        stands = self.pawns & self.occupied_co[not self.turn] & pawn
        return square if stands and not self.occupied & (here | start) else None

    def _status_of_checkers(self, passed: Optional[Square]) -> Status:
        """Whether a move can have given the checks. passed: the square that a double push has passed, or None."""
        checkers = self.checkers_mask()
        count = popcount(checkers)
        status = Status.TOO_MANY_CHECKERS if count > 2 else Status.VALID
        king = self.king(self.turn)
        if not checkers or king is None:
            return status
        if passed is not None:
            pawn, start = (passed - 8, passed + 8) if self.turn else (passed + 8, passed - 8)
            before = self.occupied & ~BB_SQUARES[pawn] | BB_SQUARES[start]
            if count > 1 or (msb(checkers) != pawn and self._attacked_for_king(BB_SQUARES[king], before)):
                status |= Status.IMPOSSIBLE_CHECK
        elif count > 2 or (count == 2 and self._is_impossible_pair(lsb(checkers), msb(checkers), king)):
            status |= Status.IMPOSSIBLE_CHECK
        return status

    def _is_impossible_pair(self, a: Square, b: Square, king: Square) -> bool:
        """Whether no move gives these two checks: both step, or both stand on a line with the king."""
        steppers = (BB_SQUARES[a] | BB_SQUARES[b]) & (self.pawns | self.knights | self.kings)
        return popcount(steppers) == 2 or bool(ray(a, b) & BB_SQUARES[king])
