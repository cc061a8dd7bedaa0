/* Counts the nodes of variants, and what their moves do: captures, checks and the like. */

#include <assert.h>

#include "variant/moves/generate.h"
#include "variant/perft/replies.h"

/* ---- Nodes ---- */

/* Perft of variants: the moves of the last ply are counted and not made. The others are made on a copy of the
 * position. Taking them back on one position was no faster: 0.97 to 1.01 of the time in four variants. */

struct perft {
    const ks_variant *variant;
    const ks_variant_position *position;
    unsigned depth;
    uint64_t nodes;
};

/* With KS_PLAIN_PERFT the moves before the last ply are made, too: c/rules/perft/plain.c says where. */
static bool count_replies(struct perft *perft) {
#ifdef KS_PLAIN_PERFT
    (void)perft;
    return false;
#else
    return perft->depth == 2 && ks_variant_count_replies(perft->variant, perft->position, &perft->nodes);
#endif
}

static bool count_after(ks_variant_move move, void *context) {
    struct perft *const perft = context;
    ks_variant_position after = *perft->position;
    ks_variant_undo undo;
    ks_variant_make_move(perft->variant, &after, move, &undo);
    perft->nodes += ks_variant_perft(perft->variant, &after, perft->depth - 1);
    return true;
}

uint64_t ks_variant_perft(const ks_variant *v, const ks_variant_position *p, unsigned depth) {
    struct perft perft = {v, p, depth, 0};
    if (depth == 0)
        return 1;
    if (depth == 1)
        return ks_variant_each_move(v, p, NULL, NULL);
    if (count_replies(&perft))
        return perft.nodes;
    ks_variant_each_move(v, p, count_after, &perft);
    return perft.nodes;
}

/* ---- What moves do ---- */

/* Perft of variants with statistics: each move of the last ply is made and classified. */

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
    ks_variant_squares checkers;
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

static bool tally_after(ks_variant_move move, void *context) {
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
    ks_variant_each_move(v, p, tally_after, &tally);
}
