//! Squares, sets of them, and pieces.
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use crate::Error;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that begins.
    White,
    /// The other one.
    Black,
}

impl Color {
    /// Both of them, white first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Whether it is white.
    pub fn is_white(self) -> bool {
        self == Color::White
    }

    /// Whether it is black.
    pub fn is_black(self) -> bool {
        self == Color::Black
    }

    /// The other side, which `!` gives too.
    pub fn other(self) -> Color {
        !self
    }
}

macro_rules! pieces_of_a_side {
    ($($name:ident $role:ident)*) => {
        impl Color { $(
            #[doc = concat!("This side's ", stringify!($name), ".")]
            pub const fn $name(self) -> Piece {
                Role::$role.of(self)
            }
        )* }
    };
}
pieces_of_a_side!(pawn Pawn knight Knight bishop Bishop rook Rook queen Queen king King);

/// "white" or "black".
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Color::White { "white" } else { "black" })
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// What a piece is, whichever side it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Pawn = 1,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All of them, the pawn first.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The piece of this kind that a side has.
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }

    /// Its letter in UCI, a small one.
    pub fn char(self) -> char {
        b"pnbrqk"[self as usize - 1] as char
    }

    /// Its letter in SAN, a capital one.
    pub fn upper_char(self) -> char {
        self.char().to_ascii_uppercase()
    }

    /// The role of a letter, a small or a capital one.
    pub fn from_char(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.char() == letter.to_ascii_lowercase())
    }
}

/// The word, such as "knight".
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["pawn", "knight", "bishop", "rook", "queen", "king"][*self as usize - 1])
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub struct Piece {
    pub color: Color,
    pub role: Role,
}

impl Piece {
    /// The library's code: 1 to 6 for white's pawn to king, 9 to 14 for black's.
    pub fn code(self) -> u8 {
        self.role as u8 | (self.color as u8) << 3
    }

    /// The piece of a code; None for others, 0 among them.
    pub fn from_code(code: u8) -> Option<Piece> {
        let role = *Role::ALL.get((code & 7).wrapping_sub(1) as usize)?;
        (code < 16).then_some(Piece { color: if code < 8 { Color::White } else { Color::Black }, role })
    }

    /// The piece of a letter in FEN.
    pub fn from_char(letter: char) -> Option<Piece> {
        let role = Role::from_char(letter)?;
        Some(Piece { color: if letter.is_ascii_uppercase() { Color::White } else { Color::Black }, role })
    }

    /// The letter in FEN.
    pub fn char(self) -> char {
        match self.color {
            Color::White => self.role.upper_char(),
            Color::Black => self.role.char(),
        }
    }
}

/// The letter in FEN.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

macro_rules! lines_of_the_board {
    ($($kind:ident $line:literal $first:literal $set:ident: $($name:ident)*;)*) => { $(
        #[doc = concat!("A ", $line, "; its number counts from 0.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $kind { $($name),* }

        impl $kind {
            /// All of them, by their numbers.
            pub const ALL: [$kind; 8] = [$($kind::$name),*];

            #[doc = concat!("The ", $line, " of this number, or None above 7.")]
            pub fn new(number: u8) -> Option<$kind> {
                $kind::ALL.get(usize::from(number)).copied()
            }

            /// Its character in the name of a square.
            pub fn char(self) -> char {
                char::from($first + self as u8)
            }
        }

        /// The character, as in the name of a square.
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.char())
            }
        }

        impl From<$kind> for u32 {
            fn from(line: $kind) -> u32 {
                line as u32
            }
        }

        /// The eight squares.
        impl From<$kind> for Squares {
            fn from(line: $kind) -> Squares {
                Squares::$set(line as u32)
            }
        }
    )* };
}
lines_of_the_board! {
    File "file" b'a' of_file: A B C D E F G H;
    Rank "rank" b'1' of_rank: First Second Third Fourth Fifth Sixth Seventh Eighth;
}

/// A square, from a8 = 0 over h8 = 7 to h1 = 63: [`Square::E4`] or `"e4".parse()`. Other libraries count from a1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square of this number, or None above 63.
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 {
            Some(Square(index))
        } else {
            None
        }
    }

    /// The square of a name, as its bytes.
    pub fn from_ascii(name: &[u8]) -> Result<Square, Error> {
        String::from_utf8_lossy(name).parse()
    }

    /// Its number.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The square of a file and a rank.
    pub const fn from_coords(file: File, rank: Rank) -> Square {
        Square((7 - rank as u8) * 8 + file as u8)
    }

    /// The file that it is on.
    pub const fn file(self) -> File {
        File::ALL[(self.0 % 8) as usize]
    }

    /// The rank that it is on.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(7 - self.0 / 8) as usize]
    }

    /// Both of them.
    pub const fn coords(self) -> (File, Rank) {
        (self.file(), self.rank())
    }

    /// The square so many steps on, which lead from file to file, and from h1 to a2; 8 of them lead up a file. None
    /// past a1 and h8.
    ///
    /// ```
    /// use kingscan::Square;
    ///
    /// assert_eq!((Square::E4.offset(8), Square::E4.offset(-1)), (Some(Square::E5), Some(Square::D4)));
    /// ```
    pub fn offset(self, steps: i32) -> Option<Square> {
        let from_a1 = i32::from(self.0 ^ 56).checked_add(steps)?;
        Square::new(u8::try_from(from_a1).ok().filter(|&number| number < 64)? ^ 56)
    }

    /// Whether its colour is the one of h1.
    pub const fn is_light(self) -> bool {
        Squares::LIGHT_SQUARES.contains(self)
    }

    /// Whether its colour is the one of a1.
    pub const fn is_dark(self) -> bool {
        !self.is_light()
    }

    /// How many moves a king needs from one to the other on an empty board.
    pub fn distance(self, other: Square) -> u8 {
        let apart = |a: u8, b: u8| a.abs_diff(b);
        apart(self.0 % 8, other.0 % 8).max(apart(self.0 / 8, other.0 / 8))
    }
}

