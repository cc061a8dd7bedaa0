//! Many positions at once.
use crate::board::{Color, Square};
use crate::error::Error;
use crate::ffi;
use crate::position::{Position, Reading, Verdict};
use crate::squares::Squares;
use std::fmt;

/// What is said of a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked<'a> {
    /// The line without its end.
    pub text: &'a [u8],
    /// Its number, from 1.
    pub number: u64,
    /// None: the line is no position, and [`Checked::error`] says why.
    pub verdict: Option<Verdict>,
    /// The pieces that give check.
    pub checkers: Squares,
    reading: Reading,
}

impl Checked<'_> {
    /// Why the line is no position; None when it is one.
    pub fn error(&self) -> Option<Error> {
        Position::read_with(self.text, self.reading.flags()).err()
    }
}

/// The lines of a text of FEN or EPD: see [`check`].
pub struct Lines<'a> {
    text: &'a [u8],
    reading: Reading,
    cursor: ffi::TextCursor,
    block: Vec<ffi::CheckedLine>,
    next: usize,
    is_last: bool,
}

const LINES_AT_ONCE: usize = 512;

/// Judges each line of a text of FEN or EPD, many times as fast as [`Position::from_fen`] and [`Position::verdict`]. Blank
/// lines and those that begin with # are skipped.
///
/// ```
/// let text = b"4k3/8/8/8/8/8/4r3/4K3 w - -\n\nno position\n";
/// let verdicts: Vec<_> = kingscan::check(text, Default::default()).map(|line| (line.number, line.verdict)).collect();
/// assert_eq!(verdicts, [(1, Some(kingscan::Verdict::Check)), (3, None)]);
/// ```
pub fn check(text: &[u8], reading: Reading) -> Lines<'_> {
    let cursor = ffi::TextCursor { offset: 0, line: 0 };
    Lines { text, reading, cursor, block: Vec::with_capacity(LINES_AT_ONCE), next: 0, is_last: false }
}

impl Lines<'_> {
    fn read_block(&mut self) {
        self.next = 0;
        let (text, flags) = (self.text, self.reading.flags());
        // SAFETY: the text has this length, the block has room for so many lines, and the function fills in those that it counts.
        unsafe {
            let lines = self.block.as_mut_ptr();
            let count =
                ffi::ks_check_epd(text.as_ptr().cast(), text.len(), flags, &mut self.cursor, lines, LINES_AT_ONCE);
            self.block.set_len(count);
        }
        self.is_last = self.block.len() < LINES_AT_ONCE;
    }
}

impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Checked<'a>;

    fn next(&mut self) -> Option<Checked<'a>> {
        if self.next == self.block.len() && !self.is_last {
            self.read_block();
        }
        let line = *self.block.get(self.next)?;
        self.next += 1;
        Some(Checked {
            text: &self.text[line.offset..line.offset + line.length],
            number: line.number,
            verdict: Verdict::of(line.verdict.into()),
            checkers: Squares(line.checkers),
            reading: self.reading,
        })
    }
}

/// Whether each king is attacked: king n stands on `kings[n]` of board n, whose codes are those of
/// [`Piece::code`](crate::Piece::code), and belongs to `sides[n]`.
///
/// # Panics
/// When the slices have other lengths.
pub fn in_check(boards: &[[u8; 64]], kings: &[Square], sides: &[Color]) -> Vec<bool> {
    assert!(kings.len() == boards.len() && sides.len() == boards.len(), "a king and a side for each board");
    let mut bits = vec![0u64; (boards.len() + 63) / 64];
    // SAFETY: there are as many boards, kings and sides as the call says, and a bit for each. A Square is a byte below 64, a
    // Color is a byte 0 or 1, and any byte on a board means something.
    unsafe {
        ffi::ks_in_check_batch(
            boards.as_ptr().cast(),
            64,
            kings.as_ptr().cast(),
            sides.as_ptr().cast(),
            boards.len(),
            bits.as_mut_ptr(),
        );
    }
    (0..boards.len()).map(|n| bits[n / 64] >> (n % 64) & 1 == 1).collect()
}
