/* What attacks a square, and which moves of a side need a look at whether its king stays safe. */
#ifndef KS_ATTACKS_H
#define KS_ATTACKS_H

#include "variant/facing.h"

/* Whether any of `pieces`, which belong to by_side, attacks the square. Nothing attacks KS_NOWHERE, the
 * king's square of a side without a king. */
bool ks_variant_is_attacked(const ks_variant *v, const uint8_t *board, const ks_squares *pieces,
                            unsigned by_side, unsigned square);

/* Whether two kings stand side by side where captures explode: then neither can be captured without blowing
 * up the other, so none of them is in check. */
static inline bool ks_variant_kings_touch(const ks_variant *v, unsigned king, unsigned other) {
    return v->blasts && king != KS_NOWHERE && (other == KS_NOWHERE || has_square(&v->around[king], other));
}

/* Whether pieces of by_side would check the enemy's royal piece on a square. their_king: where by_side's is.
 */
static inline bool ks_variant_is_royal_attacked(const ks_variant *v, const uint8_t *board,
                                                const ks_squares *pieces, unsigned by_side, unsigned square,
                                                unsigned their_king) {
    if (ks_variant_kings_touch(v, square, their_king))
        return false;
    return ks_variant_is_attacked(v, board, pieces, by_side, square) ||
           (v->faces && ks_variant_kings_face(v, board, square, their_king));
}

/* The safety of the king of the side to move: the pieces that attack it, and the sensitive squares. A move of
 * another piece can uncover the king, or enable a hopper, only by what it changes on the sensitive squares.
 * So when the king isn't in check, a move of another piece between other squares leaves it safe. */
struct guard {
    ks_squares checkers, sensitive;
    ks_squares answers; /* to where another piece has to go when in check: to the one checker, or between */
    bool tries;         /* other moves may answer it too, so that each has to be tried: a hopper gives it */
};

/* The sensitive squares of the enemy's king: by what it changes elsewhere, a move uncovers no check. */
ks_squares ks_variant_uncovering(const ks_variant *v, const ks_variant_position *position);

void ks_variant_guard(const ks_variant *v, const ks_variant_position *position, struct guard *guard);

/* The same for a square of the side to move where another royal piece stands. */
void ks_variant_guard_square(const ks_variant *v, const ks_variant_position *position, unsigned square,
                             struct guard *guard);

/* What checks the king alone, without other royal pieces; ks_variant_checkers says what checks any. */
ks_squares ks_variant_king_checkers(const ks_variant *v, const ks_variant_position *position, unsigned side);

#endif
