/* Finds what a move wins when each side in turn takes on a square with its least valuable piece, or stops.
 * This file is compiled for several processors.
 *
 * The attackers of the target are kept. When one of them has taken, the sliders on its lines are looked up
 * again. */
#include <limits.h>
#include <stdbool.h>

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "rules/generator/generator.h"
#include "rules/generator/sets_tmpl.h"
#include "rules/position.h"

struct takings {
    const uint64_t *bits; /* the planes of the position */
    uint64_t standing;    /* what has not left, without the target */
    uint64_t attackers;   /* pieces that attack the target, of both sides */
    unsigned to;          /* the target */
};

/* Returns a condition that compilers make no branches of. */
ALWAYS_INLINE uint64_t as_it_is(uint64_t condition) {
    __asm__("" : "+r"(condition));
    return condition;
}

/* ==== Attackers ==== */

/* Whether to look up both kinds of sliders takes less time than a branch. */
#ifdef KS_HAS_PEXT
enum { LOOK_UP_BOTH = true };
#else
enum { LOOK_UP_BOTH = false };
#endif

/* Adds the sliders that attack the target after these pieces have left, and takes away what has left. */
ALWAYS_INLINE void find_sliders(struct takings *x, uint64_t left) {
    const uint64_t *b = x->bits;
    if (LOOK_UP_BOTH || left & diagonal_rays(x->to))
        x->attackers |= slide_diagonally(x->to, x->standing) & b[0] & (b[1] | b[2]);
    if (LOOK_UP_BOTH || left & orthogonal_rays(x->to))
        x->attackers |= slide_orthogonally(x->to, x->standing) & b[2] & ~b[1];
    x->attackers &= x->standing;
}

ALWAYS_INLINE struct takings begin_takings(const ks_position *position, ks_move move) {
    const uint64_t *b = position->private_planes, *attacks = ks_attacks_from[KS_MOVE_TO(move)];
    struct takings x = {.bits = b, .to = KS_MOVE_TO(move)};
    x.standing = (b[0] | b[1] | b[2]) & ~(bit(KS_MOVE_FROM(move)) | bit(x.to));
    if (RARE(KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT))
        x.standing &= ~bit(capture_square(move));
    x.attackers =
        (b[0] & ~b[1] & ~b[2] & ((attacks[KS_BLACK_PAWN] & ~b[3]) | (attacks[KS_WHITE_PAWN] & b[3]))) |
        (b[1] & ~b[0] & ~b[2] & attacks[KS_WHITE_KNIGHT]) | (b[1] & b[2] & attacks[KS_WHITE_KING]);
    find_sliders(&x, ~(uint64_t)0);
    return x;
}

/* Returns the first one, from a1, b1 ... to h8. Squares count from a8, and by rows. */
ALWAYS_INLINE uint64_t first_of(uint64_t pieces) {
    const uint64_t from_a1 = __builtin_bswap64(pieces);
    return __builtin_bswap64(from_a1 & -from_a1);
}

/* The first of these pieces leaves its square. */
ALWAYS_INLINE void take(struct takings *x, uint64_t pieces) {
    const uint64_t first = first_of(pieces);
    x->standing &= ~first;
    find_sliders(x, first);
}

/* Returns the squares on which a piece is of this side's colour: all empty ones are among those of white. */
ALWAYS_INLINE uint64_t colour(const uint64_t *b, unsigned side) {
    return b[3] ^ (side - (uint64_t)1);
}

/* ==== Pins ==== */

/* Finds what shields the king of each side. */
static void find_pins(const ks_position *position, struct shields pins[2]) {
    const uint64_t *b = position->private_planes;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const uint64_t own = (b[0] | b[1] | b[2]) & colour(b, side), kings = b[1] & b[2] & own;
        pins[side] = kings ? find_shields(b, lowest_square(kings), own) : (struct shields){.all = 0};
    }
}

/* Returns whether a piece may shield the king of its side: it stands on a line of that king, and a slider
 * that would see the king on an empty board stands on a line of the piece. With 3 in 100 captures of real
 * positions such a piece takes; with 0.7 it is a shield. */
ALWAYS_INLINE bool may_shield(const uint64_t *b, unsigned side, uint64_t piece) {
    const unsigned king = lowest_square((b[1] & b[2] & colour(b, side)) | bit(63)), /* any without a king */
        square = lowest_square(piece);
    const uint64_t orthogonal = orthogonal_rays(king), diagonal = diagonal_rays(king);
    const uint64_t snipers = ((orthogonal & b[2] & ~b[1]) | (diagonal & b[0] & (b[1] | b[2]))) &
                             colour(b, side ^ 1) & ks_lines[square];
    return as_it_is(snipers != 0) & (orthogonal | diagonal) >> square;
}

/* ==== Takers ==== */

/* Returns the attackers of a side. */
ALWAYS_INLINE uint64_t attackers_of(const struct takings *x, unsigned side) {
    return x->attackers & colour(x->bits, side);
}

/* Keeps only the pieces of the least valuable kind, when values ascend with the codes. Returns that kind;
 * KS_WHITE_KING too when there is no piece. No branch depends on the pieces: compilers make conditional moves
 * of the loop. */
