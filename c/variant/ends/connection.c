/* Pieces in a row: along a rank, a file or a diagonal. */
#include "variant/ends/ends.h"

/* Whether so many pieces of the set stand side by side, each so many files and rows from the one before. */
static bool has_row(const ks_variant *v, const ks_squares *pieces, int files, int rows) {
    for (ks_squares left = *pieces; !is_empty_set(&left);) {
        const unsigned first = take_square(&left);
        int file = (int)(first % v->files), row = (int)(first / v->files);
        unsigned count = 1;
        for (; count < v->connect; count++) {
            file += files;
            row += rows;
            if (file < 0 || file >= (int)v->files || row >= (int)v->ranks ||
                !has_square(pieces, (unsigned)row * v->files + (unsigned)file))
                break;
        }
        if (count == v->connect)
            return true;
    }
    return false;
}

bool ks_variant_has_connected(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const ks_squares *const pieces = &p->pieces[side];
    return (v->connects_ranks && has_row(v, pieces, 1, 0)) ||
           (v->connects_files && has_row(v, pieces, 0, 1)) ||
           (v->connects_diagonals && (has_row(v, pieces, 1, 1) || has_row(v, pieces, -1, 1)));
}
