//! The rules of chess by Kingscan's library: positions, legal moves, verdicts, perft.
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod ffi;

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::os::raw::c_char;
use std::{fmt, str};

/// The version of the library.
pub fn version() -> &'static str {
    // SAFETY: the text is static.
    unsafe { CStr::from_ptr(ffi::ks_version()) }.to_str().unwrap_or("")
}

/// A square, from a8 = 0 over h8 = 7 to h1 = 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of this number, or None above 63.
    pub fn new(index: u8) -> Option<Square> {
        (index < ffi::NO_SQUARE).then(|| Square(index))
    }

    /// Its number.
    pub fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.0 % 8) as char, 8 - self.0 / 8)
    }
}

/// A move of one position; another position may not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// The square that the piece leaves.
    pub fn from(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// The square where it arrives; of castling, the rook's.
    pub fn to(self) -> Square {
        Square((self.0 >> 6 & 63) as u8)
    }
}

/// The state of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Not in check, with a legal move.
    Safe,
    /// In check by one piece.
    Check,
    /// In check by two pieces.
    DoubleCheck,
    /// In check, without a legal move.
    Checkmate,
    /// Not in check, without a legal move.
    Stalemate,
}

/// A text that is no position, or no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason in one word, such as "piece-pinned".
    pub code: &'static str,
    /// The byte of the text where the trouble is.
    pub offset: usize,
    /// The reason in a sentence.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl Error {
    fn of(error: &ffi::Error) -> Error {
        let end = error.message.iter().position(|&byte| byte == 0).unwrap_or(0);
        // SAFETY: the names of errors are static strings; there is one for each code of a failure.
        let code = unsafe { CStr::from_ptr(ffi::ks_error_name(error.code)) };
        Error {
            code: code.to_str().unwrap_or(""),
            offset: error.offset,
            message: String::from_utf8_lossy(&error.message[..end]).into_owned(),
        }
    }
}

/// Calls a function that returns 0, or fills in the error.
fn checked(call: impl FnOnce(*mut ffi::Error) -> i32) -> Result<(), Error> {
    let mut error = ffi::Error { code: 0, offset: 0, message: [0; 184] };
    match call(&mut error) {
        0 => Ok(()),
        _ => Err(Error::of(&error)),
    }
}

/// Makes a string of what a function writes to N bytes; it returns the length.
fn written<const N: usize>(write: impl FnOnce(*mut c_char) -> usize) -> String {
    let mut text = [0u8; N];
    let length = write(text.as_mut_ptr().cast());
    str::from_utf8(&text[..length]).expect("the library writes ASCII").to_owned()
}

/// A position of chess or Chess960, with one king a side.
#[derive(Clone)]
pub struct Position(ffi::Position);

impl Position {
    /// The position that games start from.
    pub fn start() -> Position {
        Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").expect("it is a position")
    }

    /// Reads FEN or EPD, of which the operations are skipped.
    pub fn from_fen(text: &str) -> Result<Position, Error> {
        let mut position = MaybeUninit::uninit();
        // SAFETY: the text has this length; the position is filled in when the call succeeds.
        checked(|error| unsafe {
            ffi::ks_read_fen(text.as_ptr().cast(), text.len(), 0, position.as_mut_ptr(), error)
        })?;
        Ok(Position(unsafe { position.assume_init() }))
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        // SAFETY: a FEN takes at most FEN_SIZE bytes.
        written::<{ ffi::FEN_SIZE }>(|text| unsafe { ffi::ks_write_fen(&self.0, text) })
    }

    /// Whether white is to move.
    pub fn white_to_move(&self) -> bool {
        self.0.side_to_move == 0
    }

    /// The key of Polyglot's opening books.
    pub fn polyglot_key(&self) -> u64 {
        // SAFETY: the function takes any position.
        unsafe { ffi::ks_polyglot_key(&self.0) }
    }

    /// The state of the side to move.
    pub fn verdict(&self) -> Verdict {
        self.judge().0
    }

    /// The pieces that give check, from a8 on.
    pub fn checkers(&self) -> impl Iterator<Item = Square> {
        let checkers = self.judge().1;
        (0..64).filter(move |square| checkers >> square & 1 == 1).map(Square)
    }

    fn judge(&self) -> (Verdict, u64) {
        const VERDICTS: [Verdict; 5] =
            [Verdict::Safe, Verdict::Check, Verdict::DoubleCheck, Verdict::Checkmate, Verdict::Stalemate];
        let mut checkers = 0;
        // SAFETY: the side to move has one king, as in each position that was read and played from.
        let verdict = unsafe { ffi::ks_judge(&self.0, &mut checkers) };
        (VERDICTS[verdict as usize], checkers)
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = [0; ffi::MOVES_MAX];
        // SAFETY: there is room for the moves of any position.
        let count = unsafe { ffi::ks_legal_moves(&self.0, moves.as_mut_ptr()) };
        moves[..count].iter().map(|&one| Move(one)).collect()
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, one: Move) -> bool {
        // SAFETY: the function takes any move.
        unsafe { ffi::ks_is_legal(&self.0, one.0) != 0 }
    }

    /// Finds a move in UCI or SAN among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn parse(&self, text: &str) -> Result<Move, Error> {
        let mut found = 0;
        // SAFETY: the text has this length.
        checked(|error| unsafe {
            ffi::ks_explain_move(&self.0, text.as_ptr().cast(), text.len(), &mut found, error)
        })?;
        Ok(Move(found))
    }

    /// Makes a move. Returns None, and changes nothing, when it is not legal here.
    pub fn play(&mut self, one: Move) -> Option<()> {
        if !self.is_legal(one) {
            return None;
        }
        let mut after = MaybeUninit::uninit();
        // SAFETY: the move is legal, and the function fills in all of the position.
        self.0 = unsafe {
            ffi::ks_after_move(&self.0, one.0, after.as_mut_ptr());
            after.assume_init()
        };
        Some(())
    }

    /// A legal move in UCI; None when it is not legal here.
    pub fn uci(&self, one: Move) -> Option<String> {
        // SAFETY: the move is legal, and takes at most SAN_SIZE bytes.
        self.is_legal(one)
            .then(|| written::<{ ffi::SAN_SIZE }>(|text| unsafe { ffi::ks_write_uci(&self.0, one.0, 0, text) }))
    }

    /// A legal move in SAN; None when it is not legal here.
    pub fn san(&self, one: Move) -> Option<String> {
        // SAFETY: as of uci.
        self.is_legal(one)
            .then(|| written::<{ ffi::SAN_SIZE }>(|text| unsafe { ffi::ks_write_san(&self.0, one.0, text) }))
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        // SAFETY: the function takes any position.
        unsafe { ffi::ks_perft(&self.0, depth) }
    }
}

impl PartialEq for Position {
    /// Whether pieces, side to move, rights and en passant are the same, as for repetitions.
    fn eq(&self, other: &Position) -> bool {
        self.0.key == other.0.key && self.0.board == other.0.board
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.fen())
    }
}
