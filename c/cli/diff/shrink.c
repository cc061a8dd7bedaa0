/* Makes a mismatch small: greedily, many pieces at a time as long as that works, then one by one.
 * Source of halving: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/mismatch.h"
#include "cli/random/plausible.h"
#include "cli/shared/interrupt.h"

/* How often the engine may fail: each time may take as long as the time-out. */
enum { FAILURES_MAX = 3 };

struct shrink {
    struct engine *engine;
    struct mismatch *mismatch;
    unsigned failures;
};

/* Makes the mismatch one of this replay, if it is there too. Returns whether it is. */
static bool adopt(struct shrink *shrink, const struct replay *replay) {
    static _Thread_local struct mismatch smaller;
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

/* Tries these moves from another start. Rights that can't be are dropped from the start. */
static bool adopt_moves(struct shrink *shrink, const struct any_position *start, const any_move *moves,
                        unsigned count) {
    static _Thread_local struct replay replay;
    char fen[ANY_FEN_SIZE];
    const size_t length = any_write_fen(start, fen);
    if (any_read_fen(start->variant, fen, length, 0, &replay.start, NULL) != KS_OK ||
        (!start->variant && !is_plausible(&replay.start.chess)))
        return false;
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

/* Tries the same moves from another start. */
static bool adopt_start(struct shrink *shrink, const struct any_position *start) {
    any_move moves[REPLAY_MOVES];
    const struct replay *replay = &shrink->mismatch->replay;
    memcpy(moves, replay->moves, replay->count * sizeof *moves);
    return adopt_moves(shrink, start, moves, replay->count);
}

/* ---- What is taken away ---- */

static bool is_king(uint8_t code) {
    return code == KS_WHITE_KING || code == KS_BLACK_KING;
}

static bool is_removable(uint8_t code) {
    return code != KS_EMPTY && !is_king(code);
}

/* Keeps as few of the last moves as it can: none, if the mismatch is in the position itself. */
static bool drop_first_moves(struct shrink *shrink) {
    static _Thread_local struct replay head;
    const struct replay whole = shrink->mismatch->replay;
    for (unsigned kept = 0; kept < whole.count; kept++) {
        head = whole;
        head.count = whole.count - kept;
        const struct any_position start = replay_end(&head);
        if (adopt_moves(shrink, &start, whole.moves + head.count, kept))
            return true;
    }
    return false;
}

/* Removes all pieces but kings between two squares on one line; does nothing for other squares. */
static void clear_way(unsigned from, unsigned to, uint8_t board[KS_SQUARES]) {
    const int files = (int)(to & 7) - (int)(from & 7), rows = (int)(to >> 3) - (int)(from >> 3);
    if (files != 0 && rows != 0 && abs(files) != abs(rows))
        return;
    const int step = (files > 0) - (files < 0) + 8 * ((rows > 0) - (rows < 0));
    for (int square = (int)from + step; square != (int)to; square += step)
        if (is_removable(board[square]))
            board[square] = KS_EMPTY;
}

/* Keeps one move alone: `piece` makes it from the position at the end, in which what was captured stands
 * where it stood before, with nothing between. */
static bool keep_move(struct shrink *shrink, const ks_position *before, const ks_position *end, any_move move,
                      unsigned piece) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    ks_position start = *end;
    if (from == to || is_king(start.board[from]) || start.side_to_move == before->side_to_move)
        return false;
    start.board[from] = (uint8_t)piece;
    start.board[to] = before->board[to];
    clear_way(from, to, start.board);
    start.side_to_move = before->side_to_move;
    start.en_passant = KS_NO_SQUARE;
    memcpy(start.castling_rook, before->castling_rook, sizeof start.castling_rook);
    return adopt_moves(shrink, &(struct any_position){.chess = start}, &move, 1);
}

/* Keeps one capture alone, by some knight or bishop instead of the piece that captured: that piece may give
 * check from there, or have moved on. */
static bool keep_capture(struct shrink *shrink, const ks_position *before, const ks_position *end,
                         unsigned to) {
    const unsigned colour = before->side_to_move == KS_BLACK ? KS_BLACK_BIT : 0;
    for (unsigned piece = KS_WHITE_KNIGHT; piece <= KS_WHITE_BISHOP; piece++)
        for (unsigned from = 0; from < KS_SQUARES; from++)
            if (keep_move(shrink, before, end, KS_MOVE(from, to, KS_MOVE_PLAIN), piece | colour))
                return true;
    return false;
}

static bool keep_one_of(struct shrink *shrink, const struct replay *whole, unsigned i) {
    static _Thread_local struct replay head;
    const any_move move = whole->moves[i];
    const unsigned kind = KS_MOVE_KIND(move), to = KS_MOVE_TO(move);
    head = *whole;
    head.count = i;
    const ks_position before = replay_end(&head).chess, end = replay_end(whole).chess;
    if (kind == KS_MOVE_EN_PASSANT || kind == KS_MOVE_CASTLING)
        return false;
    return keep_move(shrink, &before, &end, move, before.board[KS_MOVE_FROM(move)]) ||
           (before.board[to] != KS_EMPTY && keep_capture(shrink, &before, &end, to));
}

/* Tries each move alone. In chess only: other pieces are put in their place there, which needs to know them.
 */
static bool keep_one_move(struct shrink *shrink) {
    const struct replay whole = shrink->mismatch->replay;
    for (unsigned i = whole.count > 1 && !whole.start.variant ? whole.count : 0; i-- > 0;)
        if (keep_one_of(shrink, &whole, i))
            return true;
    return false;
}

/* Tries to remove up to `size` pieces at once, from *square on; *square becomes the square behind them. */
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

void mismatch_shrink(struct engine *engine, struct mismatch *mismatch) {
    struct shrink shrink = {engine, mismatch, 0};
    bool changed;
    do {
        changed = drop_first_moves(&shrink);
        changed |= keep_one_move(&shrink);
        changed |= drop_pieces(&shrink);
        changed |= drop_rights(&shrink);
        changed |= drop_en_passant(&shrink);
        changed |= reset_clocks(&shrink);
    } while (changed);
}
