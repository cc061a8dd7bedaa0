/* A build of the exchanges on a square: what a move wins when each side in turn takes with its least valuable
 * piece, or stops. rules/exchange_reference.c follows the definition step by step.
 *
 * Pieces stand in *places*, bits of a word. With AVX-512 these are the slots of the target's lanes: eight
 * lanes of a knight and the seven squares of a ray, nearest first, so that a subtraction finds the first
 * piece of all rays, and the piece behind one that has left costs three operations. Else places are squares,
 * and sliders are looked up again when a piece has left their line. */
#include <stdbool.h>

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "rules/generator/generator.h"
#include "rules/generator/sets_tmpl.h"
#include "rules/position.h"

/* [side]: what shields its king, and the pinners. They are found when the side may take. */
struct pin_places {
    uint64_t shields, pinners;
    bool known, stays; /* stays: a pinner takes no part in the exchange */
};

struct takings {
    uint64_t bits[4];   /* the planes of the position */
    uint64_t standing;  /* what has not left; nobody asks what stands on the target */
    uint64_t attackers; /* pieces that attack the target, of both sides */
    uint64_t relevant;  /* in lanes: those that would do so if no other piece were there */
    unsigned to;        /* the target */
};

/* ==== Places ==== */

#ifdef KS_FOR_AVX512BW

/* Lanes are in the order of their nearest squares, from a1, b1 ... to h8: so the lowest place is the first
 * square, but not always where pieces of a kind, bishops or queens, stand on diagonals at different
 * distances. */
#define IN_LANES(slots) ((slots)*0x0101010101010101u)
#define KNIGHTS IN_LANES(1)
#define NEAREST IN_LANES(2)
#define RAYS IN_LANES(0xfe)
#define FAR IN_LANES(0xfc)
#define UPPER_DIAGONALS 0xff00ff0000000000u /* lanes 5 and 7 */
#define LOWER_DIAGONALS 0x0000000000ff00ffu /* lanes 0 and 2 */
#define DIAGONALS (UPPER_DIAGONALS | LOWER_DIAGONALS)

/* Returns the places of a set of squares, in a general register: compilers prefer those for masks, in which
 * logic takes longer. */
ALWAYS_INLINE uint64_t places_in(__mmask64 asked, uint64_t squares, unsigned to) {
    uint64_t places = _mm512_mask_bitshuffle_epi64_mask(asked, _mm512_set1_epi64((long long)squares),
                                                        _mm512_load_si512(ks_exchange_squares[to]));
    __asm__("" : "+r"(places));
    return places;
}

ALWAYS_INLINE uint64_t places_of(uint64_t squares, unsigned to) {
    return places_in(ks_exchange_places[to], squares, to);
}

ALWAYS_INLINE void find_attackers(struct takings *x, uint64_t left) {
    const uint64_t ends = x->standing | IN_LANES(0x81); /* the knight, and the end of the ray */
    (void)left;
    x->attackers = (ends ^ (ends - IN_LANES(3))) & x->standing & x->relevant;
}

/* Pieces that stand where this move empties a square have no place. */
ALWAYS_INLINE void lay_out(struct takings *x, const ks_position *position, unsigned from) {
    const __mmask64 asked =
        _mm512_mask_cmpneq_epi8_mask(ks_exchange_places[x->to], _mm512_load_si512(ks_exchange_squares[x->to]),
                                     _mm512_set1_epi8((char)from));
    for (unsigned n = 0; n < 4; n++)
        x->bits[n] = places_in(asked, position->private_planes[n], x->to);
    const uint64_t b0 = x->bits[0], b1 = x->bits[1], b2 = x->bits[2], black = x->bits[3];
    x->standing = b0 | b1 | b2;
    x->relevant = (b0 & ~(b1 | b2) & NEAREST & ((black & UPPER_DIAGONALS) | (~black & LOWER_DIAGONALS))) |
                  (b1 & ~(b0 | b2) & KNIGHTS) | (b0 & (b1 | b2) & RAYS & DIAGONALS) |
                  (b2 & ~b1 & RAYS & ~DIAGONALS) | (b1 & b2 & NEAREST);
}

