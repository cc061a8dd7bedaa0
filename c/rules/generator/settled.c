/* Finds settled positions by the captures and promotions of the side to move. */
#include "rules/generator/settled.h"

#include <string.h>

#include "core/board/planes.h"
#include "rules/generator/generator.h"
#include "rules/position.h"

static bool wins(const ks_position *position, ks_move move, int least) {
    if (is_promotion(move))
        return true;
    return KS_MOVE_KIND(move) != KS_MOVE_CASTLING && position->board[capture_square(move)] != KS_EMPTY &&
           ks_see_at_least(position, move, NULL, least, KS_SEE_PINS | KS_SEE_LEGAL);
}

static bool wins_by(const ks_position *position, const struct captures *captures, int least) {
    ks_move_list list;
    ks_legal_moves_between(position, captures->from, captures->to, &list);
    for (size_t i = 0; i < list.count; i++)
        if (wins(position, list.moves[i], least))
            return true;
    return false;
}

static bool wins_en_passant(const ks_position *position, int least) {
    const struct captures captures = {~(uint64_t)0, (uint64_t)1 << (position->private_capturable & 63)};
    return position->private_capturable != KS_NO_SQUARE && wins_by(position, &captures, least);
}

bool ks_is_settled(const ks_position *position, int least) {
    struct captures captures;
    enum settling settling;
    if (checkers_of(position))
        return false;
    settling = ks_generator_in_use()->settling(position->board, position->side_to_move, least, &captures);
    return settling != UNSETTLED && !(settling == ASK_CAPTURES && wins_by(position, &captures, least)) &&
           !wins_en_passant(position, least);
}

/* Most boards need no position. */
static __attribute__((noinline)) bool wins_on_board(const uint8_t board[64], unsigned side,
                                                    const struct captures *captures, int least) {
    struct code_planes planes;
    ks_position position = {
        .side_to_move = (uint8_t)side, .en_passant = KS_NO_SQUARE, .private_capturable = KS_NO_SQUARE};
    memcpy(position.board, board, sizeof position.board);
    split_board(board, &planes);
    memcpy(position.private_planes, planes.bits, sizeof position.private_planes);
    return wins_by(&position, captures, least);
}

bool ks_is_settled_board(const uint8_t board[64], unsigned side, int least) {
    struct captures captures;
    const enum settling settling = ks_generator_in_use()->settling(board, side, least, &captures);
    return settling == SETTLED || (settling == ASK_CAPTURES && !wins_on_board(board, side, &captures, least));
}
