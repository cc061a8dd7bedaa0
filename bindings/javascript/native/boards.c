/* Boards as bytes, texts of many positions, kernels, and the memory that JavaScript takes. */
#include <stdlib.h>

#include "core/kernels/kernel.h"
#include "exports.h"

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
    answer->squares = (ks_squares){{ks_attackers(board, square, by_side)}};
}

/* ---- Kernels ---- */

/* The name of the kernel of this index; NULL behind the last one. */
EXPORT(const char *, kernel_name, (unsigned index)) {
    size_t count;
    const ks_kernel *const *const all = ks_kernels(&count);
    return index < count ? all[index]->name : NULL;
}

EXPORT(const char *, kernel_current, (void)) {
    return ks_kernel_current()->name;
}

/* Returns the code of the error. */
EXPORT(int, kernel_select, (const char *name, struct answer *answer)) {
    return ks_kernel_select(name, &answer->error);
}

/* ---- A position a line ---- */

/* Reads the next lines and moves the cursor on. Returns their number. */
EXPORT(size_t, lines_check,
       (const char *text, size_t length, unsigned flags, ks_text_cursor *cursor, ks_checked_line *lines,
        size_t max)) {
    return ks_check_epd(text, length, flags, cursor, lines, max);
}
_Static_assert(sizeof(ks_text_cursor) == 16 && sizeof(ks_checked_line) == 32, "JavaScript finds the members");

/* Fills in the error of a line that is no position. */
EXPORT(int, lines_error, (const char *text, size_t length, unsigned flags, struct answer *answer)) {
    ks_position position;
    return ks_read_fen(text, length, flags, &position, &answer->error);
}
