/* The geometry of the board as constant expressions, for tables: squares 0 to 63, masks of 64 bits. */
#ifndef KS_BOARD_EXPRESSIONS_H
#define KS_BOARD_EXPRESSIONS_H

#include <stdint.h>

#define FILE_OF(square) ((square)&7)
#define ROW_OF(square) ((square) >> 3)
#define BELOW(square) (((uint64_t)1 << (square)) - 1)
#define ABOVE(square) (~(uint64_t)1 << (square))

/* ---- Lines, with the square itself ---- */

/* A shift by rows drops those that leave the board and keeps each square's file, so every diagonal is a long
 * one shifted by some rows. */
#define ROWS_DOWN(mask, n) ((n) < 0 ? (uint64_t)(mask) >> 8 * (-(n)&7) : (uint64_t)(mask) << 8 * ((n)&7))
#define FILE_LINE(square) ((uint64_t)0x0101010101010101 << FILE_OF(square))
#define ROW_LINE(square) ((uint64_t)0xff << 8 * ROW_OF(square))
#define FALLING_LINE(square) ROWS_DOWN(0x8040201008040201, ROW_OF(square) - FILE_OF(square))
#define RISING_LINE(square) ROWS_DOWN(0x0102040810204080, ROW_OF(square) + FILE_OF(square) - 7)

/* ---- Leaps and steps ---- */

#define ON_BOARD(file, row) ((file) >= 0 && (file) < 8 && (row) >= 0 && (row) < 8)
#define TARGET_BIT(file, row) (ON_BOARD(file, row) ? (uint64_t)1 << ((8 * (row) + (file)) & 63) : 0)
#define TARGET(square, files, rows) TARGET_BIT(FILE_OF(square) + (files), ROW_OF(square) + (rows))

/* The targets of a step (a, b) and its mirror images. */
#define MIRRORED(square, a, b)                                                                               \
    (TARGET(square, a, b) | TARGET(square, a, -(b)) | TARGET(square, -(a), b) | TARGET(square, -(a), -(b)))
#define LEAPS(square) (MIRRORED(square, 1, 2) | MIRRORED(square, 2, 1))
#define STEPS(square) (MIRRORED(square, 1, 1) | MIRRORED(square, 1, 0) | MIRRORED(square, 0, 1))

/* ---- Tables ---- */

/* Initialisers OF(0) to OF(63). */
#define OF_EIGHT(OF, s) OF(s), OF(s + 1), OF(s + 2), OF(s + 3), OF(s + 4), OF(s + 5), OF(s + 6), OF(s + 7)
#define OF_ALL_SQUARES(OF)                                                                                   \
    OF_EIGHT(OF, 0), OF_EIGHT(OF, 8), OF_EIGHT(OF, 16), OF_EIGHT(OF, 24), OF_EIGHT(OF, 32),                  \
        OF_EIGHT(OF, 40), OF_EIGHT(OF, 48), OF_EIGHT(OF, 56)

#endif
