/* The first moves of Cambodian chess: from its gate, the king may leap two squares aside and one forward
 * without capturing, but not out of check; the met may leap two squares forward. */
#ifndef KS_CAMBODIAN_H
#define KS_CAMBODIAN_H

#include "variant/reach.h"
#include "variant/squares.h"

/* The square so many files to the right and ranks forward, as the side sees the board, or KS_NOWHERE. */
static inline unsigned ks_variant_square_ahead(const ks_variant *v, unsigned side, unsigned from, int files,
                                               int ranks) {
    return ks_variant_beside(v, from, files, side == KS_WHITE ? -ranks : ranks);
}

/* Adds these moves of the piece on a square. */
static inline void ks_variant_add_cambodian(const ks_variant *v, const ks_variant_position *p, unsigned from,
                                            bool in_check, struct targets *targets) {
    const unsigned us = p->side_to_move, type = KS_VARIANT_TYPE(p->board[from]);
    if (!has_square(&p->gates[us], from))
        return;
    for (int files = -2; files <= 2 && type == v->royal && !in_check; files += 4) {
        const unsigned to = ks_variant_square_ahead(v, us, from, files, 1);
        if (to != KS_NOWHERE && !p->board[to])
            add_square(&targets->moves, to);
    }
    const unsigned to = ks_variant_square_ahead(v, us, from, 0, 2);
    if (type == v->met && to != KS_NOWHERE)
        add_square(p->board[to] ? &targets->attacks : &targets->moves, to);
}

/* Where those leaps would lead from a square. */
static inline ks_squares ks_variant_cambodian_sight(const ks_variant *v, unsigned side, unsigned from) {
    ks_squares sight = {{0}};
    for (int files = -2; files <= 2; files += 2) {
        const unsigned to = ks_variant_square_ahead(v, side, from, files, files ? 1 : 2);
        if (to != KS_NOWHERE)
            add_square(&sight, to);
    }
    return sight;
}

/* The square from which a met of by_side attacks another one by such a leap, with this board; KS_NOWHERE when
 * none does. */
static inline unsigned ks_variant_leaping_met(const ks_variant *v, const ks_variant_position *p,
                                              const uint8_t *board, unsigned by_side, unsigned square) {
    const unsigned from =
        square == KS_NOWHERE ? KS_NOWHERE : ks_variant_square_ahead(v, by_side, square, 0, -2);
    return v->met != NO_TYPE && from != KS_NOWHERE && has_square(&p->gates[by_side], from) &&
                   board[from] == KS_VARIANT_CODE(v->met, by_side)
               ? from
               : KS_NOWHERE;
}

#endif
