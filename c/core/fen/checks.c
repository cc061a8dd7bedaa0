/* Kings, pawns, the side not to move, and with KS_FEN_POSSIBLE what possible.c finds. The board is read, not
 * the planes. */
#include "core/fen/checks.h"

#include <stdbool.h>

#include "core/fen/possible.h"
#include "core/text/internal.h"

struct source {
    const char *placement;
    size_t start;
    ks_error *error;
};

/* Returns the offset of the piece on a square. */
static size_t offset_of_square(const struct source *source, unsigned square) {
    unsigned at = 0;
    if (!source->placement)
        return square;
    for (size_t i = 0;; i++) {
        const char c = source->placement[i];
        if (c >= '1' && c <= '8')
            at += (unsigned)(c - '0');
        else if (c != '/' && at++ == square)
            return source->start + i;
    }
}

static int check_king(const ks_position *position, unsigned side, const struct source *source) {
    const unsigned king = ks_find_king(position->board, side);
    if (king == KS_NO_SQUARE)
        return ks_fail(source->error, KS_ERROR_NO_KING, source->start, "expected one %s king, found none",
                       ks_side_names[side]);
    for (unsigned square = king + 1; square < KS_SQUARES; square++)
        if (position->board[square] == position->board[king])
            return ks_fail(source->error, KS_ERROR_MANY_KINGS, offset_of_square(source, square),
                           "expected one %s king, found a second on %s", ks_side_names[side],
                           ks_square_name(square));
    return KS_OK;
}

static int check_kings(const ks_position *position, ks_fen_flags flags, const struct source *source) {
    int code = KS_OK;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++)
        if (!(flags & KS_FEN_LENIENT) || side == position->side_to_move)
            code = check_king(position, side, source);
    return code;
}

static bool is_pawn(uint8_t code) {
    return code == KS_WHITE_PAWN || code == KS_BLACK_PAWN;
}

static int check_back_ranks(const ks_position *position, const struct source *source) {
    for (unsigned square = 0; square < KS_SQUARES; square == 7 ? square = 56 : square++)
        if (is_pawn(position->board[square]))
            return ks_fail(source->error, KS_ERROR_PAWN_RANK, offset_of_square(source, square),
                           "expected no pawn on the first or last rank, found one on %s",
                           ks_square_name(square));
    return KS_OK;
}

static int check_waiting_king(const ks_position *position, const struct source *source) {
    const unsigned waiting = position->side_to_move ^ 1u, king = ks_find_king(position->board, waiting);
    return !ks_in_check(position->board, king, waiting)
               ? KS_OK
               : ks_fail(source->error, KS_ERROR_KING_CAPTURABLE, offset_of_square(source, king),
                         "the king on %s is in check, but it is the other side's turn", ks_square_name(king));
}

static int check_possible(const ks_position *position, const struct source *source) {
    const struct impossibility found = ks_find_impossibility(position);
    return found.code == KS_OK ? KS_OK
                               : ks_fail(source->error, found.code, offset_of_square(source, found.square),
                                         "expected %s, found %s on %s", found.expected, found.found,
                                         ks_square_name(found.square));
}

int ks_check_position(const ks_position *position, ks_fen_flags flags, const char *placement, size_t start,
                      ks_error *error) {
    const struct source source = {placement, placement ? start : 0, error};
    int code = check_kings(position, flags, &source);
    if (code != KS_OK || flags & KS_FEN_LENIENT)
        return code;
    if ((code = check_back_ranks(position, &source)) == KS_OK)
        code = check_waiting_king(position, &source);
    return code == KS_OK && flags & KS_FEN_POSSIBLE ? check_possible(position, &source) : code;
}
