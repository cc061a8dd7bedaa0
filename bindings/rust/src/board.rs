//! Squares, files and ranks, and pieces.
use std::fmt;
use std::ops::{BitXor, Not};
use std::str::FromStr;

use crate::squares::Squares;
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

    /// The side of a letter in FEN, `w` or `b`.
    pub fn from_char(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.char() == letter)
    }

    /// Its letter in FEN.
    pub fn char(self) -> char {
        self.fold_wb('w', 'b')
    }

    /// White when it is true.
    pub fn from_white(white: bool) -> Color {
        if white {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Black when it is true.
    pub fn from_black(black: bool) -> Color {
        Color::from_white(!black)
    }

    /// One of two values: the first is white's.
    pub fn fold_wb<T>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// The rank that its pieces start on.
    pub fn backrank(self) -> Rank {
        self.fold_wb(Rank::First, Rank::Eighth)
    }

    /// The rank as its player counts it.
    pub fn relative_rank(self, rank: Rank) -> Rank {
        self.fold_wb(rank, rank.flip_vertical())
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
        self.fold_wb(Color::Black, Color::White)
    }
}

/// The other side when it is true.
impl BitXor<bool> for Color {
    type Output = Color;
    fn bitxor(self, other: bool) -> Color {
        if other {
            !self
        } else {
            self
        }
    }
}

/// Reads "white" or "black", or the letter in FEN.
impl FromStr for Color {
    type Err = Error;

    fn from_str(text: &str) -> Result<Color, Error> {
        let color = Color::ALL.into_iter().find(|color| text == color.to_string() || text == color.char().to_string());
        color.ok_or_else(|| Error {
            code: "side-to-move",
            offset: 0,
            message: format!("expected white or black, found '{text}'"),
        })
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
        self.color.fold_wb(self.role.upper_char(), self.role.char())
    }
}

/// The letter in FEN.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

macro_rules! numbers_of {
    ($kind:ident: $($number:ident)*) => { $(
        impl From<$kind> for $number {
            fn from(value: $kind) -> $number {
                value as $number
            }
        }
    )* };
}
numbers_of!(Role: u8 u16 u32 u64 usize i8 i16 i32 i64);

macro_rules! lines_of_the_board {
    ($($kind:ident $line:literal $first:literal $set:ident $flip:ident: $($name:ident)*;)*) => { $(
        #[doc = concat!("A ", $line, "; its number counts from 0.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $kind { $($name),* }

        impl $kind {
            /// All of them, by their numbers.
            pub const ALL: [$kind; 8] = [$($kind::$name),*];

            #[doc = concat!("The ", $line, " of this number.")]
            ///
            /// # Panics
            /// When the number is above 7.
            pub const fn new(number: u32) -> $kind {
                $kind::ALL[number as usize]
            }

            /// Its character in the name of a square.
            pub fn char(self) -> char {
                char::from($first + self as u8)
            }

            #[doc = concat!("The ", $line, " of a character in the name of a square.")]
            pub fn from_char(character: char) -> Option<$kind> {
                $kind::ALL.into_iter().find(|line| line.char() == character)
            }

            #[doc = concat!("The ", $line, " so many steps on, or None past the last one.")]
            pub fn offset(self, steps: i32) -> Option<$kind> {
                let number = (self as i32).checked_add(steps)?;
                $kind::ALL.get(usize::try_from(number).ok()?).copied()
            }

            /// How many steps lead from one to the other.
            pub fn distance(self, other: $kind) -> u8 {
                (self as u8).abs_diff(other as u8)
            }

            #[doc = concat!("The ", $line, " as far from the last one as this one is from the first.")]
            #[must_use]
            pub fn $flip(self) -> $kind {
                $kind::ALL[7 - self as usize]
            }
        }

        /// The character, as in the name of a square.
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.char())
            }
        }

        numbers_of!($kind: u8 u16 u32 u64 usize i8 i16 i32 i64);

        /// The eight squares.
        impl From<$kind> for Squares {
            fn from(line: $kind) -> Squares {
                Squares::$set(line)
            }
        }
    )* };
}
lines_of_the_board! {
    File "file" b'a' from_file flip_horizontal: A B C D E F G H;
    Rank "rank" b'1' from_rank flip_vertical: First Second Third Fourth Fifth Sixth Seventh Eighth;
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

    /// The square of the same file on the rank that [`Rank::flip_vertical`] gives: e8 for e1.
    #[must_use]
    pub const fn flip_vertical(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square of the same rank on the file that [`File::flip_horizontal`] gives: d1 for e1.
    #[must_use]
    pub const fn flip_horizontal(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The square mirrored at the diagonal from a1 to h8: e1 for a5.
    #[must_use]
    pub const fn flip_diagonal(self) -> Square {
        Square::from_coords(File::ALL[self.rank() as usize], Rank::ALL[self.file() as usize])
    }

    /// The square mirrored at the diagonal from h1 to a8.
    #[must_use]
    pub const fn flip_anti_diagonal(self) -> Square {
        self.flip_diagonal().rotate_180()
    }

    /// The square as seen from the other side of the board: d8 for e1.
    #[must_use]
    pub const fn rotate_180(self) -> Square {
        Square(self.0 ^ 63)
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
