/* Finds the position below another at which two move generators differ, makes it small, and counts again
 * before anybody is accused. */
#include "cli/commands/diff/mismatch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/shrink.h"
#include "rules/movegen_reference.h"

/* ==== Mismatches ==== */

/* Follows counts that differ to the position where the lists of moves do. */

/* Writes into engine->trouble that Kingscan's own counters disagree. nodes, plain_nodes: what two of them say
 * about a perft of this depth; equal when they list other moves. */
static void recount_describe(struct engine *engine, unsigned depth, uint64_t nodes, uint64_t plain_nodes) {
    const struct engine_settings *const settings = engine->settings;
    char counts[160] = "";
    if (nodes != plain_nodes)
        snprintf(counts, sizeof counts, ": perft %u is %" PRIu64 ", but %" PRIu64 " when every move is made",
                 depth, nodes, plain_nodes);
    snprintf(engine->trouble, sizeof engine->trouble,
             "Kingscan's own counters disagree%s. This is an internal error, and says nothing about the %s; "
             "please report it with what 'kingscan perft %u%s%s%s%s' prints, and the same with --stats",
             counts, engine_word(settings), depth, settings->variant ? " --variant " : "",
             settings->variant ? ks_variant_get_facts(settings->variant).name : "",
             settings->variants_file ? " --variants " : "",
             settings->variants_file ? settings->variants_file : "");
}

/* ours, theirs: room, which is too large for a small stack. */
static bool compare(struct engine *engine, unsigned depth, struct mismatch *mismatch, struct divide *ours,
                    struct divide *theirs) {
    const struct any_position position = replay_end(&mismatch->replay);
    if (!engine_divide(engine, &mismatch->replay, depth, theirs))
        return false;
    if (divide_count(&position, depth, engine_notation(engine, &mismatch->replay), NULL, ours) ==
        DIVIDE_TOO_MANY) {
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

/* Compares again at depth 1, where lists that differ should differ too, and keeps that mismatch if
 * they do. */
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

/* ==== Shrinking ==== */

/* A mismatch that is made smaller, with the engine that is asked. */
struct shrinking {
    struct engine *engine;
    struct mismatch *mismatch; /* the smallest one so far */
    unsigned failures;         /* of the engine */
};

/* How often the engine may fail: each time may take as long as the time-out. */
enum { FAILURES_MAX = 3 };

/* context is a struct shrinking. */
static bool adopt(void *context, const struct replay *replay) {
    struct shrinking *const shrinking = context;
    struct mismatch smaller;
    uint64_t nodes;
    if (shrinking->failures == FAILURES_MAX)
        return false;
    smaller.replay = *replay;
    if (!mismatch_compare(shrinking->engine, shrinking->mismatch->depth, &smaller, &nodes)) {
        shrinking->failures++;
        return false;
    }
    const struct disagreement *same = comparison_find(&smaller.comparison, &shrinking->mismatch->first);
    if (!same)
        return false;
    smaller.first = *same;
    *shrinking->mismatch = smaller;
    return true;
}

void mismatch_shrink(struct engine *engine, struct mismatch *mismatch) {
    struct shrinking shrinking = {engine, mismatch, 0};
    shrink_replay(&(struct shrink){&mismatch->replay, adopt, &shrinking});
}

/* ==== Counting again ==== */

/* The plain generators share nothing with the counters of perft: c/rules/movegen_reference.c follows the rule
 * book of chess, and c/variant/moves/ walks along the lines of the pieces. */

/* Returns all legal moves, to be freed by the caller; their number goes to *count. */
static any_move *list_plainly(const struct any_position *position, size_t *count) {
    ks_move found[KS_MOVES_MAX];
    if (position->variant)
        return given(any_list_moves(position, count));
    *count = ks_legal_moves_reference(&position->chess, found);
    any_move *const moves = given(malloc(sizeof found / sizeof *found * sizeof *moves));
    for (size_t i = 0; i < *count; i++)
        moves[i] = found[i];
    return moves;
}

static struct any_position after_move(const struct any_position *position, any_move move) {
    struct any_position after = *position;
    any_make_move(&after, move);
    return after;
}

/* Counts as any_perft does, and makes every move but the moves of the last ply. When interrupted, the count
 * is partial. */
static uint64_t count_plainly(const struct any_position *position, unsigned depth) {
    size_t count;
    uint64_t nodes = 0;
    if (depth == 0)
        return 1;
    any_move *const moves = list_plainly(position, &count);
    for (size_t i = 0; i < count && depth > 1 && !interrupted; i++) {
        const struct any_position after = after_move(position, moves[i]);
        nodes += count_plainly(&after, depth - 1);
    }
    free(moves);
    return depth > 1 ? nodes : count;
}

/* ---- Lists ---- */

static int compare_moves(const void *a, const void *b) {
    const any_move x = *(const any_move *)a, y = *(const any_move *)b;
    return (x > y) - (x < y);
}

static bool lists_agree(const struct any_position *position) {
    size_t plain_count, count;
    any_move *const plain = list_plainly(position, &plain_count), *const moves =
                                                                      given(any_list_moves(position, &count));
    qsort(plain, plain_count, sizeof *plain, compare_moves);
    qsort(moves, count, sizeof *moves, compare_moves);
    const bool agree = count == plain_count && memcmp(plain, moves, count * sizeof *moves) == 0;
    free(plain);
    free(moves);
    return agree;
}

/* ---- Both ---- */

bool recount_confirms(struct engine *engine, struct replay *replay, unsigned depth,
                      const struct disagreement *first) {
    const struct any_position position = replay_end(replay);
    if (first->kind == WRONG_TOTAL) /* the engine contradicts itself */
        return true;
    if (first->kind != WRONG_COUNT) {
        const bool good = lists_agree(&position);
        if (!good)
            recount_describe(engine, 1, 0, 0);
        return good;
    }
    const struct any_position after = after_move(&position, first->move);
    const uint64_t nodes = count_plainly(&after, depth - 1);
    if (nodes == first->expected || interrupted)
        return true;
    if (replay->count < REPLAY_MOVES)
        replay->moves[replay->count++] = first->move;
    recount_describe(engine, depth - 1, first->expected, nodes);
    return false;
}
