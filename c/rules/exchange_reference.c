/* Finds what a move wins by exchanges in the plainest way: pieces are taken off a board one by one, and each
 * side chooses between taking and stopping. */
#include "rules/exchange_reference.h"

#include <string.h>

#include "core/kernels/kernel.h"
#include "rules/position.h"

struct board {
    uint8_t codes[KS_SQUARES]; /* what has not left */
    const int16_t *values;
    unsigned target;
    uint64_t shields[2], pinners[2]; /* [side]: of its king, before the move */
};

static bool slides_along(unsigned code, bool diagonally) {
    const unsigned kind = code & 7u;
    return kind == KS_WHITE_QUEEN || kind == (diagonally ? KS_WHITE_BISHOP : KS_WHITE_ROOK);
}

/* Walks from a king in one direction. The enemy's sliders that move along this line see through each other,
 * and pin the own piece that is the only other one before them. */
static void walk(struct board *board, unsigned side, unsigned king, int files, int rows) {
    int file = (int)(king & 7) + files, row = (int)(king >> 3) + rows;
    uint64_t shield = 0;
    for (; file >= 0 && file < 8 && row >= 0 && row < 8; file += files, row += rows) {
        const unsigned square = KS_SQUARE(file, row), code = board->codes[square];
        const bool is_own = (code & KS_BLACK_BIT) == code_of(0, side);
        if (code == KS_EMPTY)
            continue;
        if (!is_own && slides_along(code, files && rows)) {
            if (shield) {
                board->shields[side] |= shield;
                board->pinners[side] |= (uint64_t)1 << square;
            }
        } else if (shield || !is_own) {
            return;
        } else {
            shield = (uint64_t)1 << square;
        }
    }
}

static void find_pins(struct board *board, const ks_position *position) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const unsigned king = ks_king_of(position, side);
        for (int files = -1; files <= 1; files++)
            for (int rows = -1; rows <= 1; rows++)
                if (king != KS_NO_SQUARE && (files || rows))
                    walk(board, side, king, files, rows);
    }
}

/* Returns the squares of a side's pieces that attack the target, and may take there. */
static uint64_t takers(const struct board *board, unsigned side) {
    uint64_t found = ks_c_attackers(board->codes, board->target, side);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (board->pinners[side] >> square & 1 && board->codes[square] != KS_EMPTY)
            found &= ~board->shields[side];
    return found;
}

/* Returns whether one piece takes before another: kings last; the less valuable one first; of equal values
 * pawns before knights, bishops, rooks and queens; of a kind the one on the first square from a1 to h8. */
static bool comes_before(const struct board *board, unsigned a, unsigned b) {
    const unsigned kind_a = board->codes[a] & 7u, kind_b = board->codes[b] & 7u;
    if ((kind_a == KS_WHITE_KING) != (kind_b == KS_WHITE_KING))
        return kind_b == KS_WHITE_KING;
    if (kind_a == kind_b)
        return (a ^ 56) < (b ^ 56);
    return board->values[kind_a] != board->values[kind_b] ? board->values[kind_a] < board->values[kind_b]
                                                          : kind_a < kind_b;
}

/* Returns what a side wins that may take a piece of this value, or stop. */
static int win(struct board *board, unsigned side, int value) {
    const uint64_t found = takers(board, side);
    unsigned taker = KS_NO_SQUARE;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (found >> square & 1 && (taker == KS_NO_SQUARE || comes_before(board, square, taker)))
            taker = square;
    if (taker == KS_NO_SQUARE)
        return 0;
    const unsigned kind = board->codes[taker] & 7u;
    board->codes[taker] = KS_EMPTY;
    if (kind == KS_WHITE_KING && ks_c_attackers(board->codes, board->target, side ^ 1))
        return 0;
    const int won = value - (kind == KS_WHITE_KING ? 0 : win(board, side ^ 1, board->values[kind]));
    return won > 0 ? won : 0;
}

int ks_see_reference(const ks_position *position, ks_move move, const int16_t values[8], bool pinned) {
    const unsigned from = KS_MOVE_FROM(move), captured = position->board[capture_square(move)] & 7u;
    unsigned kind = position->board[from] & 7u;
    struct board board = {.values = values, .target = KS_MOVE_TO(move)};
    int won = captured == KS_EMPTY ? 0 : values[captured];
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        return 0;
    memcpy(board.codes, position->board, sizeof board.codes);
    if (pinned)
        find_pins(&board, position);
    board.codes[from] = board.codes[board.target] = board.codes[capture_square(move)] = KS_EMPTY;
    if (is_promotion(move)) {
        kind = promoted_to(move);
        won += values[kind] - values[KS_WHITE_PAWN];
    }
    if (kind == KS_WHITE_KING)
        return won; /* a legal move: nothing takes it back */
    return won - win(&board, position->side_to_move ^ 1u, values[kind]);
}
