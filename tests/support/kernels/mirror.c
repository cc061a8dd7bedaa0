/* Mirrors boards, sets of squares and lines by renumbering their squares. */
#include "support/kernels/mirror.h"

void mirror_board(const uint8_t board[64], enum mirror mirror, uint8_t out[64]) {
    for (unsigned square = 0; square < KS_SQUARES; square++)
        out[square ^ mirror] = board[square];
}

uint64_t mirror_squares(uint64_t squares, enum mirror mirror) {
    uint64_t out = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        out |= (squares >> square & 1) << (square ^ mirror);
    return out;
}

ks_king_lines mirror_lines(const ks_king_lines *lines, enum mirror mirror) {
    return (ks_king_lines){.checkers = mirror_squares(lines->checkers, mirror),
                           .check_lines = mirror_squares(lines->check_lines, mirror),
                           .pinned = mirror_squares(lines->pinned, mirror),
                           .pin_orthogonal = mirror_squares(lines->pin_orthogonal, mirror),
                           .pin_diagonal = mirror_squares(lines->pin_diagonal, mirror)};
}
