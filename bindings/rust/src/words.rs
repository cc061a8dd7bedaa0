//! What shakmaty asks of a position, in its words, where [`Position`] has another word or another way.
use crate::board::{Color, Role, Square};
use crate::castles::{CastlingMode, Wing};
use crate::error::Error;
use crate::fen::EnPassantMode;
use crate::ffi;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::setup::Setup;
use crate::squares::Squares;

impl Position {
    /// The position that games start from.
    pub fn new() -> Position {
        Position::start()
    }

    /// Makes a position of what FEN says. A right that cannot be is an error, and so is one that the mode lacks. The offset
    /// of an error is a square.
    pub fn from_setup(setup: Setup, mode: CastlingMode) -> Result<Position, Error> {
        Position::of_setup(&setup, mode, ffi::FEN_RIGHTS)
    }

    /// The same with the flags that ks_position_from_board takes.
    pub(crate) fn of_setup(setup: &Setup, mode: CastlingMode, flags: u32) -> Result<Position, Error> {
        let clock = |number: u32| {
            u16::try_from(number).map_err(|_| Error {
                code: "fen-clock",
                offset: 0,
                message: format!("expected a number up to 65535, found {number}"),
            })
        };
        let mut position = Position::of_codes(&setup.board, setup.turn, setup.castling_rights, setup.ep_square, flags)?;
        position.0.halfmove_clock = clock(setup.halfmoves)?;
        position.0.fullmove_number = clock(setup.fullmoves.get())?;
        mode.check(position.board(), position.castling_rooks())?;
        Ok(position)
    }

    /// What FEN says, in members that can be changed; `mode` says when it has the en-passant square.
    pub fn to_setup(&self, mode: EnPassantMode) -> Setup {
        Setup { ep_square: self.ep_square(mode), ..self.clone().into() }
    }

    /// The same, in place of the position.
    pub fn into_setup(self, mode: EnPassantMode) -> Setup {
        self.to_setup(mode)
    }

    /// The square that a pawn has just passed, when `mode` has it.
    pub fn ep_square(&self, mode: EnPassantMode) -> Option<Square> {
        let passed = Square::new(self.0.en_passant);
        match mode {
            EnPassantMode::Legal => self.en_passant(),
            // What was read may be a square that no pawn attacks.
            EnPassantMode::PseudoLegal => {
                passed.filter(|&to| (self.attackers(to, self.turn()) & self.board().pawns()).next().is_some())
            }
            EnPassantMode::Always => passed,
        }
    }

    /// The same as [`Position::en_passant`].
    pub fn legal_ep_square(&self) -> Option<Square> {
        self.en_passant()
    }

    /// The square that a pawn has just passed, and that a pawn attacks.
    pub fn pseudo_legal_ep_square(&self) -> Option<Square> {
        self.ep_square(EnPassantMode::PseudoLegal)
    }

    /// The squares of the pieces of the side to move.
    pub fn us(&self) -> Squares {
        self.by_color(self.turn())
    }

    /// The squares of such pieces of the side to move.
    pub fn our(&self, role: Role) -> Squares {
        self.us() & self.by_role(role)
    }

    /// The squares of the pieces of the side that has moved.
    pub fn them(&self) -> Squares {
        self.by_color(!self.turn())
    }

    /// The squares of such pieces of the side that has moved.
    pub fn their(&self, role: Role) -> Squares {
        self.them() & self.by_role(role)
    }

    /// The same as [`Position::halfmove_clock`].
    pub fn halfmoves(&self) -> u16 {
        self.halfmove_clock()
    }

    /// The same as [`Position::fullmove_number`].
    pub fn fullmoves(&self) -> u16 {
        self.fullmove_number()
    }

    /// The pieces of a side that attack a square when these squares are occupied:
    /// [`Board::attacks_to`](crate::Board::attacks_to).
    pub fn king_attackers(&self, square: Square, attacker: Color, occupied: Squares) -> Squares {
        self.board().attacks_to(square, attacker, occupied)
    }

    /// Whether a side has too little material to mate by any moves.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        !self.can_mate(color)
    }

    fn legal_moves_that(&self, keep: impl FnMut(&Move) -> bool) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(keep);
        moves
    }

    /// The same as [`Position::captures`].
    pub fn capture_moves(&self) -> MoveList {
        self.captures()
    }

    /// The legal moves of pawns that become other pieces.
    pub fn promotion_moves(&self) -> MoveList {
        self.legal_moves_that(|one| one.is_promotion())
    }

    /// The legal moves that castle on a wing.
    pub fn castling_moves(&self, wing: Wing) -> MoveList {
        self.legal_moves_that(|one| one.castling_side() == Some(wing))
    }

    /// The legal moves that capture en passant.
    pub fn en_passant_moves(&self) -> MoveList {
        self.legal_moves_that(|one| one.is_en_passant())
    }

    /// The legal moves of pieces of a kind to a square, castling excepted.
    pub fn san_candidates(&self, role: Role, to: Square) -> MoveList {
        self.legal_moves_that(|one| one.to() == to && !one.is_castling() && self.role_at(one.from()) == Some(role))
    }

    /// Whether no sequence of moves leads back to the position before a legal move: it captures, a pawn moves, or a right to
    /// castle or to capture en passant is lost.
    pub fn is_irreversible(&self, one: Move) -> bool {
        let loses_right = |after: Position| after.castling_rooks() != self.castling_rooks();
        self.is_zeroing(one) || self.legal_ep_square().is_some() || self.after(one).map_or(false, loses_right)
    }

    /// The same as [`Position::make`] for a move that is known to be legal. The move is checked here too;
    /// [`Position::after_unchecked`] checks nothing.
    ///
    /// # Panics
    /// When the move is not legal here.
    #[inline]
    pub fn play_unchecked(&mut self, one: Move) {
        self.make(one).unwrap_or_else(|error| panic!("{error}"));
    }

    /// The position with the other side to move, without a right to capture en passant. In check there is none, and the error
    /// says so. [`Position::after_null_move`] counts the move too.
    pub fn swap_turn(self) -> Result<Position, Error> {
        let mut setup = self.into_setup(EnPassantMode::Always);
        setup.swap_turn();
        let mode = CastlingMode::detect(&setup);
        Position::from_setup(setup, mode)
    }
}
