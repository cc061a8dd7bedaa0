/* Chess as one variant of many, for explanations: a definition that needs no text, no memory and no tables.
 */
#ifndef KS_EXPLAIN_CHESS_H
#define KS_EXPLAIN_CHESS_H

#include "variant/definition/definition.h"
#include "variant/moves/generate.h"

/* The rules of chess, without tables: nothing but explanations may use them. */
extern const ks_variant ks_chess_rules;

/* Lays a position out as one of a variant with these rules. */
void ks_lay_out_chess(const ks_position *chess, ks_variant_position *position);

/* Calls visit(move, context) for each legal move of a position of chess until visit returns false. */
void ks_each_chess_move(const ks_position *position, visit_move *visit, void *context);

/* Returns the move of chess that such a move is. */
ks_move ks_chess_move(ks_variant_move move);

#endif
