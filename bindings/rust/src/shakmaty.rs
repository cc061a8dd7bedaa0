//! shakmaty's interface: a program of shakmaty's compiles after `use kingscan::shakmaty;`, with the differences that
//! `docs/from-shakmaty.md` lists. Squares are numbered from a8, as everywhere in this crate.
//!
//! ```
//! use kingscan::shakmaty;
//! use shakmaty::{san::San, Chess, Move, Position, Role};
//!
//! fn captures<P: Position>(position: &P) -> Vec<Role> {
//!     position.legal_moves().iter().filter_map(Move::capture).collect()
//! }
//!
//! let mut position = Chess::default();
//! for san in ["e4", "d5"] {
//!     let m = san.parse::<San>()?.to_move(&position)?;
//!     position = position.play(m)?;
//! }
//! assert_eq!(captures(&position), [Role::Pawn]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod chess;
mod errors;
mod moves;
mod outcome;
mod position;
pub mod variant;
pub mod zobrist;

pub use crate::attacks;
pub use crate::{fen, san, uci};
pub use crate::{Board, ByColor, ByRole, Castles, CastlingMode, Color, EnPassantMode, File, Piece, Rank, Role};
pub use crate::{Setup, Square, Squares as Bitboard, Wing as CastlingSide};
pub use chess::Chess;
pub use errors::{PlayError, PositionError};
pub use moves::{Move, MoveList};
pub use outcome::{KnownOutcome, Outcome};
pub use position::{perft, FromSetup, Position};

/// Sets of squares, by shakmaty's name of the module.
pub mod bitboard {
    pub use super::Bitboard;
}