/* Returns the one on the first square, from a1. */
ALWAYS_INLINE uint64_t first_of(uint64_t places, unsigned to) {
    const uint8_t *const squares = ks_exchange_squares[to];
    uint64_t first = places & -places, rest = places ^ first;
    if (RARE(rest && places & DIAGONALS && places & FAR))
        for (; rest; rest &= rest - 1)
            if ((squares[lowest_square(rest)] ^ 56) < (squares[lowest_square(first)] ^ 56))
                first = rest & -rest;
    return first;
}

#else

ALWAYS_INLINE uint64_t places_of(uint64_t squares, unsigned to) {
    (void)to;
    return squares;
}

/* left has the piece that has left last. */
ALWAYS_INLINE void find_attackers(struct takings *x, uint64_t left) {
    const uint64_t *b = x->bits;
    if (left & diagonal_rays(x->to))
        x->attackers |= slide_diagonally(x->to, x->standing) & b[0] & (b[1] | b[2]);
    if (left & orthogonal_rays(x->to))
        x->attackers |= slide_orthogonally(x->to, x->standing) & b[2] & ~b[1];
    x->attackers &= x->standing;
}

ALWAYS_INLINE void lay_out(struct takings *x, const ks_position *position, unsigned from) {
    const uint64_t *b = position->private_planes, *attacks = ks_attacks_from[x->to];
    for (unsigned n = 0; n < 4; n++)
        x->bits[n] = b[n];
    x->standing = (b[0] | b[1] | b[2]) & ~bit(from);
    x->attackers =
        (b[0] & ~b[1] & ~b[2] & ((attacks[KS_BLACK_PAWN] & ~b[3]) | (attacks[KS_WHITE_PAWN] & b[3]))) |
        (b[1] & ~b[0] & ~b[2] & attacks[KS_WHITE_KNIGHT]) | (b[1] & b[2] & attacks[KS_WHITE_KING]);
}

/* Squares count from a8, and by rows: the last row's first square comes first. */
ALWAYS_INLINE uint64_t first_of(uint64_t places, unsigned to) {
    const uint64_t from_a1 = __builtin_bswap64(places);
    (void)to;
    return __builtin_bswap64(from_a1 & -from_a1);
}

#endif

/* ==== Pins ==== */

/* Stores the places of a king's shields, and of the pinners. gone has the squares that the move empties. */
static __attribute__((noinline)) void place_pins(struct pin_places *pins, uint64_t shields, uint64_t pinners,
                                                 unsigned to, uint64_t gone) {
    pinners &= ~gone;
    pins->shields = pinners ? places_of(shields, to) : 0;
    pins->pinners = places_of(pinners, to);
    pins->stays = pinners & ~(ks_lines[to] | ks_leaps[to]);
}

/* Asks of each sniper, which is a slider of the enemy on a line of its own, what stands between. Snipers see
 * through each other, as in Stockfish. Sliding through the nearest pieces instead took 1.00 to 1.06 of the
 * time of all captures, and lanes around the king, which need no loop, 1.05 to 1.08 (AMD EPYC Zen 5). */
ALWAYS_INLINE void find_pins(struct pin_places *pins, const ks_position *position, unsigned side, unsigned to,
                             uint64_t gone) {
    const uint64_t *b = position->private_planes;
    const uint64_t occupied = b[0] | b[1] | b[2], own = occupied & (b[3] ^ (side - (uint64_t)1)),
                   kings = b[1] & b[2] & own;
    pins->known = true;
    if (RARE(!kings))
        return;
    const unsigned king = lowest_square(kings);
    const uint64_t snipers =
        ((orthogonal_rays(king) & b[2] & ~b[1]) | (diagonal_rays(king) & b[0] & (b[1] | b[2]))) & occupied &
        ~own;
    const uint64_t others = occupied & ~snipers;
    uint64_t shields = 0, pinners = 0;
    for (uint64_t rest = snipers; rest; rest &= rest - 1) {
        const uint64_t standing = ks_lines_between[king][lowest_square(rest)] & others,
                       shield = standing & (standing - 1) ? 0 : standing & own;
        shields |= shield;
        pinners |= shield ? rest & -rest : 0;
    }
    if (RARE(pinners))
        place_pins(pins, shields, pinners, to, gone);
}

/* ==== Takers ==== */

/* Returns a condition that compilers make no branches of. */
ALWAYS_INLINE uint64_t as_it_is(uint64_t condition) {
    __asm__("" : "+r"(condition));
    return condition;
}

