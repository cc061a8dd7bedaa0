/* Arrangements by R. Scharnagl's numbering: two bishops, the queen, a pair of knights, then rook, king, rook.
 */
#include "cli/random/chess960.h"

#include <string.h>

#include "core/text/cannot_fail.h"

/* Puts a piece on the n-th square of the row that is still empty. */
static void put_on_empty(uint8_t row[8], unsigned n, uint8_t code) {
    unsigned file = 0;
    while (row[file] != KS_EMPTY || n-- > 0)
        file++;
    row[file] = code;
}

static void put_arrangement(uint8_t row[8], unsigned number, uint8_t colour) {
    static const uint8_t knights[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1},
                                           {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    static const uint8_t others[3] = {KS_WHITE_ROOK, KS_WHITE_KING, KS_WHITE_ROOK};
    const uint8_t *pair = knights[number / 96];
    memset(row, KS_EMPTY, 8);
    row[2 * (number % 4) + 1] = KS_WHITE_BISHOP | colour;
    row[2 * (number / 4 % 4)] = KS_WHITE_BISHOP | colour;
    put_on_empty(row, number / 16 % 6, KS_WHITE_QUEEN | colour);
    put_on_empty(row, pair[0], KS_WHITE_KNIGHT | colour);
    put_on_empty(row, pair[1], KS_WHITE_KNIGHT | colour); /* the first no longer counts */
    for (unsigned i = 0; i < 3; i++)
        put_on_empty(row, 0, others[i] | colour);
}

void chess960_board(unsigned white, unsigned black, uint8_t board[KS_SQUARES]) {
    memset(board, KS_EMPTY, KS_SQUARES);
    put_arrangement(board, black, KS_BLACK_BIT);
    memset(board + 8, KS_BLACK_PAWN, 8);
    memset(board + 48, KS_WHITE_PAWN, 8);
    put_arrangement(board + 56, white, 0);
}

void chess960_start(unsigned white, unsigned black, ks_position *position) {
    uint8_t board[KS_SQUARES];
    uint64_t rooks = 0;
    chess960_board(white, black, board);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        rooks |= (uint64_t)((board[square] & 7) == KS_WHITE_ROOK) << square;
    cannot_fail(ks_position_from_board(board, KS_WHITE, rooks, KS_NO_SQUARE, 0, position, NULL));
}
