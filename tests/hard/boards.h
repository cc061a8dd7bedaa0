/* Random positions with few pieces in which the rare rules are likely: kings that castle near attacks, pawns
 * next to others that have just moved two squares, pawns about to promote. */
#ifndef KS_HARD_SET_BOARDS_H
#define KS_HARD_SET_BOARDS_H

#include "kingscan.h"

/* Draws the next position; *state is a seed at first. A move has led to the position, so it is consistent:
 * double checks, and pawns that have just moved two squares, occur as in games. */
void next_hard_position(uint64_t *state, ks_position *position);

#endif
