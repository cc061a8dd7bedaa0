//! A move in UCI apart from a position, in shakmaty's words: [`UciMove`].
use std::fmt;
use std::str::FromStr;

use crate::board::{Role, Square};
use crate::castles::CastlingMode;
use crate::error::Error;
use crate::moves::Move;
use crate::notation::Notation;

/// The error of a text that is no UCI, in shakmaty's word.
pub type ParseUciMoveError = Error;

/// The error of a move that is not legal, in shakmaty's word.
pub type IllegalUciMoveError = Error;

/// A move in UCI, such as `e7e8q`. [`Position::parse`] reads a move at once.
///
/// ```
/// use kingscan::{uci::UciMove, CastlingMode, Position};
///
/// let position = Position::start();
/// let uci: UciMove = "g1f3".parse()?;
/// let one = uci.to_move(&position)?;
/// assert_eq!((position.san(one).unwrap(), one.to_uci(CastlingMode::Standard)), ("Nf3".into(), uci));
/// # Ok::<(), kingscan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciMove {
    /// A move from one square to another.
    Normal {
        /// The square that the piece leaves.
        from: Square,
        /// Where it arrives.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// A piece from the hand to a square, in variants with hands.
    Put {
        /// The piece.
        role: Role,
        /// Where it arrives.
        to: Square,
    },
    /// `0000`, which no position has among its legal moves.
    Null,
}

/// A move that UCI writes, or a reference to one.
pub trait ToUci {
    /// The text of the move.
    fn uci_in(&self, mode: CastlingMode) -> UciMove;
}

impl ToUci for Move {
    fn uci_in(&self, mode: CastlingMode) -> UciMove {
        let to = if mode.is_chess960() { self.to() } else { self.shown_to() };
        UciMove::Normal { from: self.from(), to, promotion: self.promotion() }
    }
}

impl<T: ToUci> ToUci for &T {
    fn uci_in(&self, mode: CastlingMode) -> UciMove {
        (**self).uci_in(mode)
    }
}

impl UciMove {
    /// Reads a move. A position says whether it is legal.
    pub fn from_ascii(text: &[u8]) -> Result<UciMove, Error> {
        let square = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.parse::<Square>().ok();
        let promotion = match text {
            [_, _, _, _, letter] => {
                Role::from_char(char::from(*letter)).filter(|role| role.char() == char::from(*letter))
            }
            _ => None,
        };
        if text == b"0000" {
            return Ok(UciMove::Null);
        }
        if let [letter @ b'A'..=b'Z', b'@', to @ ..] = text {
            if let (Some(role), Some(to)) = (Role::from_char(char::from(*letter)), square(to)) {
                return Ok(UciMove::Put { role, to });
            }
        }
        if text.len() == 4 || promotion.is_some() {
            if let (Some(from), Some(to)) = (square(&text[..2]), square(&text[2..4])) {
                return Ok(UciMove::Normal { from, to, promotion });
            }
        }
        let message = format!("expected a move in UCI such as e7e8q, found '{}'", String::from_utf8_lossy(text));
        Err(Error { code: "move-text", offset: 0, message })
    }

    /// The text of a move.
    pub fn from_move(one: impl ToUci, mode: CastlingMode) -> UciMove {
        one.uci_in(mode)
    }

    /// The same with [`CastlingMode::Standard`]: castling with the rook of a corner is `e1g1`.
    pub fn from_standard(one: impl ToUci) -> UciMove {
        one.uci_in(CastlingMode::Standard)
    }

    /// The same with [`CastlingMode::Chess960`]: castling is the king taking its rook.
    pub fn from_chess960(one: impl ToUci) -> UciMove {
        one.uci_in(CastlingMode::Chess960)
    }

    /// Finds the move among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn to_move<P: Notation>(&self, position: &P) -> Result<P::Move, Error> {
        position.read_move(&self.to_string())
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UciMove::Null => f.write_str("0000"),
            UciMove::Put { role, to } => write!(f, "{}@{to}", role.upper_char()),
            UciMove::Normal { from, to, promotion } => {
                write!(f, "{from}{to}")?;
                promotion.map_or(Ok(()), |role| write!(f, "{}", role.char()))
            }
        }
    }
}

impl FromStr for UciMove {
    type Err = Error;
    fn from_str(text: &str) -> Result<UciMove, Error> {
        UciMove::from_ascii(text.as_bytes())
    }
}
