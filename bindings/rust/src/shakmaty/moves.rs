//! A move that knows its piece and what it captures: [`Move`].
use std::fmt;

use crate::board::{File, Role, Square};
use crate::castles::{CastlingMode, Wing};
use crate::moves;
use crate::setup::Board;
use crate::uci::{ToUci, UciMove};

/// A move of a position; another position may not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece moves, and perhaps captures.
    Normal {
        /// The piece.
        role: Role,
        /// The square that it leaves.
        from: Square,
        /// What it captures.
        capture: Option<Role>,
        /// Where it arrives.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// A pawn captures another one in passing.
    EnPassant {
        /// The square that it leaves.
        from: Square,
        /// Where it arrives.
        to: Square,
    },
    /// King and rook move.
    Castle {
        /// The king's square before.
        king: Square,
        /// The rook's square before.
        rook: Square,
    },
    /// A piece is put on the board, in variants with hands.
    Put {
        /// The piece.
        role: Role,
        /// Where it arrives.
        to: Square,
    },
}

/// The moves of a position.
pub type MoveList = Vec<Move>;

impl Move {
    /// The move of a board, when pieces stand where it needs them.
    pub(crate) fn of(one: moves::Move, board: &Board) -> Move {
        let (from, to) = (one.from(), one.to());
        if one.is_castling() {
            Move::Castle { king: from, rook: to }
        } else if one.is_en_passant() {
            Move::EnPassant { from, to }
        } else {
            let role = board.role_at(from).expect("a piece moves");
            Move::Normal { role, from, capture: board.role_at(to), to, promotion: one.promotion() }
        }
    }

    /// The same move of the library; None for one that chess lacks. A position says whether it is legal.
    pub(crate) fn of_chess(self) -> Option<moves::Move> {
        let (from, kind) = match self {
            Move::Normal { promotion: Some(role), from, .. } if Role::Pawn < role && role < Role::King => {
                (from, role as u16 + 2)
            }
            Move::Normal { promotion: None, role, from, to, .. } => {
                (from, (role == Role::Pawn && from.distance(to) == 2).into())
            }
            Move::EnPassant { from, .. } => (from, 2),
            Move::Castle { king, .. } => (king, 3),
            Move::Normal { .. } | Move::Put { .. } => return None,
        };
        let to = if let Move::Castle { rook, .. } = self { rook } else { self.to() };
        Some(moves::Move(u16::from(from.index()) | u16::from(to.index()) << 6 | kind << 12))
    }

    /// The piece that moves.
    pub fn role(&self) -> Role {
        match *self {
            Move::Normal { role, .. } | Move::Put { role, .. } => role,
            Move::EnPassant { .. } => Role::Pawn,
            Move::Castle { .. } => Role::King,
        }
    }

    /// The square that the piece leaves; None for one that is put on the board.
    pub fn from(&self) -> Option<Square> {
        match *self {
            Move::Normal { from, .. } | Move::EnPassant { from, .. } => Some(from),
            Move::Castle { king, .. } => Some(king),
            Move::Put { .. } => None,
        }
    }

    /// The square where it arrives; of castling, the rook's square before.
    pub fn to(&self) -> Square {
        match *self {
            Move::Normal { to, .. } | Move::EnPassant { to, .. } | Move::Put { to, .. } => to,
            Move::Castle { rook, .. } => rook,
        }
    }

    /// What it captures.
    pub fn capture(&self) -> Option<Role> {
        match *self {
            Move::Normal { capture, .. } => capture,
            Move::EnPassant { .. } => Some(Role::Pawn),
            Move::Castle { .. } | Move::Put { .. } => None,
        }
    }

    /// Whether it captures.
    pub fn is_capture(&self) -> bool {
        self.capture().is_some()
    }

    /// Whether a pawn captures another one in passing.
    pub fn is_en_passant(&self) -> bool {
        matches!(self, Move::EnPassant { .. })
    }

    /// Whether it sets the clock of halfmoves to zero: a capture, or a pawn's move.
    pub fn is_zeroing(&self) -> bool {
        self.role() == Role::Pawn || self.is_capture()
    }

    /// The side on which king and rook move.
    pub fn castling_side(&self) -> Option<Wing> {
        match self {
            Move::Castle { king, rook } if king < rook => Some(Wing::KingSide),
            Move::Castle { .. } => Some(Wing::QueenSide),
            _ => None,
        }
    }

    /// Whether king and rook move.
    pub fn is_castle(&self) -> bool {
        self.castling_side().is_some()
    }

    /// Whether a pawn becomes another piece.
    pub fn is_promotion(&self) -> bool {
        self.promotion().is_some()
    }

    /// What a pawn becomes.
    pub fn promotion(&self) -> Option<Role> {
        match *self {
            Move::Normal { promotion, .. } => promotion,
            _ => None,
        }
    }

    /// The move in UCI.
    pub fn to_uci(&self, mode: CastlingMode) -> UciMove {
        self.uci_in(mode)
    }
}

impl ToUci for Move {
    fn uci_in(&self, mode: CastlingMode) -> UciMove {
        match *self {
            Move::Put { role, to } => UciMove::Put { role, to },
            Move::Castle { king, rook } if mode.is_standard() && king.file() == File::E => {
                let file = if king < rook { File::G } else { File::C };
                UciMove::Normal { from: king, to: Square::from_coords(file, king.rank()), promotion: None }
            }
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } | Move::Castle { king: from, rook: to } => {
                UciMove::Normal { from, to, promotion: self.promotion() }
            }
        }
    }
}

/// All squares of the move, such as `Ng1-f3`, `e4xd5` and `e7-e8=Q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.role() {
            Role::Pawn => String::new(),
            role => role.upper_char().to_string(),
        };
        match *self {
            Move::Castle { .. } if self.castling_side() == Some(Wing::KingSide) => f.write_str("O-O"),
            Move::Castle { .. } => f.write_str("O-O-O"),
            Move::Put { to, .. } => write!(f, "{letter}@{to}"),
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => {
                write!(f, "{letter}{from}{}{to}", if self.is_capture() { 'x' } else { '-' })?;
                self.promotion().map_or(Ok(()), |role| write!(f, "={}", role.upper_char()))
            }
        }
    }
}
