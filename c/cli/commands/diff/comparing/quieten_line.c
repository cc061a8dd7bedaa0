/* A queen that appears gives check where a knight does not, and a capture needs its victim: a line may be
 * longer than the bug needs it to be. The loudness of a move says which of two is simpler. */
#include "cli/commands/diff/comparing/quieten_line.h"

#include <string.h>

#include "rules/position.h"

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
    const struct replay *const line = &shrink->mismatch->replay;
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
    ks_move moves[KS_MOVES_MAX];
    const ks_position before = position_before(&shrink->mismatch->replay, i);
    const unsigned loud = loudness(&before, (ks_move)shrink->mismatch->replay.moves[i]);
    const size_t count = ks_legal_moves(&before, moves);
    for (unsigned wanted = 0; wanted < loud; wanted++)
        for (size_t j = 0; j < count; j++)
            if (loudness(&before, moves[j]) == wanted && adopt_instead(shrink, i, moves[j]))
                return true;
    return false;
}

bool quieten_line(struct shrink *shrink) {
    bool changed = false;
    for (unsigned i = 0; i < shrink->mismatch->replay.count && !shrink->mismatch->replay.start.variant; i++)
        changed |= quieten_move(shrink, i);
    return changed;
}
