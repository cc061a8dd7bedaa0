/* Finds the rule that a drop breaks. */
#include "core/internal.h"
#include "variant/attacks.h"
#include "variant/explain/attempt.h"
#include "variant/generate.h"

/* The drop is made whatever the hand has, and looked at. */
static int refuse_trial(const ks_variant *v, const ks_variant_position *p, unsigned type, unsigned to,
                        ks_error *error) {
    const unsigned us = p->side_to_move;
    const ks_variant_move move = VARIANT_MOVE(to, to, KS_VARIANT_DROP, type + 1);
    ks_variant_position after = *p;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    ks_squares checkers = ks_variant_checkers(v, &after, us);
    if (is_empty_set(&checkers))
        return v->must_capture
                   ? ks_fail(error, KS_ERROR_MUST_CAPTURE, 0,
                             "there is a capture, and who can capture has to")
                   : ks_fail(error, KS_ERROR_GIVES_CHECK, 0, "it would give check, which isn't allowed");
    const unsigned from = take_square(&checkers);
    return ks_fail(error, KS_ERROR_CHECK_UNANSWERED, 0, "the %s on %s would be in check from the %s on %s",
                   royal_name(v), ks_variant_square_name(v, after.king[us]),
                   v->types[KS_VARIANT_TYPE(after.board[from])].name, ks_variant_square_name(v, from));
}

int ks_variant_explain_drop(const ks_variant *v, const ks_variant_position *p, unsigned type, unsigned to,
                            ks_error *error) {
    const unsigned us = p->side_to_move;
    const char *const name = v->types[type].name, *const square = ks_variant_square_name(v, to);
    const int over = ks_variant_explain_ending(v, p, error);
    if (over != KS_OK)
        return over;
    if (!v->drops)
        return ks_fail(error, KS_ERROR_DROP_IMPOSSIBLE, 0, "there are no drops in %s", v->name);
    if (!p->hand[us][type])
        return ks_fail(error, KS_ERROR_NOT_IN_HAND, 0, "%s has no %s in hand", ks_side_names[us], name);
    if (p->board[to])
        return ks_fail(error, KS_ERROR_DROP_OCCUPIED, 0,
                       "a piece is dropped on an empty square, and %s isn't", square);
    if (!has_square(&v->drop_region[us][type], to))
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0, "%s may drop no %s on %s", ks_side_names[us], name,
                       square);
    if (v->must_stay_mobile && has_square(&v->stuck[KS_VARIANT_CODE(type, us)], to))
        return ks_fail(error, KS_ERROR_PIECE_RULE, 0, "it could never move again from %s", square);
    return refuse_trial(v, p, type, to, error);
}
