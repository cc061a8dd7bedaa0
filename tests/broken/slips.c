/* What engines get wrong when they make a move. */
#include "broken/slips.h"

void keep_dropped(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after) {
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        after->hand[before->side_to_move][KS_VARIANT_MOVE_PROMOTION(move) - 1]++;
}
