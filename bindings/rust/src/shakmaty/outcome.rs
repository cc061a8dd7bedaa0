//! How a game has ended: [`Outcome`] and [`KnownOutcome`].
use std::fmt;
use std::str::FromStr;

use crate::board::Color;
use crate::error::Error;
use crate::games;

/// How a game has ended, if it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It has ended.
    Known(KnownOutcome),
    /// It has not ended, or nobody knows how.
    Unknown,
}

/// How a game has ended that has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KnownOutcome {
    /// A side has won.
    Decisive {
        /// This side.
        winner: Color,
    },
    /// Nobody has won.
    Draw,
}

impl KnownOutcome {
    /// A win, or a draw when there is no winner.
    pub fn from_winner(winner: Option<Color>) -> KnownOutcome {
        winner.map_or(KnownOutcome::Draw, |winner| KnownOutcome::Decisive { winner })
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            KnownOutcome::Decisive { winner } => Some(winner),
            KnownOutcome::Draw => None,
        }
    }

    /// As PGN has it: 1-0, 0-1 or 1/2-1/2.
    pub fn as_str(&self) -> &'static str {
        self.winner().map_or("1/2-1/2", |winner| winner.fold_wb("1-0", "0-1"))
    }
}

impl Outcome {
    /// Reads 1-0, 0-1, 1/2-1/2 or *.
    pub fn from_ascii(text: &[u8]) -> Result<Outcome, Error> {
        String::from_utf8_lossy(text).parse()
    }

    /// Whether the game has ended.
    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }

    /// Whether it has not.
    pub fn is_unknown(&self) -> bool {
        !self.is_known()
    }

    /// How it has ended.
    pub fn known(&self) -> Option<KnownOutcome> {
        match *self {
            Outcome::Known(known) => Some(known),
            Outcome::Unknown => None,
        }
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Color> {
        self.known()?.winner()
    }

    /// As PGN has it: 1-0, 0-1, 1/2-1/2 or *.
    pub fn as_str(&self) -> &'static str {
        self.known().map_or("*", |known| known.as_str())
    }
}

impl From<games::Outcome> for Outcome {
    fn from(outcome: games::Outcome) -> Outcome {
        match outcome {
            games::Outcome::Undecided => Outcome::Unknown,
            decided => Outcome::Known(KnownOutcome::from_winner(decided.winner())),
        }
    }
}

impl From<KnownOutcome> for Outcome {
    fn from(known: KnownOutcome) -> Outcome {
        Outcome::Known(known)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for KnownOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Outcome {
    type Err = Error;
    fn from_str(text: &str) -> Result<Outcome, Error> {
        text.parse::<games::Outcome>().map(Outcome::from)
    }
}
