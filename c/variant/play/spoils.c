/* Moves captured pieces to hands and takes them back. */
#include "variant/play/spoils.h"

#include "variant/definition/squares.h"
#include "variant/play/turns.h"

/* promoted: whether the piece was a pawn, and becomes one again. */
static void give(const ks_variant *v, ks_variant_position *p, unsigned code, bool promoted, int by) {
    const unsigned type = promoted ? v->unpromoted : v->types[KS_VARIANT_TYPE(code)].in_hand;
    uint8_t *const held = &p->hand[other_side(KS_VARIANT_SIDE(code))][type];
    *held = (uint8_t)(*held + by);
}

/* Gives away the capturing piece, as it was on the move's target, unless it is fireproof. */
static void give_capturer(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                          const ks_variant_undo *undo, int by) {
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    const bool promotes =
        v->marks_promoted && promotion && !ks_variant_is_turn(v, undo->moved, promotion - 1);
    const unsigned code = promotion ? KS_VARIANT_CODE(promotion - 1, p->side_to_move) : undo->moved;
    if (!(v->fireproof >> KS_VARIANT_TYPE(code) & 1))
        give(v, p, code, promotes || has_square(&undo->promoted, KS_VARIANT_MOVE_FROM(move)), by);
}

void ks_variant_share_spoils(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                             const ks_variant_undo *undo, int by) {
    const unsigned captured_on = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT
                                     ? undo->en_passant_pawn
                                     : KS_VARIANT_MOVE_TO(move);
    unsigned count = 0;
    give(v, p, undo->captured, has_square(&undo->promoted, captured_on), by);
    if (!v->blasts)
        return;
    give_capturer(v, p, move, undo, by);
    for (ks_squares blown = undo->exploded; !is_empty_set(&blown);)
        give(v, p, undo->exploded_codes[count++], has_square(&undo->promoted, take_square(&blown)), by);
}
