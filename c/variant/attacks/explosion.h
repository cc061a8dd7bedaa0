/* Captures that blow up the capturing piece, the captured piece, and the adjacent pieces. */
#ifndef KS_EXPLOSION_H
#define KS_EXPLOSION_H

#include "variant/definition/definition.h"

/* Returns the squares of all pieces that a capture removes or moves: `from`, the captured piece's, and
 * the squares around `to` whose pieces are not spared. */
static inline ks_squares ks_variant_explosion(const ks_variant *v, const ks_variant_position *p,
                                              unsigned from, unsigned to, unsigned captured_on) {
    ks_squares near = both(v->around[to], either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]));
    ks_squares gone = set_of_square(from);
    add_square(&gone, captured_on);
    for (near = without(near, gone); !is_empty_set(&near);) {
        const unsigned square = take_square(&near);
        if (!(v->unblown >> KS_VARIANT_TYPE(p->board[square]) & 1))
            add_square(&gone, square);
    }
    return gone;
}

#endif
