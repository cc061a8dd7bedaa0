//! Values of each side, and of each kind of piece: [`ByColor`] and [`ByRole`].
use crate::board::{Color, Role};

/// A value of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub struct ByColor<T> {
    pub black: T,
    pub white: T,
}

/// A value of each kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub struct ByRole<T> {
    pub pawn: T,
    pub knight: T,
    pub bishop: T,
    pub rook: T,
    pub queen: T,
    pub king: T,
}

impl<T> ByColor<T> {
    /// Exchanges the values of the sides.
    pub fn flip(&mut self) {
        std::mem::swap(&mut self.white, &mut self.black);
    }

    /// The same, in place of these values.
    pub fn into_flipped(self) -> ByColor<T> {
        ByColor { black: self.white, white: self.black }
    }
}

macro_rules! values {
    ($by:ident $key:ident $zip_key:ident $what:literal: $($name:ident $variant:ident)*) => {
        impl<T> $by<T> {
            #[doc = concat!("Makes the value of each ", $what, ".")]
            pub fn new_with(mut value: impl FnMut($key) -> T) -> $by<T> {
                $(let $name = value($key::$variant);)*
                $by { $($name),* }
            }

            #[doc = concat!("The value of a ", $what, ".")]
            pub const fn get(&self, key: $key) -> &T {
                match key {
                    $($key::$variant => &self.$name,)*
                }
            }

            /// The same, to be changed.
            pub fn get_mut(&mut self, key: $key) -> &mut T {
                match key {
                    $($key::$variant => &mut self.$name,)*
                }
            }

            #[doc = concat!("Sets the value of a ", $what, ".")]
            pub fn set(&mut self, key: $key, value: T) {
                *self.get_mut(key) = value;
            }

            /// References to the values.
            pub fn as_ref(&self) -> $by<&T> {
                $by { $($name: &self.$name),* }
            }

            /// The same, to change the values.
            pub fn as_mut(&mut self) -> $by<&mut T> {
                $by { $($name: &mut self.$name),* }
            }

            /// What a function makes of each value.
            pub fn map<U>(self, mut function: impl FnMut(T) -> U) -> $by<U> {
                $by { $($name: function(self.$name)),* }
            }

            /// Calls a function with each value.
            pub fn for_each(self, function: impl FnMut(T)) {
                self.map(function);
            }

            /// Pairs of these values and of others.
            pub fn zip<U>(self, other: $by<U>) -> $by<(T, U)> {
                $by { $($name: (self.$name, other.$name)),* }
            }

            #[doc = concat!("The values, each with its ", $what, ".")]
            pub fn $zip_key(self) -> $by<($key, T)> {
                $by { $($name: ($key::$variant, self.$name)),* }
            }

            #[doc = concat!("The first ", $what, " of whose value something is true.")]
            pub fn find(&self, mut predicate: impl FnMut(&T) -> bool) -> Option<$key> {
                $key::ALL.into_iter().find(|&key| predicate(self.get(key)))
            }

            /// References to the values, as [`IntoIterator`] orders them.
            pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
                self.as_ref().into_iter()
            }

            /// The same, to change the values.
            pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator {
                self.as_mut().into_iter()
            }
        }

        #[doc = concat!("By `", stringify!($key), "::ALL`.")]
        impl<T> IntoIterator for $by<T> {
            type Item = T;
            type IntoIter = std::array::IntoIter<T, { $key::ALL.len() }>;
            fn into_iter(self) -> Self::IntoIter {
                [$(self.$name),*].into_iter()
            }
        }
    };
}
values!(ByColor Color zip_color "side": white White black Black);
values!(ByRole Role zip_role "kind": pawn Pawn knight Knight bishop Bishop rook Rook queen Queen king King);
