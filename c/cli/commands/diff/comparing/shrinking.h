/* The step that all ways to make a mismatch smaller share. */
#ifndef KS_SHRINKING_H
#define KS_SHRINKING_H

#include "cli/commands/diff/comparing/mismatch.h"

struct shrink {
    struct engine *engine;
    struct mismatch *mismatch; /* the smallest one so far */
    unsigned failures;         /* of the engine */
};

/* Tries these moves from another start. If they are legal and the mismatch is there too, makes it the
 * smallest one and returns true. */
bool adopt_moves(struct shrink *shrink, const struct any_position *start, const any_move *moves,
                 unsigned count);

#endif
