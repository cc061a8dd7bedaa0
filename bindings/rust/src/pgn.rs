//! Games in PGN by calls of a visitor, in pgn-reader's words: [`Visitor`] and [`Reader`]. A loop over [`Games`] has the games whole.
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::str::Utf8Error;

use crate::ffi;
use crate::games::{Games, Mistake};
use crate::moves::Move;
use crate::position::Position;

pub mod v0_26;

pub use crate::san::{San, SanPlus};
pub use crate::shakmaty::{self, KnownOutcome, Outcome};

/// Whether a variation is passed over, with all variations in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Skip(pub bool);

/// A numeric glyph: 1 is a good move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u32);

impl Nag {
    /// `!`
    pub const GOOD_MOVE: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT_MOVE: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`
    pub const SPECULATIVE_MOVE: Nag = Nag(5);
    /// `?!`
    pub const DUBIOUS_MOVE: Nag = Nag(6);
}

/// As PGN has it, such as `$1`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

impl From<u8> for Nag {
    fn from(number: u8) -> Nag {
        Nag(number.into())
    }
}

/// The value of a tag, without the signs that escape quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawTag<'a>(&'a [u8]);

impl<'a> RawTag<'a> {
    /// Its bytes.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Its bytes, as pgn-reader gives them without the signs.
    pub fn decode(&self) -> Cow<'a, [u8]> {
        self.0.into()
    }

    /// The text, when it is one.
    pub fn decode_utf8(&self) -> Result<Cow<'a, str>, Utf8Error> {
        std::str::from_utf8(self.0).map(Cow::from)
    }

    /// The text, with signs in place of bytes that are none.
    pub fn decode_utf8_lossy(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.0)
    }
}

/// A comment, without its braces. [`Commands::of`](crate::Commands::of) reads clocks and evaluations in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawComment<'a>(&'a [u8]);

impl<'a> RawComment<'a> {
    /// Its bytes.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

/// What is done with the games that a [`Reader`] reads. `ControlFlow::Break` ends a game at once with its output.
///
/// ```
/// use kingscan::pgn::{Reader, SanPlus, Visitor};
/// use std::ops::ControlFlow;
///
/// struct Moves;
///
/// impl Visitor for Moves {
///     type Tags = ();
///     type Movetext = Vec<String>;
///     type Output = Vec<String>;
///
///     fn begin_tags(&mut self) -> ControlFlow<Vec<String>, ()> {
///         ControlFlow::Continue(())
///     }
///     fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<Vec<String>, Vec<String>> {
///         ControlFlow::Continue(Vec::new())
///     }
///     fn san(&mut self, moves: &mut Vec<String>, san_plus: SanPlus) -> ControlFlow<Vec<String>> {
///         moves.push(san_plus.to_string());
///         ControlFlow::Continue(())
///     }
///     fn end_game(&mut self, moves: Vec<String>) -> Vec<String> {
///         moves
///     }
/// }
///
/// let mut reader = Reader::new(&b"1. e4 (1. d4!) e5 2. Qh5 *"[..]);
/// assert_eq!(reader.read_game(&mut Moves)?.unwrap(), ["e4", "d4", "e5", "Qh5"]);
/// assert_eq!(reader.read_game(&mut Moves)?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[allow(unused_variables)]
pub trait Visitor {
    /// What the tags are gathered in.
    type Tags;
    /// What the moves are gathered in.
    type Movetext;
    /// What a game becomes.
    type Output;

    /// A game begins.
    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags>;

    /// A tag.
    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// The tags have ended.
    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext>;

    /// A move as it is written, or in SAN when it is written in another way. An illegal move in SAN is given too, before
    /// [`Visitor::mistake`]; the moves after it are not.
    fn san(&mut self, movetext: &mut Self::Movetext, san_plus: SanPlus) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// A glyph, such as `$1`, or the `!` after a move.
    fn nag(&mut self, movetext: &mut Self::Movetext, nag: Nag) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// A comment, whatever its length.
    fn comment(&mut self, movetext: &mut Self::Movetext, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// A variation begins; it replaces the move before.
    fn begin_variation(&mut self, movetext: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(false))
    }

    /// A variation ends that was not passed over.
    fn end_variation(&mut self, movetext: &mut Self::Movetext) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// An illegal move, or another mistake, which pgn-reader does not look for.
    fn mistake(&mut self, movetext: &mut Self::Movetext, mistake: Mistake) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// What the moves end with, or else the tag Result; [`Outcome::Unknown`] when there is neither.
    fn outcome(&mut self, movetext: &mut Self::Movetext, outcome: Outcome) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    /// The game has ended.
    fn end_game(&mut self, movetext: Self::Movetext) -> Self::Output;
}

/// Reads games of chess in PGN, and calls a visitor.
#[derive(Debug)]
pub struct Reader<R: Read> {
    games: Games<'static, R>,
    /// Whether a game has been found and not read.
    is_found: bool,
}

/// Where a game is being read.
#[derive(Default)]
struct Place {
    /// The position before the next move.
    before: Option<Position>,
    /// The comment that may go on.
    comment: Option<Vec<u8>>,
    /// The moves of the main line before it.
    plies: usize,
    /// How many variations that are passed over have begun and not ended.
    skipped: u32,
    /// Whether the input has failed in the middle of the game.
    is_cut: bool,
}

impl Place {
    fn give_comment<V: Visitor>(&mut self, visitor: &mut V, movetext: &mut V::Movetext) -> ControlFlow<V::Output> {
        match self.comment.take() {
            Some(comment) => visitor.comment(movetext, RawComment(&comment)),
            None => ControlFlow::Continue(()),
        }
    }
}

/// A word without the signs that end it, and the glyph of these.
fn split_signs(word: &[u8]) -> (&[u8], Option<Nag>) {
    let length = word.iter().rposition(|byte| !b"!?".contains(byte)).map_or(0, |last| last + 1);
    let glyphs: [&[u8]; 6] = [b"!", b"?", b"!!", b"??", b"!?", b"?!"];
    let glyph = glyphs.iter().position(|&signs| signs == &word[length..]);
    (&word[..length], glyph.map(|n| Nag(n as u32 + 1)))
}

impl<R: Read> Reader<R> {
    /// Reads games from a file, or from a text as bytes.
    pub fn new(input: R) -> Reader<R> {
        let flags = ffi::PGN_COMMENTS | ffi::PGN_VARIATIONS | ffi::PGN_NULL_MOVES;
        Reader { games: Games::open(input, flags), is_found: false }
    }

