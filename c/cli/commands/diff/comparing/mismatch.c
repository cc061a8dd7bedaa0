/* Follows counts that differ to the position where the lists of moves do. */
#include "cli/commands/diff/comparing/mismatch.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/comparing/recount.h"

/* ours, theirs: room, which is too large for a small stack. */
static bool compare(struct engine *engine, unsigned depth, struct mismatch *mismatch, struct divide *ours,
                    struct divide *theirs) {
    const struct any_position position = replay_end(&mismatch->replay);
    if (!engine_divide(engine, &mismatch->replay, depth, theirs))
        return false;
    if (!divide_count(&position, depth, engine_notation(engine, &mismatch->replay), ours)) {
        snprintf(engine->trouble, sizeof engine->trouble, "there are more than %d legal moves",
                 ANY_MOVES_MAX);
        return false;
    }
    if (interrupted) {
        engine->trouble[0] = '\0';
        return false;
    }
    comparison_make(&position, ours, theirs, &mismatch->comparison);
    if (mismatch->comparison.count == 0 &&
        ours->total != theirs->total) { /* a legal move is not in our list */
        recount_describe(engine, depth, ours->total, theirs->total);
        return false;
    }
    mismatch->depth = depth;
    if (mismatch->comparison.count > 0)
        mismatch->first = mismatch->comparison.all[0];
    return true;
}

bool mismatch_compare(struct engine *engine, unsigned depth, struct mismatch *mismatch, uint64_t *nodes) {
    struct divide *const divides = given(malloc(2 * sizeof *divides));
    const bool good = compare(engine, depth, mismatch, &divides[0], &divides[1]);
    if (good)
        *nodes = divides[0].total;
    free(divides);
    return good;
}

/* Makes a move, and compares there. When the engine agrees there, the mismatch stays where it is. */
static enum search_result step(struct engine *engine, struct mismatch *mismatch, any_move move) {
    struct mismatch next;
    uint64_t nodes;
    next.replay = mismatch->replay;
    next.replay.moves[next.replay.count++] = move;
    if (!mismatch_compare(engine, mismatch->depth - 1, &next, &nodes))
        return SEARCH_FAILED;
    if (next.comparison.count == 0)
        return SEARCH_AGREES;
    *mismatch = next;
    return SEARCH_DIFFERS;
}

/* Makes the first move after which the engine differs: for a wrong total, which says less than the engine's
 * counts. */
static enum search_result step_anywhere(struct engine *engine, struct mismatch *mismatch) {
    any_move moves[ANY_MOVES_MAX];
    const struct any_position position = replay_end(&mismatch->replay);
    const size_t count = any_legal_moves(&position, moves);
    enum search_result result = SEARCH_AGREES;
    for (size_t i = 0; i < count && result == SEARCH_AGREES; i++)
        result = step(engine, mismatch, moves[i]);
    return result;
}

/* Goes on to the origin of a wrong number. The engine may agree there; then its counts depend on how it came
 * to a position. */
static enum search_result follow(struct engine *engine, struct mismatch *mismatch) {
    return mismatch->first.kind == WRONG_TOTAL ? step_anywhere(engine, mismatch)
                                               : step(engine, mismatch, mismatch->first.move);
}

/* Compares again at depth 1, where lists that differ should differ too, and keeps that mismatch if they do.
 */
static bool ask_at_depth_1(struct engine *engine, struct mismatch *mismatch) {
    struct mismatch again;
    uint64_t nodes;
    again.replay = mismatch->replay;
    if (!mismatch_compare(engine, 1, &again, &nodes))
        return false;
    if (comparison_find(&again.comparison, &mismatch->first))
        *mismatch = again;
    return true;
}

/* Moves the mismatch to the first position on the way to it in which the lists differ. An engine that is
 * wrong about a position may also be wrong about what comes after it, or not make a move that it thinks
 * illegal. */
static bool go_back(struct engine *engine, struct mismatch *mismatch) {
    struct mismatch earlier;
    uint64_t nodes;
    earlier.replay = mismatch->replay;
    for (unsigned count = 0; count < mismatch->replay.count; count++) {
        earlier.replay.count = count;
        if (!mismatch_compare(engine, 1, &earlier, &nodes))
            return false;
        if (earlier.comparison.count > 0) {
            *mismatch = earlier;
            return true;
        }
    }
    return true;
}

enum search_result mismatch_search(struct engine *engine, const struct replay *replay, unsigned depth,
                                   struct mismatch *mismatch, uint64_t *nodes) {
    mismatch->replay = *replay;
    if (!mismatch_compare(engine, depth, mismatch, nodes))
        return SEARCH_FAILED;
    if (mismatch->comparison.count == 0)
        return SEARCH_AGREES;
    while (mismatch->first.kind >= WRONG_COUNT && mismatch->depth > 1 &&
           mismatch->replay.count < REPLAY_MOVES) {
        const enum search_result result = follow(engine, mismatch);
        if (result == SEARCH_FAILED)
            return SEARCH_FAILED;
        if (result == SEARCH_AGREES && mismatch->first.kind == WRONG_COUNT)
            return SEARCH_DIFFERS;
        if (result == SEARCH_AGREES)
            break;
    }
    if (mismatch->depth > 1 && !ask_at_depth_1(engine, mismatch))
        return SEARCH_FAILED;
    return go_back(engine, mismatch) ? SEARCH_DIFFERS : SEARCH_FAILED;
}
