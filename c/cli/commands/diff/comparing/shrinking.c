/* One step of shrinking: the smaller mismatch is taken when it has the same difference. */
#include <string.h>

#include "cli/base/waiting.h"
#include "cli/commands/diff/comparing/shrinking.h"
#include "cli/random/hard_boards.h"

/* How often the engine may fail: each time may take as long as the time-out. */
enum { FAILURES_MAX = 3 };

/* Makes the mismatch one of this replay, if it is there too. Returns whether it is. */
static bool adopt(struct shrink *shrink, const struct replay *replay) {
    struct mismatch smaller;
    uint64_t nodes;
    if (shrink->failures == FAILURES_MAX || interrupted)
        return false;
    smaller.replay = *replay;
    if (!mismatch_compare(shrink->engine, shrink->mismatch->depth, &smaller, &nodes)) {
        shrink->failures++;
        return false;
    }
    const struct disagreement *same = comparison_find(&smaller.comparison, &shrink->mismatch->first);
    if (!same)
        return false;
    smaller.first = *same;
    *shrink->mismatch = smaller;
    return true;
}

/* Rights that can't be are dropped from the start. */
bool adopt_moves(struct shrink *shrink, const struct any_position *start, const any_move *moves,
                 unsigned count) {
    struct replay replay;
    if (!any_read_back(start, &replay.start) || (!start->variant && !is_plausible(&replay.start.chess)))
        return false;
    any_forget_passes(&replay.start);
    replay.count = count;
    memcpy(replay.moves, moves, count * sizeof *replay.moves);
    struct any_position position = replay.start;
    for (unsigned i = 0; i < count; i++) {
        if (!any_is_legal(&position, replay.moves[i]))
            return false;
        any_make_move(&position, replay.moves[i]);
    }
    return adopt(shrink, &replay);
}
