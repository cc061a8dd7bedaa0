/* Asks whether kings are attacked, in as many positions at once as a vector has lanes, or in one. The king
 * mostly stands on the same square in all of them. This file is compiled for each width of vectors: see
 * quick.h. */
#include "rules/build.h"
#include "rules/games/quick.h"
#include "rules/generator/tables.h"
#include "rules/rays.h"
#include "rules/vectors.h"

/* What struct word_parts has, from the lowest byte on. */
#define ROW_IN_WORD ((uint64_t)7 << 6)
#define TAKES_IN_WORD ((uint64_t)1 << 48)

#define ALL_ONES (~(uint64_t)0)

/* [side of the first move][lane]: all ones where white moves. */
static const uint64_t moving[2][8] = {{ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0},
                                      {0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES}};

/* ---- Attacks ---- */

/* Sets of both sides, and what may attack a king. */
struct boards {
    masks occupied, black, kings;
    masks orthogonal, diagonal, pawns, knights;
};

ALWAYS_INLINE struct boards load_boards(const struct lanes *lanes, unsigned at) {
    const masks b0 = load(lanes->planes[0] + BEFORE + at), b1 = load(lanes->planes[1] + BEFORE + at),
                b2 = load(lanes->planes[2] + BEFORE + at);
    return (struct boards){.occupied = b0 | b1 | b2,
                           .black = load(lanes->planes[3] + BEFORE + at),
                           .kings = b1 & b2,
                           .orthogonal = b2 & ~b1,
                           .diagonal = b0 & (b1 | b2),
                           .pawns = b0 & ~b1 & ~b2,
                           .knights = b1 & ~b0 & ~b2};
}

/* Returns the nearest piece on a ray along which the numbers of squares grow. */
ALWAYS_INLINE masks nearest(masks occupied, uint64_t ray) {
    const masks on_ray = occupied & ray;
    return on_ray & -on_ray;
}

/* Returns whether the nearest piece on another ray is a slider: then the sliders are a greater number than
 * the others. */
ALWAYS_INLINE condition sees(masks sliders, masks others, uint64_t ray) {
    return is_greater(sliders & ray, others & ray);
}

/* Returns the lanes in which a king of this side would be attacked on a square. */
ALWAYS_INLINE unsigned attacked_lanes(const struct boards *b, masks enemy, unsigned square, unsigned side) {
    const uint64_t *const rays = ks_rays[square];
    const masks orthogonal = b->orthogonal & enemy, diagonal = b->diagonal & enemy,
                others = b->occupied & ~orthogonal, others_aside = b->occupied & ~diagonal;
    const uint64_t pawns = ks_attacks_from[square][side == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN];
    const masks near =
        ((b->knights & ks_leaps[square]) | (b->pawns & pawns) | (b->kings & ks_steps[square])) & enemy;
    if (LANES == 1 && !lanes_of(is_some((orthogonal & ks_attacks_from[square][KS_WHITE_ROOK]) |
                                        (diagonal & ks_attacks_from[square][KS_WHITE_BISHOP]))))
        return lanes_of(is_some(near)); /* no slider is in line, as often for many moves */
    const masks far =
        ((nearest(b->occupied, rays[EAST]) | nearest(b->occupied, rays[SOUTH])) & orthogonal) |
        ((nearest(b->occupied, rays[SOUTH_EAST]) | nearest(b->occupied, rays[SOUTH_WEST])) & diagonal);
    return lanes_of(is_some(near | far) | sees(orthogonal, others, rays[NORTH]) |
                    sees(orthogonal, others, rays[WEST]) | sees(diagonal, others_aside, rays[NORTH_EAST]) |
                    sees(diagonal, others_aside, rays[NORTH_WEST]));
}

