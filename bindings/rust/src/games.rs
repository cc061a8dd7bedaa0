//! Games in PGN.
use std::any::Any;
use std::fmt;
use std::io::{self, Read};
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::raw::{c_char, c_void};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr::NonNull;
use std::str::FromStr;
use std::time::Duration;

use crate::board::Color;
use crate::error::Error;
use crate::ffi;
use crate::moves::Move;
use crate::position::Position;
use crate::variants::{Variant, VariantMove, VariantPosition, Variants};

/// A move of a game, and what is written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    one: Option<Move>,
    variant_move: Option<VariantMove>,
    /// The comments after it, with a blank between each two.
    pub comment: String,
    /// Numeric glyphs: 1 is a good move.
    pub nags: Vec<u32>,
}

/// What the commands in a comment say, such as `[%clk 0:03:00]` and `[%eval -0.24]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// The time that is left: `%clk`.
    pub clock: Option<Duration>,
    /// The time that the move took: `%emt`.
    pub elapsed: Option<Duration>,
    /// The evaluation: `%eval`.
    pub eval: Option<Eval>,
}

/// An evaluation, for white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to a mate, negative ones by black; 0: it is on the board, and the side to move has lost.
    Mate(i32),
}

impl Commands {
    /// Reads them in a comment. A command that is written in another way counts as text.
    ///
    /// ```
    /// use kingscan::{Commands, Eval};
    ///
    /// let commands = Commands::of("[%eval -0.24] [%clk 0:03:00] a novelty");
    /// assert_eq!((commands.eval, commands.clock.unwrap().as_secs()), (Some(Eval::Centipawns(-24)), 180));
    /// ```
    pub fn of(comment: &str) -> Commands {
        let mut read = MaybeUninit::<ffi::PgnCommands>::uninit();
        // SAFETY: the comment has this length, and the function fills in all members that are read.
        let read = unsafe {
            ffi::ks_pgn_read_commands(comment.as_ptr().cast(), comment.len(), read.as_mut_ptr());
            read.assume_init()
        };
        let time = |has: u8, milliseconds: u32| (has != 0).then(|| Duration::from_millis(milliseconds.into()));
        let mate = read.mate != 0 || read.has_eval == 2;
        let eval = if mate { Eval::Mate(read.mate) } else { Eval::Centipawns(read.eval) };
        Commands {
            clock: time(read.has_clock, read.clock),
            elapsed: time(read.has_elapsed, read.elapsed),
            eval: (read.has_eval != 0).then_some(eval),
        }
    }
}

impl Played {
    /// The move; None for a null move, and in a variant.
    pub fn one(&self) -> Option<Move> {
        self.one
    }

    /// The move in a variant; None in chess.
    pub fn variant_move(&self) -> Option<VariantMove> {
        self.variant_move
    }

    /// The clocks and the evaluation in its comments.
    pub fn commands(&self) -> Commands {
        Commands::of(&self.comment)
    }
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
#[doc(alias = "Decisive")]
#[doc(alias = "KnownOutcome")]
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

    /// The outcome by the name of a draw, "" for none: some have to be claimed.
    pub(crate) fn drawn(name: &str) -> Outcome {
        match name {
            "" | "fifty-moves" | "threefold-repetition" | "move-rule" | "repetition" => Outcome::Undecided,
            _ => Outcome::Draw,
        }
    }

    /// Whether the game has ended.
    pub fn is_decided(self) -> bool {
        self != Outcome::Undecided
    }

    /// The side that has won.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Undecided | Outcome::Draw => None,
        }
    }
}

/// As PGN has it: 1-0, 0-1, 1/2-1/2 or *.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["*", "1-0", "0-1", "1/2-1/2"][*self as usize])
    }
}

/// Reads one of these four.
///
/// ```
/// use kingscan::Outcome;
///
/// assert_eq!("1/2-1/2".parse(), Ok(Outcome::Draw));
/// assert_eq!("2-0".parse::<Outcome>().unwrap_err().code, "data-result");
/// ```
impl FromStr for Outcome {
    type Err = Error;

    fn from_str(text: &str) -> Result<Outcome, Error> {
        let known = [Outcome::Undecided, Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw];
        known.into_iter().find(|outcome| outcome.to_string() == text).ok_or_else(|| Error {
            code: "data-result",
            offset: 0,
            message: format!("expected 1-0, 0-1, 1/2-1/2 or *, found '{text}'"),
        })
    }
}

