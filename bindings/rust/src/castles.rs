//! Castling in shakmaty's words: [`Castles`], the sides, and the modes.
use crate::board::{Color, File, Square};
use crate::by_color::ByColor;
use crate::error::Error;
use crate::position::Position;
use crate::setup::{Board, Setup};
use crate::squares::Squares;

/// The wing on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Wing {
    KingSide,
    QueenSide,
}

impl Wing {
    /// Both of them, the king's first.
    pub const ALL: [Wing; 2] = [Wing::KingSide, Wing::QueenSide];

    /// Whether it is the king's.
    pub fn is_king_side(self) -> bool {
        self == Wing::KingSide
    }

    /// Whether it is the queen's.
    pub fn is_queen_side(self) -> bool {
        self == Wing::QueenSide
    }

    /// The square where a side's king arrives.
    pub fn king_to(self, color: Color) -> Square {
        let file = if self.is_king_side() { File::G } else { File::C };
        Square::from_coords(file, color.backrank())
    }

    /// The square where a side's rook arrives.
    pub fn rook_to(self, color: Color) -> Square {
        let file = if self.is_king_side() { File::F } else { File::D };
        Square::from_coords(file, color.backrank())
    }

    /// The rook of a set that is on this wing of a king.
    pub(crate) fn rook_of(self, rooks: Squares, king: Square) -> Option<Square> {
        let (mut after, mut before) = (rooks, rooks);
        match self {
            Wing::KingSide => after.find(|&rook| rook > king),
            Wing::QueenSide => before.find(|&rook| rook < king),
        }
    }
}

/// Which castling a text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Kings on the e-file, and rooks in the corners.
    Standard,
    /// Any king and rook on their first rank.
    Chess960,
}

impl CastlingMode {
    /// The mode that these castling rights need: [`CastlingMode::Standard`] when that is enough.
    pub fn detect(setup: &Setup) -> CastlingMode {
        CastlingMode::of(&setup.board, setup.castling_rights)
    }

    /// Chess960 when it is true.
    pub fn from_chess960(chess960: bool) -> CastlingMode {
        match chess960 {
            true => CastlingMode::Chess960,
            false => CastlingMode::Standard,
        }
    }

    /// Whether it is the usual castling.
    pub fn is_standard(self) -> bool {
        self == CastlingMode::Standard
    }

    /// Whether it is the one of Chess960.
    pub fn is_chess960(self) -> bool {
        self == CastlingMode::Chess960
    }

    pub(crate) fn of(board: &Board, rooks: Squares) -> CastlingMode {
        let is_at_home = |color: Color| {
            rooks.is_disjoint(board.by_color(color)) || board.king_of(color).map(Square::file) == Some(File::E)
        };
        CastlingMode::from_chess960(!rooks.is_subset(Squares::CORNERS) || !Color::ALL.into_iter().all(is_at_home))
    }

    /// An error when these castling rights are none that this mode has.
    pub(crate) fn check(self, board: &Board, rooks: Squares) -> Result<(), Error> {
        if self.is_standard() && CastlingMode::of(board, rooks) != self {
            let message = "expected kings on the e-file and rooks in the corners; take CastlingMode::Chess960".into();
            return Err(Error { code: "castling-right", offset: 0, message });
        }
        Ok(())
    }
}

/// The castling rights of a position: [`Position::castles`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Castles {
    rights: Squares,
    rooks: ByColor<[Option<Square>; 2]>,
    mode: CastlingMode,
}

impl Castles {
    /// Those of the rooks that may castle.
    pub(crate) fn of(board: &Board, rights: Squares) -> Castles {
        let rooks = ByColor::new_with(|color| {
            let own = rights & board.by_color(color);
            Wing::ALL.map(|wing| wing.rook_of(own, board.king_of(color)?))
        });
        Castles { rights, rooks, mode: CastlingMode::of(board, rights) }
    }

    /// The rooks that may castle.
    pub fn castling_rights(&self) -> Squares {
        self.rights
    }

    /// The rook with which a side may castle on a wing.
    pub fn rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.rooks.get(color)[wing as usize]
    }

    /// Whether a side may castle on a wing.
    pub fn has(&self, color: Color, wing: Wing) -> bool {
        self.rook(color, wing).is_some()
    }

    /// Whether a side may castle.
    pub fn has_color(&self, color: Color) -> bool {
        Wing::ALL.into_iter().any(|wing| self.has(color, wing))
    }

    /// Whether a side may castle.
    pub fn any(&self) -> bool {
        !self.is_empty()
    }

    /// Whether no side may castle.
    pub fn is_empty(&self) -> bool {
        self.rights.is_empty()
    }

    /// [`CastlingMode::Standard`] when each king that may castle is on the e-file, and its rooks are in the corners.
    pub fn mode(&self) -> CastlingMode {
        self.mode
    }
}

impl Position {
    /// The castling rights, in shakmaty's words.
    pub fn castles(&self) -> Castles {
        Castles::of(self.board(), self.castling_rooks())
    }
}
