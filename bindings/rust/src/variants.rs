//! Variants, their positions and moves.
use std::ffi::CString;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Once;

use crate::board::Color;
use crate::by_color::{ByColor, ByRole};
use crate::error::{checked, no_error, text_of, written, Error};
use crate::ffi;
use crate::games::Outcome;
use crate::position::Verdict;
use crate::squares::Squares;

/// The built-in variants, and those of a text in the manner of Fairy-Stockfish's variants.ini.
///
/// ```
/// let variants = kingscan::Variants::bundled();
/// let mut position = variants.get("crazyhouse").unwrap().start();
/// for san in ["e4", "d5", "exd5", "Qxd5", "P@e6"] {
///     let one = position.parse(san).unwrap();
///     position.make(one).unwrap();
/// }
/// assert_eq!(position.fen(), "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3");
/// ```
pub struct Variants(*mut ffi::Variants);

// SAFETY: nobody changes variants, but for those that are made when they are asked for, by an atomic exchange.
unsafe impl Send for Variants {}
// SAFETY: as for Send.
unsafe impl Sync for Variants {}

impl Variants {
    /// The bundled ones.
    pub fn bundled() -> Variants {
        Variants::read(std::ptr::null(), 0).expect("the built-in variants can be read")
    }

    /// These and those of a text. The offset of an error is a byte of it.
    pub fn from_text(text: &str) -> Result<Variants, Error> {
        Variants::read(text.as_ptr(), text.len())
    }

    fn read(text: *const u8, length: usize) -> Result<Variants, Error> {
        let mut error = no_error();
        // SAFETY: the text has this length; null stands for no text.
        let variants = unsafe { ffi::ks_variants_new(text.cast(), length, 0, &mut error) };
        if variants.is_null() {
            return Err(Error::of(&error));
        }
        Ok(Variants(variants))
    }

    /// Their names, the built-in ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> + '_ {
        // SAFETY: self.0 is what ks_variants_new has made.
        let count = unsafe { ffi::ks_variants_count(self.0) };
        // SAFETY: n is below the count, and the names live as long as the variants.
        (0..count).map(|n| unsafe { text_of(ffi::ks_variants_get_name(self.0, n)) })
    }

    pub(crate) fn as_c(&self) -> *const ffi::Variants {
        self.0
    }

    /// The bundled ones, which are made once and last for ever.
    pub(crate) fn shared() -> &'static Variants {
        static SHARED: AtomicPtr<Variants> = AtomicPtr::new(std::ptr::null_mut());
        static ONCE: Once = Once::new();
        ONCE.call_once(|| SHARED.store(Box::into_raw(Box::new(Variants::bundled())), Ordering::Release));
        // SAFETY: the pointer is of the Box that the first call has made, and nobody frees it.
        unsafe { &*SHARED.load(Ordering::Acquire) }
    }

    /// The variant of a name, whatever its capital letters, hyphens and blanks; "threecheck" is 3check.
    ///
    /// ```
    /// let variants = kingscan::Variants::bundled();
    /// assert_eq!(variants.get("King of the Hill")?.name(), "kingofthehill");
    /// let message = variants.get("atomik").unwrap_err().to_string();
    /// assert_eq!(message, "there is no variant 'atomik'; did you mean 'atomic'?");
    /// # Ok::<(), kingscan::Error>(())
    /// ```
    pub fn get(&self, name: &str) -> Result<Variant<'_>, Error> {
        let simple = |name: &str| name.replace(['-', '_', ' '], "").to_ascii_lowercase();
        let meant = Some(simple(name)).map(|name| if name == "threecheck" { "3check".into() } else { name });
        self.find(name).or_else(|error| {
            let alike = self.names().find(|other| Some(simple(other)) == meant);
            alike.map_or(Err(error), |name| self.find(name))
        })
    }

    fn find(&self, name: &str) -> Result<Variant<'_>, Error> {
        let mut error = no_error();
        let name = CString::new(name.replace('\0', "?")).expect("it has no zero");
        // SAFETY: the name ends with a zero; the variant lives as long as the variants.
        unsafe { Variant::from_c(ffi::ks_variants_find(self.0, name.as_ptr(), &mut error)) }
            .ok_or_else(|| Error::of(&error))
    }
}