/// A game of chess, or of a variant. Its moves are those that were read, each one legal: nobody changes them.
///
/// ```compile_fail
/// let game = kingscan::Games::new(&b"1. e4 e5 *"[..]).next().unwrap().unwrap();
/// game.moves().to_vec()[1].one = game.moves()[0].one();
/// ```
///
/// ```compile_fail
/// let mut game = kingscan::Games::new(&b"1. e4 e5 *"[..]).next().unwrap().unwrap();
/// game.moves.remove(0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<'v> {
    /// Names and values, as they stand there.
    pub tags: Vec<(String, String)>,
    start: Option<Position>,
    variant_start: Option<VariantPosition<'v>>,
    moves: Vec<Played>,
    /// The comments before the first move.
    pub comment: String,
    /// What the moves end with, or else the tag Result.
    pub outcome: Outcome,
    /// The line where the game begins, from 1.
    pub line: u64,
    /// The mistakes in it.
    pub mistakes: Vec<Mistake>,
}

impl<'v> Game<'v> {
    /// The value of the tag of a name, the last one where it is repeated.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The first position; None when the FEN is none, or the game one of a variant.
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The first position of a game of a variant, which [`VariantPosition::variant`] names.
    pub fn variant_start(&self) -> Option<&VariantPosition<'v>> {
        self.variant_start.as_ref()
    }

    /// The main line, up to the first illegal move.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The moves in SAN; a null move is `--`.
    pub fn sans(&self) -> impl Iterator<Item = String> + '_ {
        let (mut chess, mut varied) = (self.start.clone(), self.variant_start.clone());
        self.moves.iter().map(move |played| {
            if let (Some(position), Some(one)) = (&mut varied, played.variant_move) {
                // SAFETY: the reader has played these moves from this position, and nobody can change them.
                return unsafe {
                    let san = position.san_unchecked(one);
                    position.make_unchecked(one);
                    san
                };
            }
            let position = chess.as_mut().expect("a game with moves has a first position");
            // SAFETY: the same.
            unsafe {
                let san = played.one.map_or("--".into(), |one| position.san_unchecked(one));
                *position = after(position, played.one);
                san
            }
        })
    }

    /// The first position, and the one after each move, of a game of chess; none of one of a variant.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut now = self.start.clone();
        let later = self.moves.iter().map_while(move |played| {
            // SAFETY: as in sans.
            now = now.as_ref().map(|position| unsafe { after(position, played.one) });
            now.clone()
        });
        self.start.clone().into_iter().chain(later)
    }

    /// The first position, and the one after each move, of a game of a variant; none of one of chess.
    pub fn variant_positions(&self) -> impl Iterator<Item = VariantPosition<'v>> + '_ {
        let mut now = self.variant_start.clone();
        let later = self.moves.iter().map_while(move |played| {
            // SAFETY: as in sans.
            unsafe { now.as_mut()?.make_unchecked(played.variant_move?) };
            now.clone()
        });
        self.variant_start.clone().into_iter().chain(later)
    }
}

/// The position after a move, or a null move.
///
/// # Safety
/// The move is legal here.
unsafe fn after(position: &Position, one: Option<Move>) -> Position {
    match one {
        // SAFETY: the caller promises that the move is legal.
        Some(one) => unsafe { position.after_unchecked(one) },
        None => position.after_null_move().expect("no null move stands in check"),
    }
}

/// The games of a text in PGN, whatever its length: their main lines, without the variations. An error of the input is the last item, in place of the game that it
/// cuts short.
///
/// ```
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *";
/// let game = kingscan::Games::new(text.as_bytes()).next().unwrap()?;
/// assert_eq!((game.tag("White"), game.moves().len()), (Some("A"), 2));
/// let mistake = &game.mistakes[0];
/// assert_eq!((mistake.error.code, mistake.line, mistake.column), ("piece-rule", 3, 13));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Games of variants need them; the tag `Variant` says which one:
///
/// ```
/// let variants = kingscan::Variants::bundled();
/// let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 {[%clk 0:01:00]} *";
/// let game = kingscan::Games::new(text.as_bytes()).use_variants(&variants).next().unwrap()?;
/// assert_eq!(game.sans().last().unwrap(), "P@e6");
/// assert_eq!(game.moves()[4].commands().clock.unwrap().as_secs(), 60);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Games<'v, R: Read> {
    pgn: NonNull<ffi::Pgn>,
    variants: PhantomData<&'v Variants>,
    /// Of Box::into_raw: the reader has the same pointer, which a Box would make invalid whenever it is moved.
    source: NonNull<Source<R>>,
}

