/* Compares the questions about boards that `kingscan fuzz` asks kernels. */
#ifndef KS_TEST_QUESTION_H
#define KS_TEST_QUESTION_H

#include <stdbool.h>

#include "cli/random/boards.h"

/* Returns whether board, square, side and pieceset are the same. */
bool same_question(const struct question *a, const struct question *b);

#endif