impl fmt::Debug for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl Drop for Variants {
    fn drop(&mut self) {
        // SAFETY: each Variant borrows the variants, so there is none any more.
        unsafe { ffi::ks_variants_free(self.0) };
    }
}

/// A variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant<'a>(NonNull<ffi::Variant>, PhantomData<&'a Variants>);

// SAFETY: as for Variants, which it borrows.
unsafe impl Send for Variant<'_> {}
// SAFETY: as for Variants, which it borrows.
unsafe impl Sync for Variant<'_> {}

impl<'a> Variant<'a> {
    /// # Safety
    /// The pointer is null, or that of a variant which lasts for 'a.
    pub(crate) unsafe fn from_c(variant: *const ffi::Variant) -> Option<Variant<'a>> {
        NonNull::new(variant as *mut _).map(|variant| Variant(variant, PhantomData))
    }

    /// A variant that exists for 'a.
    fn as_c(self) -> *const ffi::Variant {
        self.0.as_ptr()
    }

    fn facts(self) -> ffi::VariantFacts {
        // SAFETY: the function takes any variant.
        unsafe { ffi::ks_variant_get_facts(self.as_c()) }
    }

    /// Its name.
    pub fn name(self) -> &'a str {
        // SAFETY: the name lives as long as the variant.
        unsafe { text_of(self.facts().name) }
    }

    /// A line that says what it is, or "".
    pub fn summary(self) -> &'a str {
        // SAFETY: the text lives as long as the variant.
        unsafe { text_of(self.facts().summary) }
    }

    /// How many files and ranks the board has.
    pub fn size(self) -> (u32, u32) {
        let facts = self.facts();
        (facts.files, facts.ranks)
    }

    /// The position that games start from.
    pub fn start(self) -> VariantPosition<'a> {
        // SAFETY: each variant has one, which lives as long as it.
        VariantPosition { variant: self, position: unsafe { (*ffi::ks_variant_get_start(self.as_c())).clone() } }
    }

    /// Reads a position.
    pub fn from_fen(self, text: &str) -> Result<VariantPosition<'a>, Error> {
        let mut position = MaybeUninit::uninit();
        // SAFETY: the text has this length.
        checked(|error| unsafe {
            ffi::ks_variant_read_fen(
                self.as_c(),
                text.as_ptr().cast(),
                text.len(),
                ffi::FEN_WHOLE,
                position.as_mut_ptr(),
                error,
            )
        })?;
        // SAFETY: the call has succeeded, so it has filled the position in.
        Ok(VariantPosition { variant: self, position: unsafe { position.assume_init() } })
    }
}

impl fmt::Debug for Variant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({:?})", self.name())
    }
}

/// A move of a position of a variant; another position may not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariantMove(pub(crate) u32);

/// A position of a variant.
#[derive(Clone)]
pub struct VariantPosition<'a> {
    variant: Variant<'a>,
    position: ffi::VariantPosition,
}

impl VariantPosition<'static> {
    /// Where the games of a bundled variant start.
    pub fn new(variant: impl Into<Variant<'static>>) -> VariantPosition<'static> {
        variant.into().start()
    }
}

impl<'a> VariantPosition<'a> {
    pub(crate) fn from_c(variant: Variant<'a>, position: &ffi::VariantPosition) -> VariantPosition<'a> {
        VariantPosition { variant, position: position.clone() }
    }

    /// Its variant.
    pub fn variant(&self) -> Variant<'a> {
        self.variant
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        // SAFETY: a FEN takes at most VARIANT_FEN_SIZE bytes.
        written::<{ ffi::VARIANT_FEN_SIZE }>(|text| unsafe {
            ffi::ks_variant_write_fen(self.variant.as_c(), &self.position, text)
        })
    }

