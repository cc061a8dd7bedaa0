/* Perft of variants: the moves of the last ply are counted and not made. The others are made on a copy of the
 * position. Taking them back on one position was no faster: 0.97 to 1.01 of the time in four variants. */
#include "variant/compile/masks.h"
#include "variant/moves/generate.h"
#include "variant/perft/replies.h"

/* Filling the tables of sliders takes 0.2 ms, which one ply is not worth, unless walking tries walls. */
enum { MASKS_FROM = 2 };

/* KS_SMALL: the module for browsers, to whose size masks would add a third. */
#ifdef KS_SMALL
enum { HAS_MASKS = false };
#else
enum { HAS_MASKS = true };
#endif

struct perft {
    const ks_variant *variant;
    const ks_variant_position *position;
    unsigned depth;
    uint64_t nodes;
};

static bool count_after(ks_variant_move move, void *context) {
    struct perft *const perft = context;
    ks_variant_position after = *perft->position;
    ks_variant_undo undo;
    ks_variant_make_move(perft->variant, &after, move, &undo);
    perft->nodes += ks_variant_perft(perft->variant, &after, perft->depth - 1);
    return true;
}

static bool count_by_masks(const ks_variant *v, const ks_variant_position *p, unsigned depth,
                           uint64_t *nodes) {
    ks_masks_perft *const build = v->compiled ? ks_choose_masks_perft(v) : NULL;
    return build && ks_variant_masks_pay(build, v) && ks_variant_count_by_masks(build, v, p, depth, nodes);
}

uint64_t ks_variant_perft(const ks_variant *v, const ks_variant_position *p, unsigned depth) {
    struct perft perft = {v, p, depth, 0};
    if (depth == 0)
        return 1;
    if (HAS_MASKS && (depth >= MASKS_FROM || v->walling.rule) && count_by_masks(v, p, depth, &perft.nodes))
        return perft.nodes;
    if (depth == 1)
        return ks_variant_each_move(v, p, NULL, NULL);
    if (depth == 2 && ks_variant_count_replies(v, p, &perft.nodes))
        return perft.nodes;
    ks_variant_each_move(v, p, count_after, &perft);
    return perft.nodes;
}
