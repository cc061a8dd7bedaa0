/* The verdict on a board that isn't settled at a glance, much sooner than by the generator of moves. */
#ifndef KS_SECOND_LOOK_H
#define KS_SECOND_LOOK_H

#include <stdbool.h>

#include "kingscan.h"

/* Whether a legal move is found without a look at pins: true is certain, false is not. Each side has one
 * king, and that of us isn't in check. */
bool ks_finds_move(const uint8_t board[64], unsigned us);

/* Judges the position of a board and a side to move as ks_judge does. Answers KS_VERDICTS when it doesn't
 * know: when the board can't be a position (ks_read_fen without flags says why), or no move is found and
 * special is set. special: the side might castle or capture en passant. *checkers: the squares of the
 * checkers. */
enum ks_verdict ks_look_again(const uint8_t board[64], unsigned us, bool special, uint64_t *checkers);

#endif
