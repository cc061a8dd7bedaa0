/* Makes a mismatch small: greedily, many pieces at a time as long as that works, then one by one.
 * Source of halving: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
 */
#include <string.h>

#include "cli/commands/diff/comparing/quieten_line.h"
#include "cli/commands/diff/comparing/shrink_line.h"
#include "cli/positions/squares.h"

/* Tries the same moves from another start. */
static bool adopt_start(struct shrink *shrink, const struct any_position *start) {
    any_move moves[REPLAY_MOVES];
    const struct replay *replay = &shrink->mismatch->replay;
    memcpy(moves, replay->moves, replay->count * sizeof *moves);
    return adopt_moves(shrink, start, moves, replay->count);
}

/* ---- Removing ---- */

/* Tries to remove up to `size` pieces at once, from *square on; *square becomes the square after them. */
static bool drop_group(struct shrink *shrink, unsigned size, unsigned *square) {
    struct any_position start = shrink->mismatch->replay.start;
    unsigned removed = 0;
    for (; *square < ANY_SQUARES && removed < size; ++*square)
        removed += any_remove_piece(&start, *square);
    return removed > 0 && adopt_start(shrink, &start);
}

static bool drop_pieces(struct shrink *shrink) {
    bool changed = false;
    for (unsigned size = ANY_SQUARES / 2 + 4; size > 0; size /= 2)
        for (unsigned square = 0; square < ANY_SQUARES;)
            changed |= drop_group(shrink, size, &square);
    return changed;
}

/* Tries to take as many pieces of a kind out of a hand as it can: all, half of them, and so on. */
static bool empty_hand(struct shrink *shrink, unsigned side, unsigned type) {
    bool changed = false;
    unsigned taken;
    for (unsigned most = UINT8_MAX; most > 0; most = taken / 2) {
        struct any_position start = shrink->mismatch->replay.start;
        taken = any_empty_hand(&start, side, type, most);
        changed |= taken > 0 && adopt_start(shrink, &start);
    }
    return changed;
}

static bool empty_hands(struct shrink *shrink) {
    bool changed = false;
    for (unsigned i = 0; i < 2 * KS_VARIANT_TYPES; i++)
        changed |= empty_hand(shrink, i % 2, i / 2);
    return changed;
}

static bool drop_rights(struct shrink *shrink) {
    bool changed = false;
    for (unsigned i = 0; i < 4; i++) {
        struct any_position start = shrink->mismatch->replay.start;
        changed |= any_drop_castling(&start, i / 2, i % 2) && adopt_start(shrink, &start);
    }
    return changed;
}

static bool drop_en_passant(struct shrink *shrink) {
    struct any_position start = shrink->mismatch->replay.start;
    return any_drop_en_passant(&start) && adopt_start(shrink, &start);
}

static bool reset_clocks(struct shrink *shrink) {
    struct any_position start = shrink->mismatch->replay.start;
    return any_reset_clocks(&start) && adopt_start(shrink, &start);
}

/* ---- A king in check ---- */

enum { KING_SQUARES = 8 }; /* that are tried: each asks the engine */

/* Tries to put a king that is in check on a square where it is not, so that a bug that needs no check is not
 * taken for one of evasions. */
static bool calm_king(struct shrink *shrink) {
    const struct replay *const replay = &shrink->mismatch->replay;
    if (replay->count > 0 || squares_empty(any_checkers(&replay->start)))
        return false;
    unsigned tried = 0;
    for (unsigned square = 0; square < ANY_SQUARES && tried < KING_SQUARES; square++) {
        struct any_position moved = replay->start, start;
        if (!any_move_king(&moved, square) || !any_read_back(&moved, &start) ||
            !squares_empty(any_checkers(&start)))
            continue;
        if (adopt_start(shrink, &start))
            return true;
        tried++;
    }
    return false;
}

void mismatch_shrink(struct engine *engine, struct mismatch *mismatch) {
    struct shrink shrink = {engine, mismatch, 0};
    bool changed;
    do {
        changed = shrink_line(&shrink);
        changed |= quieten_line(&shrink);
        changed |= drop_pieces(&shrink);
        changed |= empty_hands(&shrink);
        changed |= drop_rights(&shrink);
        changed |= drop_en_passant(&shrink);
        changed |= reset_clocks(&shrink);
        changed |= calm_king(&shrink);
    } while (changed);
}
