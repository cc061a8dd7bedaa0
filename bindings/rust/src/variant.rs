//! The variants of lichess by shakmaty's names. [`Variants`] has all others by their names too.
//!
//! ```
//! use kingscan::variant::{Variant, VariantPosition};
//!
//! let position = VariantPosition::new(Variant::ThreeCheck);
//! assert_eq!(position.remaining_checks().map(|checks| checks.white), Some(3));
//! let position = Variant::Atomic.get().from_fen("4k3/8/8/8/8/8/4q3/4K2R w K - 0 1")?;
//! assert_eq!(position.variant(), Variant::Atomic.into());
//! # Ok::<(), kingscan::Error>(())
//! ```
use crate::variants::{self, Variants};

pub use crate::variants::{VariantMove, VariantPosition};

/// A variant of lichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Variant {
    Chess,
    Atomic,
    Antichess,
    KingOfTheHill,
    ThreeCheck,
    Crazyhouse,
    RacingKings,
    Horde,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 8] = [
        Variant::Chess,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Crazyhouse,
        Variant::RacingKings,
        Variant::Horde,
    ];

    /// The name in UCI, such as "3check".
    pub fn uci(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Atomic => "atomic",
            Variant::Antichess => "antichess",
            Variant::KingOfTheHill => "kingofthehill",
            Variant::ThreeCheck => "3check",
            Variant::Crazyhouse => "crazyhouse",
            Variant::RacingKings => "racingkings",
            Variant::Horde => "horde",
        }
    }

    /// The variant itself, with its positions.
    pub fn get(self) -> variants::Variant<'static> {
        Variants::shared().get(self.uci()).expect("it is bundled")
    }
}

impl From<Variant> for variants::Variant<'static> {
    fn from(variant: Variant) -> variants::Variant<'static> {
        variant.get()
    }
}
