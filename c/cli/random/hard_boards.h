/* Boards of chess on which the hard rules meet: pins, discoveries, promotions, en passant, castling under
 * fire. */
#ifndef KS_HARD_BOARDS_H
#define KS_HARD_BOARDS_H

#include <stdbool.h>

#include "kingscan.h"

/* Draws one: plausible, with at most sixteen pieces and eight pawns a side. chess960: kings and rooks may
 * stand as in Chess960, too. The same *state brings the same board. */
void random_hard_board(uint64_t *state, bool chess960, ks_position *position);

#endif
