//! The variants of lichess, each with a type of its positions, and [`VariantPosition`] for all of them.
//!
//! ```
//! use kingscan::shakmaty;
//! use shakmaty::{san::San, variant::Crazyhouse, Move, Position, Role, Square};
//!
//! let mut house = Crazyhouse::new();
//! for san in ["e4", "d5", "exd5", "Qxd5"] {
//!     let m = san.parse::<San>()?.to_move(&house)?;
//!     house.play_unchecked(m);
//! }
//! assert!(house.is_legal(Move::Put { role: Role::Pawn, to: Square::E4 }));
//! # Ok::<(), kingscan::Error>(())
//! ```
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;

use super::{FromSetup, Move, MoveList, Outcome, Position, PositionError};
use crate::board::{Color, Role, Square};
use crate::by_color::{ByColor, ByRole};
use crate::castles::{Castles, CastlingMode};
use crate::error::Error;
use crate::fen::{EnPassantMode, Fen};
use crate::games;
use crate::notation::{Notation, Playable};
use crate::position::Verdict;
use crate::setup::{Board, Setup};
use crate::squares::Squares;
use crate::uci::UciMove;
use crate::variants::{self, VariantMove};

pub use crate::variant::Variant;

/// Positions of a variant: of which one, its type says, as in [`Atomic`], or else the position, as in [`VariantPosition`].
pub struct PositionOf<K> {
    variant: Variant,
    position: variants::VariantPosition<'static>,
    /// What the position's FEN says.
    setup: Setup,
    kind: PhantomData<K>,
}

/// A position of any variant of lichess.
pub type VariantPosition = PositionOf<kinds::Any>;

/// A variant that a type names.
pub trait Kind {
    /// This variant.
    const VARIANT: Variant;
}

macro_rules! variants {
    ($($name:ident)*) => {
        /// What the types of positions differ by.
        pub mod kinds {
            /// Any variant.
            #[derive(Debug)]
            pub enum Any {}
            $(
                #[doc = concat!("The variant of [`", stringify!($name), "`](super::", stringify!($name), ").")]
                #[derive(Debug)]
                pub enum $name {}

                impl super::Kind for $name {
                    const VARIANT: super::Variant = super::Variant::$name;
                }
            )*
        }
        $(
            #[doc = concat!("A position of [`Variant::", stringify!($name), "`].")]
            pub type $name = PositionOf<kinds::$name>;
        )*
    };
}
variants!(Atomic Antichess KingOfTheHill ThreeCheck Crazyhouse RacingKings Horde);

impl<K: Kind> PositionOf<K> {
    /// Where games start.
    pub fn new() -> PositionOf<K> {
        PositionOf::of(K::VARIANT, K::VARIANT.get().start())
    }
}

impl<K: Kind> Default for PositionOf<K> {
    fn default() -> PositionOf<K> {
        PositionOf::<K>::new()
    }
}

impl<K: Kind> FromSetup for PositionOf<K> {
    fn from_setup(setup: Setup, mode: CastlingMode) -> Result<PositionOf<K>, PositionError<PositionOf<K>>> {
        PositionOf::read(K::VARIANT, setup, mode)
    }
}

impl VariantPosition {
    /// Where the games of a variant start.
    pub fn new(variant: Variant) -> VariantPosition {
        PositionOf::of(variant, variant.get().start())
    }

    /// Makes a position of a variant.
    pub fn from_setup(
        variant: Variant,
        setup: Setup,
        mode: CastlingMode,
    ) -> Result<VariantPosition, PositionError<VariantPosition>> {
        PositionOf::read(variant, setup, mode)
    }
}

impl<K: Kind> From<PositionOf<K>> for VariantPosition {
    fn from(position: PositionOf<K>) -> VariantPosition {
        PositionOf::of(position.variant, position.position)
    }
}

impl<K> PositionOf<K> {
    fn of(variant: Variant, position: variants::VariantPosition<'static>) -> PositionOf<K> {
        let setup = position.to_fen_setup(EnPassantMode::Legal);
        PositionOf { variant, position, setup, kind: PhantomData }
    }

