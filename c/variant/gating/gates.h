/* Gates: the first squares of pieces, as long as these stand there. In Seirawan chess a piece in hand may be
 * put where one has left its gate. */
#ifndef KS_GATES_H
#define KS_GATES_H

#include "variant/definition.h"

/* The square on which a move puts a piece from the hand, if it does. */
static inline unsigned ks_variant_gate_of(ks_variant_move move) {
    return KS_VARIANT_MOVE_GATES_ROOK(move) ? KS_VARIANT_MOVE_TO(move) : KS_VARIANT_MOVE_FROM(move);
}

/* Whether the side to move may put a piece where the move begins, or in castling where the rook has stood. */
bool ks_variant_may_gate(const ks_variant *v, const ks_variant_position *position, ks_variant_move move,
                         bool rook);

/* Closes the gates of which nothing can come any more. */
void ks_variant_settle_gates(const ks_variant *v, ks_variant_position *position);

/* What a move does with gates, after the pieces have moved: puts the gated piece there and closes the gates.
 * Before the other side is to move. */
void ks_variant_leave_gates(const ks_variant *v, ks_variant_position *position, ks_variant_move move);

/* Takes that back. */
void ks_variant_reopen_gates(ks_variant_position *position, ks_variant_move move,
                             const ks_variant_undo *undo);

#endif
