//! The rules of chess and of its variants by Kingscan's library: positions, legal moves, verdicts, perft, games in PGN.
#![doc = include_str!("../README.md")]
#![deny(missing_debug_implementations, missing_docs, unsafe_op_in_unsafe_fn)]
#![warn(clippy::undocumented_unsafe_blocks)]

pub mod attacks;
mod batch;
mod board;
mod by_color;
mod castles;
mod data;
mod error;
pub mod fen;
mod ffi;
mod games;
mod moves;
mod notation;
pub mod pgn;
mod position;
pub mod san;
mod setup;
pub mod shakmaty;
mod squares;
pub mod uci;
pub mod variant;
mod variants;
mod words;

pub use batch::{check, in_check, Checked, Lines};
pub use board::{Color, File, Piece, Rank, Role, Square};
pub use by_color::{ByColor, ByRole};
pub use castles::{Castles, CastlingMode, Wing};
pub use data::{Data, DataError, Entry, Fault};
pub use error::Error;
pub use fen::EnPassantMode;
pub use games::{Commands, Eval, Game, Games, Mistake, Outcome, Played};
pub use moves::{IntoMoves, Move, MoveList};
pub use notation::{Notation, Playable};
pub use position::{Position, Reading, Verdict};
pub use setup::{Board, Setup};
pub use squares::Squares;
pub use variants::{Variant, VariantMove, VariantPosition, Variants};

/// Games in PGN, by the name of the crate that has these words: after `use kingscan::pgn_reader;`, a visitor compiles.
pub use pgn as pgn_reader;

/// A position of chess, in shakmaty's word.
pub type Chess = Position;

/// The wing on which a king castles, in shakmaty's word.
pub type CastlingSide = Wing;

/// A set of squares, in shakmaty's word; bit 0 is a8.
pub type Bitboard = Squares;

/// The number of sequences of `depth` legal moves: [`Position::perft`].
pub fn perft(position: &Position, depth: u32) -> u64 {
    position.perft(depth)
}

/// The version of the library.
pub fn version() -> &'static str {
    // SAFETY: the library's version is a static string.
    unsafe { error::text_of(ffi::ks_version()) }
}

/// The page's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from-shakmaty.md")]
struct FromShakmaty;
