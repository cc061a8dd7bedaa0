/* How many replies all moves of a position have, without most of them being made. */
#ifndef KS_VARIANT_REPLIES_H
#define KS_VARIANT_REPLIES_H

#include "variant/definition.h"

/* Counts what perft 2 counts. Returns false when the variant, or the position, has rules for which each move
 * has to be made. */
bool ks_variant_count_replies(const ks_variant *v, const ks_variant_position *position, uint64_t *nodes);

#endif
