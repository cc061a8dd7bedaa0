/* A line of FEN or EPD written as EPD, with comments added to its operations. */
#ifndef KS_EPD_H
#define KS_EPD_H

#include <stdbool.h>

#include "cli/base/output.h"
#include "cli/positions/epd_parts.h"

struct epd_line {
    unsigned comments_taken; /* bit n: the line has the comment cn */
};

/* Writes the position's four fields, then its clocks, those that the line has, as the operations hmvc and
 * fmvn, then its operations. parts: those of the line. checks: how many win,
 * where they are counted. */
void begin_epd(struct output *out, struct epd_line *epd, const char *line, const struct epd_parts *parts,
               unsigned checks);

/* Writes further operations after those that are written. text: length bytes that may follow a position and a
 * semicolon. */
void add_operations(struct output *out, struct epd_line *epd, const char *text, size_t length);

/* Begins the first of the comments c0 to c9 that isn't there yet; its text follows, then end_comment. Returns
 * false when the line has them all; then nothing is written. */
bool begin_comment(struct output *out, struct epd_line *epd);
void end_comment(struct output *out);

#endif
