//! Boards, and what makes a position of one: [`Board`] and [`Setup`].
use std::fmt;
use std::num::NonZeroU32;
use std::ops::Deref;
use std::str::FromStr;

use crate::attacks;
use crate::board::{Color, File, Piece, Rank, Role, Square};
use crate::by_color::{ByColor, ByRole};
use crate::error::Error;
use crate::position::Position;
use crate::squares::Squares;

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
    /// The board that games start from.
    pub fn new() -> Board {
        Board::default()
    }

    /// A board without pieces.
    pub const fn empty() -> Board {
        Board { codes: [0; 64], planes: [0; 4] }
    }

    /// Reads the first field of a FEN. A `~` behind a piece, the mark of a promoted one, is passed over.
    pub fn from_ascii_board_fen(text: &[u8]) -> Result<Board, Error> {
        String::from_utf8_lossy(text).parse()
    }

    /// Makes a board of the squares of each kind and each side; None when they do not fit together.
    pub fn try_from_bitboards(by_role: ByRole<Squares>, by_color: ByColor<Squares>) -> Option<Board> {
        let board: Board = by_role
            .zip_role()
            .into_iter()
            .flat_map(|(role, squares)| squares.map(move |square| (square, role)))
            .filter_map(|(square, role)| Some((square, role.of(by_color.find(|side| side.contains(square))?))))
            .collect();
        let (roles, colors) = board.clone().into_bitboards();
        (roles == by_role && colors == by_color).then_some(board)
    }

    /// The squares of each kind and each side.
    pub fn into_bitboards(self) -> (ByRole<Squares>, ByColor<Squares>) {
        (ByRole::new_with(|role| self.by_role(role)), ByColor::new_with(|color| self.by_color(color)))
    }

    /// Takes all pieces off.
    pub fn clear(&mut self) {
        *self = Board::empty();
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

    /// The squares of the bishops, rooks and queens.
    pub fn sliders(&self) -> Squares {
        self.rooks_and_queens() | self.bishops()
    }

    /// The squares of the pawns, knights and kings.
    pub fn steppers(&self) -> Squares {
        self.occupied() - self.sliders()
    }

    /// The squares of the pieces that move along ranks and files.
    pub fn rooks_and_queens(&self) -> Squares {
        self.rooks() | self.queens()
    }

    /// The squares of the pieces that move along diagonals.
    pub fn bishops_and_queens(&self) -> Squares {
        self.bishops() | self.queens()
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
        self.piece_at(square).map_or(Squares::EMPTY, |piece| attacks::attacks(square, piece, self.occupied()))
    }

    /// The pieces of a side that attack a square when these squares are occupied. [`Position::attackers`] takes the
    /// occupied squares of the position.
    pub fn attacks_to(&self, square: Square, attacker: Color, occupied: Squares) -> Squares {
        self.by_color(attacker)
            & (attacks::rook_attacks(square, occupied) & self.rooks_and_queens()
                | attacks::bishop_attacks(square, occupied) & self.bishops_and_queens()
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

impl<'b> IntoIterator for &'b Board {
    type Item = (Square, Piece);
    type IntoIter = Box<dyn Iterator<Item = (Square, Piece)> + 'b>;
    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl FromIterator<(Square, Piece)> for Board {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Board {
        let mut board = Board::empty();
        board.extend(pieces);
        board
    }
}

impl Extend<(Square, Piece)> for Board {
    fn extend<I: IntoIterator<Item = (Square, Piece)>>(&mut self, pieces: I) {
        pieces.into_iter().for_each(|(square, piece)| self.set_piece_at(square, piece));
    }
}

/// Reads the first field of a FEN: see [`Board::from_ascii_board_fen`].
impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Board, Error> {
        let refusal = |offset: usize, message: &str| {
            let message = format!("{message}, found '{}'", text[offset..].chars().take(20).collect::<String>());
            Err(Error { code: "fen-board", offset, message })
        };
        let (mut board, mut file, mut rank) = (Board::empty(), 0, 7);
        let mut may_be_promoted = false;
        for (offset, letter) in text.char_indices() {
            let piece = Piece::from_char(letter);
            match (piece, letter) {
                (Some(piece), _) if file < 8 => {
                    board.set_piece_at(Square::from_coords(File::ALL[file], Rank::ALL[rank]), piece);
                    file += 1;
                }
                (None, '1'..='8') if file + letter as usize - '0' as usize <= 8 => {
                    file += letter as usize - '0' as usize
                }
                (None, '/') if file == 8 && rank > 0 => (file, rank) = (0, rank - 1),
                (None, '~') if may_be_promoted => {}
                _ => return refusal(offset, "expected eight ranks of eight squares, with pieces such as N or p"),
            }
            may_be_promoted = piece.is_some();
        }
        match (file, rank) {
            (8, 0) => Ok(board),
            _ => refusal(text.len(), "expected eight ranks of eight squares"),
        }
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
    /// The pieces in hand, in variants with hands.
    pub pockets: Option<ByColor<ByRole<u8>>>,
    /// The pieces that were pawns, in variants with hands.
    pub promoted: Squares,
    /// The rooks that may castle.
    pub castling_rights: Squares,
    /// The square that a pawn has just passed.
    pub ep_square: Option<Square>,
    /// How many checks each side still has to give to win, in variants that count them.
    pub remaining_checks: Option<ByColor<u8>>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the move, from 1.
    pub fullmoves: NonZeroU32,
}

const ONE: NonZeroU32 = match NonZeroU32::new(1) {
    Some(one) => one,
    None => unreachable!(),
};

impl Setup {
    /// A board without pieces, and white to move.
    pub const fn empty() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            pockets: None,
            promoted: Squares::EMPTY,
            castling_rights: Squares::EMPTY,
            ep_square: None,
            remaining_checks: None,
            halfmoves: 0,
            fullmoves: ONE,
        }
    }

    /// What games start from.
    pub fn initial() -> Setup {
        Position::start().into()
    }

    /// Makes it the other side's turn; nobody can capture en passant then.
    pub fn swap_turn(&mut self) {
        self.turn = !self.turn;
        self.ep_square = None;
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
            halfmoves: position.halfmove_clock().into(),
            fullmoves: NonZeroU32::new(position.fullmove_number().into()).unwrap_or(ONE),
            ..Setup::empty()
        }
    }
}
