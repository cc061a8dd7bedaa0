/* The records that tests/core/i386.c writes to the demo and reads from it. Both programs read the same bytes:
 * both are little-endian, and no member needs padding in either. */
#ifndef RECORD_H
#define RECORD_H

#include "kingscan.h"

/* Asks whether a king of `side` on `square` is attacked. */
typedef struct question {
    uint8_t board[64], square, side;
} question;

/* Answers for Kingscan's codes, and for a set with the same codes whose byte 0 is a1. A batch has the
 * previous question, or none, and this one. */
typedef struct answer {
    uint64_t attackers, attackers_a1_first;
    ks_king_lines lines, lines_a1_first;
    uint64_t batch, batch_a1_first;
    uint32_t in_check, in_check_a1_first;
} answer;

#endif
