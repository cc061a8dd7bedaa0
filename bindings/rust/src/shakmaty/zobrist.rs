//! Keys of positions: [`Zobrist64`].
use std::fmt;

/// What a key becomes.
pub trait ZobristValue: Copy + Eq {
    /// Takes a key of 64 bits.
    fn from_key(key: u64) -> Self;
}

macro_rules! keys {
    ($($name:ident $bits:ident)*) => { $(
        #[doc = concat!("A key of ", stringify!($bits), ": the low bits of the one of 64.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $bits);

        impl ZobristValue for $name {
            fn from_key(key: u64) -> $name {
                $name(key as $bits)
            }
        }

        impl From<$name> for $bits {
            fn from(key: $name) -> $bits {
                key.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::LowerHex for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(&self.0, f)
            }
        }
    )* };
}
keys!(Zobrist8 u8 Zobrist16 u16 Zobrist32 u32 Zobrist64 u64);

/// Positions with keys, by the name of older versions: each position has them.
pub trait ZobristHash: super::Position {}

impl<P: super::Position> ZobristHash for P {}
