/* The legal moves of a variant by name. */
#ifndef KS_VARIANT_MOVES_H
#define KS_VARIANT_MOVES_H

#include "kingscan.h"

struct named_move {
    char uci[KS_VARIANT_MOVE_SIZE];
    ks_variant_move move;
};

/* All of them, sorted; to be freed. Their number goes to *count. */
struct named_move *name_variant_moves(const ks_variant *variant, const ks_variant_position *position,
                                      size_t *count);

#endif
