/* The first moves of Cambodian chess. From its gate the king may leap two squares sideways and one forward,
 * but not out of check, and not after an enemy rook has come to its row or file; the met may leap two squares
 * forward. No leap captures.
 * Source: Cambodian Chess Federation's rules, article 5, items 3 and 4, as Fairy-Stockfish reads them. */
#ifndef KS_CAMBODIAN_H
#define KS_CAMBODIAN_H

#include "variant/attacks/reach.h"
#include "variant/definition/squares.h"

/* Returns the square `files` to the right and `ranks` forward, as the side sees the board, or KS_NOWHERE. */
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
    if (type == v->met && to != KS_NOWHERE && !p->board[to])
        add_square(&targets->moves, to);
}

/* Returns the targets of these leaps from a square. */
static inline ks_squares ks_variant_cambodian_sight(const ks_variant *v, unsigned side, unsigned from) {
    ks_squares sight = {{0}};
    for (int files = -2; files <= 2; files += 2) {
        const unsigned to = ks_variant_square_ahead(v, side, from, files, files ? 1 : 2);
        if (to != KS_NOWHERE)
            add_square(&sight, to);
    }
    return sight;
}

/* Returns whether a rook that arrives on this square aims at the enemy king, which may leap no more: pieces
 * between them make no difference. code: of the piece that arrives. */
static inline bool ks_variant_takes_leap(const ks_variant *v, const ks_variant_position *p, unsigned code,
                                         unsigned to) {
    const unsigned them = is_piece(code) ? other_side(KS_VARIANT_SIDE(code)) : KS_WHITE;
    return v->cambodian && is_piece(code) && KS_VARIANT_TYPE(code) == v->leap_taker &&
           p->king[them] != KS_NOWHERE && has_square(&p->gates[them], p->king[them]) &&
           has_square(&v->crosses[p->king[them]], to);
}

#endif
