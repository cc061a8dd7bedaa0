//! The C functions that the crate calls, and their types: include/kingscan/position.h, moves.h and errors.h.
use std::os::raw::{c_char, c_int, c_uint};

/// ks_position: 128 bytes, a cache line each half.
#[repr(C, align(64))]
#[derive(Clone)]
pub struct Position {
    pub board: [u8; 64],
    private_planes: [u64; 4],
    private_castling: u64,
    pub key: u64,
    pub halfmove_clock: u16,
    pub fullmove_number: u16,
    pub side_to_move: u8,
    pub en_passant: u8,
    private_capturable: u8,
    private_zeros: [u8; 9],
}

#[repr(C)]
pub struct Error {
    pub code: c_int,
    pub offset: usize,
    pub message: [u8; 184],
}

pub const MOVES_MAX: usize = 1100;
pub const FEN_SIZE: usize = 96;
pub const SAN_SIZE: usize = 12;
pub const NO_SQUARE: u8 = 64;

extern "C" {
    pub fn ks_read_fen(
        text: *const c_char,
        length: usize,
        flags: c_uint,
        position: *mut Position,
        error: *mut Error,
    ) -> c_int;
    pub fn ks_write_fen(position: *const Position, text: *mut c_char) -> usize;
    pub fn ks_judge(position: *const Position, checkers: *mut u64) -> c_uint;
    pub fn ks_legal_moves(position: *const Position, moves: *mut u16) -> usize;
    pub fn ks_is_legal(position: *const Position, one: u16) -> c_int;
    pub fn ks_after_move(position: *const Position, one: u16, after: *mut Position);
    pub fn ks_polyglot_key(position: *const Position) -> u64;
    pub fn ks_perft(position: *const Position, depth: c_uint) -> u64;
    pub fn ks_write_uci(position: *const Position, one: u16, flags: c_uint, text: *mut c_char) -> usize;
    pub fn ks_write_san(position: *const Position, one: u16, text: *mut c_char) -> usize;
    pub fn ks_explain_move(
        position: *const Position,
        text: *const c_char,
        length: usize,
        one: *mut u16,
        error: *mut Error,
    ) -> c_int;
    pub fn ks_error_name(code: c_int) -> *const c_char;
    pub fn ks_version() -> *const c_char;
}
