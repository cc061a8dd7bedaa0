/* Shrinking by other moves in place of those of a line. */
#ifndef KS_QUIETEN_LINE_H
#define KS_QUIETEN_LINE_H

#include "cli/commands/diff/comparing/shrinking.h"

/* Replaces promotions by those to lesser pieces, and moves by quieter ones, as long as the mismatch stays the
 * same, and leaves out moves at the end of the line that are then no longer needed. In chess alone. Returns
 * whether the mismatch has changed. Each change takes the line further in one order, so that repeated calls
 * come to an end. */
bool quieten_line(struct shrink *shrink);

#endif
