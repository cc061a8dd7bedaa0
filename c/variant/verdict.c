/* Verdicts on positions of variants, and what they mean there. */
#include "variant/attacks.h"
#include "variant/generate.h"

enum ks_verdict ks_variant_judge(const ks_variant *v, const ks_variant_position *p, ks_squares *checkers) {
    const unsigned us = p->side_to_move;
    const ks_squares found = ks_variant_attackers(v, p, p->king[us], other_side(us));
    const unsigned count = count_squares(&found);
    unsigned loser;
    if (checkers)
        *checkers = found;
    if (!ks_variant_is_bare(v, p, &loser) && !ks_variant_has_move(v, p))
        return count ? KS_CHECKMATE : KS_STALEMATE;
    return count == 0 ? KS_SAFE : count == 1 ? KS_CHECK : KS_DOUBLE_CHECK;
}

static enum ks_outcome win_for(unsigned side) {
    return side == KS_WHITE ? KS_WHITE_WINS : KS_BLACK_WINS;
}

enum ks_outcome ks_variant_outcome(const ks_variant *v, const ks_variant_position *p,
                                   enum ks_verdict verdict) {
    const unsigned us = p->side_to_move;
    unsigned loser;
    if (ks_variant_is_bare(v, p, &loser))
        return win_for(other_side(loser));
    if (verdict == KS_CHECKMATE)
        return win_for(other_side(us));
    if (verdict != KS_STALEMATE)
        return KS_UNDECIDED;
    return v->stalemate == 0 ? KS_DRAWN : win_for(v->stalemate > 0 ? us : other_side(us));
}
