/* Draws of games of variants: by stalemate, by repetition, and by rules that only variants have. */
#include <limits.h>

#include "rules/verdict.h"
#include "variant/ends/ends.h"

static bool repetition_draws(const ks_variant *v) {
    return v->draw_repetitions && v->repetition == 0 && !v->perpetual_check_loses &&
           !v->perpetual_chase_loses && v->material == MATERIAL_UNCOUNTED;
}

/* A position with hands may recur after captures, so the clock does not limit the search. */
static enum ks_draw find_repetition(const ks_variant *v, const uint64_t *keys, size_t count) {
    const unsigned repetitions = ks_count_repetitions(keys, count, UINT_MAX);
    if (count == 0 || !repetition_draws(v))
        return KS_DRAW_NONE;
    if (v->draw_repetitions == THREEFOLD + 1)
        return ks_draw_by_repetition(repetitions);
    return repetitions + 1 >= v->draw_repetitions ? KS_DRAW_REPETITION : KS_DRAW_NONE;
}

enum ks_draw ks_variant_find_game_draw(const ks_variant *v, const ks_variant_position *p,
                                       enum ks_verdict verdict, const uint64_t *keys, size_t count) {
    const enum ks_outcome outcome = ks_variant_find_outcome(v, p, verdict);
    if (outcome == KS_UNDECIDED)
        return ks_choose_draw(ks_variant_find_draw(v, p), find_repetition(v, keys, count));
    if (outcome != KS_DRAWN)
        return KS_DRAW_NONE;
    return verdict == KS_STALEMATE ? KS_DRAW_STALEMATE : KS_DRAW_RULE;
}
