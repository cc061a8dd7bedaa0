/* Makes a line of moves and its position smaller as long as a difference stays the same: first the line, then
 * the position. */
#include "cli/commands/diff/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/waiting.h"
#include "cli/random/hard_boards.h"
#include "game/common/any_position.h"
#include "rules/position.h"

/* ==== Trying ==== */

/* One step of shrinking. */

/* Tries moves from a start, of which rights that can't be are dropped. */
static bool adopt_moves(struct shrink *shrink, const struct any_position *start, const any_move *moves,
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
    return !interrupted && shrink->adopt(shrink->context, &replay);
}

/* ==== Quieter lines ==== */

/* A queen that appears gives check where a knight does not, and a capture needs its victim: a line may be
 * longer than the bug needs it to be. The loudness of a move says which of two is simpler. */

/* The louder a move, the more it changes: a king's step, another piece's step, a pawn's, a capture, castling,
 * and promotions from that to a knight to that to a queen. */
enum loudness { OF_KING, OF_PIECE, OF_PAWN, OF_CAPTURE, SPECIAL };

static unsigned loudness(const ks_position *position, ks_move move) {
    const unsigned kind = KS_MOVE_KIND(move), piece = position->board[KS_MOVE_FROM(move)] & 7;
    const bool captures = position->board[KS_MOVE_TO(move)] != KS_EMPTY;
    if (kind >= KS_MOVE_TO_KNIGHT && kind <= KS_MOVE_TO_QUEEN)
        return SPECIAL + 1 + kind - KS_MOVE_TO_KNIGHT;
    if (kind == KS_MOVE_CASTLING || kind == KS_MOVE_EN_PASSANT)
        return SPECIAL;
    return captures                 ? OF_CAPTURE
           : piece == KS_WHITE_PAWN ? OF_PAWN
           : piece == KS_WHITE_KING ? OF_KING
                                    : OF_PIECE;
}

/* Returns the position before move i of the line. */
static ks_position position_before(const struct replay *line, unsigned i) {
    struct replay head = *line;
    head.count = i;
    return replay_end(&head).chess;
}

/* Tries the line with another move i: first with nothing after it, then with more and more of the rest. */
static bool adopt_instead(struct shrink *shrink, unsigned i, any_move instead) {
    any_move moves[REPLAY_MOVES];
    const struct replay *const line = shrink->replay;
    const struct any_position start = line->start;
    const unsigned whole = line->count;
    memcpy(moves, line->moves, whole * sizeof *moves);
    moves[i] = instead;
    for (unsigned count = i + 1; count <= whole; count++)
        if (adopt_moves(shrink, &start, moves, count))
            return true;
    return false;
}

static bool quieten_move(struct shrink *shrink, unsigned i) {
    ks_move_list legal;
    const ks_position before = position_before(shrink->replay, i);
    const unsigned loud = loudness(&before, (ks_move)shrink->replay->moves[i]);
    const size_t count = ks_legal_moves(&before, &legal);
    for (unsigned wanted = 0; wanted < loud; wanted++)
        for (size_t j = 0; j < count; j++)
            if (loudness(&before, legal.moves[j]) == wanted && adopt_instead(shrink, i, legal.moves[j]))
                return true;
    return false;
}

/* Replaces promotions by those to lesser pieces, and moves by quieter ones, as long as the difference stays
 * the same, and leaves out moves at the end of the line that are then no longer needed. In chess alone.
 * Returns whether the line has changed. Each change takes the line further in one order, so that repeated
 * calls come to an end. */
static bool quieten_line(struct shrink *shrink) {
    bool changed = false;
    for (unsigned i = 0; i < shrink->replay->count && !shrink->replay->start.variant; i++)
        changed |= quieten_move(shrink, i);
    return changed;
}

/* ==== Shorter lines ==== */

/* Leaves out parts of a line of moves. In chess it also moves pieces so that one move does for many. */

/* Keeps as few of the last moves as it can: none, if the difference is in the position itself. */
static bool drop_first_moves(struct shrink *shrink) {
    struct replay head;
    const struct replay whole = *shrink->replay;
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
    const struct replay *const replay = shrink->replay;
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
    for (unsigned i = 0; i + size <= shrink->replay->count;)
        if (adopt_without(shrink, i, size, 0))
            changed = true;
        else
            i++;
    return changed;
}

/* Leaves out a move of each side, with others between. */
static bool drop_pairs(struct shrink *shrink) {
    for (unsigned i = 0; i < shrink->replay->count; i++)
        for (unsigned j = i + 3; j < shrink->replay->count; j += 2)
            if (adopt_without(shrink, i, 1, j))
                return true;
    return false;
}

