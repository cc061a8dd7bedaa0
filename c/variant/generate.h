/* Legal moves, one at a time. */
#ifndef KS_GENERATE_H
#define KS_GENERATE_H

#include "variant/definition.h"

/* Calls visit(move, context) for each legal move until visit returns false. visit: NULL to count the moves
 * alone. Returns how many moves were visited or counted. */
typedef bool visit_move(ks_variant_move move, void *context);

size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *position, visit_move *visit,
                            void *context);

/* The squares on which a piece may capture en passant, and its king is safe then. */
ks_squares ks_variant_legal_en_passant(const ks_variant *v, const ks_variant_position *p);

/* Whether there is any legal move; faster than counting them. */
bool ks_variant_has_move(const ks_variant *v, const ks_variant_position *p);

/* What the side to move may promote to; bit n: type n. */
uint32_t ks_variant_promotions(const ks_variant *v, const ks_variant_position *position);

#endif
