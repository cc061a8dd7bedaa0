/* Finds the pieces that a move flips, and flips them. */
#include "variant/play/flips.h"

#include "variant/definition/squares.h"
#include "variant/play/board.h"

/* Adds the enemies in one direction if a piece of the side follows them. */
static void add_row(const ks_variant *v, const ks_variant_position *p, unsigned side, unsigned square,
                    int files, int rows, ks_squares *enclosed) {
    ks_squares row = {{0}};
    while ((square = ks_variant_beside(v, square, files, rows)) != KS_NOWHERE &&
           has_square(&p->pieces[other_side(side)], square))
        add_square(&row, square);
    if (square != KS_NOWHERE && has_square(&p->pieces[side], square))
        *enclosed = either(*enclosed, row);
}

ks_squares ks_variant_enclosed(const ks_variant *v, const ks_variant_position *p, unsigned side,
                               unsigned square) {
    ks_squares enclosed = {{0}};
    for (int way = 0; way < 9; way++)
        if (way != 4) /* the square itself */
            add_row(v, p, side, square, way % 3 - 1, way / 3 - 1, &enclosed);
    return enclosed;
}

ks_squares ks_variant_flipped(const ks_variant *v, const ks_variant_position *p, unsigned to, bool dropped) {
    const unsigned us = p->side_to_move;
    const ks_squares friends = both(v->around[to], p->pieces[us]);
    if (v->flips == ENCLOSING_REVERSI)
        return ks_variant_enclosed(v, p, us, to);
    if (v->flips == ENCLOSING_QUADWRANGLE && dropped && is_empty_set(&friends))
        return (ks_squares){{0}};
    return both(v->around[to], p->pieces[other_side(us)]);
}

void ks_variant_flip(ks_variant_position *p, ks_squares squares) {
    while (!is_empty_set(&squares)) {
        const unsigned square = take_square(&squares);
        put(p, square, p->board[square] ^ 1u);
    }
}
