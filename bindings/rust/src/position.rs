//! Positions of chess and Chess960.
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;
use std::str::FromStr;

use crate::board::{Color, Piece, Role, Square};
use crate::castles::Wing;
use crate::error::{checked, text_of, written, Error};
use crate::fen::EnPassantMode;
use crate::ffi;
use crate::games::Outcome;
use crate::moves::{Move, MoveList};
use crate::setup::Board;
use crate::squares::Squares;

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

impl Verdict {
    /// None: the library says that a line is no position.
    pub(crate) fn of(number: u32) -> Option<Verdict> {
        const VERDICTS: [Verdict; 5] =
            [Verdict::Safe, Verdict::Check, Verdict::DoubleCheck, Verdict::Checkmate, Verdict::Stalemate];
        VERDICTS.get(number as usize).copied()
    }
}

/// As the library names it, such as "double-check".
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: names are static strings.
        f.write_str(unsafe { text_of(ffi::ks_verdict_name(*self as u32)) })
    }
}

/// Which texts are positions. Impossible castling letters and en-passant squares are dropped, but for `Strict`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// One king a side, no pawns on the last ranks, and the side that has moved is not in check.
    #[default]
    Usual,
    /// As `Possible`, and impossible rights are errors.
    Strict,
    /// Positions that no game can reach are errors.
    Possible,
}

impl Reading {
    pub(crate) fn flags(self) -> u32 {
        match self {
            Reading::Usual => 0,
            Reading::Strict => 5,
            Reading::Possible => 4,
        }
    }
}

/// A position with one king a side. It has no history; see [`Position::draw`] for what depends on it.
#[derive(Clone)]
pub struct Position(pub(crate) ffi::Position);

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

fn pointer_of(values: Option<&[i16; 8]>) -> *const i16 {
    values.map_or(std::ptr::null(), |values| values.as_ptr())
}

macro_rules! of_the_board {
    ($($name:ident($($argument:ident: $kind:ty)?) -> $answer:ty)*) => {
        impl Position { $(
            #[doc = concat!("See [`Board::", stringify!($name), "`].")]
            #[inline]
            pub fn $name(&self, $($argument: $kind)?) -> $answer {
                self.board().$name($($argument)?)
            }
        )* }
    };
}
of_the_board! {
    piece_at(square: Square) -> Option<Piece>
    role_at(square: Square) -> Option<Role>
    color_at(square: Square) -> Option<Color>
    occupied() -> Squares
    by_color(color: Color) -> Squares
    by_role(role: Role) -> Squares
    by_piece(piece: Piece) -> Squares
}

fn see_flags(pins: bool) -> u32 {
    if pins {
        ffi::SEE_PINS
    } else {
        0
    }
}

impl Position {
    /// The position that games start from.
    pub fn start() -> Position {
        Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").expect("it is a position")
    }

    /// Reads FEN or EPD, of which the operations are skipped. Other text behind the fields is an error.
    pub fn from_fen(text: &str) -> Result<Position, Error> {
        Position::read(text, Reading::Usual)
    }

    /// The same, with a choice of which texts are positions.
    pub fn read(text: &str, reading: Reading) -> Result<Position, Error> {
        Position::read_with(text.as_bytes(), reading.flags() | ffi::FEN_WHOLE)
    }

    pub(crate) fn from_bytes(text: &[u8]) -> Result<Position, Error> {
        Position::read_with(text, ffi::FEN_WHOLE)
    }

    pub(crate) fn read_with(text: &[u8], flags: u32) -> Result<Position, Error> {
        let mut position = MaybeUninit::uninit();
        // SAFETY: the text has this length.
        checked(|error| unsafe {
            ffi::ks_read_fen(text.as_ptr().cast(), text.len(), flags, position.as_mut_ptr(), error)
        })?;
        // SAFETY: the call has succeeded, so it has filled the position in.
        Ok(Position(unsafe { position.assume_init() }))
    }

    /// Makes a position from a board, from a8 to h1; `rooks` may castle, and a pawn has just passed `en_passant`. The offset
    /// of an error is a square.
    pub fn from_board(
        board: &[Option<Piece>; 64],
        turn: Color,
        rooks: Squares,
        en_passant: Option<Square>,
    ) -> Result<Position, Error> {
        let codes = board.map(|piece| piece.map_or(0, Piece::code));
        Position::of_codes(&codes, turn, rooks, en_passant, 0)
    }

