/* Boards as bytes, the memory that JavaScript takes, and what the module does when it starts. */
#include <stdlib.h>

#include "core/board/key.h"
#include "core/kernels/kernel.h"
#include "exports.h"

/* JavaScript calls this before anything else. */
EXPORT(void, _initialize, (void)) {
    ks_fill_keys();
    ks_fill_lanes();
}

EXPORT(void *, allocate, (size_t size)) {
    return aligned_alloc(64, (size + 63) & ~(size_t)63);
}

EXPORT(void, release, (void *memory)) {
    free(memory);
}

/* ---- Boards ---- */

EXPORT(bool, board_in_check, (const uint8_t *board, unsigned king, unsigned side)) {
    return ks_in_check(board, king, side);
}

/* Returns whether all squares and sides are in range. */
EXPORT(bool, board_in_check_batch,
       (const uint8_t *boards, size_t stride, const uint8_t *kings, const uint8_t *sides, size_t n,
        uint64_t *out)) {
    if (!ks_is_batch_in_range(kings, sides, n))
        return false;
    ks_in_check_batch(boards, stride, kings, sides, n, out);
    return true;
}

EXPORT(void, board_attackers,
       (const uint8_t *board, unsigned square, unsigned by_side, struct answer *answer)) {
    answer->squares = (ks_variant_squares){{ks_attackers(board, square, by_side)}};
}
