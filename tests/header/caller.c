/* Calls the library in any version of C or C++: one source for both, linked with either library. */
#include "kingscan.h"

#include <stdio.h>
#include <string.h>

int main(void) {
    static const char fen[] = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    ks_position position;
    ks_error error;
    ks_pieceset set;
    ks_piece rook = {'r', KS_BLACK, KS_CLASS_ORTHOGONAL};
    uint8_t letters[64];
    ks_king_lines lines;
    uint8_t square, side = KS_WHITE;
    uint64_t bits = 0;
    size_t kernels;
    unsigned king;

    if (ks_read_fen(fen, strlen(fen), KS_FEN_RIGHTS, &position, &error) != KS_OK)
        return 1;
    king = ks_find_king(position.board, KS_WHITE);
    if (ks_in_check(position.board, king, KS_WHITE) != 1)
        return 2;
    if (ks_attackers(position.board, king, KS_BLACK) != (uint64_t)1 << KS_SQUARE(4, 6))
        return 3;

    memset(letters, '.', sizeof letters);
    letters[KS_SQUARE(4, 6)] = 'r';
    if (ks_pieceset_init(&set, &rook, 1, KS_PIECESET_WIDE, &error) != KS_OK)
        return 4;
    if (ks_in_check_set(&set, letters, king, KS_WHITE) != 1)
        return 5;
    if (ks_attackers_set(&ks_chess_pieces, position.board, king, KS_BLACK) != (uint64_t)1 << KS_SQUARE(4, 6))
        return 6;

    ks_king_scan(position.board, king, KS_WHITE, &lines);
    if (lines.checkers != (uint64_t)1 << KS_SQUARE(4, 6) || lines.pinned != 0)
        return 8;
    ks_king_scan_set(&set, letters, king, KS_WHITE, &lines);
    if (lines.check_lines != (uint64_t)1 << KS_SQUARE(4, 6))
        return 9;
    square = (uint8_t)king;
    ks_in_check_batch(position.board, 64, &square, &side, 1, &bits);
    if (bits != 1)
        return 10;
    bits = 0;
    ks_in_check_batch_set(&set, letters, 64, &square, &side, 1, &bits);
    if (bits != 1)
        return 11;

    if (ks_kernel_select("nonsense", &error) != KS_ERROR_KERNEL_UNKNOWN)
        return 7;
    printf("%s %s %s\n", ks_version(), ks_kernel_get_all(&kernels)[0]->name, ks_square_name(king));
    return 0;
}
