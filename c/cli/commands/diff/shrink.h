/* Mismatches made smaller, as long as the engine still differs. */
#ifndef KS_DIFF_SHRINK_H
#define KS_DIFF_SHRINK_H

#include "cli/commands/diff/mismatch.h"

/* ---- Trying ---- */

/* The step that all ways to make a mismatch smaller share. */

struct shrink {
    struct engine *engine;
    struct mismatch *mismatch; /* the smallest one so far */
    unsigned failures;         /* of the engine */
};

/* Tries these moves from another start. If they are legal and the mismatch is there too, makes it the
 * smallest one and returns true. */
bool adopt_moves(struct shrink *shrink, const struct any_position *start, const any_move *moves,
                 unsigned count);

/* ---- Quieter lines ---- */

/* Shrinking by other moves in place of a line's own. */

/* Replaces promotions by those to lesser pieces, and moves by quieter ones, as long as the mismatch stays the
 * same, and leaves out moves at the end of the line that are then no longer needed. In chess alone. Returns
 * whether the mismatch has changed. Each change takes the line further in one order, so that repeated calls
 * come to an end. */
bool quieten_line(struct shrink *shrink);

/* ---- Shorter lines ---- */

/* The moves of a mismatch that it does not need. */

/* Leaves out of the line of moves what the mismatch doesn't need. Returns whether there was anything. */
bool shrink_line(struct shrink *shrink);

#endif
