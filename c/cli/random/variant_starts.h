/* Positions of a variant that random games start from. */
#ifndef KS_VARIANT_STARTS_H
#define KS_VARIANT_STARTS_H

#include "cli/shared/positions/any_position.h"

/* Draws the start of the variant, shuffled where the variant is played so; or the same without some of the
 * pieces, so that lines are open, pawns are soon promoted, and kings castle. The same *state brings the same
 * start. */
void random_variant_start(uint64_t *state, const ks_variant *variant, struct any_position *start);

#endif
