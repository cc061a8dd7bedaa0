/* Moves in UCI: the squares and the piece say which kind of move it is. */
#include "rules/notation/read.h"
#include "rules/position.h"

/* Returns the kind of a promotion to the piece with this letter, or KS_MOVE_PLAIN. */
static unsigned promotion_kind(char letter) {
    switch (letter) {
    case 'n':
        return KS_MOVE_TO_KNIGHT;
    case 'b':
        return KS_MOVE_TO_BISHOP;
    case 'r':
        return KS_MOVE_TO_ROOK;
    case 'q':
        return KS_MOVE_TO_QUEEN;
    default:
        return KS_MOVE_PLAIN;
    }
}

static ks_move pawn_move(const ks_position *position, unsigned from, unsigned to) {
    enum { TWO_ROWS = 16 };
    const unsigned kind = (from ^ to) == TWO_ROWS              ? KS_MOVE_DOUBLE_PUSH
                          : to == position->private_capturable ? KS_MOVE_EN_PASSANT
                                                               : KS_MOVE_PLAIN;
    return KS_MOVE(from, to, kind);
}

/* Castling goes to the rook's square, or two squares to the side when that is clear. */
static ks_move king_move(const ks_position *position, unsigned from, unsigned to) {
    const unsigned us = position->side_to_move, wing = to > from ? KS_KINGSIDE : KS_QUEENSIDE;
    const unsigned rook = ks_castling_rook(position, us, wing);
    const bool castles = rook != KS_NO_SQUARE &&
                         (to == rook || (castles_as_usual(from, rook) && to == castled_king(us, from, rook)));
    return castles ? KS_MOVE(from, rook, KS_MOVE_CASTLING) : KS_MOVE(from, to, KS_MOVE_PLAIN);
}

bool ks_read_uci(const ks_position *position, const char *text, size_t length, ks_move *move) {
    if (length != 4 && length != 5)
        return false;
    const unsigned from_file = (unsigned)(text[0] - 'a'), from_row = (unsigned)('8' - text[1]),
                   to_file = (unsigned)(text[2] - 'a'), to_row = (unsigned)('8' - text[3]);
    if ((from_file | from_row | to_file | to_row) > 7)
        return false;
    const unsigned from = KS_SQUARE(from_file, from_row), to = KS_SQUARE(to_file, to_row);
    const unsigned piece = position->board[from] & ~(unsigned)KS_BLACK_BIT;
    const unsigned kind = length == 5 ? promotion_kind(text[4]) : (unsigned)KS_MOVE_PLAIN;
    if (length == 5 && kind == KS_MOVE_PLAIN)
        return false;
    const ks_move found = kind                     ? KS_MOVE(from, to, kind)
                          : piece == KS_WHITE_PAWN ? pawn_move(position, from, to)
                          : piece == KS_WHITE_KING ? king_move(position, from, to)
                                                   : KS_MOVE(from, to, KS_MOVE_PLAIN);
    if (!ks_is_legal(position, found))
        return false;
    *move = found;
    return true;
}
