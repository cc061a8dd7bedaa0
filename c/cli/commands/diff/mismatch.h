/* Finds the position at which an engine differs from Kingscan, makes it small, and counts again before the
 * engine is blamed. */
#ifndef KS_DIFF_MISMATCH_H
#define KS_DIFF_MISMATCH_H

#include "cli/commands/diff/comparison.h"
#include "cli/commands/diff/engine.h"

/* ---- Mismatches ---- */

/* A position in which an engine's moves and ours differ: found from another one, then made as small as
 * possible. */

struct mismatch {
    struct replay replay; /* the disagreement is about the moves at its end */
    unsigned depth;       /* of the perft that shows it: 1, unless no position explains the wrong counts */
    struct disagreement first;    /* the disagreement that is followed, one of those below */
    struct comparison comparison; /* at the end of the replay, to this depth */
};

/* Compares at the end of mismatch->replay to this depth, and fills in the other members. *nodes: the perft by
 * our count. Returns false when the engine failed; engine->trouble says why. */
bool mismatch_compare(struct engine *engine, unsigned depth, struct mismatch *mismatch, uint64_t *nodes);

enum search_result { SEARCH_AGREES, SEARCH_DIFFERS, SEARCH_FAILED /* see engine->trouble */ };

/* Compares counts to this depth. If they differ, follows the moves to the position where the lists do, and
 * fills in *mismatch. *nodes: the perft by our count. */
enum search_result mismatch_search(struct engine *engine, const struct replay *replay, unsigned depth,
                                   struct mismatch *mismatch, uint64_t *nodes);

/* Removes moves, pieces, castling rights, the en-passant square and the clocks for as long as the position
 * stays legal and the first disagreement stays the same: the same move, wrong for the same reason. So the
 * mismatch can't turn into another mistake of the engine. Ends early when the engine fails at smaller
 * positions. */
void mismatch_shrink(struct engine *engine, struct mismatch *mismatch);

/* ---- Counting again ---- */

/* The second opinion about a difference: Kingscan counts again in another way before it blames an engine. */

/* Asks the plain generator about a disagreement at the end of a replay, from comparing to this depth: which
 * moves are legal there, or what a perft counts after the move when every move is made. Returns whether
 * Kingscan's side of the disagreement holds; true also when interrupted. When it does not hold,
 * engine->trouble says so, and the replay ends at the position that Kingscan counts in two ways. */
bool recount_confirms(struct engine *engine, struct replay *replay, unsigned depth,
                      const struct disagreement *first);

#endif
