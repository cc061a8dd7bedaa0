//! A position as text, in shakmaty's words: [`Fen`] and [`Epd`].
use std::fmt::{self, Write};
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::board::{Color, Role, Square};
use crate::by_color::{ByColor, ByRole};
use crate::castles::CastlingMode;
use crate::error::Error;
use crate::notation::Notation;
use crate::position::Position;
use crate::setup::Setup;
use crate::shakmaty::{FromSetup, PositionError};
use crate::squares::Squares;
use crate::variant::Variant;

/// The error of a FEN, in shakmaty's word.
pub type ParseFenError = Error;

/// When a text has the en-passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnPassantMode {
    /// When a pawn may capture there.
    Legal,
    /// When a pawn attacks it: see [`Position::x_fen`].
    PseudoLegal,
    /// After each double push. A [`Position`] in which it has been made knows the square only when a pawn attacks it;
    /// [`shakmaty::Chess`](crate::shakmaty::Chess) always does.
    Always,
}

/// A FEN that has been read. `text.parse::<Position>()` reads a position at once.
///
/// ```
/// use kingscan::{fen::Fen, CastlingMode, Chess, EnPassantMode};
///
/// let fen: Fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
/// let position: Chess = fen.into_position(CastlingMode::Standard)?;
/// let text = Fen::from_position(&position, EnPassantMode::Legal).to_string();
/// assert_eq!(text, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
/// # Ok::<(), kingscan::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fen(pub Setup);

impl Fen {
    /// Reads a FEN or an EPD, as [`Position::from_fen`] does, or a FEN of a variant of lichess.
    pub fn from_ascii(text: &[u8]) -> Result<Fen, Error> {
        Position::from_bytes(text).map(|position| Fen(position.to_setup(EnPassantMode::Always))).or_else(|error| {
            let text = String::from_utf8_lossy(text);
            let read = |variant: Variant| variant.get().from_fen(&text).ok();
            let position = Variant::ALL.into_iter().find_map(read).ok_or(error)?;
            Ok(Fen::from_position(position, EnPassantMode::Always))
        })
    }

    /// The FEN of a position, or of a reference to one.
    pub fn from_position(position: impl Notation, mode: EnPassantMode) -> Fen {
        Fen(position.to_fen_setup(mode))
    }

    /// The FEN of a setup.
    pub fn from_setup(setup: Setup) -> Fen {
        Fen(setup)
    }

    /// What the text says. Rights that cannot be are not in it.
    pub fn as_setup(&self) -> &Setup {
        &self.0
    }

    /// The same, in place of the text.
    pub fn into_setup(self) -> Setup {
        self.0
    }

    /// The position. With [`CastlingMode::Standard`], other castling rights are an error.
    pub fn into_position<P: FromSetup>(self, mode: CastlingMode) -> Result<P, PositionError<P>> {
        P::from_setup(self.0, mode)
    }
}

impl From<Setup> for Fen {
    fn from(setup: Setup) -> Fen {
        Fen(setup)
    }
}

/// The pieces of a rank of the board, and the numbers of empty squares between them.
fn write_board(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if setup.promoted.is_empty() {
        return write!(f, "{}", setup.board);
    }
    let mut letters = setup.board.iter().map(|(square, _)| square);
    for character in setup.board.to_string().chars() {
        f.write_char(character)?;
        if character.is_ascii_alphabetic() && letters.next().map_or(false, |square| setup.promoted.contains(square)) {
            f.write_char('~')?;
        }
    }
    Ok(())
}

fn write_pockets(pockets: &ByColor<ByRole<u8>>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('[')?;
    for color in Color::ALL {
        for role in Role::ALL.into_iter().rev() {
            let letter = role.of(color).char().to_string();
            f.write_str(&letter.repeat((*pockets.get(color).get(role)).into()))?;
        }
    }
    f.write_char(']')
}

/// Where the rook of a small castling letter is: on a file, or the outermost one on a wing of its king.
fn rook_of(letter: char, color: Color, setup: &Setup) -> Option<Square> {
    let mut rooks = setup.board.by_piece(color.rook()) & color.backrank();
    let king = setup.board.king_of(color)?;
    match letter {
        'k' => rooks.last().filter(|&rook| rook > king),
        'q' => rooks.first().filter(|&rook| rook < king),
        file => rooks.find(|rook| rook.file().char() == file),
    }
}

fn write_castling(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if setup.castling_rights.is_empty() {
        return f.write_char('-');
    }
    for color in Color::ALL {
        let own = setup.castling_rights & setup.board.by_color(color);
        for rook in (own & color.backrank()).rev() {
            let is = |letter: &char| rook_of(*letter, color, setup) == Some(rook);
            let letter = ['k', 'q'].into_iter().find(is).unwrap_or_else(|| rook.file().char());
            f.write_char(color.fold_wb(letter.to_ascii_uppercase(), letter))?;
        }
    }
    Ok(())
}