/* Returns the attackers of a side. */
ALWAYS_INLINE uint64_t attackers_of(const struct takings *x, unsigned side) {
    return x->attackers & (x->bits[3] ^ (side - (uint64_t)1));
}

/* Keeps only the pieces of the least valuable kind, when values ascend with the codes. Returns that kind;
 * KS_WHITE_KING too when there is no piece. No branch depends on the kind. */
ALWAYS_INLINE unsigned keep_least(const struct takings *x, uint64_t *pieces) {
    unsigned kind = 0;
    for (unsigned n = 3; n-- > 0;) {
        const uint64_t without = *pieces & ~x->bits[n];
        const uint64_t all_have = as_it_is(without == 0);
        kind += kind + (unsigned)all_have;
        *pieces = without | (*pieces & -all_have);
    }
    return kind;
}

/* The kinds from pawn to king, from the least valuable to the most, kings last; equal ones in this order. */
static void sort_kinds(const int16_t values[8], uint8_t order[6]) {
    for (unsigned i = 0; i < 5; i++) {
        unsigned at = i;
        for (; at > 0 && values[order[at - 1]] > values[i + 1]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)(i + 1);
    }
    order[5] = KS_WHITE_KING;
}

/* The same for any values. */
ALWAYS_INLINE unsigned keep_first(const struct takings *x, uint64_t *pieces, const uint8_t order[6]) {
    const uint64_t *b = x->bits;
    uint64_t found = 0;
    unsigned kind = KS_WHITE_KING;
    for (unsigned i = 0; i < 6 && !found; i++) {
        kind = order[i];
        found = *pieces & (kind & 1 ? b[0] : ~b[0]) & (kind & 2 ? b[1] : ~b[1]) & (kind & 4 ? b[2] : ~b[2]);
    }
    *pieces = found;
    return kind;
}

/* ==== Exchanges ==== */

struct first_gain {
    int won;        /* by the move itself */
    unsigned stake; /* the kind of the piece that stands on the target then */
};

ALWAYS_INLINE struct first_gain begin(const ks_position *position, ks_move move, const int16_t values[8]) {
    const unsigned captured = position->board[KS_MOVE_TO(move)] & 7u;
    struct first_gain gain = {.won = values[captured] & -(captured != KS_EMPTY),
                              .stake = position->board[KS_MOVE_FROM(move)] & 7u};
    if (RARE(KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT))
        gain.won = values[KS_WHITE_PAWN];
    if (RARE(is_promotion(move))) {
        gain.stake = promoted_to(move);
        gain.won += values[gain.stake] - values[KS_WHITE_PAWN];
    }
    return gain;
}

ALWAYS_INLINE void enter(struct takings *x, const ks_position *position, ks_move move) {
    x->to = KS_MOVE_TO(move);
    lay_out(x, position, KS_MOVE_FROM(move));
    if (RARE(KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT))
        x->standing &= ~places_of(bit(capture_square(move)), x->to);
    find_attackers(x, ~(uint64_t)0);
}

/* One of these pieces of a kind leaves its place. */
ALWAYS_INLINE void take(struct takings *x, uint64_t pieces) {
    const uint64_t first = first_of(pieces, x->to);
    x->standing &= ~first;
    find_attackers(x, first);
}

/* Returns whether a king takes: if nothing takes it back, not even a shield. */
ALWAYS_INLINE bool king_takes(struct takings *x, unsigned side, uint64_t kings) {
    take(x, kings);
    return !attackers_of(x, side ^ 1);
}

/* The shields and pinners of both sides, when they count. */
struct all_pin_places {
    const ks_position *position;
    uint64_t gone;
    struct pin_places of[2];
};

ALWAYS_INLINE struct all_pin_places no_pins_yet(const ks_position *position, ks_move move) {
    return (struct all_pin_places){.position = position,
                                   .gone = bit(KS_MOVE_FROM(move)) | bit(capture_square(move))};
}

