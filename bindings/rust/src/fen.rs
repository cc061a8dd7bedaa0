//! A position as text, in shakmaty's words: [`Fen`] and [`Epd`].
use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::board::{Color, File, Square, Squares};
use crate::error::Error;
use crate::position::Position;
use crate::setup::{Board, Setup};

/// Which castling a text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Kings on the e-file, and rooks in the corners.
    Standard,
    /// Any king and rook on their first rank.
    Chess960,
}

impl CastlingMode {
    /// The mode that these castling rights need: [`CastlingMode::Standard`] when that is enough.
    pub fn detect(setup: &Setup) -> CastlingMode {
        CastlingMode::of(&setup.board, setup.castling_rights)
    }

    pub(crate) fn of(board: &Board, rooks: Squares) -> CastlingMode {
        let corners: Squares = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
        let is_at_home = |color: Color| {
            rooks.is_disjoint(board.by_color(color)) || board.king_of(color).map(Square::file) == Some(File::E)
        };
        match rooks.is_subset(corners) && Color::ALL.into_iter().all(is_at_home) {
            true => CastlingMode::Standard,
            false => CastlingMode::Chess960,
        }
    }

    /// The position, unless it has rights that this mode lacks.
    pub(crate) fn check(self, position: Position) -> Result<Position, Error> {
        if self == CastlingMode::Standard && position.castles().mode() != self {
            let message = "expected kings on the e-file and rooks in the corners; take CastlingMode::Chess960".into();
            return Err(Error { code: "castling-right", offset: 0, message });
        }
        Ok(position)
    }
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
    setup: Setup,
    position: Position,
    en_passant: EnPassantMode,
}

impl Fen {
    /// Reads a FEN or an EPD, as [`Position::from_fen`] does.
    pub fn from_ascii(text: &[u8]) -> Result<Fen, Error> {
        Ok(Fen::from_position(Position::from_bytes(text)?, EnPassantMode::Legal))
    }

    /// The FEN of a position, or of a reference to one.
    pub fn from_position(position: impl Borrow<Position>, en_passant: EnPassantMode) -> Fen {
        let position = position.borrow().clone();
        Fen { setup: position.to_setup(en_passant), position, en_passant }
    }

    /// What the text says. Rights that cannot be are not in it.
    pub fn as_setup(&self) -> &Setup {
        &self.setup
    }

    /// The same, in place of the text.
    pub fn into_setup(self) -> Setup {
        self.setup
    }

    /// The position. With [`CastlingMode::Standard`], other castling rights are an error.
    pub fn into_position<P: From<Position>>(self, mode: CastlingMode) -> Result<P, Error> {
        mode.check(self.position).map(P::from)
    }
}

/// The position that games start from.
impl Default for Fen {
    fn default() -> Fen {
        Fen::from_position(Position::start(), EnPassantMode::Legal)
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

/// The first four fields of a FEN, without the clocks.
///
/// ```
/// use kingscan::{fen::Epd, CastlingMode, Chess, EnPassantMode};
///
/// let position: Chess = "4k3/8/8/8/8/8/8/R3K3 w Q -".parse::<Epd>()?.into_position(CastlingMode::Standard)?;
/// assert_eq!(Epd::from_position(&position, EnPassantMode::Legal).to_string(), "4k3/8/8/8/8/8/8/R3K3 w Q -");
/// # Ok::<(), kingscan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Epd(Fen);

impl Epd {
    /// Reads an EPD or a FEN, whose clocks count as those of a new game.
    pub fn from_ascii(text: &[u8]) -> Result<Epd, Error> {
        Fen::from_ascii(text).map(Epd::from)
    }

    /// The EPD of a position, or of a reference to one.
    pub fn from_position(position: impl Borrow<Position>, en_passant: EnPassantMode) -> Epd {
        Fen::from_position(position, en_passant).into()
    }

    /// What the text says.
    pub fn as_setup(&self) -> &Setup {
        self.0.as_setup()
    }

    /// The same, in place of the text.
    pub fn into_setup(self) -> Setup {
        self.0.into_setup()
    }

    /// The position: see [`Fen::into_position`].
    pub fn into_position<P: From<Position>>(self, mode: CastlingMode) -> Result<P, Error> {
        self.0.into_position(mode)
    }
}

impl From<Fen> for Epd {
    fn from(mut fen: Fen) -> Epd {
        (fen.position.0.halfmove_clock, fen.position.0.fullmove_number) = (0, 1);
        Epd(Fen::from_position(fen.position, fen.en_passant))
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.0.to_string();
        f.write_str(fen.rsplitn(3, ' ').last().unwrap_or_default())
    }
}

impl FromStr for Epd {
    type Err = Error;
    fn from_str(text: &str) -> Result<Epd, Error> {
        Epd::from_ascii(text.as_bytes())
    }
}