pub(crate) struct Source<R: Read> {
    pub(crate) input: R,
    pub(crate) error: Option<io::Error>,
    /// What the input has panicked with.
    pub(crate) panic: Option<Box<dyn Any + Send>>,
}

// SAFETY: the reader and the source belong to this object alone, and variants may be shared.
unsafe impl<R: Read + Send> Send for Games<'_, R> {}

/// Reads on for ks_pgn_open. A panic of the input stops here, since it may not go through C; Games::give_panic goes on with it.
///
/// # Safety
/// `context` is a Source<R> that nobody else uses meanwhile; `buffer` has `room` bytes.
pub(crate) unsafe extern "C" fn read_on<R: Read>(context: *mut c_void, buffer: *mut c_char, room: usize) -> usize {
    // SAFETY: the caller promises so much, and zeros are bytes for a reader that looks at them first.
    let (source, bytes) = unsafe {
        std::ptr::write_bytes(buffer, 0, room);
        (&mut *context.cast::<Source<R>>(), std::slice::from_raw_parts_mut(buffer.cast(), room))
    };
    loop {
        match catch_unwind(AssertUnwindSafe(|| source.input.read(bytes))) {
            Ok(Ok(count)) if count <= room => return count,
            Ok(Ok(count)) => {
                let message = format!("the input says that it has read {count} bytes into a buffer of {room}");
                source.error = Some(io::Error::new(io::ErrorKind::Other, message));
            }
            Ok(Err(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(Err(error)) => source.error = Some(error),
            Err(panic) => source.panic = Some(panic),
        }
        return ffi::PGN_FAILED;
    }
}

impl<'v, R: Read> Games<'v, R> {
    /// Reads games from a file, or from a text as bytes.
    pub fn new(input: R) -> Games<'v, R> {
        Games::open(input, ffi::PGN_COMMENTS)
    }

    /// The same, with null moves: the words --, Z0, 0000, @@@@, <>, null and pass.
    pub fn with_null_moves(input: R) -> Games<'v, R> {
        Games::open(input, ffi::PGN_COMMENTS | ffi::PGN_NULL_MOVES)
    }

    /// Plays games of these variants too; without them, such a game has no moves and a mistake.
    pub fn use_variants(self, variants: &'v Variants) -> Games<'v, R> {
        // SAFETY: the variants outlive the reader.
        unsafe { ffi::ks_pgn_use_variants(self.pgn.as_ptr(), variants.as_c()) };
        self
    }

    pub(crate) fn open(input: R, flags: u32) -> Games<'v, R> {
        let source = NonNull::from(Box::leak(Box::new(Source { input, error: None, panic: None })));
        // SAFETY: the source lives longer than the reader: see drop.
        let pgn = unsafe { ffi::ks_pgn_open(read_on::<R>, source.as_ptr().cast(), flags, std::ptr::null_mut()) };
        let pgn = NonNull::new(pgn).expect("not enough memory for a reader of games");
        Games { pgn, variants: PhantomData, source }
    }

    pub(crate) fn source(&mut self) -> &mut Source<R> {
        // SAFETY: the source belongs to this object, and C uses it only while it reads.
        unsafe { self.source.as_mut() }
    }

    /// Goes on with a panic of the input.
    pub(crate) fn give_panic(&mut self) {
        if let Some(panic) = self.source().panic.take() {
            resume_unwind(panic);
        }
    }

    fn place(&self) -> ffi::PgnPlace {
        // SAFETY: the reader is open.
        unsafe { ffi::ks_pgn_get_place(self.pgn.as_ptr()) }
    }

    /// The names and values of the tags.
    pub(crate) fn raw_tags(&self) -> Vec<(&[u8], &[u8])> {
        let mut tags = std::ptr::null();
        // SAFETY: the function returns the number of tags, whose texts end with zeros and live until the next game.
        unsafe {
            let count = ffi::ks_pgn_get_tags(self.pgn.as_ptr(), &mut tags);
            let text = |text| std::ffi::CStr::from_ptr(text).to_bytes();
            (0..count).map(|n| (text((*tags.add(n)).name), text((*tags.add(n)).value))).collect()
        }
    }

    /// The position after the item given last; at first the one that the game begins with.
    pub(crate) fn current(&self) -> Option<Position> {
        // SAFETY: the position is valid until the next item.
        unsafe { ffi::ks_pgn_get_position(self.pgn.as_ptr()).as_ref() }.map(|position| Position(position.clone()))
    }

    fn variant_start(&self) -> Option<VariantPosition<'v>> {
        // SAFETY: the variant is one of those that outlive the reader; the position is valid until the next item.
        unsafe {
            let variant = Variant::from_c(ffi::ks_pgn_get_variant(self.pgn.as_ptr()))?;
            let position = ffi::ks_pgn_get_variant_position(self.pgn.as_ptr()).as_ref()?;
            Some(VariantPosition::from_c(variant, position))
        }
    }

    pub(crate) fn mistake(&self, ply: usize) -> Mistake {
        let place = self.place();
        // SAFETY: the error is valid until the next item.
        let error =
            unsafe { ffi::ks_pgn_get_error(self.pgn.as_ptr()).as_ref() }.map(Error::of).expect("it has an error");
        Mistake { error, line: place.line, column: place.column, ply }
    }

    /// Goes to the next game; false when there is none.
    pub(crate) fn next_game(&mut self) -> bool {
        // SAFETY: the reader is open.
        let found = unsafe { ffi::ks_pgn_next_game(self.pgn.as_ptr()) };
        self.give_panic();
        found != 0
    }

    /// The next item of the game, and its text.
    ///
    /// # Safety
    /// Both are valid until the next item.
    pub(crate) unsafe fn next_item(&self) -> Option<(&ffi::PgnItem, &[u8])> {
        // SAFETY: the reader is open, and the text has this length; the caller promises the rest.
        unsafe {
            let item = ffi::ks_pgn_next_item(self.pgn.as_ptr()).as_ref()?;
            Some((item, std::slice::from_raw_parts(item.text.cast::<u8>(), item.length as usize)))
        }
    }

    /// What the game ends with, when it has been read to its end.
    pub(crate) fn outcome(&self) -> Outcome {
        // SAFETY: the reader is open.
        Outcome::of(unsafe { ffi::ks_pgn_get_result(self.pgn.as_ptr()) })
    }

    fn read_game(&mut self) -> Option<Game<'v>> {
        if !self.next_game() {
            return None;
        }
        let text = |text| String::from_utf8_lossy(text).into_owned();
        let mut game = Game {
            tags: self.raw_tags().into_iter().map(|(name, value)| (text(name), text(value))).collect(),
            start: self.current(),
            variant_start: self.variant_start(),
            moves: Vec::new(),
            comment: String::new(),
            outcome: Outcome::Undecided,
            line: self.place().line,
            mistakes: Vec::new(),
        };
        // SAFETY: nothing is used after the next item.
        while let Some((item, text)) = unsafe { self.next_item() } {
            let last = game.moves.last_mut();
            match item.kind {
                0 | 1 => {
                    let varied = game.variant_start.is_some();
                    let one = (item.kind == 0 && !varied).then_some(Move(item.one));
                    let variant_move = varied.then_some(VariantMove(item.variant_move));
                    game.moves.push(Played { one, variant_move, comment: String::new(), nags: Vec::new() });
                }
                2 | 3 => add_comment(last.map_or(&mut game.comment, |last| &mut last.comment), text, item.kind == 3),
                4 => last.into_iter().for_each(|last| last.nags.push(item.number)),
                _ => game.mistakes.push(self.mistake(game.moves.len())),
            }
        }
        self.give_panic();
        for comment in game.moves.iter_mut().map(|one| &mut one.comment).chain([&mut game.comment]) {
            comment.truncate(comment.trim_end().len());
        }
        game.outcome = self.outcome();
        Some(game)
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

impl<'v, R: Read> Iterator for Games<'v, R> {
    type Item = io::Result<Game<'v>>;

    fn next(&mut self) -> Option<io::Result<Game<'v>>> {
        let is_whole = |game: &Game| game.mistakes.iter().all(|mistake| mistake.error.code != "pgn-source");
        self.read_game().filter(is_whole).map(Ok).or_else(|| self.source().error.take().map(Err))
    }
}

impl<R: Read> FusedIterator for Games<'_, R> {}

impl<R: Read> fmt::Debug for Games<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").finish_non_exhaustive()
    }
}

impl<R: Read> Drop for Games<'_, R> {
    fn drop(&mut self) {
        // SAFETY: nobody else has the reader or the source, which a Box has made.
        unsafe {
            ffi::ks_pgn_close(self.pgn.as_ptr());
            drop(Box::from_raw(self.source.as_ptr()));
        }
    }
}
