/* A perft that looks at each move of the last ply: the counts that other testers publish. */
#include <assert.h>

#include "rules/position.h"

/* Counts a move; `position` is the one after it. */
static void count_move(const ks_position *position, ks_move move, unsigned captured,
                       ks_perft_counts *counts) {
    const uint64_t checkers = checkers_of(position);
    counts->nodes++;
    counts->captures += captured != KS_EMPTY;
    counts->en_passant += KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT;
    counts->castles += KS_MOVE_KIND(move) == KS_MOVE_CASTLING;
    counts->promotions += is_promotion(move);
    counts->checks += checkers != 0;
    counts->double_checks += (checkers & (checkers - 1)) != 0;
    counts->checkmates += checkers && !ks_has_legal_move(position);
}

static void count_moves(ks_position *position, unsigned depth, ks_perft_counts *counts) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        ks_undo undo;
        ks_make_move(position, moves[i], &undo);
        if (depth > 1)
            count_moves(position, depth - 1, counts);
        else
            count_move(position, moves[i], undo.captured, counts);
        ks_unmake_move(position, moves[i], &undo);
    }
}

void ks_perft_stats(const ks_position *position, unsigned depth, ks_perft_counts *counts) {
    ks_position played = *position;
    assert(depth >= 1);
    count_moves(&played, depth, counts);
}
