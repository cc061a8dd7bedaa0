/* Positions in which a right to castle was lost a moment ago, and nothing but the history tells: what a
 * generator that forgets one of the ways to lose it gets wrong. */
#ifndef KS_LOST_RIGHTS_H
#define KS_LOST_RIGHTS_H

#include "cli/shared/positions/replay.h"

/* Draws one of ordinary chess, with the moves that led to it, and changes *state: the same state brings the
 * same one. Within three plies king and rook can be back on their squares, or another rook where one was
 * captured, and it is their side's turn. */
void random_lost_rights(uint64_t *state, struct replay *replay);

#endif
