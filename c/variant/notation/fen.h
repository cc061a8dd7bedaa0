/* Finds the squares of a variant on which a piece can never stand in a game. */
#ifndef KS_NOTATION_FEN_H
#define KS_NOTATION_FEN_H

#include "variant/definition/definition.h"

/* ---- Misplaced letters ---- */

/* Fills in v->misplaced for the start, whose own pieces may stand anywhere on the back ranks, or for all
 * other positions when the start is known. */
void ks_variant_find_misplaced(ks_variant *v, bool start_known);

#endif
