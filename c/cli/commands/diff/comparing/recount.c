/* The plain generators share nothing with the counters of perft: c/rules/movegen_reference.c follows the rule
 * book of chess, and c/variant/moves/ walks along the lines of the pieces. */
#include "cli/commands/diff/comparing/recount.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "rules/movegen_reference.h"

/* Returns all legal moves, to be freed by the caller; their number goes to *count. */
static any_move *list_plainly(const struct any_position *position, size_t *count) {
    ks_move found[KS_MOVES_MAX];
    if (position->variant)
        return any_list_moves(position, count);
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

/* Counts as any_perft does, and makes every move but those of the last ply. When interrupted, the count is
 * partial. */
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
                                                                      any_list_moves(position, &count);
    qsort(plain, plain_count, sizeof *plain, compare_moves);
    qsort(moves, count, sizeof *moves, compare_moves);
    const bool agree = count == plain_count && memcmp(plain, moves, count * sizeof *moves) == 0;
    free(plain);
    free(moves);
    return agree;
}

/* ---- Both ---- */

void recount_describe(struct engine *engine, unsigned depth, uint64_t nodes, uint64_t plain_nodes) {
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
