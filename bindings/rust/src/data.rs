//! Entries: training data of nets, lines of text, and the positions of games.
use std::ffi::CString;
use std::fmt;
use std::io::{self, Read};
use std::iter::FusedIterator;
use std::mem::MaybeUninit;
use std::os::raw::{c_char, c_void};
use std::panic::resume_unwind;
use std::ptr::NonNull;
use std::time::Duration;

use crate::error::{checked, no_error, text_of, Error};
use crate::ffi;
use crate::games::{read_on, Source};
use crate::moves::Move;
use crate::position::Position;

/// A position, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position; an error of FEN when it is none, such as one whose side not to move is in check.
    pub position: Result<Position, Error>,
    /// The move that is made here, which may be illegal.
    pub played: Option<Move>,
    /// The score as the side to move sees it, in the units of the data. A mate in N plies is 32000 - N.
    pub score: Option<i16>,
    /// The game's result as the side to move sees it: 1, 0 or -1.
    pub result: Option<i8>,
    /// The number of plies before it.
    pub ply: Option<u16>,
    /// The time that the side to move has left after the move.
    pub clock: Option<Duration>,
    /// A chain or a game begins here. Each record of a format without chains begins one.
    pub is_first: bool,
}

/// A part of the data that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong; in text, its offset is the one in the line.
    pub error: Error,
    /// The place in bytes.
    pub offset: u64,
    /// The line of text, from 1; 0 in other formats.
    pub line: u64,
    /// The block of .binpack, from 0.
    pub block: u64,
    /// The chain in the block, or the game, or the record, from 0.
    pub chain: u64,
}

