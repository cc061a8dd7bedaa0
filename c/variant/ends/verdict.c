/* Verdicts on positions of variants, and what they mean there. */
#include "variant/ends/ends.h"
#include "variant/generate.h"

enum ks_verdict ks_variant_judge(const ks_variant *v, const ks_variant_position *p, ks_squares *checkers) {
    const ks_squares found = ks_variant_checkers(v, p, p->side_to_move);
    const unsigned count = count_squares(&found);
    if (checkers)
        *checkers = found;
    if (!ks_variant_has_ended(v, p, NULL) && !ks_variant_has_move(v, p))
        return count ? KS_CHECKMATE : KS_STALEMATE;
    return count == 0 ? KS_SAFE : count == 1 ? KS_CHECK : KS_DOUBLE_CHECK;
}

enum ks_outcome ks_variant_outcome(const ks_variant *v, const ks_variant_position *p,
                                   enum ks_verdict verdict) {
    const unsigned us = p->side_to_move;
    struct ending ending;
    if (ks_variant_has_ended(v, p, &ending))
        return ending.outcome;
    if (verdict == KS_CHECKMATE)
        return ks_variant_outcome_for(us, v->checkmate);
    if (verdict != KS_STALEMATE)
        return KS_UNDECIDED;
    return ks_variant_outcome_for(us, v->stalemate);
}
