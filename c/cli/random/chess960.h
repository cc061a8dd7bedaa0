/* The 960 start arrangements of Chess960 by their numbers. */
#ifndef KS_CHESS960_H
#define KS_CHESS960_H

#include "kingscan.h"

enum { CHESS960_STARTS = 960, CHESS960_OF_CHESS = 518 };

/* Sets up the start of a game with white's and black's arrangement by number, from 0 to CHESS960_STARTS - 1.
 * Source of the numbering: R. Scharnagl. */
void chess960_board(unsigned white, unsigned black, uint8_t board[KS_SQUARES]);

/* Does the same as a position with white to move and all castling rights. */
void chess960_start(unsigned white, unsigned black, ks_position *position);

#endif
