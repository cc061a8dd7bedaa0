//! Sets of squares.
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::board::{File, Rank, Square};

/// A set of squares: bit n is square n.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares(pub u64);

/// The squares of some files, as the bits of a row.
const fn of_files(row: u8) -> Squares {
    Squares(row as u64 * 0x0101_0101_0101_0101)
}

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(0);
    /// All squares.
    pub const FULL: Squares = Squares(!0);
    /// The squares of the colour of a1.
    pub const DARK_SQUARES: Squares = Squares(0x55aa_55aa_55aa_55aa);
    /// The squares of the colour of h1.
    pub const LIGHT_SQUARES: Squares = Squares(!Squares::DARK_SQUARES.0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Squares = Squares(0x8100_0000_0000_0081);
    /// The first and last ranks and files.
    pub const EDGES: Squares = Squares(0xff81_8181_8181_81ff);
    /// d4, e4, d5 and e5.
    pub const CENTER: Squares = Squares(0x0000_0018_1800_0000);
    /// The first and eighth ranks.
    pub const BACKRANKS: Squares = Squares(0xff00_0000_0000_00ff);
    /// The ranks 5 to 8.
    pub const NORTH: Squares = Squares(0xffff_ffff);
    /// The ranks 1 to 4.
    pub const SOUTH: Squares = Squares(!Squares::NORTH.0);
    /// The files e to h.
    pub const EAST: Squares = of_files(0xf0);
    /// The files a to d.
    pub const WEST: Squares = of_files(0x0f);

    /// The eight squares of a file.
    pub const fn from_file(file: File) -> Squares {
        of_files(1 << file as u8)
    }

    /// The eight squares of a rank.
    pub const fn from_rank(rank: Rank) -> Squares {
        Squares(0xff << (56 - 8 * rank as u32))
    }

    /// The set of one square.
    pub const fn from_square(square: Square) -> Squares {
        Squares(1 << square.0)
    }

    /// Adds a square, or a set.
    pub fn add(&mut self, squares: impl Into<Squares>) {
        *self |= squares;
    }

    /// Takes out a square, if it is there, or a set.
    pub fn discard(&mut self, squares: impl Into<Squares>) {
        *self -= squares;
    }

    /// Takes out a square; false when it is not there.
    #[must_use = "discard says nothing"]
    pub fn remove(&mut self, square: Square) -> bool {
        let found = self.contains(square);
        self.discard(square);
        found
    }

    /// Adds the squares that are not there, and takes out the others.
    pub fn toggle(&mut self, squares: impl Into<Squares>) {
        *self ^= squares;
    }

    /// Adds a square, or takes it out.
    pub fn set(&mut self, square: Square, contains: bool) {
        *self = if contains { self.with(square) } else { self.without(square) };
    }

    /// Takes out all squares.
    pub fn clear(&mut self) {
        *self = Squares::EMPTY;
    }

    /// The set with a square, or with another set.
    #[must_use]
    pub fn with(self, squares: impl Into<Squares>) -> Squares {
        self | squares
    }

    /// The set without a square, or without another set.
    #[must_use]
    pub fn without(self, squares: impl Into<Squares>) -> Squares {
        self - squares
    }

    /// The squares that one of the sets alone has.
    #[must_use]
    pub fn toggled(self, squares: impl Into<Squares>) -> Squares {
        self ^ squares
    }

    /// The squares that both sets have.
    #[must_use]
    pub fn intersect(self, squares: impl Into<Squares>) -> Squares {
        self & squares
    }

    /// Whether a square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// How many squares it has.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has two squares at least.
    pub const fn more_than_one(self) -> bool {
        self.len() > 1
    }

    /// Its square, when it has one alone.
    pub fn single_square(self) -> Option<Square> {
        self.first().filter(|_| self.len() == 1)
    }

    /// Whether no square is in both sets.
    pub fn is_disjoint(self, other: impl Into<Squares>) -> bool {
        (self & other).is_empty()
    }

    /// Whether the other set has all squares of this one.
    pub fn is_subset(self, other: impl Into<Squares>) -> bool {
        (self - other).is_empty()
    }

    /// Whether this set has all squares of the other one.
    pub fn is_superset(self, other: impl Into<Squares>) -> bool {
        other.into().is_subset(self)
    }

    /// The first square from a8 on; `last()` is the one nearest to h1.
    pub fn first(self) -> Option<Square> {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// Takes the first square out.
    pub fn pop_front(&mut self) -> Option<Square> {
        self.next()
    }

    /// Takes the last square out.
    pub fn pop_back(&mut self) -> Option<Square> {
        self.next_back()
    }

    /// The set of the first square.
    #[must_use]
    pub fn isolate_first(self) -> Squares {
        self.first().into_iter().collect()
    }

    /// The set of the last square.
    #[must_use]
    pub fn isolate_last(self) -> Squares {
        self.last().into_iter().collect()
    }

    /// The squares so many steps on, as [`Square::offset`] counts them; those past the ends fall off.
    #[must_use]
    pub fn shift(self, offset: i32) -> Squares {
        self.filter_map(|square| square.offset(offset)).collect()
    }

    /// The set with the first and the eighth rank exchanged, and so on.
    #[must_use]
    pub const fn flip_vertical(self) -> Squares {
        Squares(self.0.swap_bytes())
    }

    /// The set with the a- and the h-file exchanged, and so on.
    #[must_use]
    pub const fn flip_horizontal(self) -> Squares {
        Squares(self.0.swap_bytes().reverse_bits())
    }

    /// The set as seen from the other side of the board.
    #[must_use]
    pub const fn rotate_180(self) -> Squares {
        Squares(self.0.reverse_bits())
    }

    /// The set mirrored at the diagonal from a1 to h8.
    #[must_use]
    pub fn flip_diagonal(self) -> Squares {
        self.map(Square::flip_diagonal).collect()
    }

    /// The set mirrored at the diagonal from h1 to a8.
    #[must_use]
    pub fn flip_anti_diagonal(self) -> Squares {
        self.map(Square::flip_anti_diagonal).collect()
    }

    /// All sets of squares of this one, the empty one first.
    pub fn carry_rippler(self) -> impl Iterator<Item = Squares> {
        let mut next = Some(0u64);
        std::iter::from_fn(move || {
            let subset = next?;
            next = Some(subset.wrapping_sub(self.0) & self.0).filter(|&after| after != 0);
            Some(Squares(subset))
        })
    }
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }

    fn last(mut self) -> Option<Square> {
        self.next_back()
    }
}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let last = Square::new(63u8.wrapping_sub(self.0.leading_zeros() as u8));
        last.into_iter().for_each(|square| self.discard(square));
        last
    }
}

