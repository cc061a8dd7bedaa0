/* Boards of chess on which the hard rules meet: pins, discoveries, promotions, en passant, castling near
 * attacks. */
#ifndef KS_HARD_BOARDS_H
#define KS_HARD_BOARDS_H

#include <stdbool.h>

#include "kingscan.h"

/* Draws a board: plausible, with at most sixteen pieces and eight pawns a side. chess960: kings and rooks may
 * also stand as in Chess960. The same *state gives the same board. */
void random_hard_board(uint64_t *state, bool chess960, ks_position *position);

#endif
