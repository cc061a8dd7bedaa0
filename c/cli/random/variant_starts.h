/* Start positions of random games of a variant. */
#ifndef KS_VARIANT_STARTS_H
#define KS_VARIANT_STARTS_H

#include "cli/positions/any_position.h"

/* Draws the start of the variant, shuffled if the variant is played so; or the same without some of the
 * pieces, so that lines are open, pawns promote soon, and kings castle. The same *state gives the same
 * start. */
void random_variant_start(uint64_t *state, const ks_variant *variant, struct any_position *start);

#endif
