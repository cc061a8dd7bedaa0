//! What positions of chess and of variants have in common: [`Position`].
use std::borrow::Borrow;
use std::num::NonZeroU32;

use super::zobrist::ZobristValue;
use super::{KnownOutcome, Move, MoveList, Outcome, PlayError, PositionError};
use crate::board::{Color, Role, Square};
use crate::by_color::{ByColor, ByRole};
use crate::castles::{Castles, CastlingMode, Wing};
use crate::error::Error;
use crate::fen::EnPassantMode;
use crate::notation::Playable;
use crate::setup::{Board, Setup};
use crate::squares::Squares;

/// Positions that are made of what FEN says.
pub trait FromSetup: Sized {
    /// Makes a position. A right that cannot be is an error, and so is one that the mode lacks.
    fn from_setup(setup: Setup, mode: CastlingMode) -> Result<Self, PositionError<Self>>;
}

/// A position of chess or of a variant, and its legal moves. Moves are given by value or by reference.
pub trait Position: Playable<Move = Move> + Clone {
    // ---- What a kind of positions has to say ----

    /// The board.
    fn board(&self) -> &Board;
    /// The side to move.
    fn turn(&self) -> Color;
    /// The castling rights.
    fn castles(&self) -> Castles;
    /// Plies since the last capture or pawn move.
    fn halfmoves(&self) -> u32;
    /// The number of the move, from 1.
    fn fullmoves(&self) -> NonZeroU32;
    /// The square that a pawn has just passed, when `mode` has it.
    fn ep_square(&self, mode: EnPassantMode) -> Option<Square>;
    /// The pieces that give check.
    fn checkers(&self) -> Squares;
    /// All legal moves.
    fn legal_moves(&self) -> MoveList;
    /// Says which rule a move breaks, if it is not legal.
    fn check_move(&self, one: Move) -> Result<(), Error>;
    /// Makes a move in this position itself. When the move is not legal here, nothing changes, and the error says why.
    fn make(&mut self, one: Move) -> Result<(), Error>;
    /// Whether a side has too little material to win by any moves.
    fn has_insufficient_material(&self, color: Color) -> bool;
    /// How the game has ended by a rule that chess lacks.
    fn variant_outcome(&self) -> Outcome;
    /// The key of 64 bits.
    fn key(&self, mode: EnPassantMode) -> u64;
    /// The number of sequences of `depth` legal moves.
    fn count_leaves(&self, depth: u32) -> u64;

    // ---- What follows ----

    /// The pieces that were pawns, in variants with hands.
    fn promoted(&self) -> Squares {
        Squares::EMPTY
    }

