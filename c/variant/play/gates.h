/* Gates: the initial squares of pieces that have not left them. In Seirawan chess a piece in hand may be
 * placed on a gate as its piece leaves. */
#ifndef KS_GATES_H
#define KS_GATES_H

#include "variant/definition/definition.h"

/* Returns the square on which a move with gating places the piece from the hand. */
static inline unsigned ks_variant_gate_of(ks_variant_move move) {
    return KS_VARIANT_MOVE_GATES_ROOK(move) ? KS_VARIANT_MOVE_TO(move) : KS_VARIANT_MOVE_FROM(move);
}

/* Returns whether the side to move may place a piece on the square where the move begins, or with `rook` on
 * the castling rook's square. */
bool ks_variant_may_gate(const ks_variant *v, const ks_variant_position *position, ks_variant_move move,
                         bool rook);

/* Closes the gates that have no effect any more. */
void ks_variant_settle_gates(const ks_variant *v, ks_variant_position *position);

/* Places the gated piece of a move and closes the gates that it leaves. Call this after the pieces have moved
 * and before the other side is to move. */
void ks_variant_leave_gates(const ks_variant *v, ks_variant_position *position, ks_variant_move move);

/* Takes back ks_variant_leave_gates. */
void ks_variant_reopen_gates(ks_variant_position *position, ks_variant_move move,
                             const ks_variant_undo *undo);

#endif
