/* Says whether a capture wins a given value, from maps of the squares that each kind of piece attacks. This
 * file is compiled for several processors. Most boards need no exchange, and no list of captures.
 *
 * A free piece, which does not shield its king, wins at least what it takes less its own value, and all that
 * it takes where nothing takes back. When a free piece of the enemy takes back, the first one wins at most
 * that piece in addition, and nothing when no second piece takes part. */
#include <stdbool.h>

#include "core/board/planes.h"
#include "rules/generator/generator.h"
#include "rules/generator/sets_tmpl.h"
#include "rules/position.h"

/* The squares that a side attacks by each kind of piece. */
struct attacks {
    uint64_t pawns, minors[2], rooks, queens, kings; /* minors: knights, bishops */
};

ALWAYS_INLINE uint64_t attacked_by_pawns(uint64_t pawns, unsigned side) {
    const uint64_t left = pawns & ~file_mask(FILE_A), right = pawns & ~file_mask(FILE_H);
    return side == KS_WHITE ? left >> 9 | right >> 7 : left << 7 | right << 9;
}

ALWAYS_INLINE uint64_t attacked_by_sliders(const struct attacks *a) {
    return a->minors[1] | a->rooks | a->queens;
}

ALWAYS_INLINE uint64_t attacked_by_all(const struct attacks *a) {
    return a->pawns | a->minors[0] | a->kings | attacked_by_sliders(a);
}

/* ==== Maps ==== */

#ifdef KS_FOR_AVX512VBMI2

/* Eight directions at once, as find_danger does it; both sides use the same empty squares. */

ALWAYS_INLINE __m512i attacks_of_sliders(__m512i sliders, __m512i free) {
    return AND(step_in_lanes(slide_in_lanes(sliders, free)), lane_edges());
}

ALWAYS_INLINE __m512i attacks_of_knights(uint64_t knights) {
    return AND(leap_in_lanes(ALL_LANES(knights)), lane_leap_edges());
}

/* Bishops slide in the diagonal lanes, and rooks in the others. */
ALWAYS_INLINE __m512i attacks_of_both(uint64_t bishops, uint64_t rooks, __m512i free) {
    return attacks_of_sliders(_mm512_mask_mov_epi64(ALL_LANES(rooks), DIAGONAL_LANES, ALL_LANES(bishops)),
                              free);
}

