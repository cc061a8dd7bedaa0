/* Black's other pieces after a null move: the number of their moves, and the squares on which a piece that
 * lands or leaves changes that number. */
#ifndef KS_BLACK_PIECES_H
#define KS_BLACK_PIECES_H

#include "rules/perft/null_move/black_king.h"

/* ---- Sliders and knights ---- */

/* Counts the moves of a piece that is not pinned. */
ALWAYS_INLINE void count_free_piece(struct null_move *null, unsigned square, uint64_t attacks) {
    const int mobility = size_of(attacks & ~null->black);
    null->replies += mobility;
    null->mobility[square] = (uint8_t)(null->mobility[square] + mobility); /* a queen is counted twice */
    tally(&null->defenders, attacks);
}

/* Adds the squares that a slider sees to the rays of every second direction. */
ALWAYS_INLINE void add_rays(uint64_t rays[8], unsigned first, unsigned square, uint64_t seen) {
    UNROLLED
    for (unsigned direction = first; direction < 8; direction += 2)
        rays[direction] |= seen & ks_rays[square][direction];
}

ALWAYS_INLINE void count_orthogonal(struct null_move *null, const struct pins *pins, uint64_t rays[8]) {
    const uint64_t sliders = orthogonal_sliders(null->node, KS_BLACK);
    null->free_orthogonal = sliders & ~pins->pinned;
    for (uint64_t rest = sliders; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        const uint64_t attacks = orthogonal_attacks(square, null->occupied);
        null->attacked |= attacks;
        if (bit(square) & null->free_orthogonal) {
            count_free_piece(null, square, attacks);
            add_rays(rays, NORTH, square, attacks & ~null->black);
            null->felt |= attacks;
        } else if (bit(square) & pins->orthogonal) {
            null->replies += size_of(attacks & pins->orthogonal & ~null->black);
        }
    }
}

ALWAYS_INLINE void count_diagonal(struct null_move *null, const struct pins *pins, uint64_t rays[8]) {
    const uint64_t sliders = diagonal_sliders(null->node, KS_BLACK);
    null->free_diagonal = sliders & ~pins->pinned;
    for (uint64_t rest = sliders; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        const uint64_t attacks = diagonal_attacks(square, null->occupied);
        null->attacked |= attacks;
        if (bit(square) & null->free_diagonal) {
            count_free_piece(null, square, attacks);
            add_rays(rays, NORTH_EAST, square, attacks & ~null->black);
            null->felt |= attacks;
        } else if (bit(square) & pins->diagonal) {
            null->replies += size_of(attacks & pins->diagonal & ~null->black);
        }
    }
}

ALWAYS_INLINE void count_knights(struct null_move *null, const struct pins *pins) {
    for (uint64_t rest = pieces_of(null->node, KS_WHITE_KNIGHT, KS_BLACK); rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        null->attacked |= ks_leaps[square];
        if (!(bit(square) & pins->pinned))
            count_free_piece(null, square, ks_leaps[square]);
    }
}

/* ---- Pawns ---- */

/* Returns the number of pawn moves to these targets. */
ALWAYS_INLINE int count_pawn_targets(uint64_t left, uint64_t right, uint64_t once, uint64_t twice) {
    const int promoting =
        size_of(left & black_goal()) + size_of(right & black_goal()) + size_of(once & black_goal());
    return size_of(left) + size_of(right) + size_of(once) + size_of(twice) + 3 * promoting;
}

ALWAYS_INLINE void count_free_pawns(struct null_move *null, uint64_t pawns) {
    const uint64_t left = attack_left(pawns, KS_BLACK), right = attack_right(pawns, KS_BLACK);
    const uint64_t forward = push(pawns, KS_BLACK), once = forward & null->empty;
    const uint64_t twice = push(once & black_gate(), KS_BLACK);
    null->pawns_left = left;
    null->pawns_right = right;
    null->pawns_forward = forward;
    null->pawns_twice = twice;
    null->felt |= left | right | forward | twice;
    null->replies += count_pawn_targets(left & null->white, right & null->white, once, twice & null->empty);
    tally(&null->defenders, left);
    tally(&null->defenders, right);
    /* A pawn may capture a piece that lands on its target, so such squares have one loss less than others. */
    const uint64_t blocked[5] = {~left, ~right, once, twice & null->empty,
                                 push(twice & null->empty, KS_WHITE)};
    tally_five(&null->losses, blocked);
}

ALWAYS_INLINE void count_pinned_pawns(struct null_move *null, uint64_t pawns, const struct pins *pins) {
    const uint64_t targets = null->white & pins->diagonal;
    const uint64_t once = push(pawns & pins->orthogonal, KS_BLACK) & pins->orthogonal & null->empty;
    null->replies += count_pawn_targets(attack_left(pawns & pins->diagonal, KS_BLACK) & targets,
                                        attack_right(pawns & pins->diagonal, KS_BLACK) & targets, once,
                                        push(once & black_gate(), KS_BLACK) & null->empty);
}

ALWAYS_INLINE void count_pawns(struct null_move *null, const struct pins *pins, uint64_t *played) {
    const uint64_t pawns = pieces_of(null->node, KS_WHITE_PAWN, KS_BLACK);
    const uint64_t attacks = attack_left(pawns, KS_BLACK) | attack_right(pawns, KS_BLACK);
    null->attacked |= attacks;
    count_free_pawns(null, pawns & ~pins->pinned);
    if (pawns & pins->pinned)
        count_pinned_pawns(null, pawns & pins->pinned, pins);
    /* Each promotion is four moves. */
    const uint64_t goals = (attacks | push(pawns, KS_BLACK)) & black_goal();
    *played |= goals;
    null->played_from |= goals & null->white;
}

/* ---- All ---- */

ALWAYS_INLINE void count_pieces(struct null_move *null, const struct pins *pins, uint64_t *played) {
    uint64_t rays[8] = {0};
    memset(null->mobility, 0, sizeof null->mobility);
    null->defenders = (struct tally){{0}};
    null->replies = 0;
    null->felt = 0;
    null->attacked = ks_steps[null->king];
    count_orthogonal(null, pins, rays);
    count_diagonal(null, pins, rays);
    tally_beyond(&null->losses, rays, null->empty);
    count_knights(null, pins);
    count_pawns(null, pins, played);
}

#endif
