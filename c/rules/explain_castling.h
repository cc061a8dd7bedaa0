/* Castling, explained. */
#ifndef KS_EXPLAIN_CASTLING_H
#define KS_EXPLAIN_CASTLING_H

#include "kingscan.h"

/* Whether the side to move may castle to this wing: as ks_explain_move. */
int ks_explain_castling(const ks_position *position, enum ks_wing wing, ks_move *move, ks_error *error);

#endif
