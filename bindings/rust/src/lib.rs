//! The rules of chess and of its variants by Kingscan's library: positions, legal moves, verdicts, perft, games in PGN.
#![doc = include_str!("../README.md")]
#![deny(missing_debug_implementations, missing_docs, unsafe_op_in_unsafe_fn)]
#![warn(clippy::undocumented_unsafe_blocks)]

pub mod attacks;
mod batch;
mod board;
mod data;
mod error;
pub mod fen;
mod ffi;
mod games;
mod moves;
pub mod pgn;
mod position;
pub mod san;
mod setup;
pub mod uci;
pub mod variant;
mod variants;

pub use batch::{check, in_check, Checked, Lines};
pub use board::{Color, File, Piece, Rank, Role, Square, Squares};
pub use data::{Data, DataError, Entry, Fault};
pub use error::Error;
pub use fen::{CastlingMode, EnPassantMode};
pub use games::{Commands, Eval, Game, Games, Mistake, Outcome, Played};
pub use moves::{IntoMoves, Move, MoveList};
pub use position::{Position, Reading, Verdict, Wing};
pub use setup::{Board, ByColor, ByRole, Castles, Setup};
pub use variants::{Variant, VariantMove, VariantPosition, Variants};

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
