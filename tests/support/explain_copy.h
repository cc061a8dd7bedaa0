/* Reads a move by ks_read_move from a copy of its text that ends where memory ends. */
#ifndef KS_TEST_EXPLAIN_COPY_H
#define KS_TEST_EXPLAIN_COPY_H

#include "kingscan.h"

/* Calls ks_read_move with a copy of the text that ends where its memory ends. Fails the test when the
 * answer depends on whether an error is asked for. */
int explain_copy(const ks_position *position, const char *text, size_t length, ks_move *move,
                 ks_error *error);

#endif
