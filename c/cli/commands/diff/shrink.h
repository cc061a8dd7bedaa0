/* Makes a position, and the moves that lead to another one, as small as a difference allows. */
#ifndef KS_DIFF_SHRINK_H
#define KS_DIFF_SHRINK_H

#include "game/common/replay.h"

struct shrink {
    const struct replay *replay; /* the smallest one so far */
    /* Returns whether the same difference shows in a smaller replay; then *replay has become the smaller
     * one. */
    bool (*adopt)(void *context, const struct replay *smaller);
    void *context;
};

/* Removes moves, pieces, castling rights, the en-passant square and the clocks for as long as the position
 * stays legal and the difference stays the same. Ends early when interrupted. */
void shrink_replay(struct shrink *shrink);

#endif
