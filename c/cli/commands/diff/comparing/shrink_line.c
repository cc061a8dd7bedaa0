/* Leaves out parts of a line of moves. In chess it also moves pieces so that one move does for many. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands/diff/comparing/shrink_line.h"

/* Keeps as few of the last moves as it can: none, if the mismatch is in the position itself. */
static bool drop_first_moves(struct shrink *shrink) {
    struct replay head;
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

/* Tries the replay without its moves i to i + size - 1, and without move j after them unless j is 0. */
static bool adopt_without(struct shrink *shrink, unsigned i, unsigned size, unsigned j) {
    any_move moves[REPLAY_MOVES];
    const struct replay *const replay = &shrink->mismatch->replay;
    const struct any_position start = replay->start;
    unsigned count = 0;
    for (unsigned move = 0; move < replay->count; move++)
        if (move - i >= size && (j == 0 || move != j))
            moves[count++] = replay->moves[move];
    return adopt_moves(shrink, &start, moves, count);
}

/* Leaves out moves in runs of `size`, an even number, so that the sides go on taking turns. */
static bool drop_runs(struct shrink *shrink, unsigned size) {
    bool changed = false;
    for (unsigned i = 0; i + size <= shrink->mismatch->replay.count;)
        if (adopt_without(shrink, i, size, 0))
            changed = true;
        else
            i++;
    return changed;
}

/* Leaves out a move of each side, with others between. */
static bool drop_pairs(struct shrink *shrink) {
    for (unsigned i = 0; i < shrink->mismatch->replay.count; i++)
        for (unsigned j = i + 3; j < shrink->mismatch->replay.count; j += 2)
            if (adopt_without(shrink, i, 1, j))
                return true;
    return false;
}

/* Drops moves in the middle of a line whose last part is needed. */
static bool drop_moves_between(struct shrink *shrink) {
    bool changed = false;
    for (unsigned size = shrink->mismatch->replay.count / 4 * 2; size >= 2; size = size / 4 * 2)
        changed |= drop_runs(shrink, size);
    while (drop_pairs(shrink))
        changed = true;
    return changed;
}

static bool is_king(uint8_t code) {
    return code == KS_WHITE_KING || code == KS_BLACK_KING;
}

static bool is_removable(uint8_t code) {
    return code != KS_EMPTY && !is_king(code);
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

/* Sets up a board with the rights of one position and the clocks of another. Returns false when that is no
 * position. */
static bool set_up(const uint8_t board[KS_SQUARES], unsigned side, const ks_position *rights,
                   const ks_position *clocks, ks_position *position) {
    if (ks_position_from_board(board, side, ks_castling_rooks(rights), KS_NO_SQUARE, 0, position, NULL) !=
        KS_OK)
        return false;
    position->halfmove_clock = clocks->halfmove_clock;
    position->fullmove_number = clocks->fullmove_number;
    return true;
}

/* Keeps one move alone: `piece` makes it from the position at the end, in which what was captured stands
 * where it stood before, with nothing between. */
static bool keep_move(struct shrink *shrink, const ks_position *before, const ks_position *end, any_move move,
                      unsigned piece) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    struct any_position start = {.variant = NULL};
    uint8_t board[KS_SQUARES];
    if (from == to || is_king(end->board[from]) || end->side_to_move == before->side_to_move)
        return false;
    memcpy(board, end->board, sizeof board);
    board[from] = (uint8_t)piece;
    board[to] = before->board[to];
    clear_way(from, to, board);
    return set_up(board, before->side_to_move, before, end, &start.chess) &&
           adopt_moves(shrink, &start, &move, 1);
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
    struct replay head;
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

/* Tries each move alone. In chess only, since it puts known other pieces in place. */
static bool keep_one_move(struct shrink *shrink) {
    const struct replay whole = shrink->mismatch->replay;
    for (unsigned i = whole.count > 1 && !whole.start.variant ? whole.count : 0; i-- > 0;)
        if (keep_one_of(shrink, &whole, i))
            return true;
    return false;
}

/* A piece steps to an empty square; pawns, which can't return, don't. */
static bool can_be_taken_back(const ks_position *position, ks_move move) {
    return KS_MOVE_KIND(move) == KS_MOVE_PLAIN && position->board[KS_MOVE_TO(move)] == KS_EMPTY &&
           (position->board[KS_MOVE_FROM(move)] & 7) != KS_WHITE_PAWN;
}

static ks_move taken_back(ks_move move) {
    return KS_MOVE(KS_MOVE_TO(move), KS_MOVE_FROM(move), KS_MOVE_PLAIN);
}

/* Tries this move and each answer, each followed by its way back. */
static bool adopt_round_trip(struct shrink *shrink, const struct any_position *start, ks_move there) {
    ks_move answers[KS_MOVES_MAX];
    ks_position after;
    ks_after_move(&start->chess, there, &after);
    for (size_t i = ks_legal_moves(&after, answers); i-- > 0;)
        if (can_be_taken_back(&after, answers[i]) &&
            adopt_moves(shrink, start,
                        (any_move[]){there, answers[i], taken_back(there), taken_back(answers[i])}, 4))
            return true;
    return false;
}

/* Replaces the line by a piece that leaves its square and returns. The piece loses by that what the line
 * lost, such as a right to castle. */
static bool keep_round_trip(struct shrink *shrink) {
    const struct replay *const whole = &shrink->mismatch->replay;
    ks_move moves[KS_MOVES_MAX];
    if (whole->start.variant || whole->count <= 4)
        return false;
    struct any_position start = replay_end(whole);
    const ks_position end = start.chess;
    if (!set_up(end.board, end.side_to_move, &whole->start.chess, &end, &start.chess))
        return false;
    for (size_t i = ks_legal_moves(&start.chess, moves); i-- > 0;)
        if (can_be_taken_back(&start.chess, moves[i]) && adopt_round_trip(shrink, &start, moves[i]))
            return true;
    return false;
}

bool shrink_line(struct shrink *shrink) {
    bool changed = drop_first_moves(shrink);
    changed |= keep_one_move(shrink);
    changed |= drop_moves_between(shrink);
    changed |= keep_round_trip(shrink);
    return changed;
}