ALWAYS_INLINE unsigned keep_least(const struct takings *x, uint64_t *pieces) {
    unsigned kind = 0;
    for (unsigned n = 3; n-- > 0;) {
        const uint64_t without = *pieces & ~x->bits[n];
        kind += kind + (without == 0);
        *pieces = without == 0 ? *pieces : without;
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

/* Returns whether a king takes: if nothing takes it back, not even a shield. */
ALWAYS_INLINE bool king_takes(struct takings *x, unsigned side, uint64_t kings) {
    take(x, kings);
    return !attackers_of(x, side ^ 1);
}

/* Returns the pieces of a side that may take. pins: [side], or NULL when pins do not count. */
ALWAYS_INLINE uint64_t takers(const struct takings *x, unsigned side, const struct shields *pins) {
    const uint64_t own = attackers_of(x, side);
    return pins && pins[side].pinners & x->standing ? own & ~pins[side].all : own;
}

/* Pins are mostly not found: the functions below are told to suspect them, and return this value as soon as a
 * piece takes that may be a shield. */
enum { SHIELDED = INT_MIN };

/* Returns 1 if the other side cannot win more than what a move leaves it; slack is the least that takes too
 * much. In its turn, each side has to win so much that it does not stop. Nobody can predict which turn is the
 * last one, nor why: so a turn takes one branch. With a branch for each reason, all captures of real
 * positions took 1.1 times as long (AMD Zen 5). Source: Stockfish's Position::see_ge. */
ALWAYS_INLINE int hold(const ks_position *position, ks_move move, int64_t slack, const int16_t values[8],
                       const struct shields *pins, bool suspects, const uint8_t *order) {
    struct takings x = begin_takings(position, move);
    unsigned side = position->side_to_move;
    uint64_t held = 1,
             none = as_it_is(slack <= 0); /* nobody needs to take: the piece may even be lost for nothing */
    for (;;) {
        uint64_t own = takers(&x, side ^= 1, pins);
        none |= as_it_is(own == 0);
        const unsigned kind = order ? keep_first(&x, &own, order) : keep_least(&x, &own);
        if (suspects && RARE(may_shield(x.bits, side, first_of(own | none)) & ~none))
            return SHIELDED;
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
    struct shields pins[2];
    find_pins(position, pins);
    return hold(position, move, slack, values, pins, false, NULL);
}

static inline bool ascend(const int16_t values[8]) {
    return (values[1] <= values[2]) & (values[2] <= values[3]) & (values[3] <= values[4]) &
           (values[4] <= values[5]);
}

/* Castling, en passant, promotions, and values that do not ascend. */
static __attribute__((noinline)) int hold_unusually(const ks_position *position, ks_move move,
                                                    const int16_t values[8], int threshold, bool pinned) {
    const struct first_gain gain = begin(position, move, values);
    const int64_t slack = (int64_t)gain.won - threshold;
    struct shields pins[2];
    uint8_t order[6];
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        return threshold <= 0;
    if (slack < 0)
        return 0;
    sort_kinds(values, order);
    if (pinned)
        find_pins(position, pins);
    return hold(position, move, values[gain.stake] - slack, values, pinned ? pins : NULL, false, order);
}

ALWAYS_INLINE int reach(const ks_position *position, ks_move move, const int16_t values[8], int threshold,
                        bool pinned) {
    if (RARE(KS_MOVE_KIND(move) > KS_MOVE_DOUBLE_PUSH) ||
        (values != ks_usual_values && RARE(!ascend(values))))
        return hold_unusually(position, move, values, threshold, pinned);
    const struct first_gain gain = begin(position, move, values);
    const int64_t left = (int64_t)gain.won - threshold, slack = values[gain.stake] - left;
    if (left < 0)
        return 0; /* the other side need not take */
    const int held = hold(position, move, slack, values, NULL, pinned, NULL);
    return pinned && RARE(held == SHIELDED) ? hold_with_pins(position, move, slack, values) : held;
}

/* Two functions, since with both in one, all calls save registers that only one of them needs. */

int IN_BUILD(see_at_least)(const ks_position *position, ks_move move, const int16_t values[8],
                           int threshold) {
    return reach(position, move, values, threshold, false);
}

int IN_BUILD(see_at_least_with_pins)(const ks_position *position, ks_move move, const int16_t values[8],
                                     int threshold) {
    return reach(position, move, values, threshold, true);
}

/* Returns what the other side wins when it may take a piece of this kind. */
static int win(const ks_position *position, ks_move move, unsigned kind, const int16_t values[8],
               const struct shields *pins, bool suspects) {
    struct takings x = begin_takings(position, move);
    int taken[KS_SQUARES], best = 0; /* the value of each piece that is taken */
    size_t count = 0;
    unsigned side = position->side_to_move;
    uint8_t order[6];
    uint64_t own;
    sort_kinds(values, order);
    while ((own = takers(&x, side ^= 1, pins))) {
        taken[count++] = values[kind];
        kind = keep_first(&x, &own, order);
        if (suspects && RARE(may_shield(x.bits, side, first_of(own))))
            return SHIELDED;
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
    return best;
}

int IN_BUILD(see)(const ks_position *position, ks_move move, const int16_t values[8], bool pinned) {
    const struct first_gain gain = begin(position, move, values);
    struct shields pins[2];
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        return 0;
    int lost = win(position, move, gain.stake, values, NULL, pinned);
    if (lost == SHIELDED) {
        find_pins(position, pins);
        lost = win(position, move, gain.stake, values, pins, false);
    }
    return gain.won - lost;
}
