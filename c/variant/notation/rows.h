/* The reader of the rows of a board in a FEN of a variant. */
#ifndef KS_VARIANT_ROWS_H
#define KS_VARIANT_ROWS_H

#include "core/processor/processor.h"
#include "core/text/cursor.h"
#include "variant/definition/definition.h"

/* ---- Codes ---- */

/* The squares of a code, found sixteen at a time. */

/* Returns the squares of a board that hold this code, which is not 0. */
static inline ks_squares squares_of_code(const ks_variant *v, const ks_variant_position *p, unsigned code) {
    ks_squares found = {{0}};
    for (unsigned first = 0; first < 64 && first < v->squares; first += 16)
        found.half[0] |= (uint64_t)top_bits((bytes16)(load_16(p->board + first) == (uint8_t)code)) << first;
    for (unsigned first = 64; first < v->squares; first += 16)
        found.half[1] |= (uint64_t)top_bits((bytes16)(load_16(p->board + first) == (uint8_t)code))
                         << (first - 64);
    return both(found, v->board); /* not what follows the board */
}

/* ---- Rows ---- */

/* The rows of a placement, read by a table of letters. */

/* Reads the rows at the cursor into a position without pieces. Returns false when they have a mistake, or
 * walls; cursor and pieces are of no use then. */
bool ks_variant_read_rows(const ks_variant *v, reader *r, ks_variant_position *position);

#endif