impl ExactSizeIterator for Squares {}
impl std::iter::FusedIterator for Squares {}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        Squares(squares.into_iter().fold(0, |set, square| set | 1 << square.0))
    }
}

impl From<Square> for Squares {
    fn from(square: Square) -> Squares {
        Squares::from_square(square)
    }
}

impl From<u64> for Squares {
    fn from(bits: u64) -> Squares {
        Squares(bits)
    }
}

impl From<Squares> for u64 {
    fn from(squares: Squares) -> u64 {
        squares.0
    }
}

impl Extend<Square> for Squares {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect::<Squares>();
    }
}

macro_rules! on_sets {
    ($($operator:ident $function:ident $in_place:ident $function_in_place:ident: $a:ident $b:ident $both:expr;)*) => { $(
        impl<T: Into<Squares>> $operator<T> for Squares {
            type Output = Squares;
            #[inline]
            fn $function(self, other: T) -> Squares {
                let ($a, $b) = (self.0, other.into().0);
                Squares($both)
            }
        }

        impl<T: Into<Squares>> $in_place<T> for Squares {
            #[inline]
            fn $function_in_place(&mut self, other: T) {
                *self = $operator::$function(*self, other);
            }
        }
    )* };
}
on_sets! {
    BitAnd bitand BitAndAssign bitand_assign: a b a & b;
    BitOr bitor BitOrAssign bitor_assign: a b a | b;
    BitXor bitxor BitXorAssign bitxor_assign: a b a ^ b;
    Sub sub SubAssign sub_assign: a b a & !b;
}

impl Not for Squares {
    type Output = Squares;
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

/// The 64 bits as a number; bit 0 is a8.
impl fmt::LowerHex for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

/// The same with capital letters.
impl fmt::UpperHex for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.0, f)
    }
}

/// The names of the squares.
impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.map(|square| format_args!("{square}").to_string())).finish()
    }
}
