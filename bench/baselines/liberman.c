/* Finds check as the routine of 1997 did that this project grew from (Liberman's), as a baseline of the
 * benchmark: in each of eight directions outwards from the king, the first square apart from the others,
 * since there king and pawn count too; at every step a test for the board's edge; then the eight squares of
 * knights, each with its own edge tests. Leaves at the first attacker. On Kingscan's codes. */
#include "baselines/baseline.h"

#define ON_LEFT(square) (((square)&7) == 0)
#define ON_RIGHT(square) (((square)&7) == 7)
#define ON_TOP(square) ((square) < 8)
#define ON_BOTTOM(square) ((square) > 55)

#define PIECE(square) (board[square] & 15u)

/* One direction. edge(square): a step from there would leave the board. */
#define SCAN(edge, step, slider, is_pawn)                                                                    \
    if (!edge(king_square)) {                                                                                \
        unsigned square = king_square + (unsigned)(step), piece = PIECE(square);                             \
        if (piece == (KS_WHITE_KING | enemy) || ((is_pawn) && piece == (KS_WHITE_PAWN | enemy)))             \
            return 1;                                                                                        \
        while (piece == KS_EMPTY && !edge(square)) {                                                         \
            square += (unsigned)(step);                                                                      \
            piece = PIECE(square);                                                                           \
        }                                                                                                    \
        if (piece == ((slider) | enemy) || piece == (KS_WHITE_QUEEN | enemy))                                \
            return 1;                                                                                        \
    }

#define TOP_LEFT(square) (ON_TOP(square) || ON_LEFT(square))
#define TOP_RIGHT(square) (ON_TOP(square) || ON_RIGHT(square))
#define BOTTOM_LEFT(square) (ON_BOTTOM(square) || ON_LEFT(square))
#define BOTTOM_RIGHT(square) (ON_BOTTOM(square) || ON_RIGHT(square))

#define LEAP(on_board, step)                                                                                 \
    if ((on_board) && PIECE(king_square + (unsigned)(step)) == (KS_WHITE_KNIGHT | enemy))                    \
        return 1;

static int in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    const unsigned enemy = side == KS_WHITE ? KS_BLACK_BIT : 0;
    const int pawns_above = side == KS_WHITE, pawns_below = !pawns_above;

    SCAN(ON_TOP, -8, KS_WHITE_ROOK, 0)
    SCAN(ON_BOTTOM, 8, KS_WHITE_ROOK, 0)
    SCAN(ON_LEFT, -1, KS_WHITE_ROOK, 0)
    SCAN(ON_RIGHT, 1, KS_WHITE_ROOK, 0)
    SCAN(TOP_LEFT, -9, KS_WHITE_BISHOP, pawns_above)
    SCAN(TOP_RIGHT, -7, KS_WHITE_BISHOP, pawns_above)
    SCAN(BOTTOM_LEFT, 7, KS_WHITE_BISHOP, pawns_below)
    SCAN(BOTTOM_RIGHT, 9, KS_WHITE_BISHOP, pawns_below)

    const unsigned file = king_square & 7, row = king_square >> 3;
    LEAP(row > 1 && file < 7, -15)
    LEAP(row > 0 && file < 6, -6)
    LEAP(row < 7 && file < 6, 10)
    LEAP(row < 6 && file < 7, 17)
    LEAP(row < 6 && file > 0, 15)
    LEAP(row < 7 && file > 1, 6)
    LEAP(row > 0 && file > 1, -10)
    LEAP(row > 1 && file > 0, -17)
    return 0;
}

BASELINES(NULL, {.name = "1997 method", .in_check = in_check});
