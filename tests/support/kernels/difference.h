/* Asks the kernels about a board and describes the first wrong answer. */
#ifndef KS_TEST_DIFFERENCE_H
#define KS_TEST_DIFFERENCE_H

#include "kingscan.h"

/* Asks every function except batches, of every kernel that this machine can run and of the builds of
 * `attacked` beside them, which pieces attack a king
 * of `side` on `square`. Returns NULL when all answer `expected`; else a text in a static buffer that names
 * the kernel, the function, both answers and the board. */
const char *difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                       uint64_t expected);

/* Does the same, and compares every mask of a king scan. */
const char *lines_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                             const ks_king_lines *expected);

/* Does the same with all other kernels and expects the reference's answer. */
const char *reference_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned side);

/* Returns a text like those of the functions above, for an answer that another test has found. */
const char *describe_difference(const char *kernel, const char *function, const uint8_t board[64],
                                unsigned square, unsigned side, uint64_t expected, uint64_t found);

#endif
