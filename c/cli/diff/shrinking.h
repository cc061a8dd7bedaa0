/* What the ways to make a mismatch smaller share. */
#ifndef KS_SHRINKING_H
#define KS_SHRINKING_H

#include "cli/diff/mismatch.h"

struct shrink {
    struct engine *engine;
    struct mismatch *mismatch; /* the smallest one so far */
    unsigned failures;         /* of the engine */
};

/* Tries these moves from another start. Where they are legal and the mismatch is there too, makes it the
 * smallest one and returns true. */
bool adopt_moves(struct shrink *shrink, const struct any_position *start, const any_move *moves,
                 unsigned count);

/* Leaves out of the line of moves what the mismatch doesn't need. Returns whether there was anything. */
bool shrink_line(struct shrink *shrink);

#endif
