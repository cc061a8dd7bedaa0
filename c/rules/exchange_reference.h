/* The exchange on a square as kingscan/moves.h defines it, step by step: what ks_see is compared with. */
#ifndef KS_EXCHANGE_REFERENCE_H
#define KS_EXCHANGE_REFERENCE_H

#include <stdbool.h>

#include "kingscan.h"

/* Returns what ks_see returns for a legal move (precondition), by these values.
 * pinned says whether KS_SEE_PINS is among its flags. */
int ks_see_reference(const ks_position *position, ks_move move, const int16_t values[8], bool pinned);

#endif