macro_rules! all_squares {
    ($($name:ident)*) => {
        #[repr(u8)]
        enum Number { $($name),* }

        #[allow(missing_docs)]
        impl Square {
            $(pub const $name: Square = Square(Number::$name as u8);)*

            /// All of them, by their numbers.
            pub const ALL: [Square; 64] = [$(Square::$name),*];
        }
    };
}
all_squares! {
    A8 B8 C8 D8 E8 F8 G8 H8
    A7 B7 C7 D7 E7 F7 G7 H7
    A6 B6 C6 D6 E6 F6 G6 H6
    A5 B5 C5 D5 E5 F5 G5 H5
    A4 B4 C4 D4 E4 F4 G4 H4
    A3 B3 C3 D3 E3 F3 G3 H3
    A2 B2 C2 D2 E2 F2 G2 H2
    A1 B1 C1 D1 E1 F1 G1 H1
}

/// The name, such as e4.
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// The number, as [`Square::index`] gives it.
impl From<Square> for u32 {
    fn from(square: Square) -> u32 {
        square.0.into()
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Square, Error> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square((b'8' - rank) * 8 + file - b'a')),
            _ => Err(Error {
                code: "off-board",
                offset: 0,
                message: format!(
                    "expected a square from a1 to h8, found '{}'",
                    text.chars().take(20).collect::<String>()
                ),
            }),
        }
    }
}

/// A set of squares: bit n is square n.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub u64);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(0);

    /// All squares.
    pub const FULL: Squares = Squares(!0);

    /// The squares of the colour of a1.
    pub const DARK_SQUARES: Squares = Squares(0x55aa_55aa_55aa_55aa);

    /// The squares of the colour of h1.
    pub const LIGHT_SQUARES: Squares = Squares(!Squares::DARK_SQUARES.0);

    const fn of_file(file: u32) -> Squares {
        Squares(0x0101_0101_0101_0101 << file)
    }

    const fn of_rank(rank: u32) -> Squares {
        Squares(0xff << (56 - 8 * rank))
    }

    /// Adds a square.
    pub fn add(&mut self, square: Square) {
        *self |= square.into();
    }

    /// Takes a square out, if it is there.
    pub fn discard(&mut self, square: Square) {
        *self -= square.into();
    }

    /// The set with a square.
    pub fn with(self, square: Square) -> Squares {
        self | square.into()
    }

    /// The set without a square.
    pub fn without(self, square: Square) -> Squares {
        self - square.into()
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

    /// Whether no square is in both sets.
    pub const fn is_disjoint(self, other: Squares) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether the other set has all squares of this one.
    pub const fn is_subset(self, other: Squares) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether this set has all squares of the other one.
    pub const fn is_superset(self, other: Squares) -> bool {
        other.is_subset(self)
    }

    /// The first square from a8 on; `last()` is the one nearest to h1.
    pub fn first(self) -> Option<Square> {
        Square::new(self.0.trailing_zeros() as u8)
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
}

impl ExactSizeIterator for Squares {}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        Squares(squares.into_iter().fold(0, |set, square| set | 1 << square.0))
    }
}

impl From<Square> for Squares {
    fn from(square: Square) -> Squares {
        Squares(1 << square.0)
    }
}

impl Extend<Square> for Squares {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

impl Sub for Squares {
    type Output = Squares;
    fn sub(self, other: Squares) -> Squares {
        self & !other
    }
}

macro_rules! on_sets_in_place {
    ($($operator:ident $function:ident $of:ident)*) => { $(
        impl $operator for Squares {
            fn $function(&mut self, other: Squares) {
                *self = self.$of(other);
            }
        }
    )* };
}
on_sets_in_place!(BitAndAssign bitand_assign bitand BitOrAssign bitor_assign bitor
    BitXorAssign bitxor_assign bitxor SubAssign sub_assign sub);

macro_rules! on_sets {
    ($($operator:ident $function:ident)*) => { $(
        impl $operator for Squares {
            type Output = Squares;
            fn $function(self, other: Squares) -> Squares {
                Squares($operator::$function(self.0, other.0))
            }
        }
    )* };
}
on_sets!(BitAnd bitand BitOr bitor BitXor bitxor);

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
