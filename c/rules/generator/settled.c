/* Settled positions, found by the captures and promotions of the side to move. */
#include "rules/generator/settled.h"

#include <string.h>

#include "core/board/planes.h"
#include "rules/position.h"

static bool can_promote(const ks_position *position) {
    const unsigned us = position->side_to_move;
    const uint64_t row = 0xff;
    const uint64_t pawns =
        ks_squares_of(position, code_of(KS_WHITE_PAWN, us)) & row << 8 * row_of_rank(us, 6);
    ks_move_list list;
    return pawns && ks_legal_moves_between(position, pawns, row << 8 * row_of_rank(us, 7), &list) > 0;
}

static bool has_nothing_to_win(const ks_position *position, int least) {
    ks_move_list list;
    if (can_promote(position))
        return false;
    ks_legal_captures(position, &list);
    for (size_t i = 0; i < list.count; i++)
        if (ks_see_at_least(position, list.moves[i], NULL, least, KS_SEE_PINS | KS_SEE_LEGAL))
            return false;
    return true;
}

bool ks_is_settled(const ks_position *position, int least) {
    return !checkers_of(position) && has_nothing_to_win(position, least);
}

bool ks_is_settled_board(const uint8_t board[64], unsigned side, int least) {
    struct code_planes planes;
    ks_position position = {
        .side_to_move = (uint8_t)side, .en_passant = KS_NO_SQUARE, .private_capturable = KS_NO_SQUARE};
    memcpy(position.board, board, sizeof position.board);
    split_board(board, &planes);
    memcpy(position.private_planes, planes.bits, sizeof position.private_planes);
    return has_nothing_to_win(&position, least);
}