/* Returns the unions of pairs of lanes: of a in the first lanes of each 16 bytes, and of b in the second. */
ALWAYS_INLINE __m512i fold_lanes(__m512i a, __m512i b) {
    return _mm512_or_si512(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
}

/* Returns the unions of pairs of 16 bytes, of a and then of b. */
ALWAYS_INLINE __m512i fold_pairs(__m512i a, __m512i b) {
    return _mm512_or_si512(_mm512_shuffle_i64x2(a, b, 0x88), _mm512_shuffle_i64x2(a, b, 0xdd));
}

struct lanes_of_attacks {
    __m512i both, queens, knights;
};

ALWAYS_INLINE struct lanes_of_attacks find_lanes(const uint64_t *b, uint64_t pieces, __m512i free) {
    return (struct lanes_of_attacks){
        .both = attacks_of_both(b[0] & b[1] & pieces, b[2] & ~b[0] & ~b[1] & pieces, free),
        .queens = attacks_of_sliders(ALL_LANES(b[0] & b[2] & pieces), free),
        .knights = attacks_of_knights(b[1] & ~b[0] & ~b[2] & pieces)};
}

ALWAYS_INLINE __m512i fold_attacks(const struct lanes_of_attacks *lanes) {
    const __m512i bishops = _mm512_maskz_mov_epi64(DIAGONAL_LANES, lanes->both),
                  rooks = _mm512_maskz_mov_epi64(0xff ^ DIAGONAL_LANES, lanes->both);
    return fold_pairs(fold_lanes(lanes->knights, bishops), fold_lanes(rooks, lanes->queens));
}

ALWAYS_INLINE void find_officers(const struct sets *s, uint64_t own, struct attacks *ours,
                                 struct attacks *theirs) {
    const __m512i free = AND(ALL_LANES(~s->occupied), lane_edges());
    const struct lanes_of_attacks a = find_lanes(s->bits, own, free), b = find_lanes(s->bits, s->enemy, free);
    uint64_t found[8] CACHE_LINE;
    _mm512_store_si512(found, fold_pairs(fold_attacks(&a), fold_attacks(&b)));
    *ours = (struct attacks){.minors = {found[0], found[1]}, .rooks = found[2], .queens = found[3]};
    *theirs = (struct attacks){.minors = {found[4], found[5]}, .rooks = found[6], .queens = found[7]};
}

#else

ALWAYS_INLINE struct attacks find_officers_of(const struct sets *s, uint64_t pieces) {
    const uint64_t *b = s->bits;
    struct attacks attacks = {.pawns = 0};
    for (uint64_t rest = b[1] & ~b[0] & ~b[2] & pieces; rest; rest &= rest - 1)
        attacks.minors[0] |= leaps_from(lowest_square(rest));
    for (uint64_t rest = b[0] & b[1] & pieces; rest; rest &= rest - 1)
        attacks.minors[1] |= slide_diagonally(lowest_square(rest), s->occupied);
    for (uint64_t rest = b[2] & ~b[1] & ~b[0] & pieces; rest; rest &= rest - 1)
        attacks.rooks |= slide_orthogonally(lowest_square(rest), s->occupied);
    for (uint64_t rest = b[2] & b[0] & pieces; rest; rest &= rest - 1)
        attacks.queens |= slide_orthogonally(lowest_square(rest), s->occupied) |
                          slide_diagonally(lowest_square(rest), s->occupied);
    return attacks;
}

ALWAYS_INLINE void find_officers(const struct sets *s, uint64_t own, struct attacks *ours,
                                 struct attacks *theirs) {
    *ours = find_officers_of(s, own);
    *theirs = find_officers_of(s, s->enemy);
}

#endif

/* The squares of the king do not count for `ours`: whether it may take is asked apart. */
ALWAYS_INLINE void find_attacks(const struct sets *s, uint64_t own, unsigned side, struct attacks *ours,
                                struct attacks *theirs) {
    find_officers(s, own, ours, theirs);
    ours->pawns = attacked_by_pawns(pawns_of(s) & own, side);
    theirs->pawns = attacked_by_pawns(pawns_of(s) & s->enemy, side ^ 1);
    theirs->kings = steps_from(lowest_square(kings_of(s) & s->enemy));
}

/* ==== Captures ==== */

/* [n]: the pieces to capture, but for the n least of the four values. */
struct prey {
    uint64_t from[5];
};

ALWAYS_INLINE struct prey find_prey(const struct sets *s) {
    const uint64_t all = s->enemy & ~kings_of(s), heavy = s->bits[2] & all;
    return (struct prey){{all, all & ~pawns_of(s), heavy, heavy & s->bits[0], 0}};
}

/* Returns the pieces that are worth so much. */
ALWAYS_INLINE uint64_t worth(const struct prey *prey, int64_t value) {
    return prey
        ->from[(value > USUAL_PAWN) + (value > USUAL_MINOR) + (value > USUAL_ROOK) + (value > USUAL_QUEEN)];
}

/* Returns the prey that a piece of this value may win although these take it back. */
ALWAYS_INLINE uint64_t worth_more(const struct prey *prey, int64_t value, const struct attacks *theirs) {
    return ~((theirs->pawns & ~worth(prey, value - USUAL_PAWN)) |
             ((theirs->minors[0] | theirs->minors[1]) & ~worth(prey, value - USUAL_MINOR)) |
             (theirs->rooks & ~worth(prey, value - USUAL_ROOK)) |
             (theirs->queens & ~worth(prey, value - USUAL_QUEEN)));
}

/* Returns the prey of `targets` that may be won, for each kind of attacker. */
ALWAYS_INLINE struct attacks find_doubtful(const struct prey *prey, int64_t least, const struct attacks *ours,
                                           const struct attacks *theirs) {
    const uint64_t targets = worth(prey, least);
    const uint64_t minors = targets & worth_more(prey, least + USUAL_MINOR, theirs);
    return (struct attacks){.pawns = ours->pawns & targets & worth_more(prey, least + USUAL_PAWN, theirs),
                            .minors = {ours->minors[0] & minors, ours->minors[1] & minors},
                            .rooks = ours->rooks & targets & worth_more(prey, least + USUAL_ROOK, theirs),
                            .queens = ours->queens & targets & worth_more(prey, least + USUAL_QUEEN, theirs)};
}

/* Leaves out the kinds with pieces among these. */
ALWAYS_INLINE struct attacks without_kinds(const struct sets *s, const struct attacks *a, uint64_t pieces) {
    const uint64_t *b = s->bits;
    return (struct attacks){
        .pawns = pawns_of(s) & pieces ? 0 : a->pawns,
        .minors = {knights_of(s) & pieces ? 0 : a->minors[0], b[0] & b[1] & pieces ? 0 : a->minors[1]},
        .rooks = b[2] & ~b[1] & ~b[0] & pieces ? 0 : a->rooks,
        .queens = b[2] & b[0] & pieces ? 0 : a->queens,
        .kings = a->kings};
}

ALWAYS_INLINE uint64_t pieces_of(const struct sets *s, const struct attacks *by) {
    const uint64_t *b = s->bits;
    return (by->pawns ? pawns_of(s) : 0) | (by->minors[0] ? knights_of(s) : 0) |
           (by->minors[1] ? b[0] & b[1] : 0) | (by->rooks ? b[2] & ~b[1] & ~b[0] : 0) |
           (by->queens ? b[2] & b[0] : 0);
}

/* Returns the pieces of the side to move that may take part in an exchange on a square, when others on their
 * lines have left. A king counts as such: it does not take where a slider behind it takes back. */
ALWAYS_INLINE uint64_t find_partners(const struct sets *s, unsigned square, unsigned side) {
    const uint64_t *b = s->bits, straight = b[2] & ~b[1], slant = b[0] & (b[1] | b[2]);
    return s->own & ((slide_orthogonally(square, s->occupied & ~straight & ~kings_of(s)) & straight) |
                     (slide_diagonally(square, s->occupied & ~b[0] & ~kings_of(s)) & slant) |
                     (leaps_from(square) & knights_of(s)) | (steps_from(square) & kings_of(s)) |
                     (ks_attacks_from[square][code_of(KS_WHITE_PAWN, side ^ 1)] & pawns_of(s)));
}

/* Returns those of these squares on which a second piece of the side to move may take. */
ALWAYS_INLINE uint64_t taken_twice(const struct sets *s, uint64_t squares, unsigned side) {
    uint64_t twice = 0;
    for (; squares; squares &= squares - 1)
        twice |= has_one_bit(find_partners(s, lowest_square(squares), side)) ? 0 : squares & -squares;
    return twice;
}

/* ==== The answer ==== */

/* Returns the answer when only these captures may win. */
ALWAYS_INLINE enum settling ask(struct captures *captures, uint64_t from, uint64_t to) {
    *captures = (struct captures){from, to};
    return from && to ? ASK_CAPTURES : SETTLED;
}

/* Asks about captures of free pieces that may win something, and about all of shields. */
ALWAYS_INLINE enum settling ask_doubtful(const struct sets *s, unsigned side, const struct attacks *doubtful,
                                         uint64_t guarded, const struct shields *shields,
                                         struct captures *captures) {
    const uint64_t reached = attacked_by_all(doubtful),
                   left = (reached & ~guarded) | taken_twice(s, reached & guarded, side);
    return ask(captures, (left ? pieces_of(s, doubtful) & s->own & ~shields->all : 0) | shields->able,
               left | shields->prey);
}

ALWAYS_INLINE enum settling judge(const struct sets *s, unsigned side, int64_t least,
                                  struct captures *captures) {
    const struct prey prey = find_prey(s);
    const struct shields shields = find_shields(s->bits, s->king, s->own);
    const uint64_t targets = worth(&prey, least), own = s->own & ~shields.all;
    struct attacks ours, theirs;
    find_attacks(s, own, side, &ours, &theirs);
    const uint64_t loose = targets & ~attacked_by_all(&theirs), reached = targets & attacked_by_all(&ours);
    if ((ours.pawns & worth(&prey, least + USUAL_PAWN)) |
        ((ours.minors[0] | ours.minors[1]) & worth(&prey, least + USUAL_MINOR)) |
        (ours.rooks & worth(&prey, least + USUAL_ROOK)) | (ours.queens & worth(&prey, least + USUAL_QUEEN)) |
        ((steps_from(s->king) | ours.minors[0]) & loose))
        return UNSETTLED;
    if (!reached)
        return ask(captures, shields.able, shields.prey);
    /* A slider behind a piece that takes looks at the same square then. */
    if (reached & loose && !(attacked_by_sliders(&theirs) & own & ~knights_of(s) & ~s->kings))
        return UNSETTLED;
    const struct shields others = find_shields(s->bits, lowest_square(kings_of(s) & s->enemy), s->enemy);
    const struct attacks guards = without_kinds(s, &theirs, others.all),
                         doubtful = find_doubtful(&prey, least, &ours, &guards);
    return ask_doubtful(s, side, &doubtful, attacked_by_all(&guards), &shields, captures);
}

enum settling IN_BUILD(settling)(const uint8_t board[64], unsigned side, int least,
                                 struct captures *captures) {
    struct code_planes planes;
    split_board(board, &planes);
    const struct sets s = find_sets_in(planes.bits, side);
    const uint64_t last = row_mask(side == KS_WHITE ? 0 : 7),
                   promoting = pawns_of(&s) & s.own & push(last, side ^ 1);
    if (RARE(promoting || !has_one_bit(s.kings) || !has_one_bit(kings_of(&s) & s.enemy)))
        return ask(captures, ~(uint64_t)0, s.enemy | (promoting ? last : 0));
    return least == 0 ? judge(&s, side, 0, captures) : judge(&s, side, least, captures);
}
