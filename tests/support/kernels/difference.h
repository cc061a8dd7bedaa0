/* Asks the kernels about a board and tells the first wrong answer in words. */
#ifndef KS_TEST_DIFFERENCE_H
#define KS_TEST_DIFFERENCE_H

#include "kingscan.h"

/* Asks every function but batches of every kernel that this machine can run which pieces attack a king of
 * `side` on `square`. Returns NULL when all answer `expected`; else the kernel, the function, both answers
 * and the board, in a static buffer. */
const char *difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                       uint64_t expected);

/* Does the same, and compares every mask of a king scan. */
const char *lines_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                             const ks_king_lines *expected);

/* Does the same with all kernels but the reference, which says what is expected. */
const char *reference_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned side);

/* Returns the text that the functions above return, for an answer that was found otherwise. */
const char *describe_difference(const char *kernel, const char *function, const uint8_t board[64],
                                unsigned square, unsigned side, uint64_t expected, uint64_t found);

#endif
