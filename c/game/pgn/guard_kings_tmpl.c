/* Looks at moves that have been played, and asks whether kings are attacked, in as many positions at once as
 * a vector has lanes. A king mostly stands on the same square in all of them. This file is compiled for each
 * width of vectors: see quick.h. */

#include "game/pgn/quick.h"
#include "rules/attacks.h"
#include "rules/build.h"
#include "rules/generator/tables.h"
#include "rules/vectors.h"

/* From a plane of a position to the next plane. */
enum { PLANE = BEFORE + PLAYED_AT_ONCE };

/* Sets of pieces in the positions after moves, a lane each. */
struct sets_in_lanes {
    _Alignas(64) uint64_t occupied[PLAYED_AT_ONCE];
    uint64_t orthogonal[PLAYED_AT_ONCE], diagonal[PLAYED_AT_ONCE], knights[PLAYED_AT_ONCE],
        pawns[PLAYED_AT_ONCE];
};

/* ---- Attacks ---- */

/* Returns the nearest piece on a ray along which the numbers of squares grow. */
ALWAYS_INLINE masks nearest(masks occupied, masks ray) {
    const masks on_ray = occupied & ray;
    return on_ray & -on_ray;
}

/* Returns whether the nearest piece on another ray is a slider, as the highest bit: then the sliders are a
 * greater number than the others. The ray does not have the last square. */
ALWAYS_INLINE masks sees(masks sliders, masks others, masks ray) {
    return (others & ray) - (sliders & ray);
}

/* Returns whether a piece other than a king attacks a king of this side on a square, as the highest bit. at:
 * of the position in the first lane. */
ALWAYS_INLINE masks find_attack(const struct lanes *lanes, const struct sets_in_lanes *sets, unsigned at,
                                unsigned square, unsigned side) {
    const uint64_t *const rays = ks_rays[square];
    const uint64_t pawn_attacks = ks_attacks_from[square][side == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN];
    const masks black = load(lanes->planes[3] + BEFORE + at), enemy = side == KS_WHITE ? black : ~black,
                occupied = load(sets->occupied + at), orthogonal = load(sets->orthogonal + at) & enemy,
                diagonal = load(sets->diagonal + at) & enemy, others = occupied ^ orthogonal,
                others_aside = occupied ^ diagonal;
    const masks near =
        ((load(sets->knights + at) & ks_leaps[square]) | (load(sets->pawns + at) & pawn_attacks)) & enemy;
    const masks far =
        ((nearest(occupied, in_all(rays[EAST])) | nearest(occupied, in_all(rays[SOUTH]))) & orthogonal) |
        ((nearest(occupied, in_all(rays[SOUTH_EAST])) | nearest(occupied, in_all(rays[SOUTH_WEST]))) &
         diagonal);
    const masks some = near | far;
    return some | -some | sees(orthogonal, others, in_all(rays[NORTH])) |
           sees(orthogonal, others, in_all(rays[WEST])) |
           sees(diagonal, others_aside, in_all(rays[NORTH_EAST])) |
           sees(diagonal, others_aside, in_all(rays[NORTH_WEST]));
}

/* Returns the positions in which the king of a side, which stands on a square in all of them, is attacked. */
ALWAYS_INLINE uint64_t find_attacks_on(const struct lanes *lanes, const struct sets_in_lanes *sets,
                                       unsigned first, unsigned end, unsigned square, unsigned side) {
    uint64_t attacked = 0;
    for (unsigned at = first & ~(LANES - 1u); at < end; at += LANES)
        attacked |= (uint64_t)highest_bits(find_attack(lanes, sets, at, square, side)) << at;
    return attacked & (bit(end) - bit(first));
}

/* Returns the positions in which the king of this side is attacked. steps: the moves that it makes. */
ALWAYS_INLINE uint64_t find_attacked(const struct lanes *lanes, const struct sets_in_lanes *sets,
                                     unsigned count, uint64_t steps, unsigned side) {
    uint64_t attacked = 0;
    for (unsigned first = 0, end; first < count; first = end) {
        const uint64_t *const b = &lanes->planes[0][BEFORE + first];
        const uint64_t own = side == KS_WHITE ? ~b[3 * PLANE] : b[3 * PLANE],
                       king = b[PLANE] & b[2 * PLANE] & own;
        end = lowest_square((steps & -(bit(first) << 1)) | bit(count));
        attacked |= find_attacks_on(lanes, sets, first, end, lowest_square(king | bit(63)), side);
    }
    return attacked;
}

/* Returns the moves of kings that end beside each other. */
static uint64_t find_neighbours(const struct lanes *lanes, unsigned count) {
    uint64_t found = 0;
    for (uint64_t steps = lanes->king_moves & (bit(count) - 1); steps; steps &= steps - 1) {
        const unsigned n = BEFORE + lowest_square(steps);
        const uint64_t kings = lanes->planes[1][n] & lanes->planes[2][n];
        if (ks_steps[lowest_square(kings | bit(63))] & kings)
            found |= steps & -steps;
    }
    return found;
}

/* ---- Checks ---- */

/* Returns who gives check in the position after a move. (Inline, since before calls of local functions gcc 12
 * leaves the upper halves of registers as they are, and then after the last one too: `check --count` took
 * 1.05 times as long with AVX2 (AMD EPYC, Zen 3), and tests/game/pgn_registers.c fails.) */
