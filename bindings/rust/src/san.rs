//! A move in SAN apart from a position, in shakmaty's words: [`San`] and [`SanPlus`].
use std::borrow::Borrow;
use std::fmt::{self, Write};
use std::str::FromStr;

use crate::board::{File, Rank, Role, Square};
use crate::castles::Wing;
use crate::error::Error;
use crate::notation::{Notation, Playable};
use crate::shakmaty;

/// The error of a text that is no SAN, in shakmaty's word.
pub type ParseSanError = Error;

/// The error of a move that is not legal, in shakmaty's word.
pub type SanError = Error;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// A piece moves.
    Normal {
        /// The piece.
        role: Role,
        /// The file that it leaves, where that is written.
        file: Option<File>,
        /// The rank that it leaves, where that is written.
        rank: Option<Rank>,
        /// Whether an `x` is written.
        capture: bool,
        /// Where it arrives.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// King and rook move.
    Castle(Wing),
    /// A piece from the hand to a square, in variants with hands.
    Put {
        /// The piece.
        role: Role,
        /// Where it arrives.
        to: Square,
    },
    /// `--`, which no position has among its legal moves.
    Null,
}

/// The sign after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// `+`
    Check,
    /// `#`
    Checkmate,
}

impl Suffix {
    /// The sign.
    pub fn char(self) -> char {
        match self {
            Suffix::Check => '+',
            Suffix::Checkmate => '#',
        }
    }
}

/// A move in SAN with the sign of a check, such as `Qh4#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SanPlus {
    /// The move.
    pub san: San,
    /// The sign after it.
    pub suffix: Option<Suffix>,
}

/// What a text ends with, when that is something, and the text before.
fn split_end<T>(text: &str, read: impl Fn(char) -> Option<T>) -> (&str, Option<T>) {
    let last = text.chars().next_back();
    match last.and_then(|letter| Some((letter.len_utf8(), read(letter)?))) {
        Some((length, value)) => (&text[..text.len() - length], Some(value)),
        None => (text, None),
    }
}

/// A role of a capital letter.
fn role_of(letter: char) -> Option<Role> {
    Role::from_char(letter).filter(|role| role.upper_char() == letter)
}

/// Reads from the end: what a pawn becomes, the square, and what may stand before it.
fn read_normal(text: &str) -> Option<San> {
    let (rest, promotion) = match split_end(text, role_of) {
        (before, Some(role)) => (before.strip_suffix('=')?, Some(role)),
        without => without,
    };
    let (rest, to_rank) = split_end(rest, Rank::from_char);
    let (rest, to_file) = split_end(rest, File::from_char);
    let to = Square::from_coords(to_file?, to_rank?);
    if let Some(letter) = rest.strip_suffix('@') {
        let role = if letter.is_empty() { Role::Pawn } else { role_of(letter.chars().next()?)? };
        return Some(San::Put { role, to }).filter(|_| letter.len() < 2 && promotion.is_none());
    }
    let (rest, capture) = split_end(rest, |letter| (letter == 'x').then_some(()));
    let (rest, rank) = split_end(rest, Rank::from_char);
    let (rest, file) = split_end(rest, File::from_char);
    let (rest, role) = split_end(rest, |letter| role_of(letter).filter(|&role| role != Role::Pawn));
    let role = role.unwrap_or(Role::Pawn);
    let fits = rest.is_empty() && (promotion.is_none() || role == Role::Pawn && promotion != Some(Role::Pawn));
    fits.then_some(San::Normal { role, file, rank, capture: capture.is_some(), to, promotion })
}

impl San {
    /// Reads a move, or the null move `--`, which no position has. A position says whether it is legal.
    pub fn from_ascii(text: &[u8]) -> Result<San, Error> {
        let text = String::from_utf8_lossy(text).into_owned();
        let san = match text.as_str() {
            "O-O" => Some(San::Castle(Wing::KingSide)),
            "O-O-O" => Some(San::Castle(Wing::QueenSide)),
            "--" => Some(San::Null),
            other => read_normal(other),
        };
        if let Some(san) = san {
            return Ok(san);
        }
        let hint = if text.ends_with(['+', '#']) { "; SanPlus reads + and #" } else { "" };
        let message = format!("expected a move in SAN such as Nf3 or O-O, found '{text}'{hint}");
        Err(Error { code: "move-text", offset: 0, message })
    }

    /// The text of a legal move.
    ///
    /// # Panics
    /// When the move is not legal there. [`Position::san`] returns `None`.
    pub fn from_move<P: Notation>(position: P, one: impl Borrow<P::Move>) -> San {
        SanPlus::from_move(position, one).san
    }

    /// Finds the move among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn to_move<P: Notation>(&self, position: &P) -> Result<P::Move, Error> {
        position.read_move(&self.to_string())
    }

    /// Whether a move can be written so, when others are not looked at.
    pub fn matches(&self, one: impl Borrow<shakmaty::Move>) -> bool {
        let one = *one.borrow();
        match *self {
            San::Castle(wing) => one.castling_side() == Some(wing),
            San::Put { role, to } => one == shakmaty::Move::Put { role, to },
            San::Null => false,
            San::Normal { role, file, rank, capture, to, promotion } => {
                let fits = |from: Square| {
                    file.map_or(true, |file| file == from.file()) && rank.map_or(true, |rank| rank == from.rank())
                };
                let is_normal =
                    one.role() == role && one.to() == to && one.promotion() == promotion && !one.is_castle();
                is_normal && one.is_capture() == capture && one.from().map_or(false, fits)
            }
        }
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
    pub fn from_move<P: Notation>(position: P, one: impl Borrow<P::Move>) -> SanPlus {
        let one = *one.borrow();
        let text = position.write_san(one).unwrap_or_else(|| panic!("expected a legal move, found {one:?}"));
        SanPlus::from_ascii(text.as_bytes()).expect("the library writes SAN")
    }

    /// The same, and makes the move in the position.
    ///
    /// # Panics
    /// When the move is not legal there.
    pub fn from_move_and_play_unchecked<P: Playable>(position: &mut P, one: impl Borrow<P::Move>) -> SanPlus {
        let san = SanPlus::from_move(&*position, *one.borrow());
        position.make_known(*one.borrow());
        san
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |role: Role| Some(role.upper_char()).filter(|_| role != Role::Pawn);
        let text = |character: Option<char>| character.map_or(String::new(), String::from);
        match *self {
            San::Null => f.write_str("--"),
            San::Castle(Wing::KingSide) => f.write_str("O-O"),
            San::Castle(Wing::QueenSide) => f.write_str("O-O-O"),
            San::Put { role, to } => write!(f, "{}@{to}", text(shown(role))),
            San::Normal { role, file, rank, capture, to, promotion } => {
                let (file, rank, capture) = (file.map(File::char), rank.map(Rank::char), capture.then_some('x'));
                [shown(role), file, rank, capture].into_iter().flatten().try_for_each(|one| f.write_char(one))?;
                write!(f, "{to}")?;
                promotion.map_or(Ok(()), |role| write!(f, "={}", role.upper_char()))
            }
        }
    }
}

impl fmt::Display for SanPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.san)?;
        self.suffix.map_or(Ok(()), |suffix| f.write_char(suffix.char()))
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
