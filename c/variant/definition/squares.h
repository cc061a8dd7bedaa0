/* Squares and pieces by their names, and squares on one line. */
#ifndef KS_VARIANT_SQUARES_H
#define KS_VARIANT_SQUARES_H

#include "core/text/cursor.h"
#include "variant/definition/definition.h"

static inline int to_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Returns the square `files` to the right of another and `rows` below it; KS_NOWHERE off the board. */
static inline unsigned ks_variant_beside(const ks_variant *v, unsigned square, int files, int rows) {
    const int file = (int)(square % v->files) + files, row = (int)(square / v->files) + rows;
    if (file < 0 || file >= (int)v->files || row < 0 || row >= (int)v->ranks)
        return KS_NOWHERE;
    return (unsigned)row * v->files + (unsigned)file;
}

/* Reads a square such as j10 at the cursor. Returns false and leaves the cursor when there is no square of
 * the board. */
bool ks_variant_read_square(const ks_variant *v, reader *r, unsigned *square);

/* Returns the type with this label, in either case; NO_TYPE when there is none. */
unsigned ks_variant_type_of_label(const ks_variant *v, int label);

/* Returns how many pieces of a side on the board count as a type. */
unsigned ks_variant_count_type(const ks_variant *v, const ks_variant_position *position, unsigned side,
                               unsigned type);

/* Returns whether a side has pieces in hand. */
bool ks_variant_has_hand(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Returns whether a type is written as + and another type's letter. */
static inline bool is_promoted_type(const ks_variant *v, unsigned type) {
    return v->types[type].plain != type;
}

/* Returns the squares between two that share a rank, a file or a diagonal; none for any others. */
ks_squares ks_variant_between(const ks_variant *v, unsigned from, unsigned to);

#endif