    /// The pieces in hand, in variants with hands.
    fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        None
    }

    /// How many checks each side still has to give to win, in variants that count them.
    fn remaining_checks(&self) -> Option<&ByColor<u8>> {
        None
    }

    /// What FEN says, in members that can be changed.
    fn to_setup(&self, mode: EnPassantMode) -> Setup {
        self.to_fen_setup(mode)
    }

    /// The same, in place of the position.
    fn into_setup(self, mode: EnPassantMode) -> Setup {
        self.to_fen_setup(mode)
    }

    /// The square that a pawn has just passed, and on which a pawn may capture.
    fn legal_ep_square(&self) -> Option<Square> {
        self.ep_square(EnPassantMode::Legal)
    }

    /// The square that a pawn has just passed, and that a pawn attacks.
    fn pseudo_legal_ep_square(&self) -> Option<Square> {
        self.ep_square(EnPassantMode::PseudoLegal)
    }

    /// The square that a pawn has just passed.
    fn maybe_ep_square(&self) -> Option<Square> {
        self.ep_square(EnPassantMode::Always)
    }

    /// The squares of the pieces of the side to move.
    fn us(&self) -> Squares {
        self.board().by_color(self.turn())
    }

    /// The squares of such pieces of the side to move.
    fn our(&self, role: Role) -> Squares {
        self.board().by_piece(role.of(self.turn()))
    }

    /// The squares of the pieces of the side that has moved.
    fn them(&self) -> Squares {
        self.board().by_color(!self.turn())
    }

    /// The squares of such pieces of the side that has moved.
    fn their(&self, role: Role) -> Squares {
        self.board().by_piece(role.of(!self.turn()))
    }

    /// The pieces of a side that attack a square when these squares are occupied.
    fn king_attackers(&self, square: Square, attacker: Color, occupied: Squares) -> Squares {
        self.board().attacks_to(square, attacker, occupied)
    }

    /// The legal moves that capture.
    fn capture_moves(&self) -> MoveList {
        moves_that(self, Move::is_capture)
    }

    /// The legal moves of pawns that become other pieces.
    fn promotion_moves(&self) -> MoveList {
        moves_that(self, Move::is_promotion)
    }

    /// The legal moves that capture en passant.
    fn en_passant_moves(&self) -> MoveList {
        moves_that(self, Move::is_en_passant)
    }

    /// The legal moves that castle on a side.
    fn castling_moves(&self, side: Wing) -> MoveList {
        moves_that(self, |one| one.castling_side() == Some(side))
    }

    /// The legal moves of pieces of a kind to a square, castling excepted.
    fn san_candidates(&self, role: Role, to: Square) -> MoveList {
        moves_that(self, |one| one.role() == role && one.to() == to && !one.is_castle())
    }

    /// Whether there is a legal move.
    fn has_legal_moves(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Whether a move is legal here.
    fn is_legal(&self, one: impl Borrow<Move>) -> bool {
        self.check_move(*one.borrow()).is_ok()
    }

    /// Whether no sequence of moves leads back from a legal move: it captures, a pawn moves, a piece is put, or a right is lost.
    fn is_irreversible(&self, one: impl Borrow<Move>) -> bool {
        let one = *one.borrow();
        let mut after = self.clone();
        let is_lost = |after: &Self| after.castles() != self.castles() || after.pockets() != self.pockets();
        one.is_zeroing() || self.legal_ep_square().is_some() || after.make(one).is_ok() && is_lost(&after)
    }

    /// The position after a move, in place of this one.
    fn play(mut self, one: impl Borrow<Move>) -> Result<Self, PlayError<Self>> {
        let m = *one.borrow();
        match self.make(m) {
            Ok(()) => Ok(self),
            Err(error) => Err(PlayError { m, position: self, error }),
        }
    }

    /// Makes a move that is known to be legal in this position itself. The move is checked all the same.
    ///
    /// # Panics
    /// When the move is not legal here.
    fn play_unchecked(&mut self, one: impl Borrow<Move>) {
        self.make_known(*one.borrow());
    }

    /// The position with the other side to move, without a right to capture en passant. In check there is none.
    fn swap_turn(self) -> Result<Self, PositionError<Self>>
    where
        Self: FromSetup,
    {
        let mut setup = self.into_setup(EnPassantMode::Always);
        setup.swap_turn();
        let mode = CastlingMode::detect(&setup);
        Self::from_setup(setup, mode)
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the side to move is in check and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.is_check() && !self.is_variant_end() && !self.has_legal_moves()
    }

    /// Whether the side to move is not in check and has no legal move.
    fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.is_variant_end() && !self.has_legal_moves()
    }

    /// Whether neither side can win by any sequence of moves, as far as the material says.
    fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Whether the game has ended by a rule that chess lacks.
    fn is_variant_end(&self) -> bool {
        self.variant_outcome().is_known()
    }

    /// Whether the game has ended: see [`Position::outcome`].
    fn is_game_over(&self) -> bool {
        self.outcome().is_known()
    }

    /// How the game has ended by a rule of the variant, mate, stalemate or insufficient material. Clocks and repetitions
    /// are not looked at.
    fn outcome(&self) -> Outcome {
        match self.variant_outcome() {
            Outcome::Unknown if !self.has_legal_moves() => {
                Outcome::Known(KnownOutcome::from_winner(Some(!self.turn()).filter(|_| self.is_check())))
            }
            Outcome::Unknown if self.is_insufficient_material() => Outcome::Known(KnownOutcome::Draw),
            outcome => outcome,
        }
    }

    /// The key: in chess the one of Polyglot's opening books, whatever the mode.
    fn zobrist_hash<V: ZobristValue>(&self, mode: EnPassantMode) -> V {
        V::from_key(self.key(mode))
    }
}

fn moves_that<P: Position>(position: &P, keep: impl FnMut(&Move) -> bool) -> MoveList {
    let mut moves = position.legal_moves();
    moves.retain(keep);
    moves
}

/// The number of sequences of `depth` legal moves.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    position.count_leaves(depth)
}
