/* Finds the rule that a drop breaks. */
#include "core/internal.h"
#include "variant/attacks.h"
#include "variant/explain/attempt.h"
#include "variant/generate.h"
#include "variant/hands/drops.h"
#include "variant/squares.h"

/* The drop is made whatever the hand has, and looked at. */
static int refuse_trial(const ks_variant *v, const ks_variant_position *p, unsigned type, unsigned to,
                        ks_error *error) {
    const unsigned us = p->side_to_move;
    const ks_variant_move move = VARIANT_MOVE(to, to, KS_VARIANT_DROP, type + 1);
    ks_variant_position after = *p;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    ks_squares checkers = ks_variant_king_checkers(v, &after, us);
    const int exposed = is_empty_set(&checkers) ? ks_variant_refuse_royals(v, p, move, error) : KS_OK;
    if (exposed != KS_OK)
        return exposed;
    if (is_empty_set(&checkers) && type == v->drop_limits.no_mate && !ks_variant_has_move(v, &after))
        return ks_fail(error, KS_ERROR_DROP_MATE, 0, "it would be mate, which no dropped %s may give",
                       v->types[type].name);
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

int ks_variant_refuse_no_drop(const ks_variant *v, unsigned type, ks_error *error) {
    return ks_fail(error, KS_ERROR_MUST_DROP, 0,
                   "the %s in hand can be dropped, and has to be before any move", v->types[type].name);
}

/* The rules by which a piece may not be dropped on an empty square because of what else stands there. */
static int check_limits(const ks_variant *v, const ks_variant_position *p, unsigned type, unsigned to,
                        ks_error *error) {
    const unsigned us = p->side_to_move, held = v->types[type].plain;
    const char *const name = v->types[held].name;
    const ks_squares full = ks_variant_full_files(v, p), droppable = ks_variant_droppable(v, p, held);
    if (held == v->drop_limits.no_doubled && has_square(&full, to))
        return ks_fail(error, KS_ERROR_DROP_DOUBLED, 0, "there %s on that file already",
                       v->drop_limits.doubled_count == 1 ? "is such a piece of its side"
                                                         : "are enough such pieces of its side");
    if (!has_square(&droppable, to) && held == v->drop_limits.one_a_shade)
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0, "%s has a %s on a square of that colour already",
                       ks_side_names[us], name);
    if (!has_square(&droppable, to) && v->drop_limits.on_top)
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0,
                       "there has to be a piece below, unless it is dropped on white's first rank");
    if (!has_square(&droppable, to))
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0,
                       "no square would be left for the %s, which goes to squares of the other colour",
                       v->types[v->drop_limits.one_a_shade].name);
    if (v->must_stay_mobile && has_square(&v->stuck[KS_VARIANT_CODE(type, us)], to))
        return ks_fail(error, KS_ERROR_PIECE_RULE, 0, "it could never move again from %s",
                       ks_variant_square_name(v, to));
    return KS_OK;
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
    if (!p->hand[us][v->types[type].plain])
        return ks_fail(error, KS_ERROR_NOT_IN_HAND, 0, "%s has no %s in hand", ks_side_names[us],
                       v->types[v->types[type].plain].name);
    if (is_promoted_type(v, type) && !v->drop_promoted)
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0, "%s is dropped as %s", name,
                       v->types[v->types[type].plain].name);
    if (p->board[to])
        return ks_fail(error, KS_ERROR_DROP_OCCUPIED, 0,
                       "a piece is dropped on an empty square, and %s isn't", square);
    if (!has_square(&v->drop_region[us][v->types[type].plain], to))
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0, "%s may drop no %s on %s", ks_side_names[us], name,
                       square);
    const int limited = check_limits(v, p, type, to, error);
    return limited != KS_OK ? limited : refuse_trial(v, p, type, to, error);
}
