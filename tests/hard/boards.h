/* Random positions with few pieces where the rare rules are near: kings that may castle under fire, pawns
 * beside others that have just moved two squares, pawns about to promote. */
#ifndef KS_HARD_BOARDS_H
#define KS_HARD_BOARDS_H

#include "kingscan.h"

/* The next one of those that *state, a seed at first, brings. A move has led to it, so that it can't
 * contradict itself: check from two sides, and a pawn that has just moved two squares, come as they do in
 * games. */
void next_hard_position(uint64_t *state, ks_position *position);

#endif
