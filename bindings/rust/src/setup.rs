//! Boards, and what makes a position of one: [`Board`], [`Setup`], [`Castles`].
use std::fmt;
use std::ops::Deref;

use crate::attacks;
use crate::board::{Color, Piece, Role, Square, Squares};
use crate::fen::CastlingMode;
use crate::position::{Position, Wing};

/// A value of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct ByColor<T> {
    pub black: T,
    pub white: T,
}

impl<T> ByColor<T> {
    /// The value of a side.
    pub fn get(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// A value of each kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct ByRole<T> {
    pub pawn: T,
    pub knight: T,
    pub bishop: T,
    pub rook: T,
    pub queen: T,
    pub king: T,
}

impl<T> ByRole<T> {
    /// Makes the value of each kind.
    pub fn new_with(mut value: impl FnMut(Role) -> T) -> ByRole<T> {
        let [pawn, knight, bishop, rook, queen, king] = Role::ALL.map(&mut value);
        ByRole { pawn, knight, bishop, rook, queen, king }
    }

    /// The value of a kind.
    pub fn get(&self, role: Role) -> &T {
        match role {
            Role::Pawn => &self.pawn,
            Role::Knight => &self.knight,
            Role::Bishop => &self.bishop,
            Role::Rook => &self.rook,
            Role::Queen => &self.queen,
            Role::King => &self.king,
        }
    }
}

/// Any pieces on 64 squares, which are its codes too, from a8 to h1: see [`Piece::code`].
///
/// ```
/// use kingscan::{Board, Color, Square};
///
/// let mut board = Board::empty();
/// board.set_piece_at(Square::E4, Color::Black.queen());
/// assert_eq!((board.to_string().as_str(), board[36]), ("8/8/8/8/4q3/8/8/8", 13));
/// assert_eq!(board.remove_piece_at(Square::E4), Some(Color::Black.queen()));
/// assert_eq!(board, Board::empty());
/// ```
// The beginning of ks_position, whose planes follow from the codes: bit n of planes[i] is bit i of the code of square n.
#[derive(Clone, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Board {
    codes: [u8; 64],
    planes: [u64; 4],
}

impl Default for Board {
    /// The board that games start from.
    fn default() -> Board {
        Position::start().board().clone()
    }
}

macro_rules! of_roles {
    ($($name:ident $role:ident)*) => {
        impl Board { $(
            #[doc = concat!("The squares of the ", stringify!($name), " of both sides.")]
            pub fn $name(&self) -> Squares {
                self.by_role(Role::$role)
            }
        )* }
    };
}
of_roles!(pawns Pawn knights Knight bishops Bishop rooks Rook queens Queen kings King);

