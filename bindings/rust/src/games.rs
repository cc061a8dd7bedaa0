//! Games in PGN.
use std::io::Read;
use std::os::raw::{c_char, c_void};

use crate::error::Error;
use crate::ffi;
use crate::moves::Move;
use crate::position::Position;

/// A move of a game, and what is written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move; None for a null move.
    pub one: Option<Move>,
    /// The comments after it, with a blank between each two.
    pub comment: String,
    /// Numeric glyphs: 1 is a good move.
    pub nags: Vec<u32>,
}

/// A mistake in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What it is.
    pub error: Error,
    /// Its place: the line, and the byte in the line, both from 1.
    pub line: u64,
    /// See `line`.
    pub column: u64,
    /// The number of moves before it.
    pub ply: usize,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Outcome {
    Undecided,
    WhiteWins,
    BlackWins,
    Draw,
}

impl Outcome {
    pub(crate) fn of(number: u32) -> Outcome {
        match number {
            1 => Outcome::WhiteWins,
            2 => Outcome::BlackWins,
            3 => Outcome::Draw,
            _ => Outcome::Undecided,
        }
    }
}

/// A game of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values, as they stand there.
    pub tags: Vec<(String, String)>,
    /// The first position; None when the FEN is none, or the game one of a variant.
    pub start: Option<Position>,
    /// The main line, up to the first illegal move.
    pub moves: Vec<Played>,
    /// The comments before the first move.
    pub comment: String,
    /// What the moves end with, or else the tag Result.
    pub outcome: Outcome,
    /// The line where the game begins, from 1.
    pub line: u64,
    /// The mistakes in it.
    pub mistakes: Vec<Mistake>,
}

impl Game {
    /// The value of the first tag of a name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// The games of a text in PGN, whatever its length.
///
/// ```
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *";
/// let game = kingscan::Games::new(text.as_bytes()).next().unwrap();
/// assert_eq!((game.tag("White"), game.moves.len()), (Some("A"), 2));
/// let mistake = &game.mistakes[0];
/// assert_eq!((mistake.error.code, mistake.line, mistake.column), ("piece-rule", 3, 13));
/// ```
pub struct Games<R: Read> {
    pgn: *mut ffi::Pgn,
    /// Where the reader finds it again: in a box of its own.
    source: Box<Source<R>>,
}

struct Source<R: Read> {
    input: R,
    error: Option<std::io::Error>,
}

// SAFETY: the reader belongs to this object alone.
unsafe impl<R: Read + Send> Send for Games<R> {}

/// Reads on. context: a Source<R>. A panic of the input ends the program, as in any function that C calls.
unsafe extern "C" fn read_on<R: Read>(context: *mut c_void, buffer: *mut c_char, room: usize) -> usize {
    let source = &mut *context.cast::<Source<R>>();
    std::ptr::write_bytes(buffer, 0, room);
    let bytes = std::slice::from_raw_parts_mut(buffer.cast(), room);
    loop {
        match source.input.read(bytes) {
            Ok(count) => return count.min(room),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => (),
            Err(error) => {
                source.error = Some(error);
                return ffi::PGN_FAILED;
            }
        }
    }
}

impl<R: Read> Games<R> {
    /// Reads games from a file, or from a text as bytes.
    pub fn new(input: R) -> Games<R> {
        Games::open(input, ffi::PGN_COMMENTS)
    }

    /// The same, with null moves: the words --, Z0, 0000, @@@@, <>, null and pass.
    pub fn with_null_moves(input: R) -> Games<R> {
        Games::open(input, ffi::PGN_COMMENTS | ffi::PGN_NULL_MOVES)
    }

    fn open(input: R, flags: u32) -> Games<R> {
        let mut source = Box::new(Source { input, error: None });
        let context: *mut Source<R> = &mut *source;
        // SAFETY: the source lives as long as the reader.
        let pgn = unsafe { ffi::ks_pgn_open(read_on::<R>, context.cast(), flags, std::ptr::null_mut()) };
        assert!(!pgn.is_null(), "not enough memory for a reader of games");
        Games { pgn, source }
    }

