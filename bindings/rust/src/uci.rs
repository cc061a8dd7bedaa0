//! A move in UCI apart from a position, in shakmaty's words: [`UciMove`].
use std::fmt;
use std::str::FromStr;

use crate::board::{Role, Square};
use crate::error::Error;
use crate::fen::CastlingMode;
use crate::moves::Move;
use crate::position::Position;

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
    /// `0000`, which no position has among its legal moves.
    Null,
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
        if text.len() == 4 || promotion.is_some() {
            if let (Some(from), Some(to)) = (square(&text[..2]), square(&text[2..4])) {
                return Ok(UciMove::Normal { from, to, promotion });
            }
        }
        let message = format!("expected a move in UCI such as e7e8q, found '{}'", String::from_utf8_lossy(text));
        Err(Error { code: "move-text", offset: 0, message })
    }

    /// The text of a move.
    pub fn from_move(one: Move, mode: CastlingMode) -> UciMove {
        let to = if mode == CastlingMode::Chess960 { one.to() } else { one.shown_to() };
        UciMove::Normal { from: one.from(), to, promotion: one.promotion() }
    }

    /// The same with [`CastlingMode::Standard`]: castling with the rook of a corner is `e1g1`.
    pub fn from_standard(one: Move) -> UciMove {
        UciMove::from_move(one, CastlingMode::Standard)
    }

    /// The same with [`CastlingMode::Chess960`]: castling is the king taking its rook.
    pub fn from_chess960(one: Move) -> UciMove {
        UciMove::from_move(one, CastlingMode::Chess960)
    }

    /// Finds the move among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn to_move(&self, position: &Position) -> Result<Move, Error> {
        position.parse(&self.to_string())
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UciMove::Null => f.write_str("0000"),
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
