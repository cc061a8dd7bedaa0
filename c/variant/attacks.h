/* What attacks a square, and which moves of a side need a look at whether its king stays safe. */
#ifndef KS_ATTACKS_H
#define KS_ATTACKS_H

#include "variant/definition.h"

/* Whether any of `pieces`, which belong to by_side, attacks the square. Nothing attacks KS_NOWHERE, the
 * king's square of a side without a king. */
bool ks_variant_is_attacked(const ks_variant *v, const uint8_t *board, const ks_squares *pieces,
                            unsigned by_side, unsigned square);

/* The safety of the king of the side to move: the pieces that attack it, and the sensitive squares. A move of
 * another piece can uncover the king, or enable a hopper, only by what it changes on the sensitive squares.
 * So when the king isn't in check, a move of another piece between other squares leaves it safe. */
struct guard {
    ks_squares checkers, sensitive;
};

void ks_variant_guard(const ks_variant *v, const ks_variant_position *position, struct guard *guard);

#endif
