/* A dull move is drawn again, but only a few times, so that every legal move is possible. */
#include "cli/random/play.h"

#include "cli/random/numbers.h"

any_move draw_move(uint64_t *state, const struct any_position *position, const any_move *moves, size_t count,
                   unsigned tries, bool (*is_plain)(const struct any_position *position, any_move move)) {
    any_move move;
    do
        move = moves[draw_below(state, (unsigned)count)];
    while (is_plain(position, move) && --tries > 0);
    return move;
}

static bool is_plain_in_chess(const struct any_position *position, any_move move) {
    return KS_MOVE_KIND(move) == KS_MOVE_PLAIN && position->chess.board[KS_MOVE_TO(move)] == KS_EMPTY;
}

static bool is_plain_in_variant(const struct any_position *position, any_move move) {
    struct any_position after = *position;
    any_make_move(&after, move);
    return after.varied.halfmove_clock > 0;
}

any_move random_move(uint64_t *state, const struct any_position *position, const any_move *moves,
                     size_t count) {
    return draw_move(state, position, moves, count, 3,
                     position->variant ? is_plain_in_variant : is_plain_in_chess);
}

static bool has_rare_move(const any_move *moves, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (KS_VARIANT_MOVE_PROMOTION(moves[i]) || KS_VARIANT_MOVE_KIND(moves[i]) == KS_VARIANT_CASTLING ||
            KS_VARIANT_MOVE_KIND(moves[i]) == KS_VARIANT_EN_PASSANT)
            return true;
    return false;
}

void random_moves(uint64_t *state, unsigned plies, struct replay *replay, struct any_position *end) {
    any_move moves[ANY_MOVES_MAX];
    for (; plies > 0; plies--) {
        const size_t found = any_legal_moves(end, moves),
                     count = found < ANY_MOVES_MAX ? found : ANY_MOVES_MAX;
        if (count == 0 || (end->variant && has_rare_move(moves, count) && draw_below(state, 4) == 0))
            return;
        const any_move move = random_move(state, end, moves, count);
        replay->moves[replay->count++] = move;
        any_make_move(end, move);
    }
}
