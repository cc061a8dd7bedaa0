/* What attacks a square, and which moves of a side need a look at whether its king stays safe. */
#ifndef KS_ATTACKS_H
#define KS_ATTACKS_H

#include "variant/definition.h"

/* Whether any of these pieces of by_side attacks the square; none attacks KS_NOWHERE, where the king is of a
 * side that has none. */
bool ks_variant_is_attacked(const ks_variant *v, const uint8_t *board, const ks_squares *pieces,
                            unsigned by_side, unsigned square);

/* The king's state. A move of another piece can only uncover it, or enable a hopper, by what it changes on
 * the sensitive squares; when it isn't in check, all moves between other squares leave it safe. */
struct guard {
    ks_squares checkers, sensitive;
};

void ks_variant_guard(const ks_variant *v, const ks_variant_position *position, struct guard *guard);

#endif
