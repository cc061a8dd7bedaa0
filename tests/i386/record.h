/* What tests/test_i386.c writes to the demo and reads from it. Both sides see the same bytes: the machines
 * are little-endian both, and no member needs padding on either. */
#ifndef RECORD_H
#define RECORD_H

#include "kingscan.h"

/* Is a king of `side` on `square` attacked? */
typedef struct question {
    uint8_t board[64], square, side;
} question;

/* Plainly, and through a set that says: the same codes, but byte 0 is a1. A batch is of the question before,
 * or none, and this one. */
typedef struct answer {
    uint64_t attackers, attackers_a1_first;
    ks_king_lines lines, lines_a1_first;
    uint64_t batch, batch_a1_first;
    uint32_t in_check, in_check_a1_first;
} answer;

#endif
