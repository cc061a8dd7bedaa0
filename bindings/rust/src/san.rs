//! A move in SAN apart from a position, in shakmaty's words: [`San`] and [`SanPlus`].
use std::borrow::Borrow;
use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::moves::Move;
use crate::position::Position;

/// A move in SAN without the sign of a check, such as `Nf3`. [`Position::parse`] reads a move at once.
///
/// ```
/// use kingscan::{san::San, Position};
///
/// let position = Position::start();
/// let san: San = "Nf3".parse()?;
/// let one = san.to_move(&position)?;
/// assert_eq!((one.to_string(), San::from_move(&position, one)), ("g1f3".into(), san));
/// # Ok::<(), kingscan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct San(String);

/// The sign after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// `+`
    Check,
    /// `#`
    Checkmate,
}

/// A move in SAN with the sign of a check, such as `Qh4#`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SanPlus {
    /// The move.
    pub san: San,
    /// The sign after it.
    pub suffix: Option<Suffix>,
}

/// The rest of a text after one character of a set, or the text.
fn after<'t>(text: &'t str, set: &str) -> &'t str {
    text.strip_prefix(|c| set.contains(c)).unwrap_or(text)
}

/// Whether a text is a square after what may stand before it, and perhaps a promotion.
fn is_san(text: &str) -> bool {
    let (files, ranks) = ("abcdefgh", "12345678");
    let is_pawn = after(text, files) != text;
    let body = match text.find('=') {
        Some(at) if is_pawn && after(&text[at + 1..], "NBRQ").is_empty() && at + 2 == text.len() => &text[..at],
        _ => text,
    };
    let rest = after(body, "KQRBN");
    let is_target =
        |text: &str| after(text, files) != text && after(after(text, files), ranks).is_empty() && text.len() == 2;
    let origins = [rest, after(rest, files), after(rest, ranks), after(after(rest, files), ranks)];
    ["O-O", "O-O-O", "--"].contains(&text) || origins.into_iter().any(|rest| is_target(after(rest, "x")))
}

impl San {
    /// Reads a move, or the null move `--`, which no position has. A position says whether it is legal.
    pub fn from_ascii(text: &[u8]) -> Result<San, Error> {
        let text = String::from_utf8_lossy(text).into_owned();
        if is_san(&text) {
            return Ok(San(text));
        }
        let hint = if text.ends_with(['+', '#']) { "; SanPlus reads + and #" } else { "" };
        let message = format!("expected a move in SAN such as Nf3 or O-O, found '{text}'{hint}");
        Err(Error { code: "move-text", offset: 0, message })
    }

    /// The text of a legal move.
    ///
    /// # Panics
    /// When the move is not legal there. [`Position::san`] returns `None`.
    pub fn from_move(position: impl Borrow<Position>, one: Move) -> San {
        SanPlus::from_move(position, one).san
    }

    /// Finds the move among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn to_move(&self, position: &Position) -> Result<Move, Error> {
        position.parse(&self.0)
    }
}

impl SanPlus {
    /// Reads a move. A position says whether it is legal; the sign is not compared.
    pub fn from_ascii(text: &[u8]) -> Result<SanPlus, Error> {
        let (body, suffix) = match text {
            [body @ .., b'+'] => (body, Some(Suffix::Check)),
            [body @ .., b'#'] => (body, Some(Suffix::Checkmate)),
            _ => (text, None),
        };
        Ok(SanPlus { san: San::from_ascii(body)?, suffix })
    }

    /// The text of a legal move.
    ///
    /// # Panics
    /// When the move is not legal there. [`Position::san`] returns `None`.
    pub fn from_move(position: impl Borrow<Position>, one: Move) -> SanPlus {
        let text = position.borrow().san(one).unwrap_or_else(|| panic!("expected a legal move, found {one}"));
        SanPlus::from_ascii(text.as_bytes()).expect("the library writes SAN")
    }

    /// The same, and makes the move in the position.
    ///
    /// # Panics
    /// When the move is not legal there.
    pub fn from_move_and_play_unchecked(position: &mut Position, one: Move) -> SanPlus {
        let san = SanPlus::from_move(&*position, one);
        position.play_unchecked(one);
        san
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for SanPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.suffix {
            Some(Suffix::Check) => "+",
            Some(Suffix::Checkmate) => "#",
            None => "",
        };
        write!(f, "{}{sign}", self.san)
    }
}

impl FromStr for San {
    type Err = Error;
    fn from_str(text: &str) -> Result<San, Error> {
        San::from_ascii(text.as_bytes())
    }
}

impl FromStr for SanPlus {
    type Err = Error;
    fn from_str(text: &str) -> Result<SanPlus, Error> {
        SanPlus::from_ascii(text.as_bytes())
    }
}