    /// How many of chess's pieces the sides have in hand, by their letters in FEN; None in variants without hands.
    pub fn pockets(&self) -> Option<ByColor<ByRole<u8>>> {
        let fen = self.fen();
        let held = fen.split(['[', ']']).nth(1)?;
        let count = |color| ByRole::new_with(|role| held.matches(role.of(color).char()).count() as u8);
        Some(ByColor { black: count(Color::Black), white: count(Color::White) })
    }

    /// How many checks each side still has to give to win; None in variants that do not count them.
    pub fn remaining_checks(&self) -> Option<ByColor<u8>> {
        let [white, black] = self.position.checks_left;
        (white + black > 0).then_some(ByColor { black, white })
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        if self.position.side_to_move == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The Zobrist key, the same for equal positions of a variant.
    pub fn key(&self) -> u64 {
        // SAFETY: the function takes any position of the variant.
        unsafe { ffi::ks_variant_position_key(self.variant.as_c(), &self.position) }
    }

    /// The state of the side to move.
    pub fn verdict(&self) -> Verdict {
        // SAFETY: the function takes any position of the variant.
        let verdict = unsafe { ffi::ks_variant_judge(self.variant.as_c(), &self.position, std::ptr::null_mut()) };
        Verdict::of(verdict).expect("a position has a verdict")
    }

    /// The pieces of a board of 64 squares that give check.
    pub(crate) fn checkers(&self) -> Squares {
        let mut words = [0; 2];
        // SAFETY: the function takes any position of the variant.
        unsafe { ffi::ks_variant_judge(self.variant.as_c(), &self.position, &mut words) };
        Squares(words[0])
    }

    /// How the game has ended without a claim, by the rules of the variant, as [`Position::outcome`](crate::Position::outcome)
    /// says it of chess. Repetitions are not known.
    pub fn outcome(&self) -> Outcome {
        match self.decided() {
            Outcome::Undecided => Outcome::drawn(self.draw()),
            decided => decided,
        }
    }

    /// The outcome by mate, stalemate and the goals of the variant, without draws by material and clocks.
    pub(crate) fn decided(&self) -> Outcome {
        let verdict = self.verdict() as u32;
        // SAFETY: the function takes any position of the variant with its verdict.
        Outcome::of(unsafe { ffi::ks_variant_find_outcome(self.variant.as_c(), &self.position, verdict) })
    }

    /// The name of a draw, "" for none.
    fn draw(&self) -> &'static str {
        let (variant, verdict) = (self.variant.as_c(), self.verdict() as u32);
        // SAFETY: the functions take any position of the variant with its verdict, and names of draws are static strings.
        unsafe {
            let draw = ffi::ks_variant_find_draw(variant, &self.position, verdict, std::ptr::null(), 0);
            text_of(ffi::ks_draw_name(draw))
        }
    }

    /// Whether neither side can win by any sequence of moves, as far as the material says.
    pub fn is_insufficient_material(&self) -> bool {
        self.draw() == "insufficient-material"
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<VariantMove> {
        let mut moves = vec![0; 256];
        loop {
            // SAFETY: there is room for as many moves as the call says.
            let count = unsafe {
                ffi::ks_variant_legal_moves(self.variant.as_c(), &self.position, moves.as_mut_ptr(), moves.len())
            };
            if count <= moves.len() {
                return moves[..count].iter().map(|&one| VariantMove(one)).collect();
            }
            moves.resize(count, 0);
        }
    }

    /// Finds a move in UCI or SAN among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn parse(&self, text: &str) -> Result<VariantMove, Error> {
        let mut attempt = MaybeUninit::<ffi::VariantAttempt>::uninit();
        // SAFETY: the text has this length.
        checked(|error| unsafe {
            let (text, length) = (text.as_ptr().cast(), text.len());
            ffi::ks_variant_read_move(self.variant.as_c(), &self.position, text, length, attempt.as_mut_ptr(), error)
        })?;
        // SAFETY: the call has succeeded, so it has filled the attempt in.
        Ok(VariantMove(unsafe { attempt.assume_init() }.one))
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, one: VariantMove) -> bool {
        self.legal_moves().contains(&one)
    }

