/* Random positions of chess on which the hard rules meet, and the test that another program may be given a
 * position. */
#ifndef KS_HARD_BOARDS_H
#define KS_HARD_BOARDS_H

#include <stdbool.h>

#include "kingscan.h"

/* ---- Plausible boards ---- */

/* Returns whether a position that ks_read_fen accepts could result from a move, as far as check is concerned:
 * it has at most two checkers, and none from before a double push that has just been made. Engines may rely
 * on this. */
bool is_plausible(const ks_position *position);

/* ---- Hard boards ---- */

/* Boards of chess on which the hard rules meet: pins, discoveries, promotions, en passant, castling near
 * attacks. */

/* Draws a board: plausible, with at most sixteen pieces and eight pawns a side. chess960: kings and rooks may
 * also stand as in Chess960. The same *state gives the same board. */
void random_hard_board(uint64_t *state, bool chess960, ks_position *position);

#endif
