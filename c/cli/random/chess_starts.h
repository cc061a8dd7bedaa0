/* Positions of chess that random games start from: Chess960 with the same or with two different arrangements,
 * such starts with pieces taken off, and pieces of all sorts strewn over the board. */
#ifndef KS_CHESS_STARTS_H
#define KS_CHESS_STARTS_H

#include "kingscan.h"

/* Draws one, and changes *state: the same state brings the same start. Returns the flags (of enum
 * ks_fen_flag) with which ks_read_fen takes it: KS_LENIENT where pawns stand anywhere and only the side to
 * move need have its one king. */
unsigned random_chess_start(uint64_t *state, ks_position *position);

#endif
