/* Perft of variants with statistics: each move of the last ply is made and classified. */
#include <assert.h>

#include "variant/moves/generate.h"

struct tally {
    const ks_variant *variant;
    const ks_variant_position *position;
    unsigned depth;
    ks_perft_counts *counts;
};

static bool captures(const ks_variant_position *before, ks_variant_move move) {
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    return kind == KS_VARIANT_EN_PASSANT ||
           (kind != KS_VARIANT_CASTLING && KS_VARIANT_MOVE_FROM(move) != KS_VARIANT_MOVE_TO(move) &&
            before->board[KS_VARIANT_MOVE_TO(move)]);
}

static void count_move(const struct tally *t, const ks_variant_position *after, ks_variant_move move) {
    ks_perft_counts *const counts = t->counts;
    ks_squares checkers;
    const enum ks_verdict verdict = ks_variant_judge(t->variant, after, &checkers);
    counts->nodes++;
    counts->captures += captures(t->position, move);
    counts->en_passant += KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT;
    counts->castles += KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING;
    counts->promotions +=
        KS_VARIANT_MOVE_PROMOTION(move) != 0 && KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_DROP;
    counts->checks += !is_empty_set(&checkers);
    counts->double_checks += count_squares(&checkers) > 1;
    counts->checkmates += verdict == KS_CHECKMATE;
}

static bool count_after(ks_variant_move move, void *context) {
    const struct tally *const t = context;
    ks_variant_position after = *t->position;
    ks_variant_undo undo;
    ks_variant_make_move(t->variant, &after, move, &undo);
    if (t->depth > 1)
        ks_variant_perft_stats(t->variant, &after, t->depth - 1, t->counts);
    else
        count_move(t, &after, move);
    return true;
}

void ks_variant_perft_stats(const ks_variant *v, const ks_variant_position *p, unsigned depth,
                            ks_perft_counts *counts) {
    struct tally tally = {v, p, depth, counts};
    assert(depth >= 1);
    ks_variant_each_move(v, p, count_after, &tally);
}
