/* The reference kernel, "c": what kingscan.h promises, in the plainest C. It is the specification that every
 * assembly kernel is held against, so it is written to be read and believed, not to be fast. */
#include "internal.h"

static const struct {
    int files, rows;
} directions[8] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}},
  leaps[8] = {{1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

static int on_board(int file, int row) {
    return file >= 0 && file < 8 && row >= 0 && row < 8;
}

/* Everything that attacks `square` along one direction: the nearest piece, or nothing. */
static uint64_t attacker_along(const uint8_t *classes, const uint8_t *board, unsigned square, int files,
                               int rows, int pawn_row) {
    const int diagonal = files != 0 && rows != 0;
    int file = (int)(square & 7), row = (int)(square >> 3);
    for (int distance = 1;; distance++) {
        file += files;
        row += rows;
        if (!on_board(file, row))
            return 0;
        const unsigned piece = classes[board[KS_SQUARE(file, row)]];
        if (!(piece & KS_OCCUPIED))
            continue;
        unsigned attacks = diagonal ? KS_DIAGONAL : KS_ORTHOGONAL;
        if (distance == 1)
            attacks |= diagonal ? KS_FERZ : KS_WAZIR;
        if (distance == 1 && diagonal && rows == pawn_row)
            attacks |= KS_PAWN;
        return piece & attacks ? (uint64_t)1 << KS_SQUARE(file, row) : 0;
    }
}

uint64_t ks_c_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                            unsigned by_side) {
    const unsigned attacked_side = by_side ^ 1;
    const uint8_t *classes = set->classes[attacked_side];
    /* Black pawns attack a white king from the rank above it; the ranks may be laid out upside down. */
    const int pawn_row = (attacked_side ^ set->a1_first) == KS_WHITE ? -1 : 1;
    uint64_t attackers = 0;

    for (int i = 0; i < 8; i++)
        attackers |= attacker_along(classes, board, square, directions[i].files, directions[i].rows, pawn_row);

    for (int i = 0; i < 8; i++) {
        const int file = (int)(square & 7) + leaps[i].files, row = (int)(square >> 3) + leaps[i].rows;
        if (on_board(file, row) && classes[board[KS_SQUARE(file, row)]] & KS_KNIGHT)
            attackers |= (uint64_t)1 << KS_SQUARE(file, row);
    }
    return attackers;
}

int ks_c_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side) {
    return ks_c_attackers_set(set, board, king_square, side ^ 1) != 0;
}

uint64_t ks_c_attackers(const uint8_t board[64], unsigned square, unsigned by_side) {
    return ks_c_attackers_set(&ks_chess_pieces, board, square, by_side);
}

int ks_c_in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    return ks_c_in_check_set(&ks_chess_pieces, board, king_square, side);
}
