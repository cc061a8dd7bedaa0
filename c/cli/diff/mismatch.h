/* Where an engine's moves and ours differ: looked for from a position, then made as small as it can be. */
#ifndef KS_MISMATCH_H
#define KS_MISMATCH_H

#include "cli/diff/comparison.h"
#include "cli/diff/engine.h"

struct mismatch {
    struct replay replay; /* the disagreement is about the moves at its end */
    unsigned depth;       /* of the perft that shows it: 1 but for wrong counts that no position explains */
    struct disagreement first;    /* of those below, the one that is followed */
    struct comparison comparison; /* at the end of the replay, to this depth */
};

/* Compares at the end of mismatch->replay to this depth, and fills in the rest. False: see engine->trouble.
 */
bool mismatch_compare(struct engine *engine, unsigned depth, struct mismatch *mismatch, uint64_t *nodes);

enum search_result { SEARCH_AGREES, SEARCH_DIFFERS, SEARCH_FAILED /* see engine->trouble */ };

/* Compares counts to this depth, and where they differ follows the moves to where the lists do. *nodes: of
 * the perft, by our count. */
enum search_result mismatch_search(struct engine *engine, const struct replay *replay, unsigned depth,
                                   struct mismatch *mismatch, uint64_t *nodes);

/* Takes away moves, pieces, castling rights, the en-passant square and the clocks for as long as the position
 * stays legal and the first disagreement the same: the same move, wrong for the same reason. (So it can't
 * turn into another mistake of the same engine.) An engine that fails at smaller positions ends it early. */
void mismatch_shrink(struct engine *engine, struct mismatch *mismatch);

#endif
