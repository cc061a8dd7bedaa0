//! Variants, their positions and moves.
use std::ffi::CString;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;

use crate::board::Color;
use crate::error::{checked, no_error, text_of, written, Error};
use crate::ffi;
use crate::games::Outcome;
use crate::position::Verdict;

/// The built-in variants, and those of a text in the manner of Fairy-Stockfish's variants.ini.
///
/// ```
/// let variants = kingscan::Variants::built_in();
/// let mut position = variants.get("crazyhouse").unwrap().start();
/// for san in ["e4", "d5", "exd5", "Qxd5", "P@e6"] {
///     let one = position.parse(san).unwrap();
///     position.play(one).unwrap();
/// }
/// assert_eq!(position.fen(), "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3");
/// ```
pub struct Variants(*mut ffi::Variants);

// SAFETY: variants are read-only, and any number of threads may make the built-in ones at once.
unsafe impl Send for Variants {}
unsafe impl Sync for Variants {}

impl Variants {
    /// Those that are built in.
    pub fn built_in() -> Variants {
        Variants::read(std::ptr::null(), 0).expect("the built-in variants can be read")
    }

    /// These and those of a text. The offset of an error is a byte of it.
    pub fn from_text(text: &str) -> Result<Variants, Error> {
        Variants::read(text.as_ptr(), text.len())
    }

    fn read(text: *const u8, length: usize) -> Result<Variants, Error> {
        let mut error = no_error();
        // SAFETY: the text has this length.
        let variants = unsafe { ffi::ks_variants_read(text.cast(), length, 0, &mut error) };
        if variants.is_null() {
            return Err(Error::of(&error));
        }
        Ok(Variants(variants))
    }

    /// Their names, the built-in ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> + '_ {
        // SAFETY: the names live as long as the variants.
        (0..unsafe { ffi::ks_variants_count(self.0) }).map(|n| unsafe { text_of(ffi::ks_variants_get_name(self.0, n)) })
    }

    pub(crate) fn as_c(&self) -> *const ffi::Variants {
        self.0
    }

    /// The variant of a name.
    pub fn get(&self, name: &str) -> Result<Variant<'_>, Error> {
        let mut error = no_error();
        let name = CString::new(name.replace('\0', "?")).expect("it has no zero");
        // SAFETY: the name ends with a zero; the variant lives as long as the variants.
        let found = unsafe { ffi::ks_variants_find(self.0, name.as_ptr(), &mut error).as_ref() };
        found.map(Variant).ok_or_else(|| Error::of(&error))
    }
}

impl Drop for Variants {
    fn drop(&mut self) {
        // SAFETY: nobody has a variant of them any more.
        unsafe { ffi::ks_variants_free(self.0) };
    }
}

/// A variant.
#[derive(Clone, Copy)]
pub struct Variant<'a>(&'a ffi::Variant);

// SAFETY: as of Variants.
unsafe impl Send for Variant<'_> {}
unsafe impl Sync for Variant<'_> {}