/* Returns the pieces of a side that may take. pins: NULL when pins do not count. */
ALWAYS_INLINE uint64_t takers(const struct takings *x, unsigned side, struct all_pin_places *pins) {
    const uint64_t own = attackers_of(x, side);
    if (!pins)
        return own;
    struct pin_places *const here = &pins->of[side];
    if (!here->known)
        find_pins(here, pins->position, side, x->to, pins->gone);
    return RARE(here->shields & own) && (here->stays || here->pinners & x->standing) ? own & ~here->shields
                                                                                     : own;
}

/* Returns 1 if the other side cannot win more than what a move leaves it; slack is the least that takes too
 * much. In its turn, each side has to win so much that it does not stop. Nobody can predict which turn is the
 * last one, nor why: so a turn takes one branch. With a branch for each reason, all captures of real
 * positions took 1.1 times as long (AMD Zen 5). Source: Stockfish's Position::see_ge. */
ALWAYS_INLINE int hold(const ks_position *position, ks_move move, int64_t slack, const int16_t values[8],
                       struct all_pin_places *pins, const uint8_t *order) {
    struct takings x;
    unsigned side = position->side_to_move;
    uint64_t held = 1,
             none = as_it_is(slack <= 0); /* nobody needs to take: the piece may even be lost for nothing */
    enter(&x, position, move);
    for (;;) {
        uint64_t own = takers(&x, side ^= 1, pins);
        none |= as_it_is(own == 0);
        const unsigned kind = order ? keep_first(&x, &own, order) : keep_least(&x, &own);
        slack = values[kind] - slack;
        const uint64_t least = as_it_is(1 - held);
        const uint64_t fails = (uint64_t)(slack - (int64_t)least) >> 63;
        if (as_it_is(none | (fails & as_it_is(kind != KS_WHITE_KING))))
            return (int)(held ^ 1 ^ none);
        if (RARE(kind == KS_WHITE_KING))
            return (int)held ^ king_takes(&x, side, own);
        held ^= 1;
        take(&x, own);
    }
}

static __attribute__((noinline)) int hold_with_pins(const ks_position *position, ks_move move, int64_t slack,
                                                    const int16_t values[8]) {
    struct all_pin_places pins = no_pins_yet(position, move);
    if (slack <= 0)
        return 1; /* no pins have to be found */
    return hold(position, move, slack, values, &pins, NULL);
}

static __attribute__((noinline)) int hold_by_order(const ks_position *position, ks_move move, int64_t slack,
                                                   const int16_t values[8], bool pinned) {
    struct all_pin_places pins = no_pins_yet(position, move);
    uint8_t order[6];
    sort_kinds(values, order);
    return hold(position, move, slack, values, pinned ? &pins : NULL, order);
}

static inline bool ascend(const int16_t values[8]) {
    return (values[1] <= values[2]) & (values[2] <= values[3]) & (values[3] <= values[4]) &
           (values[4] <= values[5]);
}

int IN_BUILD(see_at_least)(const ks_position *position, ks_move move, const int16_t values[8], int threshold,
                           bool pinned) {
    const struct first_gain gain = begin(position, move, values);
    int64_t slack = (int64_t)gain.won - threshold;
    if (slack < 0)
        return 0; /* the other side need not take */
    slack = values[gain.stake] - slack;
    if (RARE(values != ks_usual_values && !ascend(values)))
        return hold_by_order(position, move, slack, values, pinned);
    return pinned ? hold_with_pins(position, move, slack, values)
                  : hold(position, move, slack, values, NULL, NULL);
}

int IN_BUILD(see)(const ks_position *position, ks_move move, const int16_t values[8], bool pinned) {
    const struct first_gain gain = begin(position, move, values);
    struct all_pin_places pins = no_pins_yet(position, move);
    struct takings x;
    int taken[KS_SQUARES], best = 0; /* the value of each piece that is taken */
    size_t count = 0;
    unsigned side = position->side_to_move, kind = gain.stake;
    uint8_t order[6];
    uint64_t own;
    sort_kinds(values, order);
    enter(&x, position, move);
    while ((own = takers(&x, side ^= 1, pinned ? &pins : NULL))) {
        taken[count++] = values[kind];
        kind = keep_first(&x, &own, order);
        if (kind == KS_WHITE_KING) {
            count -= !king_takes(&x, side, own);
            break;
        }
        take(&x, own);
    }
    while (count > 0) { /* each side takes, or stops */
        best = taken[--count] - best;
        best = best > 0 ? best : 0;
    }
    return gain.won - best;
}
