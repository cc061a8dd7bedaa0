/* Mistakes of engines in making a move. */
#include "broken/slips.h"

#include <string.h>

void keep_dropped(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        after->hand[before->side_to_move][KS_VARIANT_MOVE_PROMOTION(move) - 1]++;
}

void keep_gated(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    if (KS_VARIANT_MOVE_GATED(move))
        after->hand[before->side_to_move][KS_VARIANT_MOVE_GATED(move) - 1]++;
}

void close_gates_by_castling(const ks_variant_position *before, ks_variant_move move,
                             ks_variant_position *after) {
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING)
        after->gates[before->side_to_move] = (ks_variant_squares){{0}};
}

void move_gate(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    const unsigned us = before->side_to_move, from = KS_VARIANT_MOVE_FROM(move),
                   to = KS_VARIANT_MOVE_TO(move);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_PLAIN &&
        before->gates[us].half[from >> 6] >> (from & 63) & 1)
        after->gates[us].half[to >> 6] |= (uint64_t)1 << (to & 63);
}

void lose_walls(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    (void)before;
    (void)move;
    for (unsigned square = 0; square < KS_VARIANT_SQUARES_MAX; square++)
        if (after->board[square] == KS_VARIANT_WALL)
            after->board[square] = 0;
    after->walls = (ks_variant_squares){{0}};
}

void forget_checks(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    (void)move;
    memcpy(after->checks_left, before->checks_left, sizeof after->checks_left);
}

void count_checks_twice(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    const unsigned us = before->side_to_move;
    (void)move;
    if (after->checks_left[us] < before->checks_left[us] && after->checks_left[us] > 0)
        after->checks_left[us]--;
}

void keep_leaps(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    const unsigned them = before->side_to_move ^ 1, to = KS_VARIANT_MOVE_TO(move);
    after->gates[them] = before->gates[them];
    after->gates[them].half[to >> 6] &= ~((uint64_t)1 << (to & 63));
}

void forget_passes(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    (void)before;
    (void)move;
    after->passes = 0;
}
