//! A position as text, in shakmaty's words: [`Fen`].
use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::board::{Color, Square, Squares};
use crate::error::Error;
use crate::position::Position;

/// Which castling a text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Kings on the e-file, and rooks in the corners.
    Standard,
    /// Any king and rook on their first rank.
    Chess960,
}

/// When a text has the en-passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnPassantMode {
    /// When a pawn may capture there.
    Legal,
    /// When a pawn attacks it: see [`Position::x_fen`].
    PseudoLegal,
}

/// A FEN that has been read. `text.parse::<Position>()` reads a position at once.
///
/// ```
/// use kingscan::{fen::Fen, CastlingMode, Chess, EnPassantMode};
///
/// let fen: Fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
/// let position: Chess = fen.into_position(CastlingMode::Standard)?;
/// let text = Fen::from_position(&position, EnPassantMode::Legal).to_string();
/// assert_eq!(text, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
/// # Ok::<(), kingscan::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fen {
    position: Position,
    en_passant: EnPassantMode,
}

impl Fen {
    /// Reads a FEN or an EPD, as [`Position::from_fen`] does.
    pub fn from_ascii(text: &[u8]) -> Result<Fen, Error> {
        let position = Position::from_bytes(text)?;
        Ok(Fen { position, en_passant: EnPassantMode::Legal })
    }

    /// The FEN of a position, or of a reference to one.
    pub fn from_position(position: impl Borrow<Position>, en_passant: EnPassantMode) -> Fen {
        Fen { position: position.borrow().clone(), en_passant }
    }

    /// The position. With [`CastlingMode::Standard`], other castling rights are an error.
    pub fn into_position<P: From<Position>>(self, mode: CastlingMode) -> Result<P, Error> {
        let corners: Squares = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
        let rooks = self.position.castling_rooks();
        let king_at_home = |color: Color| {
            (rooks & self.position.by_color(color)).is_empty() || self.position.king(color).file() == Square::E1.file()
        };
        let is_standard = (rooks & !corners).is_empty() && king_at_home(Color::White) && king_at_home(Color::Black);
        if mode == CastlingMode::Standard && !is_standard {
            let message = "expected kings on the e-file and rooks in the corners; take CastlingMode::Chess960".into();
            return Err(Error { code: "castling-right", offset: 0, message });
        }
        Ok(self.position.into())
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self.en_passant {
            EnPassantMode::Legal => self.position.fen(),
            EnPassantMode::PseudoLegal => self.position.x_fen(),
        })
    }
}

impl FromStr for Fen {
    type Err = Error;
    fn from_str(text: &str) -> Result<Fen, Error> {
        Fen::from_ascii(text.as_bytes())
    }
}

/// Whether the texts are the same, clocks included.
impl PartialEq for Fen {
    fn eq(&self, other: &Fen) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Fen {}

impl Hash for Fen {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}
