/* Positions that are fit for other programs. */
#ifndef KS_PLAUSIBLE_H
#define KS_PLAUSIBLE_H

#include <stdbool.h>

#include "kingscan.h"

/* Returns whether a position that ks_read_fen accepts could result from a move, as far as check is concerned:
 * it has at most two checkers, and none from before a double push that has just been made. Engines may rely
 * on this. */
bool is_plausible(const ks_position *position);

#endif
