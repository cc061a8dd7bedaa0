/* Gates, and the pieces placed on them. */
#include "variant/play/gates.h"

#include <string.h>

#include "variant/attacks/cambodian.h"
#include "variant/definition/squares.h"
#include "variant/play/board.h"
#include "variant/play/castling.h"

bool ks_variant_may_gate(const ks_variant *v, const ks_variant_position *p, ks_variant_move move, bool rook) {
    const unsigned us = p->side_to_move, from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned gate = rook ? to : from;
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    const bool castles = kind == KS_VARIANT_CASTLING;
    if (!v->seirawan || kind == KS_VARIANT_DROP || kind == KS_VARIANT_PASS || (rook && !castles) ||
        !has_square(&p->gates[us], gate))
        return false;
    if (!castles)
        return true;
    const struct castled end = ks_variant_castled(v, us, from, to);
    return gate != end.king && gate != end.rook;
}

void ks_variant_settle_gates(const ks_variant *v, ks_variant_position *p) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        p->gates[side] = both(p->gates[side], p->pieces[side]);
        if (v->seirawan && !v->cambodian && !v->to_hand && !ks_variant_has_hand(v, p, side))
            p->gates[side] = (ks_squares){{0}};
    }
}

void ks_variant_leave_gates(const ks_variant *v, ks_variant_position *p, ks_variant_move move) {
    const unsigned us = p->side_to_move, gated = KS_VARIANT_MOVE_GATED(move);
    if (KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_DROP && KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_PASS) {
        remove_square(&p->gates[us], KS_VARIANT_MOVE_FROM(move));
        remove_square(&p->gates[us], KS_VARIANT_MOVE_TO(move));
    }
    if (ks_variant_takes_leap(v, p, p->board[KS_VARIANT_MOVE_TO(move)], KS_VARIANT_MOVE_TO(move)))
        remove_square(&p->gates[other_side(us)], p->king[other_side(us)]);
    if (gated) {
        put(p, ks_variant_gate_of(move), KS_VARIANT_CODE(gated - 1, us));
        p->hand[us][gated - 1]--;
    }
    ks_variant_settle_gates(v, p);
}

void ks_variant_reopen_gates(ks_variant_position *p, ks_variant_move move, const ks_variant_undo *undo) {
    const unsigned gated = KS_VARIANT_MOVE_GATED(move);
    memcpy(p->gates, undo->gates, sizeof p->gates);
    if (!gated)
        return;
    lift(p, ks_variant_gate_of(move));
    p->hand[p->side_to_move][gated - 1]++;
}