impl<'a> Variant<'a> {
    /// # Safety
    /// The pointer is null, or that of a variant which lasts for 'a.
    pub(crate) unsafe fn from_c(variant: *const ffi::Variant) -> Option<Variant<'a>> {
        variant.as_ref().map(Variant)
    }

    fn facts(self) -> ffi::VariantFacts {
        // SAFETY: the function takes any variant.
        unsafe { ffi::ks_variant_get_facts(self.0) }
    }

    /// Its name.
    pub fn name(self) -> &'a str {
        // SAFETY: the names live as long as the variant, here and below.
        unsafe { text_of(self.facts().name) }
    }

    /// A line that says what it is, or "".
    pub fn summary(self) -> &'a str {
        unsafe { text_of(self.facts().summary) }
    }

    /// How many files and ranks the board has.
    pub fn size(self) -> (u32, u32) {
        let facts = self.facts();
        (facts.files, facts.ranks)
    }

    /// The position that games start from.
    pub fn start(self) -> VariantPosition<'a> {
        // SAFETY: each variant has one.
        VariantPosition { variant: self, position: unsafe { (*ffi::ks_variant_get_start(self.0)).clone() } }
    }

    /// Reads a position.
    pub fn from_fen(self, text: &str) -> Result<VariantPosition<'a>, Error> {
        let mut position = MaybeUninit::uninit();
        // SAFETY: the text has this length; the position is filled in when the call succeeds.
        checked(|error| unsafe {
            ffi::ks_variant_read_fen(self.0, text.as_ptr().cast(), text.len(), 0, position.as_mut_ptr(), error)
        })?;
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
            ffi::ks_variant_write_fen(self.variant.0, &self.position, text)
        })
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
        unsafe { ffi::ks_variant_position_key(self.variant.0, &self.position) }
    }

    /// The state of the side to move.
    pub fn verdict(&self) -> Verdict {
        // SAFETY: as of key.
        let verdict = unsafe { ffi::ks_variant_judge(self.variant.0, &self.position, std::ptr::null_mut()) };
        Verdict::of(verdict).expect("a position has a verdict")
    }

    /// How the game has ended, by the rules of the variant.
    pub fn outcome(&self) -> Outcome {
        let verdict = self.verdict() as u32;
        // SAFETY: as of key.
        Outcome::of(unsafe { ffi::ks_variant_find_outcome(self.variant.0, &self.position, verdict) })
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<VariantMove> {
        let mut moves = vec![0; 256];
        loop {
            // SAFETY: there is room for so many.
            let count =
                unsafe { ffi::ks_variant_legal_moves(self.variant.0, &self.position, moves.as_mut_ptr(), moves.len()) };
            if count <= moves.len() {
                return moves[..count].iter().map(|&one| VariantMove(one)).collect();
            }
            moves.resize(count, 0);
        }
    }

    /// Finds a move in UCI or SAN among the legal ones. The error of an illegal move says which rule it breaks.
    pub fn parse(&self, text: &str) -> Result<VariantMove, Error> {
        let mut attempt = MaybeUninit::<ffi::VariantAttempt>::uninit();
        // SAFETY: the text has this length, and the attempt is always filled in.
        checked(|error| unsafe {
            let (text, length) = (text.as_ptr().cast(), text.len());
            ffi::ks_variant_explain_move(self.variant.0, &self.position, text, length, attempt.as_mut_ptr(), error)
        })?;
        Ok(VariantMove(unsafe { attempt.assume_init() }.one))
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, one: VariantMove) -> bool {
        self.legal_moves().contains(&one)
    }

    /// Makes a move. Returns None, and changes nothing, when it is not legal here.
    pub fn play(&mut self, one: VariantMove) -> Option<()> {
        // SAFETY: the move is legal.
        self.is_legal(one).then(|| unsafe { self.play_unchecked(one) })
    }

    /// The same for a move that [`VariantPosition::legal_moves`] has just listed.
    ///
    /// # Safety
    /// The move is legal here.
    pub unsafe fn play_unchecked(&mut self, one: VariantMove) {
        let mut undo = MaybeUninit::<[u64; 64]>::uninit(); // it takes less
        ffi::ks_variant_make_move(self.variant.0, &mut self.position, one.0, undo.as_mut_ptr().cast());
    }

    /// The position after a move; None when it is not legal here. A search keeps the position before to take the move back.
    pub fn after(&self, one: VariantMove) -> Option<VariantPosition<'a>> {
        let mut after = self.clone();
        after.play(one).map(|()| after)
    }

    /// A legal move in UCI; None when it is not legal here.
    pub fn uci(&self, one: VariantMove) -> Option<String> {
        // SAFETY: the move is legal, and takes at most VARIANT_UCI_SIZE bytes.
        self.is_legal(one).then(|| {
            written::<{ ffi::VARIANT_UCI_SIZE }>(|text| unsafe {
                ffi::ks_variant_write_uci(self.variant.0, &self.position, one.0, 0, text)
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
        // SAFETY: the move is legal, and takes at most VARIANT_SAN_SIZE bytes.
        written::<{ ffi::VARIANT_SAN_SIZE }>(|text| {
            ffi::ks_variant_write_san(self.variant.0, &self.position, one.0, text)
        })
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        // SAFETY: as of key.
        unsafe { ffi::ks_variant_perft(self.variant.0, &self.position, depth) }
    }
}

impl PartialEq for VariantPosition<'_> {
    /// Whether the variant is the same, and all that a FEN has but for the clocks, as for repetitions.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.variant.0, other.variant.0)
            && self.key() == other.key()
            && self.position.board == other.position.board
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
