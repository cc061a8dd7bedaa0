/* Perft of variants: the moves of the last ply are counted and not made. */
#include "variant/generate.h"

struct perft {
    const ks_variant *variant;
    const ks_variant_position *position;
    unsigned depth;
    uint64_t nodes;
};

static bool count_after(ks_variant_move move, void *context) {
    struct perft *const perft = context;
    ks_variant_position after = *perft->position;
    ks_variant_make_move(perft->variant, &after, move);
    perft->nodes += ks_variant_perft(perft->variant, &after, perft->depth - 1);
    return true;
}

uint64_t ks_variant_perft(const ks_variant *v, const ks_variant_position *p, unsigned depth) {
    struct perft perft = {v, p, depth, 0};
    if (depth == 0)
        return 1;
    if (depth == 1)
        return ks_variant_each_move(v, p, NULL, NULL);
    ks_variant_each_move(v, p, count_after, &perft);
    return perft.nodes;
}