    /// The error that has ended the reading, if there was one.
    pub fn take_error(&mut self) -> Option<std::io::Error> {
        self.source.error.take()
    }

    fn place(&self) -> ffi::PgnPlace {
        let mut place = ffi::PgnPlace { offset: 0, line: 0, column: 0 };
        // SAFETY: the function fills it in.
        unsafe { ffi::ks_pgn_get_place(self.pgn, &mut place) };
        place
    }

    fn tags(&self) -> Vec<(String, String)> {
        let mut tags = std::ptr::null();
        // SAFETY: there are so many tags, whose texts end with zeros.
        unsafe {
            let count = ffi::ks_pgn_get_tags(self.pgn, &mut tags);
            let text = |text| String::from_utf8_lossy(std::ffi::CStr::from_ptr(text).to_bytes()).into_owned();
            (0..count).map(|n| (text((*tags.add(n)).name), text((*tags.add(n)).value))).collect()
        }
    }

    fn start(&self) -> Option<Position> {
        // SAFETY: the position is valid until the next item.
        unsafe { ffi::ks_pgn_get_position(self.pgn).as_ref() }.map(|position| Position(position.clone()))
    }

    fn mistake(&self, ply: usize) -> Mistake {
        let place = self.place();
        // SAFETY: the item given last is an error.
        let error = unsafe { ffi::ks_pgn_get_error(self.pgn).as_ref() }.map(Error::of).expect("it has an error");
        Mistake { error, line: place.line, column: place.column, ply }
    }
}

/// Adds a comment, or goes on with the one before.
fn add_comment(comments: &mut String, text: &[u8], goes_on: bool) {
    let text = String::from_utf8_lossy(text);
    if goes_on {
        comments.push_str(&text);
        return;
    }
    comments.truncate(comments.trim_end().len());
    let text = text.trim_start();
    if !comments.is_empty() && !text.is_empty() {
        comments.push(' ');
    }
    comments.push_str(text);
}

impl<R: Read> Iterator for Games<R> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        // SAFETY: the reader is open, here and below.
        if unsafe { ffi::ks_pgn_next_game(self.pgn) } == 0 {
            return None;
        }
        let mut game = Game {
            tags: self.tags(),
            start: self.start(),
            moves: Vec::new(),
            comment: String::new(),
            outcome: Outcome::Undecided,
            line: self.place().line,
            mistakes: Vec::new(),
        };
        while let Some(item) = unsafe { ffi::ks_pgn_next_item(self.pgn).as_ref() } {
            // SAFETY: the text is valid until the next item.
            let text = || unsafe { std::slice::from_raw_parts(item.text.cast::<u8>(), item.length as usize) };
            let last = game.moves.last_mut();
            match item.kind {
                0 | 1 => {
                    let one = (item.kind == 0).then_some(Move(item.one));
                    game.moves.push(Played { one, comment: String::new(), nags: Vec::new() });
                }
                2 | 3 => add_comment(last.map_or(&mut game.comment, |last| &mut last.comment), text(), item.kind == 3),
                4 => last.into_iter().for_each(|last| last.nags.push(item.number)),
                _ => game.mistakes.push(self.mistake(game.moves.len())),
            }
        }
        for comment in game.moves.iter_mut().map(|one| &mut one.comment).chain([&mut game.comment]) {
            comment.truncate(comment.trim_end().len());
        }
        game.outcome = Outcome::of(unsafe { ffi::ks_pgn_get_result(self.pgn) });
        Some(game)
    }
}

impl<R: Read> Drop for Games<R> {
    fn drop(&mut self) {
        // SAFETY: nobody else has the reader.
        unsafe { ffi::ks_pgn_close(self.pgn) };
    }
}
