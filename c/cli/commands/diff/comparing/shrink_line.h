/* The moves of a mismatch that it does not need. */
#ifndef KS_SHRINK_LINE_H
#define KS_SHRINK_LINE_H

#include "cli/commands/diff/comparing/shrinking.h"

/* Leaves out of the line of moves what the mismatch doesn't need. Returns whether there was anything. */
bool shrink_line(struct shrink *shrink);

#endif
