/* Squares and pieces by their names, and squares in line. */
#ifndef KS_VARIANT_SQUARES_H
#define KS_VARIANT_SQUARES_H

#include "core/cursor.h"
#include "variant/definition.h"

static inline int to_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* The square so many files to the right of another and so many rows below it; KS_NOWHERE off the board. */
static inline unsigned ks_variant_beside(const ks_variant *v, unsigned square, int files, int rows) {
    const int file = (int)(square % v->files) + files, row = (int)(square / v->files) + rows;
    if (file < 0 || file >= (int)v->files || row < 0 || row >= (int)v->ranks)
        return KS_NOWHERE;
    return (unsigned)row * v->files + (unsigned)file;
}

/* Reads a square such as j10 at the cursor. Returns false, with the cursor where it was, when there is no
 * square of the board. */
bool ks_variant_read_square(const ks_variant *v, reader *r, unsigned *square);

/* The type with this label, in either case; NO_TYPE when there is none. */
unsigned ks_variant_type_of_label(const ks_variant *v, int label);

/* How many pieces a side has on the board that count as a type. */
unsigned ks_variant_count_type(const ks_variant *v, const ks_variant_position *position, unsigned side,
                               unsigned type);

/* Whether a side has pieces in hand. */
bool ks_variant_has_hand(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Whether pieces of a type are written as another one's letter with + before it. */
static inline bool is_promoted_type(const ks_variant *v, unsigned type) {
    return v->types[type].plain != type;
}

/* The squares between two that share a rank, a file or a diagonal; none for any others. */
ks_squares ks_variant_between(const ks_variant *v, unsigned from, unsigned to);

#endif
