/* Pieces in a row: along a rank, a file or a diagonal. */
#include "variant/ends/ends.h"
#include "variant/squares.h"

/* Whether so many pieces of the set stand side by side, each so many files and rows from the one before. */
static bool has_row(const ks_variant *v, const ks_squares *pieces, int files, int rows) {
    for (ks_squares left = *pieces; !is_empty_set(&left);) {
        unsigned square = take_square(&left), count = 1;
        for (; count < v->connect; count++) {
            square = ks_variant_beside(v, square, files, rows);
            if (square == KS_NOWHERE || !has_square(pieces, square))
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