/// The fields without the clocks.
fn write_epd(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_board(setup, f)?;
    setup.pockets.as_ref().map_or(Ok(()), |pockets| write_pockets(pockets, f))?;
    write!(f, " {} ", setup.turn.char())?;
    write_castling(setup, f)?;
    match setup.ep_square {
        Some(square) => write!(f, " {square}")?,
        None => f.write_str(" -")?,
    }
    setup.remaining_checks.map_or(Ok(()), |checks| write!(f, " {}+{}", checks.white, checks.black))
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_epd(&self.0, f)?;
        write!(f, " {} {}", self.0.halfmoves, self.0.fullmoves)
    }
}

impl FromStr for Fen {
    type Err = Error;
    fn from_str(text: &str) -> Result<Fen, Error> {
        Fen::from_ascii(text.as_bytes())
    }
}

impl Setup {
    /// What the library has written as the FEN of a variant on 64 squares with the pieces of chess.
    pub(crate) fn of_variant_fen(text: &str) -> Result<Setup, Error> {
        let refusal = || Error {
            code: "fen-board",
            offset: 0,
            message: format!("expected a variant with the board and the pieces of chess, found '{text}'"),
        };
        let mut fields = text.split(' ');
        let mut field = || fields.next().unwrap_or_default();
        let (mut placement, mut hands) = (field(), None);
        if let Some((before, held)) = placement.split_once('[') {
            let count = |color| ByRole::new_with(|role: Role| held.matches(role.of(color).char()).count() as u8);
            (placement, hands) = (before, Some(ByColor::new_with(count)));
        }
        let mut setup = Setup { board: placement.parse().map_err(|_| refusal())?, pockets: hands, ..Setup::empty() };
        let mut squares = setup.board.occupied();
        for part in placement.split_inclusive(|letter: char| letter.is_ascii_alphabetic()).skip(1) {
            let before = squares.next();
            setup.promoted |= before.filter(|_| part.starts_with('~')).into_iter().collect::<Squares>();
        }
        setup.turn = field().parse()?;
        let rook =
            |letter: char| rook_of(letter.to_ascii_lowercase(), Color::from_white(letter.is_ascii_uppercase()), &setup);
        setup.castling_rights = field().chars().filter_map(rook).collect();
        setup.ep_square = field().parse().ok();
        let mut clock = field();
        if let Some((white, black)) = clock.split_once('+') {
            let number = |text: &str| text.parse::<u8>().map_err(|_| refusal());
            setup.remaining_checks = Some(ByColor { black: number(black)?, white: number(white)? });
            clock = field();
        }
        setup.halfmoves = clock.parse().map_err(|_| refusal())?;
        setup.fullmoves = field().parse::<NonZeroU32>().map_err(|_| refusal())?;
        Ok(setup)
    }
}

/// The first four fields of a FEN, without the clocks.
///
/// ```
/// use kingscan::{fen::Epd, CastlingMode, Chess, EnPassantMode};
///
/// let position: Chess = "4k3/8/8/8/8/8/8/R3K3 w Q -".parse::<Epd>()?.into_position(CastlingMode::Standard)?;
/// assert_eq!(Epd::from_position(&position, EnPassantMode::Legal).to_string(), "4k3/8/8/8/8/8/8/R3K3 w Q -");
/// # Ok::<(), kingscan::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Epd(Setup);

impl Epd {
    /// Reads an EPD or a FEN, whose clocks count as those of a new game.
    pub fn from_ascii(text: &[u8]) -> Result<Epd, Error> {
        Fen::from_ascii(text).map(Epd::from)
    }

    /// The EPD of a position, or of a reference to one.
    pub fn from_position(position: impl Notation, mode: EnPassantMode) -> Epd {
        Fen::from_position(position, mode).into()
    }

    /// What the text says.
    pub fn as_setup(&self) -> &Setup {
        &self.0
    }

    /// The same, in place of the text.
    pub fn into_setup(self) -> Setup {
        self.0
    }

    /// The position: see [`Fen::into_position`].
    pub fn into_position<P: FromSetup>(self, mode: CastlingMode) -> Result<P, PositionError<P>> {
        P::from_setup(self.0, mode)
    }
}

impl From<Setup> for Epd {
    fn from(setup: Setup) -> Epd {
        let Setup { halfmoves, fullmoves, .. } = Setup::empty();
        Epd(Setup { halfmoves, fullmoves, ..setup })
    }
}

impl From<Fen> for Epd {
    fn from(fen: Fen) -> Epd {
        fen.0.into()
    }
}

impl From<Epd> for Fen {
    fn from(epd: Epd) -> Fen {
        Fen(epd.0)
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_epd(&self.0, f)
    }
}

impl FromStr for Epd {
    type Err = Error;
    fn from_str(text: &str) -> Result<Epd, Error> {
        Epd::from_ascii(text.as_bytes())
    }
}
