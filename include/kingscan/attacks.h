/* kingscan/attacks.h: the squares that a piece attacks, alone or past others, and lines of squares. Bit n of
 * a set is square n: a8 = 0, h8 = 7, h1 = 63. No function needs a table or a call, so that all can be
 * inlined.
 *
 * Squares are 0 to 63 (precondition). occupied has all pieces; whether one stands on the square itself does
 * not matter. */
#ifndef KINGSCAN_ATTACKS_H
#define KINGSCAN_ATTACKS_H

#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Steps and leaps ------------------------------------------------------------------------- */

/* Returns the squares that a knight attacks. */
KS_INLINE uint64_t ks_knight_attacks(unsigned square) {
    const uint64_t here = KS_CAST(uint64_t, 1) << square,
                   file = KS_CAST(uint64_t, 0x01010101) << 32 | 0x01010101;
    const uint64_t one_left = here >> 1 & ~(file << 7), one_right = here << 1 & ~file;
    const uint64_t two_left = one_left >> 1 & ~(file << 7), two_right = one_right << 1 & ~file;
    const uint64_t one = one_left | one_right, two = two_left | two_right;
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* Returns the squares that a king attacks. */
KS_INLINE uint64_t ks_king_attacks(unsigned square) {
    const uint64_t here = KS_CAST(uint64_t, 1) << square,
                   file = KS_CAST(uint64_t, 0x01010101) << 32 | 0x01010101;
    const uint64_t row = here | (here >> 1 & ~(file << 7)) | (here << 1 & ~file);
    return (row | row << 8 | row >> 8) & ~here;
}

/* Returns the squares that a pawn of a side attacks: KS_WHITE or KS_BLACK. */
KS_INLINE uint64_t ks_pawn_attacks(unsigned square, unsigned side) {
    const uint64_t here = KS_CAST(uint64_t, 1) << square,
                   file = KS_CAST(uint64_t, 0x01010101) << 32 | 0x01010101;
    const uint64_t both = (here >> 1 & ~(file << 7)) | (here << 1 & ~file);
    return side == KS_BLACK ? both << 8 : both >> 8;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Return the line through a square from edge to edge, the square included: its rank, its file, the diagonal
 * that falls towards the h-file, and the one that rises. */
KS_INLINE uint64_t ks_rank_of(unsigned square) {
    return KS_CAST(uint64_t, 0xff) << (square & 56u);
}

KS_INLINE uint64_t ks_file_of(unsigned square) {
    return (KS_CAST(uint64_t, 0x01010101) << 32 | 0x01010101) << (square & 7u);
}

KS_INLINE uint64_t ks_falling_diagonal_of(unsigned square) {
    const uint64_t middle = KS_CAST(uint64_t, 0x80402010) << 32 | 0x08040201;
    const unsigned row = square >> 3, file = square & 7u;
    return file >= row ? middle >> 8 * (file - row) : middle << 8 * (row - file);
}

KS_INLINE uint64_t ks_rising_diagonal_of(unsigned square) {
    const uint64_t middle = KS_CAST(uint64_t, 0x01020408) << 32 | 0x10204080;
    const unsigned sum = (square >> 3) + (square & 7u);
    return sum < 7 ? middle >> 8 * (7 - sum) : middle << 8 * (sum - 7);
}

/* Returns the rank, file or diagonal through two squares, from edge to edge; the empty set when there is
 * none, or the squares are the same. */
KS_INLINE uint64_t ks_line_through(unsigned a, unsigned b) {
    const uint64_t there = KS_CAST(uint64_t, 1) << b;
    if (a == b)
        return 0;
    if (ks_rank_of(a) & there)
        return ks_rank_of(a);
    if (ks_file_of(a) & there)
        return ks_file_of(a);
    if (ks_falling_diagonal_of(a) & there)
        return ks_falling_diagonal_of(a);
    return ks_rising_diagonal_of(a) & there ? ks_rising_diagonal_of(a) : 0;
}

/* Returns the squares between two on such a line, without the two. */
KS_INLINE uint64_t ks_squares_between(unsigned a, unsigned b) {
    const unsigned low = a < b ? a : b, high = a < b ? b : a;
    const uint64_t up_to_low = (KS_CAST(uint64_t, 2) << low) - 1,
                   below_high = (KS_CAST(uint64_t, 1) << high) - 1;
    return ks_line_through(a, b) & below_high & ~up_to_low;
}

/* ---- Sliders --------------------------------------------------------------------------------- */

/* Returns the highest square of a set as a set; the set is not empty (precondition). */
KS_INLINE uint64_t ks_highest_of(uint64_t squares) {
#if defined(__GNUC__)
    return KS_CAST(uint64_t, 1) << (63 ^ __builtin_clzll(squares));
#else
    unsigned shift;
    for (shift = 1; shift < 64; shift *= 2)
        squares |= squares >> shift;
    return squares ^ squares >> 1;
#endif
}

/* Returns the squares of a line that a slider on one of its squares attacks.
 * line is a line that one of the functions above returns.
 * Source: M. Hoffmann, "Obstruction Difference": the difference of the nearest obstacles on both sides has a
 * one on each square from one to the other. */
KS_INLINE uint64_t ks_slide(unsigned square, uint64_t line, uint64_t occupied) {
    const uint64_t here = KS_CAST(uint64_t, 1) << square, before = here - 1, obstacles = line & occupied;
    const uint64_t after = obstacles & ~before & ~here, nearest = after & (0 - after);
    return (2 * nearest - ks_highest_of((obstacles & before) | 1)) & line & ~here;
}

/* Return the squares that a rook, a bishop or a queen attacks, past empty squares, the first occupied one
 * included. */
KS_INLINE uint64_t ks_rook_attacks(unsigned square, uint64_t occupied) {
    return ks_slide(square, ks_rank_of(square), occupied) | ks_slide(square, ks_file_of(square), occupied);
}

KS_INLINE uint64_t ks_bishop_attacks(unsigned square, uint64_t occupied) {
    return ks_slide(square, ks_falling_diagonal_of(square), occupied) |
           ks_slide(square, ks_rising_diagonal_of(square), occupied);
}

KS_INLINE uint64_t ks_queen_attacks(unsigned square, uint64_t occupied) {
    return ks_rook_attacks(square, occupied) | ks_bishop_attacks(square, occupied);
}

#ifdef __cplusplus
}
#endif
#endif
