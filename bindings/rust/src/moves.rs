//! Moves, and lists of them.
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

use crate::board::{File, Role, Square};
use crate::castles::{CastlingMode, Wing};
use crate::ffi;
use crate::uci::UciMove;

/// A move of one position; another position may not have it. It has squares and a kind; the position knows what stands
/// there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(pub(crate) u16);

impl Move {
    /// The square that the piece leaves.
    pub const fn from(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// The square where it arrives; of castling, the rook's.
    pub const fn to(self) -> Square {
        Square((self.0 >> 6 & 63) as u8)
    }

    const fn kind(self) -> u16 {
        self.0 >> 12 & 7
    }

    /// Whether a pawn moves two squares.
    pub const fn is_double_push(self) -> bool {
        self.kind() == 1
    }

    /// Whether a pawn captures another one in passing.
    pub const fn is_en_passant(self) -> bool {
        self.kind() == 2
    }

    /// Whether king and rook move.
    pub const fn is_castling(self) -> bool {
        self.kind() == 3
    }

    /// The same as [`Move::is_castling`], in shakmaty's word.
    pub const fn is_castle(self) -> bool {
        self.is_castling()
    }

    /// The wing on which king and rook move.
    pub fn castling_side(self) -> Option<Wing> {
        self.is_castling().then(|| if self.to() > self.from() { Wing::KingSide } else { Wing::QueenSide })
    }

    /// Whether a pawn becomes another piece.
    pub const fn is_promotion(self) -> bool {
        self.kind() >= 4
    }

    /// What a pawn becomes.
    pub const fn promotion(self) -> Option<Role> {
        match self.kind() {
            4 => Some(Role::Knight),
            5 => Some(Role::Bishop),
            6 => Some(Role::Rook),
            7 => Some(Role::Queen),
            _ => None,
        }
    }

    /// The move in UCI.
    pub fn to_uci(self, mode: CastlingMode) -> UciMove {
        UciMove::from_move(self, mode)
    }

    /// Where UCI has the king arrive in castling from e1 or e8 with the rook of a corner; of other moves, the square itself.
    pub(crate) fn shown_to(self) -> Square {
        let (from, to) = (self.from(), self.to());
        match self.is_castling() && from.file() == File::E && [File::A, File::H].contains(&to.file()) {
            false => to,
            true if to > from => Square(from.0 + 2),
            true => Square(from.0 - 2),
        }
    }

    /// The library's number of it, in 15 bits.
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The move of a number. A position says whether it is legal.
    pub const fn from_code(code: u16) -> Move {
        Move(code & 0x7fff)
    }
}

/// UCI: castling from e1 or e8 with the rook of a corner is e1g1 and so on, other castling the king taking its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&UciMove::from_standard(*self), f)
    }
}

/// The same as `Display`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The moves of a position: a slice that lies on the stack.
#[repr(C, align(64))]
pub struct MoveList {
    moves: [MaybeUninit<Move>; ffi::MOVES_MAX],
    count: u32,
}

impl MoveList {
    /// Makes the list that `fill` writes: a ks_move_list.
    ///
    /// # Safety
    /// `fill` sets `count` to the number of moves that it writes.
    #[inline]
    pub(crate) unsafe fn filled(fill: impl FnOnce(&mut MoveList)) -> MoveList {
        let mut list = MoveList { moves: [MaybeUninit::uninit(); ffi::MOVES_MAX], count: 0 };
        fill(&mut list);
        list
    }

    /// Takes out the moves that `keep` refuses.
    pub fn retain(&mut self, mut keep: impl FnMut(&Move) -> bool) {
        let mut count = 0;
        for n in 0..self.len() {
            self[count] = self[n];
            count += usize::from(keep(&self[count]));
        }
        self.count = count as u32;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        // SAFETY: as many moves have been written: see `filled`.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.count as usize) }
    }
}

/// The moves can be sorted.
impl DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: as many moves have been written: see `filled`.
        unsafe { std::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.count as usize) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;
    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

/// The moves of a list by value: `for one in position.legal_moves()`.
#[derive(Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let one = self.list.get(self.next).copied();
        self.next += usize::from(one.is_some());
        one
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoMoves {}
impl std::iter::FusedIterator for IntoMoves {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
