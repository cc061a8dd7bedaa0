/* Whether the side to move may castle, and if not, which rule forbids it. */
#ifndef KS_EXPLAIN_CASTLING_H
#define KS_EXPLAIN_CASTLING_H

#include "kingscan.h"

/* Returns KS_OK and sets `move` when the side to move may castle to this wing; else the code of the first
 * rule that it breaks, with a sentence in `error`, which may be NULL. */
int ks_explain_castling(const ks_position *position, enum ks_wing wing, ks_move *move, ks_error *error);

#endif