    fn read(variant: Variant, setup: Setup, mode: CastlingMode) -> Result<PositionOf<K>, PositionError<PositionOf<K>>> {
        let fits = mode.check(&setup.board, setup.castling_rights);
        // A setup of chess has none of these.
        let pockets = setup.pockets.or(Some(ByColor::default())).filter(|_| variant == Variant::Crazyhouse);
        let checks = setup.remaining_checks.or(Some(ByColor { black: 3, white: 3 }));
        let remaining_checks = checks.filter(|_| variant == Variant::ThreeCheck);
        let setup = Setup { pockets, remaining_checks, ..setup };
        let read = fits.and_then(|()| variant.get().from_fen(&Fen(setup).to_string()));
        read.map(|position| PositionOf::of(variant, position)).map_err(|error| PositionError::new(error, None))
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The move that the library has listed.
    fn convert(&self, one: VariantMove) -> Move {
        let text = self.position.uci_chess960_unchecked(one);
        let (board, turn) = (&self.setup.board, self.setup.turn);
        match text.parse() {
            Ok(UciMove::Put { role, to }) => Move::Put { role, to },
            Ok(UciMove::Normal { from, to, promotion }) => {
                let role = board.role_at(from).expect("a piece moves");
                if role == Role::King && board.piece_at(to) == Some(turn.rook()) {
                    Move::Castle { king: from, rook: to }
                } else if role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
                    Move::EnPassant { from, to }
                } else {
                    Move::Normal { role, from, capture: board.role_at(to), to, promotion }
                }
            }
            other => unreachable!("a variant of lichess has a move {text}: {other:?}"),
        }
    }

    fn find(&self, one: Move) -> Option<VariantMove> {
        self.position.legal_moves().into_iter().find(|&legal| self.convert(legal) == one)
    }

    /// What a move breaks that is not among the legal ones.
    fn refusal(&self, one: Move) -> Error {
        let refused = self.position.parse(&one.to_uci(self.castles().mode()).to_string()).err();
        refused.unwrap_or_else(|| Error::of_another_position(one))
    }
}

impl<K> Clone for PositionOf<K> {
    fn clone(&self) -> PositionOf<K> {
        let PositionOf { variant, position, setup, kind } = self;
        PositionOf { variant: *variant, position: position.clone(), setup: setup.clone(), kind: *kind }
    }
}

impl<K> PartialEq for PositionOf<K> {
    fn eq(&self, other: &PositionOf<K>) -> bool {
        self.position == other.position
    }
}

impl<K> Eq for PositionOf<K> {}

impl<K> std::hash::Hash for PositionOf<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<K> fmt::Debug for PositionOf<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({:?})", self.variant, self.position.fen())
    }
}

impl<K> Notation for PositionOf<K> {
    type Move = Move;
    fn read_move(&self, text: &str) -> Result<Move, Error> {
        self.position.parse(text).map(|one| self.convert(one))
    }
    fn write_san(&self, one: Move) -> Option<String> {
        self.position.san(self.find(one)?)
    }
    fn to_fen_setup(&self, _mode: EnPassantMode) -> Setup {
        self.setup.clone()
    }
}

impl<K> Playable for PositionOf<K> {
    fn make_known(&mut self, one: Move) {
        self.make(one).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The en-passant square is there when a piece may capture on it, whatever the mode.
impl<K> Position for PositionOf<K> {
    fn board(&self) -> &Board {
        &self.setup.board
    }
    fn turn(&self) -> Color {
        self.setup.turn
    }
    fn castles(&self) -> Castles {
        Castles::of(&self.setup.board, self.setup.castling_rights)
    }
    fn halfmoves(&self) -> u32 {
        self.setup.halfmoves
    }
    fn fullmoves(&self) -> NonZeroU32 {
        self.setup.fullmoves
    }
    fn promoted(&self) -> Squares {
        self.setup.promoted
    }
    fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        self.setup.pockets.as_ref()
    }
    fn remaining_checks(&self) -> Option<&ByColor<u8>> {
        self.setup.remaining_checks.as_ref()
    }
    fn ep_square(&self, _mode: EnPassantMode) -> Option<Square> {
        self.setup.ep_square
    }
    fn checkers(&self) -> Squares {
        self.position.checkers()
    }
    fn legal_moves(&self) -> MoveList {
        self.position.legal_moves().into_iter().map(|one| self.convert(one)).collect()
    }
    fn check_move(&self, one: Move) -> Result<(), Error> {
        self.find(one).map(|_| ()).ok_or_else(|| self.refusal(one))
    }
    fn make(&mut self, one: Move) -> Result<(), Error> {
        let legal = self.find(one).ok_or_else(|| self.refusal(one))?;
        // SAFETY: the move is among the legal ones.
        unsafe { self.position.make_unchecked(legal) };
        self.setup = self.position.to_fen_setup(EnPassantMode::Legal);
        Ok(())
    }
    /// Of both sides at once: whether neither can win.
    fn has_insufficient_material(&self, _color: Color) -> bool {
        self.position.is_insufficient_material()
    }
    fn variant_outcome(&self) -> Outcome {
        let (verdict, outcome) = (self.position.verdict(), self.position.decided());
        let is_of_chess =
            verdict == Verdict::Checkmate || verdict == Verdict::Stalemate && outcome == games::Outcome::Draw;
        Some(outcome).filter(|_| !is_of_chess).map_or(Outcome::Unknown, Outcome::from)
    }
    fn key(&self, _mode: EnPassantMode) -> u64 {
        self.position.key()
    }
    fn count_leaves(&self, depth: u32) -> u64 {
        self.position.perft(depth)
    }
}
