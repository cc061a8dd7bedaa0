/* The attackers of a square, and the moves of a side whose safety for its king must be tested. */
#ifndef KS_ATTACKS_H
#define KS_ATTACKS_H

#include "variant/attacks/facing.h"

/* Returns whether any of `pieces`, which belong to by_side, attacks the square. No piece attacks KS_NOWHERE,
 * the king's square of a side without a king. */
bool ks_variant_is_attacked(const ks_variant *v, const uint8_t *board, const ks_squares *pieces,
                            unsigned by_side, unsigned square);

/* Returns whether two kings are adjacent in a variant with explosions. Then neither can be captured without
 * blowing up the other, so neither is in check. */
static inline bool ks_variant_kings_touch(const ks_variant *v, unsigned king, unsigned other) {
    return v->blasts && king != KS_NOWHERE && (other == KS_NOWHERE || has_square(&v->around[king], other));
}

/* Returns whether pieces of by_side would check the enemy's royal piece on a square. their_king: the square
 * of by_side's king. */
static inline bool ks_variant_is_royal_attacked(const ks_variant *v, const uint8_t *board,
                                                const ks_squares *pieces, unsigned by_side, unsigned square,
                                                unsigned their_king) {
    if (ks_variant_kings_touch(v, square, their_king))
        return false;
    return ks_variant_is_attacked(v, board, pieces, by_side, square) ||
           (v->faces && ks_variant_kings_face(v, board, square, their_king));
}

/* The safety of the king of the side to move: the pieces that attack it, and the sensitive squares. A move of
 * another piece can uncover the king, or enable a hopper, only by a change on the sensitive squares. So when
 * the king is not in check, a move of another piece between other squares leaves it safe. */
struct guard {
    ks_squares checkers, sensitive;
    ks_squares answers; /* the squares on which another piece can answer a check: the single checker's, and
                           those between */
    bool tries;         /* a hopper gives check, so other moves may answer it too and each must be tried */
};

/* Returns the sensitive squares of the enemy's king. A change on any other square uncovers no check. */
ks_squares ks_variant_uncovering(const ks_variant *v, const ks_variant_position *position);

void ks_variant_guard(const ks_variant *v, const ks_variant_position *position, struct guard *guard);

/* Does the same for the square of another royal piece of the side to move. */
void ks_variant_guard_square(const ks_variant *v, const ks_variant_position *position, unsigned square,
                             struct guard *guard);

/* Returns the checkers of the king alone; ks_variant_checkers returns the checkers of all
 * royal pieces. */
ks_squares ks_variant_king_checkers(const ks_variant *v, const ks_variant_position *position, unsigned side);

#endif
