/* Sets of pawns, shifted as they move and attack. */
#ifndef KS_PAWNS_H
#define KS_PAWNS_H

#include "core/processor/processor.h"
#include "kingscan.h"

/* All functions are inline: the colour is a constant in nearly every caller, so no branch depends on it at
 * run time. */
ALWAYS_INLINE unsigned back_row(unsigned side) {
    return side == KS_WHITE ? 7 : 0;
}

/* White's pawns move up the board, to smaller numbers. */
ALWAYS_INLINE uint64_t push(uint64_t pawns, unsigned side) {
    return side == KS_WHITE ? pawns >> 8 : pawns << 8;
}

enum { FILE_A, FILE_H = 7 };

ALWAYS_INLINE uint64_t file_mask(unsigned file) {
    return (uint64_t)0x0101010101010101 << file;
}

/* The squares that pawns attack, towards the a-file and towards the h-file. */
ALWAYS_INLINE uint64_t attack_left(uint64_t pawns, unsigned side) {
    return push(pawns & ~file_mask(FILE_A), side) >> 1;
}

ALWAYS_INLINE uint64_t attack_right(uint64_t pawns, unsigned side) {
    return push(pawns & ~file_mask(FILE_H), side) << 1;
}

#endif
