//! What texts of moves and positions ask of a position: [`Notation`], which is the same for chess and for variants.
use std::fmt::Debug;

use crate::error::Error;
use crate::fen::EnPassantMode;
use crate::moves::Move;
use crate::position::Position;
use crate::setup::Setup;
use crate::variants::{VariantMove, VariantPosition};

/// A position whose moves are read and written, or a reference to one.
pub trait Notation {
    /// A move of it.
    type Move: Copy + Debug;

    /// Finds a move in UCI or SAN among the legal ones.
    fn read_move(&self, text: &str) -> Result<Self::Move, Error>;

    /// A legal move in SAN; None when it is not legal here.
    fn write_san(&self, one: Self::Move) -> Option<String>;

    /// What FEN says.
    fn to_fen_setup(&self, mode: EnPassantMode) -> Setup;
}

/// A position in which moves are made.
pub trait Playable: Notation {
    /// Makes a move that is known to be legal.
    ///
    /// # Panics
    /// When the move is not legal here.
    fn make_known(&mut self, one: Self::Move);
}

impl<P: Notation> Notation for &P {
    type Move = P::Move;
    fn read_move(&self, text: &str) -> Result<P::Move, Error> {
        (**self).read_move(text)
    }
    fn write_san(&self, one: P::Move) -> Option<String> {
        (**self).write_san(one)
    }
    fn to_fen_setup(&self, mode: EnPassantMode) -> Setup {
        (**self).to_fen_setup(mode)
    }
}

impl Notation for Position {
    type Move = Move;
    fn read_move(&self, text: &str) -> Result<Move, Error> {
        self.parse(text)
    }
    fn write_san(&self, one: Move) -> Option<String> {
        self.san(one)
    }
    fn to_fen_setup(&self, mode: EnPassantMode) -> Setup {
        self.to_setup(mode)
    }
}

impl Playable for Position {
    fn make_known(&mut self, one: Move) {
        self.play_unchecked(one);
    }
}

/// The en-passant square is there when a piece may capture on it, whatever the mode.
///
/// # Panics
/// `to_fen_setup`, when the board has not 64 squares, or other pieces than chess.
impl Notation for VariantPosition<'_> {
    type Move = VariantMove;
    fn read_move(&self, text: &str) -> Result<VariantMove, Error> {
        self.parse(text)
    }
    fn write_san(&self, one: VariantMove) -> Option<String> {
        self.san(one)
    }
    fn to_fen_setup(&self, _mode: EnPassantMode) -> Setup {
        Setup::of_variant_fen(&self.fen()).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Playable for VariantPosition<'_> {
    fn make_known(&mut self, one: VariantMove) {
        self.play_unchecked(one);
    }
}
