/* A line of FEN or EPD with operations added. */
#ifndef KS_EPD_H
#define KS_EPD_H

#include "cli/shared/output.h"

/* Writes the position's four fields, then its clocks as the operations hmvc and fmvn, those that the line
 * has, and each of `count` comments as the first of c0 to c9 that isn't there yet; a line that has them all
 * gets no more. line: one that ks_read_fen takes. */
void put_epd(struct output *out, const char *line, size_t length, const char *const *comments, size_t count);

#endif
