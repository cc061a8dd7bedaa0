//! The visitor of pgn-reader 0.26 and before, whose calls return nothing: after `use kingscan::pgn::v0_26 as pgn_reader;`, a
//! program of those versions compiles.
//!
//! ```
//! use kingscan::pgn::v0_26 as pgn_reader;
//! use pgn_reader::{BufferedReader, SanPlus, Skip, Visitor};
//!
//! struct Counter(usize);
//!
//! impl Visitor for Counter {
//!     type Result = usize;
//!
//!     fn begin_game(&mut self) {
//!         self.0 = 0;
//!     }
//!     fn san(&mut self, _san_plus: SanPlus) {
//!         self.0 += 1;
//!     }
//!     fn begin_variation(&mut self) -> Skip {
//!         Skip(true)
//!     }
//!     fn end_game(&mut self) -> usize {
//!         self.0
//!     }
//! }
//!
//! let mut reader = BufferedReader::new_cursor("1. e4 e5 2. Nf3 (2. f4) *");
//! assert_eq!(reader.read_game(&mut Counter(0))?, Some(3));
//! # Ok::<(), std::io::Error>(())
//! ```
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow::{self, Break, Continue};

use super::Reader;

pub use super::{Nag, RawComment, RawTag as RawHeader, San, SanPlus, Skip};
pub use crate::shakmaty::{self, KnownOutcome as Outcome};
pub use crate::{CastlingMode, Color, File, Rank, Role, Square, Wing as CastlingSide};

/// What is done with the games that a [`BufferedReader`] reads.
#[allow(unused_variables)]
pub trait Visitor {
    /// What a game becomes.
    type Result;

    /// A game begins.
    fn begin_game(&mut self) {}

    /// The tags begin.
    fn begin_headers(&mut self) {}

    /// A tag.
    fn header(&mut self, key: &[u8], value: RawHeader<'_>) {}

    /// The tags have ended; the moves are passed over after `Skip(true)`.
    fn end_headers(&mut self) -> Skip {
        Skip(false)
    }

    /// A move: see [`super::Visitor::san`].
    fn san(&mut self, san_plus: SanPlus) {}

    /// A glyph, such as `$1`, or the `!` after a move.
    fn nag(&mut self, nag: Nag) {}

    /// A comment, whatever its length.
    fn comment(&mut self, comment: RawComment<'_>) {}

    /// A variation begins; it replaces the move before.
    fn begin_variation(&mut self) -> Skip {
        Skip(false)
    }

    /// A variation ends that was not passed over.
    fn end_variation(&mut self) {}

    /// What the moves end with, or else the tag Result; None for `*`, and when there is neither.
    fn outcome(&mut self, outcome: Option<Outcome>) {}

    /// The game has ended.
    fn end_game(&mut self) -> Self::Result;
}

/// Makes the calls of this version.
struct Calls<'v, V>(&'v mut V);

impl<V: Visitor> super::Visitor for Calls<'_, V> {
    type Tags = ();
    type Movetext = ();
    type Output = V::Result;

    fn begin_tags(&mut self) -> ControlFlow<V::Result> {
        self.0.begin_game();
        self.0.begin_headers();
        Continue(())
    }

    fn tag(&mut self, _tags: &mut (), name: &[u8], value: RawHeader<'_>) -> ControlFlow<V::Result> {
        self.0.header(name, value);
        Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<V::Result> {
        match self.0.end_headers() {
            Skip(true) => Break(self.0.end_game()),
            Skip(false) => Continue(()),
        }
    }

    fn san(&mut self, _movetext: &mut (), san_plus: SanPlus) -> ControlFlow<V::Result> {
        self.0.san(san_plus);
        Continue(())
    }

    fn nag(&mut self, _movetext: &mut (), nag: Nag) -> ControlFlow<V::Result> {
        self.0.nag(nag);
        Continue(())
    }

    fn comment(&mut self, _movetext: &mut (), comment: RawComment<'_>) -> ControlFlow<V::Result> {
        self.0.comment(comment);
        Continue(())
    }

    fn begin_variation(&mut self, _movetext: &mut ()) -> ControlFlow<V::Result, Skip> {
        Continue(self.0.begin_variation())
    }

    fn end_variation(&mut self, _movetext: &mut ()) -> ControlFlow<V::Result> {
        self.0.end_variation();
        Continue(())
    }

    fn outcome(&mut self, _movetext: &mut (), outcome: super::Outcome) -> ControlFlow<V::Result> {
        self.0.outcome(outcome.known());
        Continue(())
    }

    fn end_game(&mut self, _movetext: ()) -> V::Result {
        self.0.end_game()
    }
}

/// Reads games of chess in PGN, and calls a visitor.
#[derive(Debug)]
pub struct BufferedReader<R: Read>(Reader<R>);

impl<T: AsRef<[u8]>> BufferedReader<Cursor<T>> {
    /// Reads games from a text.
    pub fn new_cursor(text: T) -> BufferedReader<Cursor<T>> {
        BufferedReader::new(Cursor::new(text))
    }
}

impl<R: Read> BufferedReader<R> {
    /// Reads games from a file.
    pub fn new(input: R) -> BufferedReader<R> {
        BufferedReader(Reader::new(input))
    }

    /// Reads a game, if there is one, and gives what the visitor makes of it: see [`Reader::read_game`].
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<V::Result>> {
        self.0.read_game(&mut Calls(visitor))
    }

    /// Reads all games.
    pub fn read_all<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        while self.read_game(visitor)?.is_some() {}
        Ok(())
    }

    /// Passes over a game; false when there is none. The visitor is not called.
    pub fn skip_game<V: Visitor>(&mut self, _visitor: &mut V) -> io::Result<bool> {
        self.0.skip_game()
    }

    /// Whether there is another game.
    pub fn has_more(&mut self) -> io::Result<bool> {
        self.0.has_more()
    }

    /// What the visitor makes of each game.
    pub fn into_iter<'v, V: Visitor>(mut self, visitor: &'v mut V) -> impl Iterator<Item = io::Result<V::Result>> + 'v
    where
        R: 'v,
    {
        std::iter::from_fn(move || self.read_game(visitor).transpose())
    }
}
