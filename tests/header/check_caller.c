/* Calls the checks alone, and includes nothing else. */
#include "kingscan/check.h"

#include <stdio.h>

int main(void) {
    uint8_t board[KS_SQUARES] = {0};
    ks_king_lines lines;
    unsigned king;

    board[KS_SQUARE(4, 0)] = KS_BLACK_KING;
    board[KS_SQUARE(3, 0)] = KS_BLACK_QUEEN;
    board[KS_SQUARE(0, 0)] = KS_WHITE_ROOK;
    king = ks_find_king(board, KS_BLACK);
    if (king == KS_NO_SQUARE || ks_in_check(board, king, KS_BLACK))
        return 1;
    ks_king_scan(board, king, KS_BLACK, &lines);
    if (ks_attackers(board, KS_SQUARE(3, 0), KS_WHITE) != (uint64_t)1 << KS_SQUARE(0, 0))
        return 2;
    printf("%s %s\n", ks_square_name(king), lines.pinned == (uint64_t)1 << KS_SQUARE(3, 0) ? "d8" : "-");
    return 0;
}
