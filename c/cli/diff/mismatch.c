/* From counts that differ to the position where the lists of moves do. */
#include "cli/diff/mismatch.h"

#include <stdio.h>

#include "cli/shared/interrupt.h"

bool finding_compare(struct engine *engine, unsigned depth, struct finding *finding, uint64_t *nodes) {
    static _Thread_local struct divide ours, theirs;
    const struct any_position position = replay_end(&finding->replay);
    if (!engine_divide(engine, &finding->replay, depth, &theirs))
        return false;
    if (!divide_count(&position, depth, engine_notation(engine, &finding->replay), &ours)) {
        snprintf(engine->trouble, sizeof engine->trouble, "there are more than %d legal moves",
                 ANY_MOVES_MAX);
        return false;
    }
    if (interrupted) {
        engine->trouble[0] = '\0';
        return false;
    }
    comparison_make(&position, &ours, &theirs, &finding->comparison);
    finding->depth = depth;
    *nodes = ours.total;
    if (finding->comparison.count > 0)
        finding->first = finding->comparison.all[0];
    return true;
}

/* Goes one move further, where the first difference is one of counts. An engine may agree there: then what it
 * counts for a position depends on how it has come to it, and the finding stays where it is. */
static enum search_result step(struct engine *engine, struct finding *finding) {
    static _Thread_local struct finding next;
    uint64_t nodes;
    next.replay = finding->replay;
    next.replay.moves[next.replay.count++] = finding->first.move;
    if (!finding_compare(engine, finding->depth - 1, &next, &nodes))
        return SEARCH_FAILED;
    if (next.comparison.count == 0)
        return SEARCH_AGREES;
    *finding = next;
    return SEARCH_DIFFERS;
}

/* Lists that differ do so at depth 1 too, unless the engine is odd. */
static bool ask_at_depth_1(struct engine *engine, struct finding *finding) {
    static _Thread_local struct finding again;
    uint64_t nodes;
    again.replay = finding->replay;
    if (!finding_compare(engine, 1, &again, &nodes))
        return false;
    if (comparison_find(&again.comparison, &finding->first))
        *finding = again;
    return true;
}

/* An engine that is wrong about a position may also be wrong about what comes after it, or not make a move
 * that it thinks illegal: of the positions that the moves pass, the first with another list counts. */
static bool go_back(struct engine *engine, struct finding *finding) {
    static _Thread_local struct finding earlier;
    uint64_t nodes;
    earlier.replay = finding->replay;
    for (unsigned count = 0; count < finding->replay.count; count++) {
        earlier.replay.count = count;
        if (!finding_compare(engine, 1, &earlier, &nodes))
            return false;
        if (earlier.comparison.count > 0) {
            *finding = earlier;
            return true;
        }
    }
    return true;
}

enum search_result finding_search(struct engine *engine, const struct replay *replay, unsigned depth,
                                  struct finding *finding, uint64_t *nodes) {
    finding->replay = *replay;
    if (!finding_compare(engine, depth, finding, nodes))
        return SEARCH_FAILED;
    if (finding->comparison.count == 0)
        return SEARCH_AGREES;
    while (finding->first.kind == WRONG_COUNT && finding->depth > 1 && finding->replay.count < REPLAY_MOVES) {
        const enum search_result result = step(engine, finding);
        if (result == SEARCH_FAILED)
            return SEARCH_FAILED;
        if (result == SEARCH_AGREES)
            return SEARCH_DIFFERS;
    }
    if (finding->depth > 1 && !ask_at_depth_1(engine, finding))
        return SEARCH_FAILED;
    return go_back(engine, finding) ? SEARCH_DIFFERS : SEARCH_FAILED;
}
