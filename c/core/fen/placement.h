/* Fast readers of the first field of a FEN: from text to board, and to the masks that decide whether the
 * board can be a position. These readers only accept or reject; read.c reports what is wrong, and where. */
#ifndef KS_PLACEMENT_H
#define KS_PLACEMENT_H

#include <stddef.h>
#include <stdint.h>

/* The squares (bit n: square n) of some pieces, [side]. */
struct ks_piece_masks {
    uint64_t kings[2], pawns[2];
    uint64_t occupied;
};

/* Reads a placement that begins at text and ends before a space: eight rows of eight squares. text: at least
 * PLACEMENT_READABLE bytes, of any value. Fills in board and masks and returns the placement's length.
 * Returns 0 when the text is no placement or is longer than PLACEMENT_MAX; board and masks are undefined
 * then. */
enum { PLACEMENT_MAX = 63, PLACEMENT_READABLE = 73 };
typedef size_t ks_placement_reader(const char *text, uint8_t board[64], struct ks_piece_masks *masks);

/* Does the same for four texts and sets lengths to the four results. ks_ssse3_read_four_placements is for
 * processors with SSSE3, POPCNT, the other for those with AVX2, BMI1, POPCNT. */
typedef void ks_four_placements_reader(const char *const texts[4], uint8_t boards[4][64],
                                       struct ks_piece_masks masks[4], size_t lengths[4]);
ks_four_placements_reader ks_ssse3_read_four_placements, ks_avx2_read_four_placements;

/* Returns the current kernel's reader. */
ks_placement_reader *ks_current_placement_reader(void);

#endif
