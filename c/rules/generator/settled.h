/* Tests whether a position is settled, that is quiet: no capture and no promotion is about to change the
 * material. */
#ifndef KS_SETTLED_H
#define KS_SETTLED_H

#include <stdbool.h>

#include "kingscan.h"

/* Returns whether the side to move is not in check, has no legal promotion, and no legal capture that wins
 * `least` or more by ks_see with KS_SEE_PINS and the usual values. */
bool ks_is_settled(const ks_position *position, int least);

/* The same for a board on which nobody may capture en passant and the side to move is not in check. */
bool ks_is_settled_board(const uint8_t board[64], unsigned side, int least);

#endif
