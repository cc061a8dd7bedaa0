/* A position from a board that the caller has, with the checks of a FEN. */
#include <assert.h>

#include "core/board/key.h"
#include "core/fen/checks.h"
#include "core/fen/fields.h"
#include "core/fen/read.h"

/* Codes 7, 8 and 15 mean an empty square. */
static uint8_t usual_code(unsigned code) {
    return (uint8_t)((code & 7) % 7 == 0 ? (unsigned)KS_EMPTY : code & 15);
}

static int grant_rights(ks_position *position, uint64_t rooks, ks_fen_flags flags, ks_error *error) {
    for (; rooks; rooks &= rooks - 1) {
        const unsigned rook = ks_lowest_square(rooks), side = rook < 8 ? KS_BLACK : KS_WHITE;
        if (!ks_grant_castling(position, side, rook) && flags & KS_FEN_RIGHTS)
            return ks_fail(error, KS_ERROR_CASTLING_RIGHT, rook,
                           "the rook on %s may castle, but %s's king or rook for it is missing",
                           ks_square_name(rook), ks_side_names[side]);
    }
    return KS_OK;
}

static int set_en_passant(ks_position *position, unsigned square, ks_fen_flags flags, ks_error *error) {
    if (square >= KS_SQUARES)
        return KS_OK;
    if (ks_can_be_en_passant(position, square))
        position->en_passant = (uint8_t)square;
    else if (flags & KS_FEN_RIGHTS)
        return ks_fail(error, KS_ERROR_EN_PASSANT_SQUARE, square,
                       "en-passant square %s, but no double push can have left it", ks_square_name(square));
    return KS_OK;
}

int ks_position_from_board(const uint8_t board[64], unsigned side_to_move, uint64_t castling_rooks,
                           unsigned en_passant, ks_fen_flags flags, ks_position *position, ks_error *error) {
    assert(!(flags & ~(unsigned)KS_FEN_ALL)); /* no flag of another function */
    ks_position made = {
        .side_to_move = (uint8_t)side_to_move, .en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    int code;
    assert(side_to_move <= KS_BLACK);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        made.board[square] = usual_code(board[square]);
    if ((code = grant_rights(&made, castling_rooks, flags, error)) != KS_OK ||
        (code = set_en_passant(&made, en_passant, flags, error)) != KS_OK ||
        (code = ks_check_position(&made, flags, NULL, 0, error)) != KS_OK)
        return code;
    ks_complete_position(&made);
    *position = made;
    return KS_OK;
}
