/* Masks of two words for boards of up to 12 files and 10 ranks, on processors with a fast PEXT. The functions
 * do as the functions of core/board/geometry.h, rules/attacks.h and rules/perft/sliders.h do on chessboards.
 */
#ifndef KS_WIDE_BOARD_H
#define KS_WIDE_BOARD_H

#include "core/processor/processor.h"
#include "kingscan.h"

__extension__ typedef unsigned __int128 mask;

enum { MASK_FILES = 12, MASK_RANKS = 10, FILE_A = 0, FILE_H = MASK_FILES - 1 };

ALWAYS_INLINE mask bit(unsigned square) {
    return (mask)1 << square;
}

ALWAYS_INLINE uint64_t low_half(mask squares) {
    return (uint64_t)squares;
}

ALWAYS_INLINE uint64_t high_half(mask squares) {
    return (uint64_t)(squares >> 64);
}

ALWAYS_INLINE mask of_halves(uint64_t low, uint64_t high) {
    return (mask)high << 64 | low;
}

ALWAYS_INLINE unsigned lowest_square(mask squares) {
    return low_half(squares) ? (unsigned)__builtin_ctzll(low_half(squares))
                             : 64 + (unsigned)__builtin_ctzll(high_half(squares));
}

ALWAYS_INLINE unsigned count_mask(mask squares) {
    return (unsigned)(__builtin_popcountll(low_half(squares)) + __builtin_popcountll(high_half(squares)));
}

ALWAYS_INLINE mask row_mask(unsigned row) {
    return (mask)0xfff << MASK_FILES * row;
}

ALWAYS_INLINE mask file_mask(unsigned file) {
    return of_halves(0x1001001001001001, 0x100100100100) << file;
}

/* Returns the squares from a to b of a row, both included. */
ALWAYS_INLINE mask row_span(unsigned a, unsigned b) {
    return a < b ? (bit(b) << 1) - bit(a) : (bit(a) << 1) - bit(b);
}

/* ---- Pawns ---- */

ALWAYS_INLINE mask push(mask pawns, unsigned side) {
    return side == KS_WHITE ? pawns >> MASK_FILES : pawns << MASK_FILES;
}

ALWAYS_INLINE mask attack_left(mask pawns, unsigned side) {
    return push(pawns & ~file_mask(FILE_A), side) >> 1;
}

ALWAYS_INLINE mask attack_right(mask pawns, unsigned side) {
    return push(pawns & ~file_mask(FILE_H), side) << 1;
}

/* ---- Pieces ---- */

/* The squares of a line through a square, which PEXT gathers from both halves of a mask, the low one first.
 */
struct wide_line {
    uint64_t low, high;
    uint8_t low_count, place; /* squares in the low half; the place of the square itself */
};

enum wide_lines { WIDE_RANK, WIDE_FILE, WIDE_FALLING, WIDE_RISING, WIDE_LINES };

struct wide_tables {
    mask steps[MASK_FILES * MASK_RANKS];
    struct wide_line lines[MASK_FILES * MASK_RANKS][WIDE_LINES];
    /* The squares that a slider attacks: [its place on a line][the occupied squares of the line without the
       first and the last one]. */
    uint16_t attacks[MASK_FILES][1 << (MASK_FILES - 2)];
};

extern struct wide_tables ks_wide_tables;

/* Fills the tables. Call this before the functions below. */
void ks_fill_wide_tables(void);

ALWAYS_INLINE mask steps_from(unsigned square) {
    return ks_wide_tables.steps[square];
}

ALWAYS_INLINE mask wide_attacks(const struct wide_line *line, uint64_t low, uint64_t high) {
    const uint64_t occupied = extract_bits(low, line->low) | extract_bits(high, line->high)
                                                                 << line->low_count;
    const uint64_t found = ks_wide_tables.attacks[line->place][occupied >> 1 & ((1 << (MASK_FILES - 2)) - 1)];
    return of_halves(deposit_bits(found, line->low), deposit_bits(found >> line->low_count, line->high));
}

ALWAYS_INLINE mask orthogonal_attacks(unsigned square, mask occupied) {
    const struct wide_line *const lines = ks_wide_tables.lines[square];
    const uint64_t low = low_half(occupied), high = high_half(occupied);
    return wide_attacks(&lines[WIDE_RANK], low, high) | wide_attacks(&lines[WIDE_FILE], low, high);
}

ALWAYS_INLINE mask diagonal_attacks(unsigned square, mask occupied) {
    const struct wide_line *const lines = ks_wide_tables.lines[square];
    const uint64_t low = low_half(occupied), high = high_half(occupied);
    return wide_attacks(&lines[WIDE_FALLING], low, high) | wide_attacks(&lines[WIDE_RISING], low, high);
}

#endif
