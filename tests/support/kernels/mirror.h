/* Mirrored boards and answers: a kernel that is right about a board is right about its mirror image. */
#ifndef KS_TEST_MIRROR_H
#define KS_TEST_MIRROR_H

#include "kingscan.h"

enum mirror { MIRROR_FILES = 7, MIRROR_ROWS = 56 }; /* the bits of a square number that change */

void mirror_board(const uint8_t board[64], enum mirror mirror, uint8_t out[64]);
uint64_t mirror_squares(uint64_t squares, enum mirror mirror);
ks_king_lines mirror_lines(const ks_king_lines *lines, enum mirror mirror);

#endif
