/* Legal moves, one at a time. */
#ifndef KS_GENERATE_H
#define KS_GENERATE_H

#include "variant/definition.h"

#define VARIANT_MOVE(from, to, kind, promotion)                                                              \
    ((ks_variant_move)((unsigned)(from) | (unsigned)(to) << 7 | (unsigned)(kind) << 14 |                     \
                       (unsigned)(promotion) << 16))

/* Calls visit(move, context) for each legal move until visit returns false. visit: NULL to count the moves
 * alone. Returns how many moves were visited or counted. */
typedef bool visit_move(ks_variant_move move, void *context);

size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *position, visit_move *visit,
                            void *context);

/* The squares on which a piece may capture en passant, and its king is safe then. */
ks_squares ks_variant_legal_en_passant(const ks_variant *v, const ks_variant_position *p);

/* Whether there is any legal move; faster than counting them. */
bool ks_variant_has_move(const ks_variant *v, const ks_variant_position *p);

/* Whether the game is over because one side has only its king left, where the variant has this rule. Then
 * *loser is that side. */
bool ks_variant_is_bare(const ks_variant *v, const ks_variant_position *position, unsigned *loser);

/* How many pieces of a type a side has. */
unsigned ks_variant_count_type(const ks_variant_position *position, unsigned side, unsigned type);

/* What the side to move may promote to; bit n: type n. */
uint32_t ks_variant_promotions(const ks_variant *v, const ks_variant_position *position);

#endif
