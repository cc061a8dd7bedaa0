//! Errors that have the position, or what should have become one: [`PlayError`] and [`PositionError`].
use std::fmt;

use super::{Chess, FromSetup, Move};
use crate::castles::CastlingMode;
use crate::error::Error;
use crate::position::Position;
use crate::setup::Setup;

/// A move that is not legal in a position.
#[derive(Clone)]
pub struct PlayError<P> {
    /// The move.
    pub m: Move,
    /// The position, as it was.
    pub position: P,
    /// Which rule the move breaks.
    pub error: Error,
}

impl<P> PlayError<P> {
    /// The position, as it was.
    pub fn into_position(self) -> P {
        self.position
    }
}

/// A setup that is no position. Too many pieces, and checks that no game leads to, are no errors here.
#[derive(Clone, PartialEq, Eq)]
pub struct PositionError<P> {
    /// What is wrong.
    pub error: Error,
    /// The position without the rights that cannot be.
    lenient: Option<Box<P>>,
}

impl<P> PositionError<P> {
    pub(crate) fn new(error: Error, lenient: Option<P>) -> PositionError<P> {
        PositionError { error, lenient: lenient.map(Box::new) }
    }

    fn ignore(self, code: &str) -> Result<P, PositionError<P>> {
        match self.lenient {
            Some(position) if self.error.code == code => Ok(*position),
            lenient => Err(PositionError { lenient, ..self }),
        }
    }

    /// The position without castling rights that cannot be, when nothing else is wrong.
    pub fn ignore_invalid_castling_rights(self) -> Result<P, PositionError<P>> {
        self.ignore("castling-right")
    }

    /// The position without an en-passant square that cannot be, when nothing else is wrong.
    pub fn ignore_invalid_ep_square(self) -> Result<P, PositionError<P>> {
        self.ignore("en-passant-square")
    }

    /// The error: too many pieces are none.
    pub fn ignore_too_much_material(self) -> Result<P, PositionError<P>> {
        Err(self)
    }

    /// The error: checks that no game leads to are none.
    pub fn ignore_impossible_check(self) -> Result<P, PositionError<P>> {
        Err(self)
    }
}

impl<P> From<PositionError<P>> for Error {
    fn from(error: PositionError<P>) -> Error {
        error.error
    }
}

impl<P> From<PlayError<P>> for Error {
    fn from(error: PlayError<P>) -> Error {
        error.error
    }
}

macro_rules! shown_as_errors {
    ($($name:ident)*) => { $(
        impl<P> fmt::Display for $name<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.error, f)
            }
        }

        impl<P> fmt::Debug for $name<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.error).finish()
            }
        }

        impl<P> std::error::Error for $name<P> {}
    )* };
}
shown_as_errors!(PlayError PositionError);

impl FromSetup for Position {
    fn from_setup(setup: Setup, mode: CastlingMode) -> Result<Position, PositionError<Position>> {
        Position::from_setup(setup.clone(), mode)
            .map_err(|error| PositionError::new(error, Position::of_setup(&setup, mode, 0).ok()))
    }
}

impl FromSetup for Chess {
    fn from_setup(setup: Setup, mode: CastlingMode) -> Result<Chess, PositionError<Chess>> {
        <Position as FromSetup>::from_setup(setup, mode)
            .map(Chess::from)
            .map_err(|error| PositionError::new(error.error, error.lenient.map(|position| Chess::from(*position))))
    }
}