impl Board {
    /// A board without pieces.
    pub const fn empty() -> Board {
        Board { codes: [0; 64], planes: [0; 4] }
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.codes[square.0 as usize])
    }

    /// The kind of the piece on a square.
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.piece_at(square).map(|piece| piece.role)
    }

    /// The side of the piece on a square.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        self.piece_at(square).map(|piece| piece.color)
    }

    fn put(&mut self, square: Square, code: u8) {
        self.codes[square.0 as usize] = code;
        for (n, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane & !(1 << square.0) | u64::from(code >> n & 1) << square.0;
        }
    }

    /// Puts a piece on a square, in place of the piece that stands there.
    pub fn set_piece_at(&mut self, square: Square, piece: Piece) {
        self.put(square, piece.code());
    }

    /// Takes the piece off a square.
    pub fn remove_piece_at(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.discard_piece_at(square);
        piece
    }

    /// Makes a square empty.
    pub fn discard_piece_at(&mut self, square: Square) {
        self.put(square, 0);
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Squares {
        Squares(self.planes[0] | self.planes[1] | self.planes[2])
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn by_color(&self, color: Color) -> Squares {
        let black = Squares(self.planes[3]);
        match color {
            Color::White => self.occupied() & !black,
            Color::Black => black,
        }
    }

    /// The squares of the pieces of a kind, of both sides.
    #[inline]
    pub fn by_role(&self, role: Role) -> Squares {
        let plane = |n: usize| {
            if role as u8 >> n & 1 == 1 {
                self.planes[n]
            } else {
                !self.planes[n]
            }
        };
        Squares(plane(0) & plane(1) & plane(2))
    }

    /// The squares of such pieces.
    #[inline]
    pub fn by_piece(&self, piece: Piece) -> Squares {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    /// The squares of white's pieces.
    pub fn white(&self) -> Squares {
        self.by_color(Color::White)
    }

    /// The squares of black's pieces.
    pub fn black(&self) -> Squares {
        self.by_color(Color::Black)
    }

    /// The square of a side's king; None when it has none or several.
    pub fn king_of(&self, color: Color) -> Option<Square> {
        let kings = self.by_piece(color.king());
        kings.first().filter(|_| kings.len() == 1)
    }

    /// How many pieces of each kind a side has.
    pub fn material_side(&self, color: Color) -> ByRole<u8> {
        ByRole::new_with(|role| self.by_piece(role.of(color)).len() as u8)
    }

    /// How many pieces of each kind the sides have.
    pub fn material(&self) -> ByColor<ByRole<u8>> {
        ByColor { black: self.material_side(Color::Black), white: self.material_side(Color::White) }
    }

    /// The squares that the piece on a square attacks, the squares of its own side's pieces too.
    pub fn attacks_from(&self, square: Square) -> Squares {
        let occupied = self.occupied();
        match self.piece_at(square).map(|piece| (piece.role, piece.color)) {
            None => Squares::EMPTY,
            Some((Role::Pawn, color)) => attacks::pawn_attacks(color, square),
            Some((Role::Knight, _)) => attacks::knight_attacks(square),
            Some((Role::Bishop, _)) => attacks::bishop_attacks(square, occupied),
            Some((Role::Rook, _)) => attacks::rook_attacks(square, occupied),
            Some((Role::Queen, _)) => attacks::queen_attacks(square, occupied),
            Some((Role::King, _)) => attacks::king_attacks(square),
        }
    }

    /// The pieces of a side that attack a square when these squares are occupied. [`Position::attackers`] takes the
    /// occupied squares of the position.
    pub fn attacks_to(&self, square: Square, attacker: Color, occupied: Squares) -> Squares {
        self.by_color(attacker)
            & (attacks::rook_attacks(square, occupied) & (self.rooks() | self.queens())
                | attacks::bishop_attacks(square, occupied) & (self.bishops() | self.queens())
                | attacks::knight_attacks(square) & self.knights()
                | attacks::king_attacks(square) & self.kings()
                | attacks::pawn_attacks(!attacker, square) & self.pawns())
    }

    /// The pieces with their squares, from a8 on.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The first field of a FEN, which `to_string` gives too.
    pub fn board_fen(&self) -> String {
        self.to_string()
    }
}

/// The pieces with their squares, from a8 on.
impl IntoIterator for Board {
    type Item = (Square, Piece);
    type IntoIter = std::vec::IntoIter<(Square, Piece)>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter().collect::<Vec<_>>().into_iter()
    }
}

impl FromIterator<(Square, Piece)> for Board {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Board {
        let mut board = Board::empty();
        pieces.into_iter().for_each(|(square, piece)| board.set_piece_at(square, piece));
        board
    }
}

impl Deref for Board {
    type Target = [u8; 64];
    fn deref(&self) -> &[u8; 64] {
        &self.codes
    }
}

/// The first field of a FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.codes.chunks(8) {
            let mut empty = 0;
            for &code in row {
                match Piece::from_code(code) {
                    None => empty += 1,
                    Some(piece) if empty == 0 => write!(f, "{piece}")?,
                    Some(piece) => write!(f, "{}{piece}", std::mem::take(&mut empty))?,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if row.as_ptr_range().end != self.codes.as_ptr_range().end {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// What FEN says, in members that can be changed. [`Position::from_setup`] finds whether it is a position.
///
/// ```
/// use kingscan::{CastlingMode, Chess, Color, EnPassantMode, Square};
///
/// let mut setup = Chess::default().to_setup(EnPassantMode::Legal);
/// setup.board.discard_piece_at(Square::D1);
/// setup.turn = Color::Black;
/// let position = Chess::from_setup(setup, CastlingMode::Standard)?;
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1");
/// # Ok::<(), kingscan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling_rights: Squares,
    /// The square that a pawn has just passed.
    pub ep_square: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmoves: u16,
}

impl Setup {
    /// A board without pieces, and white to move.
    pub const fn empty() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            castling_rights: Squares::EMPTY,
            ep_square: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// What games start from.
    pub fn initial() -> Setup {
        Position::start().into()
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::initial()
    }
}

/// The en-passant square is there when a pawn may capture on it.
impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            board: position.board().clone(),
            turn: position.turn(),
            castling_rights: position.castling_rooks(),
            ep_square: position.en_passant(),
            halfmoves: position.halfmove_clock(),
            fullmoves: position.fullmove_number(),
        }
    }
}

/// The castling rights of a position: [`Position::castles`].
#[derive(Clone, Copy, Debug)]
pub struct Castles<'p>(pub(crate) &'p Position);

impl Castles<'_> {
    /// The rooks that may castle.
    pub fn castling_rights(self) -> Squares {
        self.0.castling_rooks()
    }

    /// The rook with which a side may castle on a wing.
    pub fn rook(self, color: Color, wing: Wing) -> Option<Square> {
        self.0.castling_rook(color, wing)
    }

    /// Whether a side may castle on a wing.
    pub fn has(self, color: Color, wing: Wing) -> bool {
        self.rook(color, wing).is_some()
    }

    /// Whether no side may castle.
    pub fn is_empty(self) -> bool {
        self.castling_rights().is_empty()
    }

    /// [`CastlingMode::Standard`] when each king that may castle is on the e-file, and its rooks are in the corners.
    pub fn mode(self) -> CastlingMode {
        CastlingMode::of(self.0.board(), self.castling_rights())
    }
}
