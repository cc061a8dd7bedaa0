/* Counts the replies to all moves of a position without making most of the moves. */
#ifndef KS_VARIANT_REPLIES_H
#define KS_VARIANT_REPLIES_H

#include "variant/definition/definition.h"

/* ---- Replies ---- */

/* Counts perft 2. Returns false when the variant, or the position, has rules that require each move to be
 * made. */
bool ks_variant_count_replies(const ks_variant *v, const ks_variant_position *position, uint64_t *nodes);

#endif
