/* The squares of a code, found sixteen at a time. */
#ifndef KS_VARIANT_CODES_H
#define KS_VARIANT_CODES_H

#include "core/processor/processor.h"
#include "variant/definition/definition.h"

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

#endif
