/* Counts perft for callers of the library: by a counter of the last two plies where one reaches the position,
 * else move by move; and counts kinds of moves. */
#include <assert.h>

#ifndef KS_PLAIN_PERFT
#include "rules/perft/perft.h"
#endif
#include "rules/position.h"

/* ---- Perft ---- */

/* Makes each move, and counts the next ones with ks_perft. */
static uint64_t perft_by_moves(const ks_position *position, unsigned depth) {
    ks_move_list legal;
    const size_t count = ks_legal_moves(position, &legal);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        ks_position after;
        ks_after_move(position, legal.moves[i], &after);
        nodes += ks_perft(&after, depth - 1);
    }
    return nodes;
}

/* KS_PLAIN_PERFT: the vendored rules have no counters, which would nearly double their one file; nor has the
 * module for browsers, of which they would be a tenth. */
uint64_t ks_perft(const ks_position *position, unsigned depth) {
    if (depth == 0)
        return 1;
    if (depth == 1)
        return ks_count_legal_moves(position);
#ifndef KS_PLAIN_PERFT
    const struct counter *counter = ks_counter_for(position);
    if (counter)
        return ks_perft_by(counter, position, depth);
#endif
    return perft_by_moves(position, depth);
}

/* ---- Statistics ---- */

/* Perft with statistics: makes and classifies each move of the last ply. */

/* Counts a move from the position `before`. */
static void count_move(const ks_position *before, const ks_position *position, ks_move move,
                       ks_perft_counts *counts) {
    const uint64_t checkers = checkers_of(position);
    counts->nodes++;
    counts->captures += (unsigned)ks_is_capture(before, move);
    counts->en_passant += KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT;
    counts->castles += KS_MOVE_KIND(move) == KS_MOVE_CASTLING;
    counts->promotions += is_promotion(move);
    counts->checks += checkers != 0;
    counts->double_checks += (checkers & (checkers - 1)) != 0;
    counts->checkmates += checkers && !ks_has_legal_move(position);
}

static void count_moves(const ks_position *position, unsigned depth, ks_perft_counts *counts) {
    ks_move_list legal;
    const size_t count = ks_legal_moves(position, &legal);
    for (size_t i = 0; i < count; i++) {
        ks_position after;
        ks_after_move(position, legal.moves[i], &after);
        if (depth > 1)
            count_moves(&after, depth - 1, counts);
        else
            count_move(position, &after, legal.moves[i], counts);
    }
}

void ks_perft_stats(const ks_position *position, unsigned depth, ks_perft_counts *counts) {
    assert(depth >= 1);
    count_moves(position, depth, counts);
}
