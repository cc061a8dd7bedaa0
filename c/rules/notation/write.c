/* Moves written as UCI and SAN. */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "core/board/masks.h"
#include "rules/position.h"

static char *write_square(char *out, unsigned square) {
    return stpcpy(out, ks_square_name(square));
}

/* Returns the white code promoted to, or KS_EMPTY. */
static unsigned promoted_to(ks_move move) {
    return is_promotion(move) ? KS_WHITE_KNIGHT + (KS_MOVE_KIND(move) & 3) : KS_EMPTY;
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

/* Writes as much of a piece's square as distinguishes the piece from others of its kind that can move to the
 * same square: the file, the rank, or both. */
static char *write_origin(char *out, const ks_position *position, ks_move move) {
    const unsigned from = KS_MOVE_FROM(move);
    bool others = false, on_file = false, on_rank = false;
    const uint64_t alike = ks_squares_of(position, position->board[from]) & ~((uint64_t)1 << from);
    ks_move moves[KS_MOVES_MAX];
    if (!alike)
        return out;
    for (size_t i = ks_legal_moves_between(position, alike, (uint64_t)1 << KS_MOVE_TO(move), moves);
         i-- > 0;) {
        const unsigned other = KS_MOVE_FROM(moves[i]);
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

/* A position read with KS_FEN_LENIENT may have any number of enemy kings. Only a single one can be in check
 * or mated. */
static char *write_check(char *out, const ks_position *position, ks_move move) {
    ks_position after;
    ks_after_move(position, move, &after);
    const uint64_t kings = ks_squares_of(&after, code_of(KS_WHITE_KING, after.side_to_move));
    if (has_one_bit(kings) && checkers_of(&after))
        *out++ = ks_has_legal_move(&after) ? '+' : '#';
    return out;
}

size_t ks_write_san(const ks_position *position, ks_move move, char text[KS_SAN_SIZE]) {
    char *out;
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        out = stpcpy(text, KS_MOVE_TO(move) > KS_MOVE_FROM(move) ? "O-O" : "O-O-O");
    else
        out = write_piece_move(text, position, move);
    out = write_check(out, position, move);
    *out = '\0';
    return (size_t)(out - text);
}
