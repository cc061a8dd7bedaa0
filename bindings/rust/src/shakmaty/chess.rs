//! A position of chess: [`Chess`].
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::ops::Deref;

use super::{Move, MoveList, Outcome, Position};
use crate::board::{Color, Square};
use crate::castles::Castles;
use crate::error::Error;
use crate::fen::EnPassantMode;
use crate::moves;
use crate::notation::{Notation, Playable};
use crate::position;
use crate::setup::{Board, Setup};
use crate::squares::Squares;

/// A position of chess or Chess960. What shakmaty has no word for is asked of the [`kingscan::Position`](crate::Position) in it.
#[derive(Clone)]
pub struct Chess {
    position: position::Position,
    /// The square that a pawn has just passed; the position knows it when a pawn attacks it.
    passed: Option<Square>,
}

impl Chess {
    /// The position that games start from.
    pub fn new() -> Chess {
        position::Position::start().into()
    }

    /// All of some moves.
    fn list(&self, moves: moves::MoveList) -> MoveList {
        moves.into_iter().map(|one| Move::of(one, self.position.board())).collect()
    }

    /// The legal move of the library that is the same; the error says which rule another one breaks.
    fn legal(&self, one: Move) -> Result<moves::Move, Error> {
        let found = one
            .of_chess()
            .filter(|&legal| self.position.is_legal(legal) && Move::of(legal, self.position.board()) == one);
        found.ok_or_else(|| {
            let refused = self.position.parse(&one.to_uci(self.position.castles().mode()).to_string()).err();
            refused.unwrap_or_else(|| Error::of_another_position(one))
        })
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}

impl From<position::Position> for Chess {
    fn from(position: position::Position) -> Chess {
        Chess { passed: position.ep_square(EnPassantMode::Always), position }
    }
}

impl From<Chess> for position::Position {
    fn from(position: Chess) -> position::Position {
        position.position
    }
}

impl Deref for Chess {
    type Target = position::Position;
    fn deref(&self) -> &position::Position {
        &self.position
    }
}

/// Whether pieces, side to move, rights and en passant are the same, as for repetitions.
impl PartialEq for Chess {
    fn eq(&self, other: &Chess) -> bool {
        self.position == other.position
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl fmt::Debug for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chess({:?})", self.position.fen())
    }
}

impl Notation for Chess {
    type Move = Move;
    fn read_move(&self, text: &str) -> Result<Move, Error> {
        self.position.parse(text).map(|one| Move::of(one, self.position.board()))
    }
    fn write_san(&self, one: Move) -> Option<String> {
        self.position.san(self.legal(one).ok()?)
    }
    fn to_fen_setup(&self, mode: EnPassantMode) -> Setup {
        Setup { ep_square: self.ep_square(mode), ..self.position.clone().into() }
    }
}

impl Playable for Chess {
    fn make_known(&mut self, one: Move) {
        self.make(one).unwrap_or_else(|error| panic!("{error}"));
    }
}

impl Position for Chess {
    fn board(&self) -> &Board {
        self.position.board()
    }
    fn turn(&self) -> Color {
        self.position.turn()
    }
    fn castles(&self) -> Castles {
        self.position.castles()
    }
    fn halfmoves(&self) -> u32 {
        self.position.halfmove_clock().into()
    }
    fn fullmoves(&self) -> NonZeroU32 {
        self.position.to_setup(EnPassantMode::Legal).fullmoves
    }
    fn ep_square(&self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Always => self.passed,
            attacked => self.position.ep_square(attacked),
        }
    }
    fn checkers(&self) -> Squares {
        self.position.checkers()
    }
    fn legal_moves(&self) -> MoveList {
        self.list(self.position.legal_moves())
    }
    fn capture_moves(&self) -> MoveList {
        self.list(self.position.captures())
    }
    fn has_legal_moves(&self) -> bool {
        self.position.has_legal_move()
    }
    fn check_move(&self, one: Move) -> Result<(), Error> {
        self.legal(one).map(|_| ())
    }
    fn make(&mut self, one: Move) -> Result<(), Error> {
        let legal = self.legal(one)?;
        // SAFETY: the move is legal.
        self.position = unsafe { self.position.after_unchecked(legal) };
        self.passed = legal.to().offset(self.position.turn().fold_wb(8, -8)).filter(|_| legal.is_double_push());
        Ok(())
    }
    fn has_insufficient_material(&self, color: Color) -> bool {
        self.position.has_insufficient_material(color)
    }
    fn variant_outcome(&self) -> Outcome {
        Outcome::Unknown
    }
    fn key(&self, _mode: EnPassantMode) -> u64 {
        self.position.polyglot_key()
    }
    fn count_leaves(&self, depth: u32) -> u64 {
        self.position.perft(depth)
    }
}
