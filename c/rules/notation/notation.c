/* Reads moves as UCI writes them, and writes moves as UCI and SAN. */
#include "rules/notation/notation.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "core/board/geometry.h"
#include "rules/generator/generator.h"
#include "rules/generator/safety.h"
#include "rules/position.h"

/* ---- Reading ---- */

/* Moves in UCI: the squares and the piece say which kind of move it is. */

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

/* ---- Writing ---- */

/* Moves written as UCI and SAN. */

static char *write_square(char *out, unsigned at) {
    *out++ = (char)('a' + (at & 7));
    *out++ = (char)('8' - (at >> 3));
    return out;
}

/* ---- UCI ---- */

size_t ks_write_uci(const ks_position *position, ks_move move, ks_uci_flags flags, char text[KS_UCI_SIZE]) {
    assert(!(flags & ~(unsigned)KS_UCI_CHESS960)); /* no flag of another function */
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    const int castles_by_squares =
        KS_MOVE_KIND(move) == KS_MOVE_CASTLING && !(flags & KS_UCI_CHESS960) && castles_as_usual(from, to);
    char *out = write_square(text, from);
    out = write_square(out, castles_by_squares ? castled_king(position->side_to_move, from, to) : to);
    if (is_promotion(move))
        *out++ = ks_code_letter(code_of(promoted_to(move), KS_BLACK));
    *out = '\0';
    return (size_t)(out - text);
}

/* ---- SAN ---- */

/* Returns the other pieces of the kind that moves, but no pawns, which see the move's target: mostly none.
 * Some of them may be pinned. */
static uint64_t find_rivals(const ks_position *position, ks_move move) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), code = position->board[from];
    const uint64_t alike = ks_squares_of(position, code) & ks_attacks_from[to][code] & ~BIT(from);
    uint64_t rivals = 0;
    for (uint64_t rest = alike; rest; rest &= rest - 1)
        if (!(ks_lines_between[to][lowest_square(rest)] & ks_occupied(position) & ~(rest & -rest)))
            rivals |= rest & -rest;
    return rivals;
}

/* Writes as much of a piece's square as distinguishes the piece from others of its kind that can move to the
 * same square: the file, the rank, or both. */
static char *write_origin(char *out, const ks_position *position, ks_move move) {
    const unsigned from = KS_MOVE_FROM(move);
    bool others = false, on_file = false, on_rank = false;
    const uint64_t rivals = find_rivals(position, move);
    ks_move_list legal;
    if (!rivals)
        return out;
    for (size_t i = ks_legal_moves_between(position, rivals, BIT(KS_MOVE_TO(move)), &legal); i-- > 0;) {
        const unsigned other = KS_MOVE_FROM(legal.moves[i]);
        others = true;
        on_file |= (other & 7) == (from & 7);
        on_rank |= other >> 3 == from >> 3;
    }
    const char *const name = ks_square_name(from);
    if (others && (!on_file || on_rank))
        *out++ = name[0];
    if (on_file)
        *out++ = name[1];
    return out;
}

static char *write_piece_move(char *out, const ks_position *position, ks_move move) {
    const unsigned piece = position->board[KS_MOVE_FROM(move)] & ~(unsigned)KS_BLACK_BIT;
    const bool captures = position->board[capture_square(move)] != KS_EMPTY;
    if (piece != KS_WHITE_PAWN) {
        *out++ = ks_code_letter(piece);
        out = write_origin(out, position, move);
    } else if (captures) {
        *out++ = ks_square_name(KS_MOVE_FROM(move))[0];
    }
    if (captures)
        *out++ = 'x';
    out = write_square(out, KS_MOVE_TO(move));
    if (is_promotion(move)) {
        *out++ = '=';
        *out++ = ks_code_letter(promoted_to(move));
    }
    return out;
}

size_t ks_write_marked_san(const ks_position *position, ks_move move, enum ks_verdict verdict,
                           char text[KS_SAN_SIZE]) {
    char *out;
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        out = stpcpy(text, KS_MOVE_TO(move) > KS_MOVE_FROM(move) ? "O-O" : "O-O-O");
    else
        out = write_piece_move(text, position, move);
    if (verdict == KS_CHECK || verdict == KS_DOUBLE_CHECK)
        *out++ = '+';
    else if (verdict == KS_CHECKMATE)
        *out++ = '#';
    *out = '\0';
    return (size_t)(out - text);
}

/* A position read with KS_FEN_LENIENT may have any number of enemy kings. Only a single one can be in check
 * or mated. */
size_t ks_write_san(const ks_position *position, ks_move move, char text[KS_SAN_SIZE]) {
    ks_position after;
    ks_after_move(position, move, &after);
    const uint64_t kings = ks_squares_of(&after, code_of(KS_WHITE_KING, after.side_to_move));
    const bool is_check = has_one_bit(kings) && checkers_of(&after);
    return ks_write_marked_san(position, move,
                               !is_check                   ? KS_SAFE
                               : ks_has_legal_move(&after) ? KS_CHECK
                                                           : KS_CHECKMATE,
                               text);
}
