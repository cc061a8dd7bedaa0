/* Positions in which a castling right was lost a moment ago, which only the history shows: a generator that
 * misses one of the ways to lose it gets them wrong. */
#ifndef KS_LOST_RIGHTS_H
#define KS_LOST_RIGHTS_H

#include "cli/positions/replay.h"

/* Draws a position of ordinary chess with the moves that led to it, and changes *state: the same state gives
 * the same position. Within three plies king and rook can be on their squares again, or another rook where
 * one was captured, with their side to move. */
void random_lost_rights(uint64_t *state, struct replay *replay);

#endif
