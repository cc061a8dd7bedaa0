/* The first field of a FEN, fast: from text to board and to the masks that tell whether the board can be a
 * position. These readers only say yes or no; what is wrong, and where, is for read.c to say. */
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
 * PLACEMENT_READABLE bytes, of any kind. Returns its length, with board and masks filled in. Returns 0
 * when the text is no placement or is longer than PLACEMENT_MAX; board and masks may hold anything then. */
enum { PLACEMENT_MAX = 63, PLACEMENT_READABLE = 73 };
typedef size_t ks_placement_reader(const char *text, uint8_t board[64], struct ks_piece_masks *masks);

/* Does the same for four texts; lengths are what a reader returns. For processors with AVX2, BMI1, POPCNT. */
void ks_avx2_read_four_placements(const char *const texts[4], uint8_t boards[4][64],
                                  struct ks_piece_masks masks[4], size_t lengths[4]);

/* The current kernel's. */
ks_placement_reader *ks_current_placement_reader(void);

#endif
