//! Kingscan from Rust: the C functions declared as they are, and around them a few lines that can't be called wrongly.
//!
//!     rustc --edition 2021 -O -L native=build -l static=kingscan examples/caller.rs -o caller && ./caller
use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_uint};

/// What bears on a king, as sets of squares: bit n is square n, a8 = 0, h1 = 63. Laid out as `ks_king_lines`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct KingLines {
    pub checkers: u64,
    pub check_lines: u64,
    pub pinned: u64,
    pub pin_orthogonal: u64,
    pub pin_diagonal: u64,
}

mod ffi {
    use super::*;
    extern "C" {
        pub fn ks_in_check(board: *const u8, king_square: c_uint, side: c_uint) -> c_int;
        pub fn ks_king_scan(board: *const u8, king_square: c_uint, side: c_uint, lines: *mut KingLines);
        pub fn ks_in_check_batch(boards: *const u8, stride: usize, king_squares: *const u8, sides: *const u8, n: usize,
                                 out_bits: *mut u64);
        pub fn ks_square_name(square: c_uint) -> *const c_char;
    }
}

#[derive(Clone, Copy)]
pub enum Side {
    White = 0,
    Black = 1,
}

/// Square 0 to 63; the only way to make one checks it.
#[derive(Clone, Copy)]
pub struct Square(u8);

impl Square {
    pub fn new(number: u8) -> Option<Square> {
        (number < 64).then_some(Square(number))
    }
}

pub type Board = [u8; 64];

pub fn in_check(board: &Board, king: Square, side: Side) -> bool {
    // SAFETY: the board has 64 bytes; square and side are in range by their types.
    unsafe { ffi::ks_in_check(board.as_ptr(), king.0.into(), side as c_uint) != 0 }
}

pub fn king_scan(board: &Board, king: Square, side: Side) -> KingLines {
    let mut lines = KingLines::default();
    // SAFETY: as above, and lines is laid out as C has it.
    unsafe { ffi::ks_king_scan(board.as_ptr(), king.0.into(), side as c_uint, &mut lines) }
    lines
}

/// Bit i & 63 of word i / 64 is the answer for board i.
pub fn in_check_batch(boards: &[Board], kings: &[Square], sides: &[Side]) -> Vec<u64> {
    assert!(boards.len() == kings.len() && boards.len() == sides.len());
    let kings: Vec<u8> = kings.iter().map(|king| king.0).collect();
    let sides: Vec<u8> = sides.iter().map(|side| *side as u8).collect();
    let mut bits = vec![0; (boards.len() + 63) / 64];
    // SAFETY: boards lie 64 bytes apart, and there are as many kings and sides; bits has a bit for each.
    unsafe {
        ffi::ks_in_check_batch(boards.as_ptr().cast(), 64, kings.as_ptr(), sides.as_ptr(), boards.len(), bits.as_mut_ptr())
    }
    bits
}

pub fn square_name(square: u32) -> &'static str {
    // SAFETY: the text is static, ends with a zero and is ASCII.
    unsafe { CStr::from_ptr(ffi::ks_square_name(square)) }.to_str().unwrap()
}

fn main() {
    const KNIGHT: u8 = 2;
    const KING: u8 = 6;
    const BLACK: u8 = 8;
    let mut board: Board = [0; 64];
    board[60] = KING; // e1
    board[4] = KING | BLACK; // e8
    board[43] = KNIGHT | BLACK; // d3
    let (white, black) = (Square::new(60).unwrap(), Square::new(4).unwrap());
    let checkers = king_scan(&board, white, Side::White).checkers;
    println!("white in check: {}, from {}", in_check(&board, white, Side::White), square_name(checkers.trailing_zeros()));
    println!("black in check: {}", in_check(&board, black, Side::Black));
    println!("both at once: {:02b}", in_check_batch(&[board; 2], &[white, black], &[Side::White, Side::Black])[0]);
}
