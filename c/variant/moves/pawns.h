/* Counts the moves of all usual pawns at once, in variants that have pawns of chess. */
#ifndef KS_VARIANT_PAWNS_H
#define KS_VARIANT_PAWNS_H

#include "variant/moves/generation.h"

/* Returns the pawns of the side to move whose moves are all safe, and are those of v->plain_pawn: neither
 * checks nor pins, gates or captures en passant concern them. */
ks_variant_squares ks_variant_find_plain_pawns(const struct generation *g);

/* Returns the squares whose contents decide the moves of g->pawns, and those of the pawns. */
ks_variant_squares ks_variant_sight_of_pawns(const struct generation *g);

/* Counts the moves of g->pawns, or their captures alone. */
size_t ks_variant_count_pawns(const struct generation *g);

#endif
