//! The C functions that the crate calls, and their types, as the headers in include/kingscan declare them. Nothing here relies
//! on what reserved members hold.
use std::marker::{PhantomData, PhantomPinned};
use std::mem::MaybeUninit;
use std::os::raw::{c_char, c_int, c_uint, c_void};

use crate::moves::MoveList;
use crate::setup::Board;

/// ks_position: 128 bytes, a cache line each half.
#[repr(C, align(64))]
#[derive(Clone)]
pub struct Position {
    pub board: Board,
    pub castling: u64,
    pub key: u64,
    pub halfmove_clock: u16,
    pub fullmove_number: u16,
    pub side_to_move: u8,
    pub en_passant: u8,
    pub capturable: u8,
    private_zeros: [MaybeUninit<u8>; 9],
}

#[repr(C)]
pub struct Error {
    pub code: c_int,
    pub offset: usize,
    pub message: [u8; 184],
}

#[repr(C)]
pub struct KingLines {
    pub checkers: u64,
    pub check_lines: u64,
    pub pinned: u64,
    pub pin_orthogonal: u64,
    pub pin_diagonal: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct CheckedLine {
    pub offset: usize,
    pub length: usize,
    pub number: u64,
    pub checkers: u64,
    pub verdict: u8,
    reserved: [MaybeUninit<u8>; 7],
}

#[repr(C)]
pub struct TextCursor {
    pub offset: usize,
    pub line: u64,
}

#[repr(C)]
pub struct PgnItem {
    pub text: *const c_char,
    pub checkers: u64,
    pub length: u32,
    pub number: u32,
    pub variant_move: u32,
    pub one: u16,
    pub kind: u8,
    pub depth: u8,
}

#[repr(C)]
pub struct PgnPlace {
    pub offset: u64,
    pub line: u64,
    pub column: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct DataPlace {
    pub offset: u64,
    pub block: u64,
    pub chain: u64,
    pub ply: u64,
    pub line: u64,
}

#[repr(C)]
pub struct DataBatch {
    pub count: usize,
    pub boards: *const [u8; 64],
    pub sides: *const u8,
    pub kings: *const u8,
    pub kinds: *const u8,
    pub moves: *const u16,
    pub scores: *const i16,
    pub results: *const i8,
    pub plies: *const u16,
    pub checks: *const u64,
    pub illegal: *const u64,
    pub invalid: *const u64,
    pub fault: *const Error,
    pub fault_place: DataPlace,
    pub lost: u64,
    pub known: *const u8,
    pub clocks: *const u32,
}

#[repr(C)]
pub struct PgnTag {
    pub name: *const c_char,
    pub value: *const c_char,
}

#[repr(C)]
pub struct PgnCommands {
    pub squares: *const c_char,
    pub arrows: *const c_char,
    pub squares_length: usize,
    pub arrows_length: usize,
    pub clock: u32,
    pub elapsed: u32,
    pub eval: i32,
    pub mate: i32,
    pub has_clock: u8,
    pub has_elapsed: u8,
    pub has_eval: u8,
    reserved: [MaybeUninit<u8>; 13],
}

/// ks_variant_position: 352 bytes.
#[repr(C)]
#[derive(Clone)]
pub struct VariantPosition {
    pub board: [u8; 120],
    pub side_to_move: u8,
    pub king: [u8; 2],
    castling_rook: [[u8; 2]; 2],
    castling_king: [u8; 2],
    en_passant_pawn: u8,
    pub checks_left: [u8; 2],
    pub halfmove_clock: u16,
    pub fullmove_number: u16,
    pieces: [[u64; 2]; 2],
    en_passant: [u64; 2],
    passes: u8,
    gates: [[u64; 2]; 2],
    walls: [u64; 2],
    promoted: [u64; 2],
    hand: [[u8; 31]; 2],
    reserved: [MaybeUninit<u8>; 34],
}

#[repr(C)]
pub struct VariantFacts {
    pub name: *const c_char,
    pub base: *const c_char,
    pub summary: *const c_char,
    pub files: c_uint,
    pub ranks: c_uint,
    pub types: c_uint,
    pub royal: c_uint,
    pub chess960: c_int,
    reserved: [*const c_void; 6],
}

#[repr(C)]
pub struct VariantAttempt {
    pub one: u32,
    kind: c_uint,
    from: c_uint,
    to: c_uint,
}

/// ks_variant_undo: 160 bytes.
#[repr(C)]
pub struct VariantUndo([u64; 20]);

pub const ATTACK_PAIRS_MAX: usize = 1024;
pub const MOVES_MAX: usize = 578;
pub const FEN_RIGHTS: u32 = 1;
pub const FEN_WHOLE: u32 = 8;
pub const FEN_SIZE: usize = 96;
pub const UCI_SIZE: usize = 6;
pub const SAN_SIZE: usize = 12;
pub const VARIANT_FEN_SIZE: usize = 768;
pub const VARIANT_UCI_SIZE: usize = 16;
pub const VARIANT_SAN_SIZE: usize = 20;
pub const NO_SQUARE: u8 = 64;
pub const DEPTH_MAX: u32 = 63;
pub const UCI_CHESS960: c_uint = 1 << 8;
pub const SEE_PINS: c_uint = 1 << 26;
pub const PGN_COMMENTS: c_uint = 1 << 16;
pub const PGN_VARIATIONS: c_uint = 1 << 17;
pub const PGN_NULL_MOVES: c_uint = 1 << 19;
pub const PGN_FAILED: usize = usize::MAX;

const _: () = assert!(
    std::mem::size_of::<Position>() == 128
        && std::mem::size_of::<VariantPosition>() == 352
        && std::mem::size_of::<PgnCommands>() == 32 + 4 * std::mem::size_of::<usize>()
        && std::mem::size_of::<PgnItem>() == 24 + std::mem::size_of::<usize>()
        && std::mem::size_of::<DataBatch>() == 48 + 15 * std::mem::size_of::<usize>()
);

macro_rules! opaque {
    ($($name:ident)*) => { $(
        /// A type that C alone knows.
        #[repr(C)]
        pub struct $name {
            private: [u8; 0],
            neither_sent_nor_moved: PhantomData<(*mut u8, PhantomPinned)>,
        }
    )* };
}
opaque!(Data Pgn Variants Variant);

pub type DataSource = unsafe extern "C" fn(context: *mut c_void, buffer: *mut c_void, room: usize) -> usize;
pub type PgnSource = unsafe extern "C" fn(context: *mut c_void, buffer: *mut c_char, room: usize) -> usize;

extern "C" {
    pub fn ks_version() -> *const c_char;
    pub fn ks_error_name(code: c_int) -> *const c_char;
    pub fn ks_verdict_name(verdict: c_uint) -> *const c_char;
    pub fn ks_draw_name(draw: c_uint) -> *const c_char;

    pub fn ks_read_fen(
        text: *const c_char,
        length: usize,
        flags: c_uint,
        position: *mut Position,
        error: *mut Error,
    ) -> c_int;
    pub fn ks_position_from_board(
        board: *const u8,
        side: c_uint,
        rooks: u64,
        en_passant: c_uint,
        flags: c_uint,
        position: *mut Position,
        error: *mut Error,
    ) -> c_int;
    pub fn ks_write_fen(position: *const Position, text: *mut c_char) -> usize;
    pub fn ks_write_x_fen(position: *const Position, text: *mut c_char) -> usize;
    pub fn ks_judge(position: *const Position, checkers: *mut u64) -> c_uint;
    pub fn ks_attack_pairs(board: *const u8, from: *mut u8, to: *mut u8, room: usize) -> usize;
    pub fn ks_attacked(board: *const u8, by_side: c_uint) -> u64;
    pub fn ks_attackers(board: *const u8, square: c_uint, by_side: c_uint) -> u64;
    pub fn ks_king_scan(board: *const u8, king: c_uint, side: c_uint, lines: *mut KingLines);
    pub fn ks_in_check_batch(
        boards: *const u8,
        stride: usize,
        kings: *const u8,
        sides: *const u8,
        n: usize,
        bits: *mut u64,
    );
    pub fn ks_check_epd(
        text: *const c_char,
        length: usize,
        flags: c_uint,
        cursor: *mut TextCursor,
        lines: *mut CheckedLine,
        max: usize,
    ) -> usize;
    pub fn ks_can_mate(position: *const Position, side: c_uint) -> c_int;
    pub fn ks_find_draw(position: *const Position, verdict: c_uint, keys: *const u64, count: usize) -> c_uint;
    pub fn ks_count_repetitions(keys: *const u64, count: usize, halfmove_clock: c_uint) -> c_uint;
    pub fn ks_polyglot_key(position: *const Position) -> u64;

    pub fn ks_legal_moves(position: *const Position, list: *mut MoveList) -> usize;
    pub fn ks_legal_captures(position: *const Position, list: *mut MoveList) -> usize;
    pub fn ks_legal_checks(position: *const Position, list: *mut MoveList) -> usize;
    pub fn ks_legal_quiet_moves(position: *const Position, list: *mut MoveList) -> usize;
    pub fn ks_count_legal_moves(position: *const Position) -> usize;
    pub fn ks_has_legal_move(position: *const Position) -> c_int;
    pub fn ks_is_legal(position: *const Position, one: u16) -> c_int;
    pub fn ks_gives_check(position: *const Position, one: u16) -> c_int;
    pub fn ks_see(position: *const Position, one: u16, values: *const i16, flags: c_uint) -> c_int;
    pub fn ks_see_at_least(
        position: *const Position,
        one: u16,
        values: *const i16,
        threshold: c_int,
        flags: c_uint,
    ) -> c_int;
    pub fn ks_after_move(position: *const Position, one: u16, after: *mut Position);
    pub fn ks_after_null_move(position: *const Position, after: *mut Position);
    pub fn ks_perft(position: *const Position, depth: c_uint) -> u64;
    pub fn ks_write_uci(position: *const Position, one: u16, flags: c_uint, text: *mut c_char) -> usize;
    pub fn ks_write_san(position: *const Position, one: u16, text: *mut c_char) -> usize;
    pub fn ks_read_move(
        position: *const Position,
        text: *const c_char,
        length: usize,
        one: *mut u16,
        error: *mut Error,
    ) -> c_int;

    pub fn ks_pgn_open(source: PgnSource, context: *mut c_void, flags: c_uint, error: *mut Error) -> *mut Pgn;
    pub fn ks_pgn_close(pgn: *mut Pgn);
    pub fn ks_pgn_next_game(pgn: *mut Pgn) -> c_int;
    pub fn ks_pgn_next_item(pgn: *mut Pgn) -> *const PgnItem;
    pub fn ks_pgn_use_variants(pgn: *mut Pgn, variants: *const Variants);
    pub fn ks_pgn_get_variant(pgn: *const Pgn) -> *const Variant;
    pub fn ks_pgn_get_variant_position(pgn: *mut Pgn) -> *const VariantPosition;
    pub fn ks_pgn_read_commands(comment: *const c_char, length: usize, commands: *mut PgnCommands);
    pub fn ks_pgn_get_position(pgn: *mut Pgn) -> *const Position;
    pub fn ks_pgn_get_result(pgn: *mut Pgn) -> c_uint;
    pub fn ks_pgn_get_error(pgn: *const Pgn) -> *const Error;
    pub fn ks_pgn_get_place(pgn: *mut Pgn) -> PgnPlace;
    pub fn ks_pgn_get_tags(pgn: *mut Pgn, tags: *mut *const PgnTag) -> usize;

    pub fn ks_data_open(
        source: DataSource,
        context: *mut c_void,
        format: c_uint,
        flags: c_uint,
        error: *mut Error,
    ) -> *mut Data;
    pub fn ks_data_close(data: *mut Data);
    pub fn ks_data_use_pattern(data: *mut Data, pattern: *const c_char, error: *mut Error) -> c_int;
    pub fn ks_data_next(data: *mut Data) -> *const DataBatch;
    pub fn ks_data_get_position(data: *const Data, i: usize, position: *mut Position, error: *mut Error) -> c_int;
    pub fn ks_data_find_format(name: *const c_char) -> c_uint;
    pub fn ks_pgn_scores_name(form: c_uint) -> *const c_char;

    pub fn ks_variants_new(text: *const c_char, length: usize, flags: c_uint, error: *mut Error) -> *mut Variants;
    pub fn ks_variants_free(variants: *mut Variants);
    pub fn ks_variants_count(variants: *const Variants) -> usize;
    pub fn ks_variants_get_name(variants: *const Variants, index: usize) -> *const c_char;
    pub fn ks_variants_find(variants: *const Variants, name: *const c_char, error: *mut Error) -> *const Variant;
    pub fn ks_variant_get_facts(variant: *const Variant) -> VariantFacts;
    pub fn ks_variant_get_start(variant: *const Variant) -> *const VariantPosition;
    pub fn ks_variant_read_fen(
        variant: *const Variant,
        text: *const c_char,
        length: usize,
        flags: c_uint,
        position: *mut VariantPosition,
        error: *mut Error,
    ) -> c_int;
    pub fn ks_variant_write_fen(variant: *const Variant, position: *const VariantPosition, text: *mut c_char) -> usize;
    pub fn ks_variant_judge(
        variant: *const Variant,
        position: *const VariantPosition,
        checkers: *mut [u64; 2],
    ) -> c_uint;
    pub fn ks_variant_find_draw(
        variant: *const Variant,
        position: *const VariantPosition,
        verdict: c_uint,
        keys: *const u64,
        count: usize,
    ) -> c_uint;
    pub fn ks_variant_find_outcome(
        variant: *const Variant,
        position: *const VariantPosition,
        verdict: c_uint,
    ) -> c_uint;
    pub fn ks_variant_position_key(variant: *const Variant, position: *const VariantPosition) -> u64;
    pub fn ks_variant_legal_moves(
        variant: *const Variant,
        position: *const VariantPosition,
        moves: *mut u32,
        room: usize,
    ) -> usize;
    pub fn ks_variant_make_move(
        variant: *const Variant,
        position: *mut VariantPosition,
        one: u32,
        undo: *mut VariantUndo,
    );
    pub fn ks_variant_perft(variant: *const Variant, position: *const VariantPosition, depth: c_uint) -> u64;
    pub fn ks_variant_write_uci(
        variant: *const Variant,
        position: *const VariantPosition,
        one: u32,
        flags: c_uint,
        text: *mut c_char,
    ) -> usize;
    pub fn ks_variant_write_san(
        variant: *const Variant,
        position: *const VariantPosition,
        one: u32,
        text: *mut c_char,
    ) -> usize;
    pub fn ks_variant_read_move(
        variant: *const Variant,
        position: *const VariantPosition,
        text: *const c_char,
        length: usize,
        attempt: *mut VariantAttempt,
        error: *mut Error,
    ) -> c_int;
}
