/* Passing instead of moving, and bikjang: in Janggi a side may leave the generals facing each other. Then the
 * other side separates them, or passes and ends the game. */
#ifndef KS_PASSING_H
#define KS_PASSING_H

#include "variant/attacks/facing.h"

/* Returns whether the generals face each other in a variant with bikjang. */
static inline bool ks_variant_in_bikjang(const ks_variant *v, const ks_variant_position *p) {
    return v->bikjang && ks_variant_kings_face(v, p->board, p->king[KS_WHITE], p->king[KS_BLACK]);
}

/* Returns the square of the piece of the side to move on the lowest file of the lowest rank; KS_NOWHERE when
 * it has none. */
static inline unsigned ks_variant_lowest_piece(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    for (unsigned row = v->ranks; row-- > 0;)
        for (unsigned file = 0; file < v->files; file++)
            if (has_square(&p->pieces[us], row * v->files + file))
                return row * v->files + file;
    return KS_NOWHERE;
}

/* Returns the square of a pass: where the royal piece stands, or the lowest one. */
static inline unsigned ks_variant_passer(const ks_variant *v, const ks_variant_position *p) {
    const unsigned king = p->king[p->side_to_move];
    return king != KS_NOWHERE ? king : ks_variant_lowest_piece(v, p);
}

/* Returns whether the rule allows a pass to a side with this number of other moves. */
static inline bool ks_variant_passes_with(enum passing passing, size_t moves) {
    return passing == PASS_ALWAYS || (passing == PASS_ON_STALEMATE && moves == 0);
}

#endif