    /// Reads a game, if there is one, and gives what the visitor makes of it. An error of the input takes the place of the game
    /// that it cuts short.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<V::Output>> {
        let mut place = Place::default();
        let output = match self.find_game() {
            false => None,
            true => Some(self.visit(visitor, &mut place)),
        };
        self.is_found = false;
        self.games.give_panic();
        match self.games.source().error.take() {
            Some(error) if output.is_none() || place.is_cut => return Err(error),
            later => self.games.source().error = later,
        }
        Ok(output.map(|flow| match flow {
            ControlFlow::Break(output) => output,
            ControlFlow::Continue(movetext) => visitor.end_game(movetext),
        }))
    }

    /// What the visitor makes of each game.
    pub fn read_games<'a, V: Visitor>(
        &'a mut self,
        visitor: &'a mut V,
    ) -> impl Iterator<Item = io::Result<V::Output>> + 'a {
        std::iter::from_fn(move || self.read_game(visitor).transpose())
    }

    /// Finds the next game, unless it has been found.
    fn find_game(&mut self) -> bool {
        self.is_found = self.is_found || self.games.next_game();
        self.is_found
    }

    /// Passes over a game; false when there is none.
    pub fn skip_game(&mut self) -> io::Result<bool> {
        let found = self.has_more()?;
        self.is_found = false;
        Ok(found)
    }

    /// Whether there is another game.
    pub fn has_more(&mut self) -> io::Result<bool> {
        let found = self.find_game();
        self.games.give_panic();
        match self.games.source().error.take() {
            Some(error) if !found => Err(error),
            later => {
                self.games.source().error = later;
                Ok(found)
            }
        }
    }

    fn visit<V: Visitor>(&self, visitor: &mut V, place: &mut Place) -> ControlFlow<V::Output, V::Movetext> {
        let mut tags = visitor.begin_tags()?;
        for (name, value) in self.games.raw_tags() {
            visitor.tag(&mut tags, name, RawTag(value))?;
        }
        let mut movetext = visitor.begin_movetext(tags)?;
        place.before = self.games.current();
        // SAFETY: nothing is used after the next item.
        while let Some((item, text)) = unsafe { self.games.next_item() } {
            if item.kind != 3 {
                place.give_comment(visitor, &mut movetext)?;
            }
            self.visit_item(visitor, &mut movetext, (item, text), place)?;
            if matches!(item.kind, 0 | 1 | 5 | 6) && place.skipped == 0 {
                place.before = self.games.current();
            }
        }
        place.give_comment(visitor, &mut movetext)?;
        if !place.is_cut {
            visitor.outcome(&mut movetext, self.games.outcome().into())?;
        }
        ControlFlow::Continue(movetext)
    }

    fn visit_item<V: Visitor>(
        &self,
        visitor: &mut V,
        movetext: &mut V::Movetext,
        (item, text): (&ffi::PgnItem, &[u8]),
        place: &mut Place,
    ) -> ControlFlow<V::Output> {
        match item.kind {
            5 if place.skipped > 0 => place.skipped += 1,
            6 if place.skipped > 0 => place.skipped -= 1,
            7 => return self.visit_mistake(visitor, movetext, text, place),
            _ if place.skipped > 0 => {}
            0 | 1 => {
                let (word, nag) = split_signs(text);
                let rewritten = || Some(SanPlus::from_move(place.before.as_ref()?, Move(item.one)));
                if let Some(san_plus) = SanPlus::from_ascii(word).ok().or_else(rewritten) {
                    visitor.san(movetext, san_plus)?;
                }
                place.plies += usize::from(item.depth == 0);
                nag.map_or(ControlFlow::Continue(()), |nag| visitor.nag(movetext, nag))?;
            }
            2 => place.comment = Some(text.to_vec()),
            3 => place.comment.get_or_insert_with(Vec::new).extend(text),
            4 => visitor.nag(movetext, Nag(item.number))?,
            5 => place.skipped = visitor.begin_variation(movetext)?.0.into(),
            _ => visitor.end_variation(movetext)?,
        }
        ControlFlow::Continue(())
    }

    fn visit_mistake<V: Visitor>(
        &self,
        visitor: &mut V,
        movetext: &mut V::Movetext,
        text: &[u8],
        place: &mut Place,
    ) -> ControlFlow<V::Output> {
        let mistake = self.games.mistake(place.plies);
        place.is_cut |= mistake.error.code == "pgn-source";
        if place.is_cut || place.skipped > 0 {
            return ControlFlow::Continue(());
        }
        if let Ok(san_plus) = SanPlus::from_ascii(split_signs(text).0) {
            visitor.san(movetext, san_plus)?;
        }
        visitor.mistake(movetext, mistake)
    }
}