    pub(crate) fn of_codes(
        codes: &[u8; 64],
        turn: Color,
        rooks: Squares,
        en_passant: Option<Square>,
        flags: u32,
    ) -> Result<Position, Error> {
        let passed = en_passant.map_or(ffi::NO_SQUARE, Square::index);
        let mut position = MaybeUninit::uninit();
        // SAFETY: the board has 64 codes; the function takes any set of rooks, and any square or NO_SQUARE.
        checked(|error| unsafe {
            ffi::ks_position_from_board(
                codes.as_ptr(),
                turn as u32,
                rooks.0,
                passed.into(),
                flags,
                position.as_mut_ptr(),
                error,
            )
        })?;
        // SAFETY: the call has succeeded, so it has filled the position in.
        Ok(Position(unsafe { position.assume_init() }))
    }

    /// The position as FEN, with an en-passant square only when a pawn may capture there.
    pub fn fen(&self) -> String {
        // SAFETY: a FEN takes at most FEN_SIZE bytes.
        written::<{ ffi::FEN_SIZE }>(|text| unsafe { ffi::ks_write_fen(&self.0, text) })
    }

    /// The same, with the square after each double push that a pawn attacks.
    pub fn x_fen(&self) -> String {
        if self.ep_square(EnPassantMode::PseudoLegal).is_none() {
            return self.fen();
        }
        // SAFETY: a FEN takes at most FEN_SIZE bytes.
        written::<{ ffi::FEN_SIZE }>(|text| unsafe { ffi::ks_write_x_fen(&self.0, text) })
    }