    /// The position after a move, in place of this one.
    pub fn play(mut self, one: VariantMove) -> Result<VariantPosition<'a>, Error> {
        self.make(one)?;
        Ok(self)
    }

    /// The same as [`VariantPosition::make`] for a move that is known to be legal: see
    /// [`Position::play_unchecked`](crate::Position::play_unchecked).
    ///
    /// # Panics
    /// When the move is not legal here.
    pub fn play_unchecked(&mut self, one: VariantMove) {
        self.make(one).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Makes a move. When the move is not legal here, nothing changes.
    pub fn make(&mut self, one: VariantMove) -> Result<(), Error> {
        if !self.is_legal(one) {
            return Err(Error::of_another_position("this"));
        }
        // SAFETY: the move is legal.
        unsafe { self.make_unchecked(one) };
        Ok(())
    }

    /// The same for a move that [`VariantPosition::legal_moves`] has just listed.
    ///
    /// # Safety
    /// The move is legal here.
    pub unsafe fn make_unchecked(&mut self, one: VariantMove) {
        let mut undo = MaybeUninit::uninit();
        // SAFETY: the caller promises that the move is legal.
        unsafe { ffi::ks_variant_make_move(self.variant.as_c(), &mut self.position, one.0, undo.as_mut_ptr()) };
    }

    /// The position after a move; None when it is not legal here. A search keeps the position before to take the move back.
    pub fn after(&self, one: VariantMove) -> Option<VariantPosition<'a>> {
        let mut after = self.clone();
        after.make(one).ok().map(|()| after)
    }

    /// A move that has just been listed in UCI; castling is the king taking its rook.
    pub(crate) fn uci_chess960_unchecked(&self, one: VariantMove) -> String {
        // SAFETY: the move is legal, and takes at most VARIANT_UCI_SIZE bytes.
        written::<{ ffi::VARIANT_UCI_SIZE }>(|text| unsafe {
            ffi::ks_variant_write_uci(self.variant.as_c(), &self.position, one.0, ffi::UCI_CHESS960, text)
        })
    }

    /// A legal move in UCI; None when it is not legal here.
    pub fn uci(&self, one: VariantMove) -> Option<String> {
        self.is_legal(one).then(|| {
            // SAFETY: the move is legal, and takes at most VARIANT_UCI_SIZE bytes.
            written::<{ ffi::VARIANT_UCI_SIZE }>(|text| unsafe {
                ffi::ks_variant_write_uci(self.variant.as_c(), &self.position, one.0, 0, text)
            })
        })
    }

    /// A legal move in SAN; None when it is not legal here.
    pub fn san(&self, one: VariantMove) -> Option<String> {
        // SAFETY: the move is legal.
        self.is_legal(one).then(|| unsafe { self.san_unchecked(one) })
    }

    /// # Safety
    /// The move is legal here.
    pub(crate) unsafe fn san_unchecked(&self, one: VariantMove) -> String {
        // SAFETY: the caller promises that the move is legal; it takes at most VARIANT_SAN_SIZE bytes.
        written::<{ ffi::VARIANT_SAN_SIZE }>(|text| unsafe {
            ffi::ks_variant_write_san(self.variant.as_c(), &self.position, one.0, text)
        })
    }

    /// The number of sequences of `depth` legal moves.
    ///
    /// # Panics
    /// When the depth is above 63: each ply takes room on the stack.
    pub fn perft(&self, depth: u32) -> u64 {
        assert!(depth <= ffi::DEPTH_MAX, "expected a depth up to {}, found {depth}", ffi::DEPTH_MAX);
        // SAFETY: the function takes any position of the variant.
        unsafe { ffi::ks_variant_perft(self.variant.as_c(), &self.position, depth) }
    }
}

impl PartialEq for VariantPosition<'_> {
    /// Whether the variant is the same, and all that a FEN has but for the clocks, as for repetitions.
    fn eq(&self, other: &Self) -> bool {
        self.variant == other.variant && self.key() == other.key() && self.position.board == other.position.board
    }
}

impl Eq for VariantPosition<'_> {}

impl Hash for VariantPosition<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Display for VariantPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl fmt::Debug for VariantPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VariantPosition({:?}, {:?})", self.variant.name(), self.fen())
    }
}