ALWAYS_INLINE uint64_t find_checkers(const struct lanes *lanes, unsigned n, unsigned side) {
    const uint64_t *const b = &lanes->planes[0][BEFORE + n];
    const uint64_t b0 = b[0], b1 = b[PLANE], b2 = b[2 * PLANE], b3 = b[3 * PLANE], occupied = b0 | b1 | b2,
                   own = side == KS_WHITE ? ~b3 : b3;
    const unsigned king = lowest_square((b1 & b2 & own) | bit(63));
    const uint64_t pawns = ks_attacks_from[king][side == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN];
    return ((ks_leaps[king] & b1 & ~b0 & ~b2) | (pawns & b0 & ~b1 & ~b2) |
            (orthogonal_attacks_by_rays(king, occupied) & b2 & ~b1) |
            (diagonal_attacks_by_rays(king, occupied) & b0 & (b1 | b2))) &
           ~own;
}

/* ---- Moves ---- */

/* [side of the first move][lane]: all ones where white moves. */
#define ALL_ONES (~(uint64_t)0)
static const uint64_t moving[2][8] = {{ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0},
                                      {0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES}};

/* The members of struct word_parts, from the lowest byte on. */
#define ROW_IN_WORD ((uint64_t)7 << 6)
#define TAKES_IN_WORD ((uint64_t)1 << 48)

/* Returns what stands in the way of a move: on the line to its target, or there, where a pawn's push wants
 * no piece, an x one, and nobody an own one. left: what is occupied after it. white: all ones where white
 * moves. */
ALWAYS_INLINE masks find_hindrance(const struct lanes *lanes, unsigned at, masks words, masks left,
                                   masks white) {
    const uint64_t *const before = &lanes->planes[0][BEFORE - 1 + at];
    const masks occupied = load(before) | load(before + PLANE) | load(before + 2 * PLANE),
                pushes = ones_if_equal(words & ROW_IN_WORD, 64 * KS_WHITE_PAWN),
                takes = ones_if_equal(words & TAKES_IN_WORD, TAKES_IN_WORD),
                unwanted = (occupied & ((load(before + 3 * PLANE) ^ white) | pushes)) | (takes & ~occupied);
    return (load(lanes->line + at) & left) | (load(lanes->to + at) & unwanted);
}

/* Stores the sets of pieces after moves. Returns what is occupied. */
ALWAYS_INLINE masks store_sets(const struct lanes *lanes, unsigned at, struct sets_in_lanes *sets) {
    const uint64_t *const after = &lanes->planes[0][BEFORE + at];
    const masks b0 = load(after), b1 = load(after + PLANE), b2 = load(after + 2 * PLANE);
    const masks occupied = b0 | b1 | b2;
    store(sets->occupied + at, occupied);
    store(sets->orthogonal + at, b2 & ~b1);
    store(sets->diagonal + at, b0 & (b1 | b2));
    store(sets->knights + at, b1 & ~(b0 | b2));
    store(sets->pawns + at, b0 & ~(b1 | b2));
    return occupied;
}

/* Stores the moves as they are given. */
ALWAYS_INLINE void store_moves(masks words, masks from, struct played *played) {
    const masks jumps = ones_if_equal((words & 0xffff) ^ from, DOUBLE_PUSH_WAY);
    store(played, from | (words & 63) << 6 | (jumps & (KS_MOVE_DOUBLE_PUSH << 12)) | (words & 0xff0000));
}

/* Stores the moves and the sets after them. Returns the moves that something stands in the way of. */
ALWAYS_INLINE uint64_t look_at_moves(const struct lanes *lanes, unsigned count, unsigned mover,
                                     struct sets_in_lanes *sets, struct played *played, uint64_t *checkers) {
    uint64_t hindered = 0;
    for (unsigned at = 0; at < count; at += LANES) {
        const masks words = load(lanes->words + at), white = load(moving[mover]),
                    left = store_sets(lanes, at, sets),
                    hindrance = find_hindrance(lanes, at, words, left, white);
        store_moves(words, load(lanes->from + at), played + at);
        store(checkers + at, in_all(0));
        hindered |= (uint64_t)highest_bits(hindrance | -hindrance) << at;
    }
    return hindered & (bit(count) - 1);
}

unsigned IN_BUILD(guard_kings)(struct lanes *lanes, unsigned count, unsigned mover, struct played *played,
                               uint64_t *checkers) {
    const uint64_t white = mover == KS_WHITE ? 0x5555555555555555 : 0xaaaaaaaaaaaaaaaa,
                   steps = lanes->king_moves;
    struct sets_in_lanes sets;
    const uint64_t hindered = look_at_moves(lanes, count, mover, &sets, played, checkers),
                   on_white = find_attacked(lanes, &sets, count, steps & white, KS_WHITE),
                   on_black = find_attacked(lanes, &sets, count, steps & ~white, KS_BLACK);
    const uint64_t wrong =
        hindered | find_neighbours(lanes, count) | (on_white & white) | (on_black & ~white);
    const unsigned good = lowest_square(wrong | bit(count));
    lanes->checks = ((on_white & ~white) | (on_black & white)) & (bit(good) - 1);
    for (uint64_t checks = lanes->checks; checks; checks &= checks - 1) {
        const unsigned n = lowest_square(checks);
        checkers[n] = find_checkers(lanes, n, white >> n & 1 ? KS_BLACK : KS_WHITE);
    }
    return good;
}
_Static_assert(PLAYED_AT_ONCE % LANES == 0 && BEFORE % LANES == 0 && PLAYED_AT_ONCE < 64,
               "vectors can be loaded, and a word has a bit for each move");
