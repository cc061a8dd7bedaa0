/* Mistakes that no key of a variant says: what an engine gets wrong when it makes a move. */
#ifndef KS_BROKEN_SLIPS_H
#define KS_BROKEN_SLIPS_H

#include "kingscan.h"

/* Changes the position after a move, rightly made, to what the engine takes it for. */
typedef void slip(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after);

slip keep_dropped; /* what is dropped stays in hand too */

#endif
