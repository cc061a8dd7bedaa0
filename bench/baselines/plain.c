/* Finds check by a direction loop on Kingscan's codes in plain C, as a good programmer writes it without a
 * thought of speed: the yardstick of every ratio. No pieceset, no tables but the directions. */
#include "baselines/baseline.h"
#include "baselines/geometry.h"

static int in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    const int king_file = (int)king_square & 7, king_row = (int)king_square >> 3;
    const int enemy = side == KS_WHITE ? KS_BLACK_BIT : 0;
    const int pawn_row = side == KS_WHITE ? -1 : 1;

    for (int d = 0; d < 8; d++) {
        const int files = directions[d][0], rows = directions[d][1];
        const int slider = d < 4 ? KS_WHITE_ROOK : KS_WHITE_BISHOP;
        int file = king_file + files, row = king_row + rows;
        for (int distance = 1; file >= 0 && file < 8 && row >= 0 && row < 8; distance++) {
            const int piece = board[row * 8 + file] & 15;
            if (piece != KS_EMPTY) {
                if (piece == (slider | enemy) || piece == (KS_WHITE_QUEEN | enemy))
                    return 1;
                if (distance == 1 && piece == (KS_WHITE_KING | enemy))
                    return 1;
                if (distance == 1 && d >= 4 && rows == pawn_row && piece == (KS_WHITE_PAWN | enemy))
                    return 1;
                break;
            }
            file += files;
            row += rows;
        }
    }
    for (int n = 0; n < 8; n++) {
        const int file = king_file + leaps[n][0], row = king_row + leaps[n][1];
        if (file >= 0 && file < 8 && row >= 0 && row < 8 &&
            (board[row * 8 + file] & 15) == (KS_WHITE_KNIGHT | enemy))
            return 1;
    }
    return 0;
}

BASELINES(NULL, {.name = "plain C", .in_check = in_check, .is_plain = 1});
