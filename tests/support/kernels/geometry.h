/* Finds the right answers for one or two pieces on a board from coordinates alone, without any code of the
 * kernels. Rows count from the top. */
#ifndef KS_TEST_GEOMETRY_H
#define KS_TEST_GEOMETRY_H

#include "support/kernels/arrangement.h"

/* Returns `square` and the squares between it and `king` if the two are in line; else `square` alone. */
uint64_t line_from_king(unsigned king, unsigned square);

/* Returns the pieces that attack the king. */
uint64_t geometric_attackers(const arrangement *a);

/* Returns all masks of a king scan. */
ks_king_lines geometric_lines(const arrangement *a);

#endif
