/* Asks whether kings are attacked, in as many positions at once as a vector has lanes, or in one. The king
 * mostly stands on the same square in all of them. This file is compiled for each width of vectors: see
 * quick.h. */
#include <string.h>

#include "core/processor/processor.h"
#include "rules/build.h"
#include "rules/games/quick.h"
#include "rules/generator/tables.h"
#include "rules/rays.h"

/* A mask of squares in each lane. */
#ifdef __AVX512F__
typedef uint64_t masks __attribute__((vector_size(64)));
#elif defined __AVX2__
typedef uint64_t masks __attribute__((vector_size(32)));
#else
typedef uint64_t masks; /* two lanes of SSE2 take twice as long, as it does not compare such numbers */
#endif
enum { LANES = sizeof(masks) / 8, ALL_LANES = (1 << LANES) - 1 };

/* ---- Conditions of lanes ---- */

#ifdef __AVX512F__
typedef unsigned condition; /* bit n: lane n */

ALWAYS_INLINE condition is_some(masks a) {
    return _mm512_test_epi64_mask((__m512i)a, (__m512i)a);
}

ALWAYS_INLINE condition is_greater(masks a, masks b) {
    return _mm512_cmpgt_epu64_mask((__m512i)a, (__m512i)b);
}

ALWAYS_INLINE condition is_equal(masks a, uint64_t b) {
    return _mm512_cmpeq_epi64_mask((__m512i)a, _mm512_set1_epi64((long long)b));
}

ALWAYS_INLINE unsigned lanes_of(condition c) {
    return c;
}
#elif defined __AVX2__
typedef int64_t condition __attribute__((vector_size(32))); /* all ones, or zeros */

ALWAYS_INLINE condition is_some(masks a) {
    return ~(condition)(a == 0);
}

/* The masks do not have the last square, so that their signs do not matter. */
ALWAYS_INLINE condition is_greater(masks a, masks b) {
    return (condition)a > (condition)b;
}

ALWAYS_INLINE condition is_equal(masks a, uint64_t b) {
    return (condition)(a == b);
}

ALWAYS_INLINE unsigned lanes_of(condition c) {
    return (unsigned)_mm256_movemask_pd((__m256d)c);
}
#else
typedef unsigned condition;

ALWAYS_INLINE condition is_some(masks a) {
    return a != 0;
}

ALWAYS_INLINE condition is_greater(masks a, masks b) {
    return a > b;
}

ALWAYS_INLINE condition is_equal(masks a, uint64_t b) {
    return a == b;
}

ALWAYS_INLINE unsigned lanes_of(condition c) {
    return c;
}
#endif

/* ---- Attacks ---- */

/* Sets of both sides, and what may attack a king. */
struct boards {
    masks occupied, black, kings;
    masks orthogonal, diagonal, pawns, knights;
};

ALWAYS_INLINE masks load(const uint64_t *lanes) {
    masks loaded;
    memcpy(&loaded, lanes, sizeof loaded);
    return loaded;
}

ALWAYS_INLINE struct boards load_boards(const struct trail *trail, unsigned at) {
    const masks b0 = load(trail->planes[0] + at), b1 = load(trail->planes[1] + at),
                b2 = load(trail->planes[2] + at);
    return (struct boards){.occupied = b0 | b1 | b2,
                           .black = load(trail->planes[3] + at),
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
ALWAYS_INLINE unsigned find_attacked(const struct trail *trail, unsigned at, const struct boards *b,
                                     unsigned wanted, unsigned side) {
    const masks white = b->occupied & ~b->black, own = side == KS_WHITE ? white : b->black,
                enemy = side == KS_WHITE ? b->black : white, kings = b->kings & own;
    unsigned attacked = 0;
    do {
        const unsigned n = at + (unsigned)__builtin_ctz(wanted);
        const uint64_t black = trail->planes[3][n],
                       king = trail->planes[1][n] & trail->planes[2][n] & (side == KS_WHITE ? ~black : black);
        const unsigned same = lanes_of(is_equal(kings, king)) & wanted;
        attacked |= attacked_lanes(b, enemy, lowest_square(king | bit(63)), side) & same;
        wanted &= ~same;
    } while (wanted);
    return attacked;
}

/* ---- Checks ---- */

/* Returns who gives check in the position after a move. */
static __attribute__((noinline)) uint64_t find_checkers(const struct trail *trail, unsigned n,
                                                        unsigned side) {
    const uint64_t b0 = trail->planes[0][n], b1 = trail->planes[1][n], b2 = trail->planes[2][n],
                   b3 = trail->planes[3][n], occupied = b0 | b1 | b2, own = side == KS_WHITE ? ~b3 : b3;
    const unsigned king = lowest_square((b1 & b2 & own) | bit(63));
    const uint64_t pawns = ks_attacks_from[king][side == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN];
    return ((ks_leaps[king] & b1 & ~b0 & ~b2) | (pawns & b0 & ~b1 & ~b2) |
            (orthogonal_attacks_by_rays(king, occupied) & b2 & ~b1) |
            (diagonal_attacks_by_rays(king, occupied) & b0 & (b1 | b2))) &
           ~own;
}

unsigned IN_BUILD(guard_kings)(const struct trail *trail, unsigned count, unsigned mover,
                               struct played *played) {
    for (unsigned at = 0; at < count; at += LANES) {
        const unsigned white_moved = (((mover ^ at) & 1) == KS_WHITE ? 0x55 : 0xaa) & ALL_LANES;
        const unsigned rest = count - at, here = rest < LANES ? (1u << rest) - 1 : ALL_LANES;
        const struct boards b = load_boards(trail, at);
        const unsigned on_white = find_attacked(trail, at, &b, here, KS_WHITE),
                       on_black = find_attacked(trail, at, &b, here, KS_BLACK);
        for (unsigned i = 0; i < LANES && i < rest; i++)
            played[at + i].checkers = 0;
        for (unsigned checks = (on_black & white_moved) | (on_white & ~white_moved); checks;
             checks &= checks - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(checks), n = at + lane;
            played[n].checkers = find_checkers(trail, n, white_moved >> lane & 1 ? KS_BLACK : KS_WHITE);
        }
        const unsigned exposed = (on_white & white_moved) | (on_black & ~white_moved);
        if (exposed)
            return at + (unsigned)__builtin_ctz(exposed);
    }
    return count;
}
_Static_assert(PLAYED_AT_ONCE % LANES == 0, "a trail can be loaded by vectors");
