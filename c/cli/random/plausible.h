/* Positions that other programs can be asked about. */
#ifndef KS_PLAUSIBLE_H
#define KS_PLAUSIBLE_H

#include <stdbool.h>

#include "kingscan.h"

/* Whether a position that ks_read_fen takes could have arisen by a move, as far as check goes: no more than
 * two checkers, and where a pawn has just moved two squares, no check from before that. Engines may rely on
 * it. */
bool is_plausible(const ks_position *position);

#endif
