/* Passing instead of moving, and bikjang: in Janggi a side may leave the generals facing each other, after
 * which the other has to part them, or passes, and the game is over. */
#ifndef KS_PASSING_H
#define KS_PASSING_H

#include "variant/facing.h"

/* Whether the generals face each other where that is bikjang. */
static inline bool ks_variant_in_bikjang(const ks_variant *v, const ks_variant_position *p) {
    return v->bikjang && ks_variant_kings_face(v, p->board, p->king[KS_WHITE], p->king[KS_BLACK]);
}

/* The piece whose square stands for passing: the royal one, or that on the lowest file of the lowest rank;
 * KS_NOWHERE when the side to move has none. */
static inline unsigned ks_variant_passer(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    if (p->king[us] != KS_NOWHERE)
        return p->king[us];
    for (unsigned row = v->ranks; row-- > 0;)
        for (unsigned file = 0; file < v->files; file++)
            if (has_square(&p->pieces[us], row * v->files + file))
                return row * v->files + file;
    return KS_NOWHERE;
}

/* Whether the rule lets a side pass that has so many moves besides. */
static inline bool ks_variant_passes_with(enum passing passing, size_t moves) {
    return passing == PASS_ALWAYS || (passing == PASS_ON_STALEMATE && moves == 0);
}

#endif