/* Returns the lanes in which the king of this side is attacked. wanted: those that matter. */
ALWAYS_INLINE unsigned find_attacked(const struct lanes *lanes, unsigned at, const struct boards *b,
                                     unsigned wanted, unsigned side) {
    const masks white = b->occupied & ~b->black, own = side == KS_WHITE ? white : b->black,
                enemy = side == KS_WHITE ? b->black : white, kings = b->kings & own;
    unsigned attacked = 0;
    do {
        const unsigned n = BEFORE + at + (unsigned)__builtin_ctz(wanted);
        const uint64_t black = lanes->planes[3][n],
                       king = lanes->planes[1][n] & lanes->planes[2][n] & (side == KS_WHITE ? ~black : black);
        const unsigned same = lanes_of(are_equal(kings, in_all(king))) & wanted;
        attacked |= attacked_lanes(b, enemy, lowest_square(king | bit(63)), side) & same;
        wanted &= ~same;
    } while (wanted);
    return attacked;
}

/* ---- Checks ---- */

/* Returns who gives check in the position after a move. */
static __attribute__((noinline)) uint64_t find_checkers(const struct lanes *lanes, unsigned n,
                                                        unsigned side) {
    const uint64_t *const b = &lanes->planes[0][BEFORE + n];
    enum { PLANE = BEFORE + PLAYED_AT_ONCE };
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

/* Returns the lanes in which something stands in the way of a move, or x is wrong. white: all ones where
 * white moves. */
ALWAYS_INLINE unsigned find_hindered(const struct lanes *lanes, unsigned at, const struct boards *after,
                                     masks white) {
    const masks occupied = load(lanes->planes[0] + BEFORE - 1 + at) |
                           load(lanes->planes[1] + BEFORE - 1 + at) |
                           load(lanes->planes[2] + BEFORE - 1 + at);
    const masks own = occupied & (load(lanes->planes[3] + BEFORE - 1 + at) ^ white);
    const masks to = load(lanes->to + at), line = load(lanes->line + at), words = load(lanes->words + at);
    const masks hindered = (line & after->occupied) | (own & to);
    const condition takes = is_some(words & TAKES_IN_WORD), taken = is_some(occupied & to),
                    pushes = are_equal(words & ROW_IN_WORD, in_all(64 * KS_WHITE_PAWN));
    return lanes_of(is_some(hindered) | (takes & ~taken) | (pushes & taken));
}

ALWAYS_INLINE void store_moves(const struct lanes *lanes, unsigned at, struct played *played) {
    const masks words = load(lanes->words + at), from = load(lanes->from + at);
    const condition jumps = are_equal((words & 0xffff) ^ from, in_all(DOUBLE_PUSH_WAY));
    store(played + at,
          from | (words & 63) << 6 | where(jumps, in_all(KS_MOVE_DOUBLE_PUSH << 12)) | (words & 0xff0000));
}

unsigned IN_BUILD(guard_kings)(const struct lanes *lanes, unsigned count, unsigned mover,
                               struct played *played, uint64_t *checkers) {
    for (unsigned at = 0; at < count; at += LANES) {
        const unsigned white_moved = (((mover ^ at) & 1) == KS_WHITE ? 0x55 : 0xaa) & ALL_LANES;
        const unsigned rest = count - at, here = rest < LANES ? (1u << rest) - 1 : ALL_LANES;
        const struct boards b = load_boards(lanes, at);
        const unsigned on_white = find_attacked(lanes, at, &b, here, KS_WHITE),
                       on_black = find_attacked(lanes, at, &b, here, KS_BLACK);
        store_moves(lanes, at, played);
        store(checkers + at, in_all(0));
        for (unsigned checks = (on_black & white_moved) | (on_white & ~white_moved); checks;
             checks &= checks - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(checks), n = at + lane;
            checkers[n] = find_checkers(lanes, n, white_moved >> lane & 1 ? KS_BLACK : KS_WHITE);
        }
        const unsigned wrong = ((on_white & white_moved) | (on_black & ~white_moved) |
                                find_hindered(lanes, at, &b, load(moving[(mover ^ at) & 1]))) &
                               here;
        if (wrong)
            return at + (unsigned)__builtin_ctz(wrong);
    }
    return count;
}
_Static_assert(PLAYED_AT_ONCE % LANES == 0 && BEFORE % LANES == 0, "vectors can be loaded");