    // ---- The board ----

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        if self.0.side_to_move == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The board, which is its 64 codes too: see [`Piece::code`].
    #[inline]
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// All pieces with their squares, from a8 on.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.board().iter()
    }

    /// The square of a side's king.
    #[doc(alias = "king_of")]
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.by_piece(Piece { color, role: Role::King }).first().expect("each side has a king")
    }

    /// The rooks that may castle.
    pub fn castling_rooks(&self) -> Squares {
        Squares(self.0.castling)
    }

    /// The rook with which a side may castle on a wing.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        wing.rook_of(self.castling_rooks() & self.by_color(color), self.king(color))
    }

    /// The square on which a pawn may capture en passant.
    pub fn en_passant(&self) -> Option<Square> {
        Square::new(self.0.capturable)
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        self.0.halfmove_clock
    }

    /// The number of the move, from 1.
    pub fn fullmove_number(&self) -> u16 {
        self.0.fullmove_number
    }

    /// The Zobrist key: the same for positions that are equal.
    #[doc(alias = "zobrist_hash")]
    #[inline]
    pub fn key(&self) -> u64 {
        self.0.key
    }

    /// The key of Polyglot's opening books.
    pub fn polyglot_key(&self) -> u64 {
        // SAFETY: the function takes any position.
        unsafe { ffi::ks_polyglot_key(&self.0) }
    }

    // ---- Checks and ends ----

    /// The state of the side to move.
    pub fn verdict(&self) -> Verdict {
        self.judge().0
    }

    /// The pieces that give check.
    pub fn checkers(&self) -> Squares {
        self.attackers(self.king(self.turn()), !self.turn())
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.verdict() == Verdict::Checkmate
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        self.verdict() == Verdict::Stalemate
    }

    /// How the game has ended without a claim: by mate, stalemate, insufficient material or 75 moves. The fifth repetition
    /// ends it too, but a position does not know the ones before: see [`Position::outcome_with`].
    pub fn outcome(&self) -> Outcome {
        self.outcome_with(&[])
    }

    /// The same, with the fifth repetition. keys: those of all positions of the game, this one included.
    pub fn outcome_with(&self, keys: &[u64]) -> Outcome {
        match (self.verdict(), self.turn()) {
            (Verdict::Checkmate, Color::White) => Outcome::BlackWins,
            (Verdict::Checkmate, Color::Black) => Outcome::WhiteWins,
            _ => Outcome::drawn(self.draw(keys).unwrap_or("")),
        }
    }

    /// Whether the game has ended without a claim: see [`Position::outcome`].
    pub fn is_game_over(&self) -> bool {
        self.outcome().is_decided()
    }

    fn judge(&self) -> (Verdict, u64) {
        let mut checkers = 0;
        // SAFETY: each side has one king.
        let verdict = unsafe { ffi::ks_judge(&self.0, &mut checkers) };
        (Verdict::of(verdict).expect("a position has a verdict"), checkers)
    }

    /// The pieces of a side that attack a square, pinned ones too.
    pub fn attackers(&self, square: Square, by: Color) -> Squares {
        // SAFETY: the board has 64 codes, and a Square is below 64.
        Squares(unsafe { ffi::ks_attackers(self.0.board.as_ptr(), square.0.into(), by as u32) })
    }

    /// All squares that a side attacks, by pinned pieces too, and those of its own pieces. Every piece stops a slider, the
    /// enemy king too.
    pub fn attacked(&self, by: Color) -> Squares {
        // SAFETY: the board has 64 codes.
        Squares(unsafe { ffi::ks_attacked(self.0.board.as_ptr(), by as u32) })
    }

    /// Who attacks whom: each pair of a piece and an occupied square that it attacks, of both sides and on both sides, kings
    /// too; by attacked squares, then by attackers.
    pub fn attack_pairs(&self) -> Vec<(Square, Square)> {
        let (mut from, mut to) = ([0; ffi::ATTACK_PAIRS_MAX], [0; ffi::ATTACK_PAIRS_MAX]);
        // SAFETY: the board has 64 codes, and both arrays have so much room.
        let count = unsafe {
            ffi::ks_attack_pairs(self.0.board.as_ptr(), from.as_mut_ptr(), to.as_mut_ptr(), ffi::ATTACK_PAIRS_MAX)
        };
        from.iter().zip(&to).take(count).map(|(&from, &to)| (Square(from), Square(to))).collect()
    }

    /// The pieces of a side that are pinned to its king.
    #[doc(alias = "pins")]
    pub fn pinned(&self, color: Color) -> Squares {
        let mut lines = MaybeUninit::<ffi::KingLines>::uninit();
        // SAFETY: the board has 64 codes, and the function fills in all members.
        Squares(unsafe {
            ffi::ks_king_scan(self.0.board.as_ptr(), self.king(color).0.into(), color as u32, lines.as_mut_ptr());
            lines.assume_init().pinned
        })
    }

    /// Why the game is a draw, or may be claimed as one, such as "insufficient-material" or "threefold-repetition". keys:
    /// those of all positions of the game, this one included; without them, repetitions are not found.
    pub fn draw(&self, keys: &[u64]) -> Option<&'static str> {
        let verdict = self.verdict() as u32;
        // SAFETY: the slice has this length, and the names of draws are static strings.
        let name =
            unsafe { text_of(ffi::ks_draw_name(ffi::ks_find_draw(&self.0, verdict, keys.as_ptr(), keys.len()))) };
        Some(name).filter(|name| !name.is_empty())
    }

    /// How many of the earlier positions with these keys, of which the last is this one's, equal it.
    pub fn repetitions(&self, keys: &[u64]) -> u32 {
        // SAFETY: the slice has this length.
        unsafe { ffi::ks_count_repetitions(keys.as_ptr(), keys.len(), self.0.halfmove_clock.into()) }
    }

    /// Whether neither side can mate by any sequence of moves, as far as the material says.
    pub fn is_insufficient_material(&self) -> bool {
        self.draw(&[]) == Some("insufficient-material")
    }

    /// Whether a side has enough material to mate by any moves.
    pub fn can_mate(&self, color: Color) -> bool {
        // SAFETY: the function takes any position.
        unsafe { ffi::ks_can_mate(&self.0, color as u32) != 0 }
    }

    // ---- Moves ----

    /// All legal moves. Nothing is allocated.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        // SAFETY: the function counts the moves that it writes.
        unsafe { MoveList::filled(|list| _ = ffi::ks_legal_moves(&self.0, list)) }
    }

    /// The legal moves that capture, those en passant included.
    #[inline]
    pub fn captures(&self) -> MoveList {
        // SAFETY: as in legal_moves.
        unsafe { MoveList::filled(|list| _ = ffi::ks_legal_captures(&self.0, list)) }
    }

    /// The legal moves that give check.
    #[inline]
    pub fn checks(&self) -> MoveList {
        // SAFETY: as in legal_moves.
        unsafe { MoveList::filled(|list| _ = ffi::ks_legal_checks(&self.0, list)) }
    }

    /// The other legal moves.
    #[inline]
    pub fn quiet_moves(&self) -> MoveList {
        // SAFETY: as in legal_moves.
        unsafe { MoveList::filled(|list| _ = ffi::ks_legal_quiet_moves(&self.0, list)) }
    }

    /// The number of legal moves; faster than listing them.
    pub fn count_legal_moves(&self) -> usize {
        // SAFETY: the function takes any position.
        unsafe { ffi::ks_count_legal_moves(&self.0) }
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        // SAFETY: the function takes any position.
        unsafe { ffi::ks_has_legal_move(&self.0) != 0 }
    }

    /// Whether a move is legal here.
    #[inline]
    pub fn is_legal(&self, one: Move) -> bool {
        // SAFETY: the function takes any code of a move.
        unsafe { ffi::ks_is_legal(&self.0, one.0) != 0 }
    }

    /// Whether a legal move gives check; None when it is not legal here.
    pub fn gives_check(&self, one: Move) -> Option<bool> {
        // SAFETY: the move is legal.
        self.is_legal(one).then(|| unsafe { ffi::ks_gives_check(&self.0, one.0) != 0 })
    }

    /// The value that a move wins when both sides then take on its target, each with its least valuable piece, or stop. An
    /// illegal move wins 0. With `pins`, the only piece between its king and a slider does not take while that stands.
    #[inline]
    pub fn see(&self, one: Move, values: Option<&[i16; 8]>, pins: bool) -> i32 {
        // SAFETY: the function takes any code of a move; there are eight values, or a null pointer.
        unsafe { ffi::ks_see(&self.0, one.0, pointer_of(values), see_flags(pins)) }
    }

    /// Whether [`Position::see`] is at least so much, which is found sooner.
    #[inline]
    pub fn see_at_least(&self, one: Move, threshold: i32, values: Option<&[i16; 8]>, pins: bool) -> bool {
        // SAFETY: as in see.
        unsafe { ffi::ks_see_at_least(&self.0, one.0, pointer_of(values), threshold, see_flags(pins)) != 0 }
    }

    /// Whether a legal move captures.
    pub fn is_capture(&self, one: Move) -> bool {
        self.captured(one).is_some()
    }

    /// Whether a legal move sets the clock of halfmoves to zero: a capture, or a pawn's move.
    pub fn is_zeroing(&self, one: Move) -> bool {
        self.role_at(one.from()) == Some(Role::Pawn) || self.is_capture(one)
    }

    /// The piece that a legal move captures.
    #[doc(alias = "capture")]
    pub fn captured(&self, one: Move) -> Option<Piece> {
        if one.is_en_passant() {
            return Some(Piece { color: !self.turn(), role: Role::Pawn });
        }
        self.piece_at(one.to()).filter(|_| !one.is_castling())
    }

    /// Finds a move in UCI or SAN among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn parse(&self, text: &str) -> Result<Move, Error> {
        let mut found = 0;
        // SAFETY: the text has this length.
        checked(|error| unsafe { ffi::ks_read_move(&self.0, text.as_ptr().cast(), text.len(), &mut found, error) })?;
        Ok(Move(found))
    }

    /// The position after a move, in place of this one. The error of an illegal move says why it is illegal.
    #[inline]
    pub fn play(mut self, one: Move) -> Result<Position, Error> {
        self.make(one)?;
        Ok(self)
    }

    /// Makes a move in this position itself. When the move is not legal here, nothing changes, and the error says why.
    #[inline]
    pub fn make(&mut self, one: Move) -> Result<(), Error> {
        *self = self.after(one).ok_or_else(|| self.refusal(one))?;
        Ok(())
    }

    #[cold]
    fn refusal(&self, one: Move) -> Error {
        self.parse(&one.to_string()).err().unwrap_or_else(|| Error::of_another_position(one))
    }

    /// The position after a move, beside this one; None when it is not legal here. A search keeps the position before to take the
    /// move back.
    #[inline]
    pub fn after(&self, one: Move) -> Option<Position> {
        // SAFETY: the move is legal.
        self.is_legal(one).then(|| unsafe { self.after_unchecked(one) })
    }

    /// The same for a move that [`Position::legal_moves`] has just listed.
    ///
    /// # Safety
    /// The move is legal here.
    #[inline]
    pub unsafe fn after_unchecked(&self, one: Move) -> Position {
        let mut after = MaybeUninit::uninit();
        // SAFETY: the caller promises that the move is legal; the function fills in all of the position.
        Position(unsafe {
            ffi::ks_after_move(&self.0, one.0, after.as_mut_ptr());
            after.assume_init()
        })
    }

    /// The position after a null move, which is no move of chess; None in check.
    pub fn after_null_move(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut after = MaybeUninit::uninit();
        // SAFETY: the side to move is not in check, and the function fills in all of the position.
        Some(Position(unsafe {
            ffi::ks_after_null_move(&self.0, after.as_mut_ptr());
            after.assume_init()
        }))
    }

    /// A legal move in UCI; None when it is not legal here.
    pub fn uci(&self, one: Move) -> Option<String> {
        self.uci_with(one, 0)
    }

    /// The same as Chess960 has it: castling is the king taking its rook.
    pub fn uci_chess960(&self, one: Move) -> Option<String> {
        self.uci_with(one, ffi::UCI_CHESS960)
    }

    fn uci_with(&self, one: Move, flags: u32) -> Option<String> {
        // SAFETY: the move is legal, and takes at most UCI_SIZE bytes.
        self.is_legal(one)
            .then(|| written::<{ ffi::UCI_SIZE }>(|text| unsafe { ffi::ks_write_uci(&self.0, one.0, flags, text) }))
    }

    /// A legal move in SAN; None when it is not legal here.
    pub fn san(&self, one: Move) -> Option<String> {
        // SAFETY: the move is legal.
        self.is_legal(one).then(|| unsafe { self.san_unchecked(one) })
    }

    /// The legal moves, each with its SAN.
    ///
    /// ```
    /// let position: kingscan::Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
    /// let mates: Vec<String> = position.sans().map(|(_, san)| san).filter(|san| san.ends_with('#')).collect();
    /// assert_eq!(mates, ["Ra8#"]);
    /// # Ok::<(), kingscan::Error>(())
    /// ```
    pub fn sans(&self) -> impl Iterator<Item = (Move, String)> + '_ {
        // SAFETY: the moves are legal.
        self.legal_moves().into_iter().map(move |one| (one, unsafe { self.san_unchecked(one) }))
    }

    /// # Safety
    /// The move is legal here.
    pub(crate) unsafe fn san_unchecked(&self, one: Move) -> String {
        // SAFETY: the caller promises that the move is legal; it takes at most SAN_SIZE bytes.
        written::<{ ffi::SAN_SIZE }>(|text| unsafe { ffi::ks_write_san(&self.0, one.0, text) })
    }

    /// The number of sequences of `depth` legal moves.
    ///
    /// # Panics
    /// When the depth is above 63: each ply takes room on the stack.
    pub fn perft(&self, depth: u32) -> u64 {
        assert!(depth <= ffi::DEPTH_MAX, "expected a depth up to {}, found {depth}", ffi::DEPTH_MAX);
        // SAFETY: the function takes any position.
        unsafe { ffi::ks_perft(&self.0, depth) }
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl FromStr for Position {
    type Err = Error;
    fn from_str(text: &str) -> Result<Position, Error> {
        Position::from_fen(text)
    }
}

impl PartialEq for Position {
    /// Whether pieces, side to move, rights and en passant are the same, as for repetitions.
    fn eq(&self, other: &Position) -> bool {
        self.0.key == other.0.key && *self.0.board == *other.0.board
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.fen())
    }
}
