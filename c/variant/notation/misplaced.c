/* Pawns of any type cannot stand on squares that no move leads to, or that they could never leave. */
#include "variant/notation/misplaced.h"

#include "variant/notation/codes.h"

/* Returns whether a pawn of any type cannot have come to a square. That holds on its back rank unless one of
 * its moves ends there, and on promotion squares that it could never leave. A type that may be promoted to or
 * castled with can be anywhere. */
static bool is_out_of_place(const ks_variant *v, unsigned code, unsigned square, bool start_known) {
    const unsigned type = KS_VARIANT_TYPE(code), side = KS_VARIANT_SIDE(code);
    if (!v->types[type].promotes[side] || (v->promotion_types[side] | v->castling_types) >> type & 1)
        return false;
    if (v->turns_back && v->types[type].promoted != NO_TYPE) /* its form goes there and turns back */
        return false;
    const ks_squares *const zone = &v->promotion[side];
    const bool stuck = has_square(&v->stuck[code], square) && has_square(zone, square);
    if (v->drops && has_square(&v->drop_region[side][type], square))
        return v->must_stay_mobile && stuck;
    const unsigned row = square / v->files, back = row_of_rank(v, side, 0);
    return ((v->must_promote || v->must_stay_mobile) && stuck) ||
           (start_known && row == back && !has_square(&v->arrivals[code], square) &&
            v->start.board[square] != code);
}

void ks_variant_find_misplaced(ks_variant *v, bool start_known) {
    v->misplaced_count = 0;
    for (unsigned code = KS_VARIANT_CODE(0, 0); code < KS_VARIANT_CODE(v->type_count, 0); code++) {
        struct misplaced *const last = &v->misplaced[v->misplaced_count];
        *last = (struct misplaced){{{0}}, code};
        for (unsigned square = 0; square < v->squares; square++)
            if (is_out_of_place(v, code, square, start_known))
                add_square(&last->squares, square);
        v->misplaced_count += !is_empty_set(&last->squares);
    }
}

ks_squares ks_variant_misplaced(const ks_variant *v, const ks_variant_position *p) {
    ks_squares found = {{0}};
    for (unsigned i = 0; i < v->misplaced_count; i++)
        found = either(found, both(v->misplaced[i].squares, squares_of_code(v, p, v->misplaced[i].code)));
    return found;
}