/// Why an entry could not be read.
#[derive(Debug)]
pub enum DataError {
    /// The data are at fault. Reading goes on after the fault.
    Fault(Fault),
    /// The input cannot be read on. Nothing follows.
    Input(io::Error),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Fault(fault) if fault.line > 0 => {
                write!(f, "line {}, byte {}: {}", fault.line, fault.error.offset + 1, fault.error)
            }
            DataError::Fault(fault) => write!(f, "byte {}: {}", fault.offset, fault.error),
            DataError::Input(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DataError {}

/// The entries of training data, of lines of text, or of games, whatever their length.
///
/// ```
/// use kingscan::Data;
///
/// let game = "1. e4 {+0.30/9 1s} e5 {-0.20/9 1s} 1-0";
/// let entries: Vec<_> = Data::new(game.as_bytes(), "pgn")?.map(Result::unwrap).collect();
/// assert_eq!(entries.iter().map(|entry| entry.score).collect::<Vec<_>>(), [Some(30), Some(-20), None]);
/// assert_eq!((entries[1].result, entries[2].played), (Some(-1), None));
/// # Ok::<(), kingscan::Error>(())
/// ```
pub struct Data<R: Read> {
    data: NonNull<ffi::Data>,
    /// Of Box::into_raw: the reader has the same pointer, which a Box would make invalid whenever it is moved.
    source: NonNull<Source<R>>,
    /// The last batch, or null, and how many of its entries have been given.
    batch: *const ffi::DataBatch,
    given: usize,
    ended: bool,
}

// SAFETY: the reader, its batch and the source belong to this object alone.
unsafe impl<R: Read + Send> Send for Data<R> {}

/// Reads on for ks_data_open.
///
/// # Safety
/// As read_on.
unsafe extern "C" fn read_data<R: Read>(context: *mut c_void, buffer: *mut c_void, room: usize) -> usize {
    // SAFETY: the caller promises so much.
    unsafe { read_on::<R>(context, buffer.cast::<c_char>(), room) }
}

fn refusal(message: String) -> Error {
    Error { code: "data-format", offset: 0, message }
}

/// Returns the number of a format's name; 0, which the library refuses, when there is none.
fn find_format(name: &str) -> u32 {
    let name = CString::new(name).unwrap_or_default();
    // SAFETY: the name ends with a zero.
    unsafe { ffi::ks_data_find_format(name.as_ptr()) }
}

/// Returns the number of a form of scores.
fn find_scores(name: &str) -> Result<u32, Error> {
    // SAFETY: names are static strings, and null ends them.
    let names = (1..).map(|form| unsafe { text_of(ffi::ks_pgn_scores_name(form)) });
    let found = names.take_while(|found| !found.is_empty()).position(|found| found == name);
    found.map_or_else(|| Err(refusal(format!("expected a form of scores, found '{name}'"))), |n| Ok(n as u32 + 1))
}

impl<R: Read> Data<R> {
    /// Reads entries in a format: binpack, bin, bulletformat, marlinformat, viriformat, plain, fen, epd, jsonl or pgn.
    pub fn new(input: R, format: &str) -> Result<Data<R>, Error> {
        Data::open(input, find_format(format), 0)
    }

    /// Reads the positions of games whose comments have scores of this form, such as "eval", "cutechess" or "tcec"; without
    /// one, the form of all comments of a game counts.
    pub fn with_scores(input: R, scores: &str) -> Result<Data<R>, Error> {
        Data::open(input, find_format("pgn"), find_scores(scores)?)
    }

    /// Reads lines by a pattern, as `kingscan convert --from` takes it.
    ///
    /// ```
    /// let line = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 34 | 0.0\n";
    /// let mut data = kingscan::Data::with_pattern(line.as_bytes(), "FEN | white-score | white-result")?;
    /// let entry = data.next().unwrap().unwrap();
    /// assert_eq!((entry.score, entry.result), (Some(-34), Some(1)));
    /// # Ok::<(), kingscan::Error>(())
    /// ```
    pub fn with_pattern(input: R, pattern: &str) -> Result<Data<R>, Error> {
        let data = Data::open(input, find_format("text"), 0)?;
        let text = CString::new(pattern).map_err(|_| refusal("expected a pattern without a zero".into()))?;
        // SAFETY: the reader is open, and the pattern ends with a zero.
        checked(|error| unsafe { ffi::ks_data_use_pattern(data.data.as_ptr(), text.as_ptr(), error) })?;
        Ok(data)
    }

    fn open(input: R, format: u32, flags: u32) -> Result<Data<R>, Error> {
        let source = NonNull::from(Box::leak(Box::new(Source { input, error: None, panic: None })));
        let mut error = no_error();
        // SAFETY: the source lives longer than the reader: see drop.
        let data = unsafe { ffi::ks_data_open(read_data::<R>, source.as_ptr().cast(), format, flags, &mut error) };
        // SAFETY: nobody else has the source, which a Box has made.
        let source_again = || unsafe { Box::from_raw(source.as_ptr()) };
        match NonNull::new(data) {
            Some(data) => Ok(Data { data, source, batch: std::ptr::null(), given: 0, ended: false }),
            None => {
                if let Some(panic) = source_again().panic.take() {
                    resume_unwind(panic);
                }
                Err(Error::of(&error))
            }
        }
    }

    fn entry(&self, batch: &ffi::DataBatch, i: usize) -> Entry {
        enum Has {
            Move = 1 << 1,
            Ply = 1 << 2,
            Score = 1 << 5,
            Result = 1 << 6,
            Time = 1 << 7,
        }
        const FIRST: u8 = 1 << 7;
        let mut position = MaybeUninit::<ffi::Position>::uninit();
        // SAFETY: the batch is the last one and has this entry; a position is filled in when there is no error.
        let position = checked(|error| unsafe {
            ffi::ks_data_get_position(self.data.as_ptr(), i, position.as_mut_ptr(), error)
        })
        .map(|()| Position(unsafe { position.assume_init() }));
        // SAFETY: all columns have this entry.
        unsafe {
            let known = *batch.known.add(i);
            let has = |fact: Has| known & fact as u8 != 0;
            Entry {
                position,
                played: has(Has::Move).then(|| Move(*batch.moves.add(i))),
                score: has(Has::Score).then(|| *batch.scores.add(i)),
                result: has(Has::Result).then(|| *batch.results.add(i)),
                ply: has(Has::Ply).then(|| *batch.plies.add(i)),
                clock: has(Has::Time).then(|| Duration::from_millis((*batch.clocks.add(i)).into())),
                is_first: *batch.kinds.add(i) & FIRST != 0,
            }
        }
    }

    /// Returns the fault after a batch; an error of the input ends the data.
    fn fault(&mut self, error: &ffi::Error, place: ffi::DataPlace) -> DataError {
        // SAFETY: the source belongs to this object, and C uses it only while it reads.
        let source = unsafe { self.source.as_mut() };
        if let Some(error) = source.error.take() {
            self.ended = true;
            return DataError::Input(error);
        }
        let ffi::DataPlace { offset, block, chain, line, .. } = place;
        DataError::Fault(Fault { error: Error::of(error), offset, line, block, chain })
    }
}

impl<R: Read> Iterator for Data<R> {
    type Item = Result<Entry, DataError>;

    fn next(&mut self) -> Option<Result<Entry, DataError>> {
        while !self.ended {
            // SAFETY: the batch is null, or valid until the next one.
            if let Some(batch) = unsafe { self.batch.as_ref() } {
                if self.given < batch.count {
                    self.given += 1;
                    return Some(Ok(self.entry(batch, self.given - 1)));
                }
                self.batch = std::ptr::null();
                // SAFETY: the error is valid until the next batch.
                if let Some(error) = unsafe { batch.fault.as_ref() } {
                    return Some(Err(self.fault(error, batch.fault_place)));
                }
            }
            // SAFETY: the reader is open.
            self.batch = unsafe { ffi::ks_data_next(self.data.as_ptr()) };
            self.given = 0;
            self.ended = self.batch.is_null();
            // SAFETY: the source belongs to this object, and C has read.
            if let Some(panic) = unsafe { self.source.as_mut() }.panic.take() {
                self.ended = true;
                resume_unwind(panic);
            }
        }
        None
    }
}

impl<R: Read> FusedIterator for Data<R> {}

impl<R: Read> fmt::Debug for Data<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Data").finish_non_exhaustive()
    }
}

impl<R: Read> Drop for Data<R> {
    fn drop(&mut self) {
        // SAFETY: nobody else has the reader or the source, which a Box has made.
        unsafe {
            ffi::ks_data_close(self.data.as_ptr());
            drop(Box::from_raw(self.source.as_ptr()));
        }
    }
}