/* Drops moves in the middle of a line when its last part is needed. */
static bool drop_moves_between(struct shrink *shrink) {
    bool changed = false;
    for (unsigned size = shrink->replay->count / 4 * 2; size >= 2; size = size / 4 * 2)
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
    const struct replay whole = *shrink->replay;
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
    ks_move_list answers;
    ks_position after;
    ks_after_move(&start->chess, there, &after);
    for (size_t i = ks_legal_moves(&after, &answers); i-- > 0;)
        if (can_be_taken_back(&after, answers.moves[i]) &&
            adopt_moves(
                shrink, start,
                (any_move[]){there, answers.moves[i], taken_back(there), taken_back(answers.moves[i])}, 4))
            return true;
    return false;
}

/* Replaces the line by a piece that leaves its square and returns. The piece loses by that what the line
 * lost, such as a right to castle. */
static bool keep_round_trip(struct shrink *shrink) {
    const struct replay *const whole = shrink->replay;
    ks_move_list legal;
    if (whole->start.variant || whole->count <= 4)
        return false;
    struct any_position start = replay_end(whole);
    const ks_position end = start.chess;
    if (!set_up(end.board, end.side_to_move, &whole->start.chess, &end, &start.chess))
        return false;
    for (size_t i = ks_legal_moves(&start.chess, &legal); i-- > 0;)
        if (can_be_taken_back(&start.chess, legal.moves[i]) &&
            adopt_round_trip(shrink, &start, legal.moves[i]))
            return true;
    return false;
}

/* Leaves out of the line of moves what the difference doesn't need. Returns whether there was anything. */
static bool shrink_line(struct shrink *shrink) {
    bool changed = drop_first_moves(shrink);
    changed |= keep_one_move(shrink);
    changed |= drop_moves_between(shrink);
    changed |= keep_round_trip(shrink);
    return changed;
}

/* ==== Smaller positions ==== */

/* Makes a position small: greedily, many pieces at a time as long as that works, then one by one. Source of
 * halving: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002. */

/* Tries the same moves from another start. */
static bool adopt_start(struct shrink *shrink, const struct any_position *start) {
    any_move moves[REPLAY_MOVES];
    const struct replay *replay = shrink->replay;
    memcpy(moves, replay->moves, replay->count * sizeof *moves);
    return adopt_moves(shrink, start, moves, replay->count);
}

/* ---- Removing ---- */

/* Tries to remove up to `size` pieces at once, from *square on; *square becomes the square after them. */
static bool drop_group(struct shrink *shrink, unsigned size, unsigned *square) {
    struct any_position start = shrink->replay->start;
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
        struct any_position start = shrink->replay->start;
        taken = any_empty_hand(&start, side, type, most);
        changed |= taken > 0 && adopt_start(shrink, &start);
    }
    return changed;
}

static bool empty_hands(struct shrink *shrink) {
    bool changed = false;
    for (unsigned i = 0; i < 2 * KS_VARIANT_TYPES_MAX; i++)
        changed |= empty_hand(shrink, i % 2, i / 2);
    return changed;
}

static bool drop_rights(struct shrink *shrink) {
    bool changed = false;
    for (unsigned i = 0; i < 4; i++) {
        struct any_position start = shrink->replay->start;
        changed |= any_drop_castling(&start, i / 2, i % 2) && adopt_start(shrink, &start);
    }
    return changed;
}

static bool drop_en_passant(struct shrink *shrink) {
    struct any_position start = shrink->replay->start;
    return any_drop_en_passant(&start) && adopt_start(shrink, &start);
}

static bool reset_clocks(struct shrink *shrink) {
    struct any_position start = shrink->replay->start;
    return any_reset_clocks(&start) && adopt_start(shrink, &start);
}

/* ---- A king in check ---- */

enum { KING_SQUARES = 8 }; /* that are tried: each asks the engine */

/* Tries to put a king that is in check on a square where it is not, so that a bug that needs no check is not
 * taken for one of evasions. */
static bool calm_king(struct shrink *shrink) {
    const struct replay *const replay = shrink->replay;
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

void shrink_replay(struct shrink *shrink) {
    bool changed;
    do {
        changed = shrink_line(shrink);
        changed |= quieten_line(shrink);
        changed |= drop_pieces(shrink);
        changed |= empty_hands(shrink);
        changed |= drop_rights(shrink);
        changed |= drop_en_passant(shrink);
        changed |= reset_clocks(shrink);
        changed |= calm_king(shrink);
    } while (changed);
}
