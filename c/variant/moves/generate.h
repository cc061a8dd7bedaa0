/* Legal moves, one at a time. */
#ifndef KS_GENERATE_H
#define KS_GENERATE_H

#include "variant/definition/definition.h"

/* Calls visit(move, context) for each legal move until visit returns false. visit: NULL to count the moves
 * only. Returns the number of moves visited or counted. */
typedef bool visit_move(ks_variant_move move, void *context);

size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *position, visit_move *visit,
                            void *context);

/* Returns the squares on which a piece may legally capture en passant. */
ks_squares ks_variant_legal_en_passant(const ks_variant *v, const ks_variant_position *p);

/* Returns whether there is a legal move; faster than counting them. */
bool ks_variant_has_move(const ks_variant *v, const ks_variant_position *p);

/* Returns the types that the side to move may promote to; bit n: type n. */
uint32_t ks_variant_promotions(const ks_variant *v, const ks_variant_position *position);

#endif
