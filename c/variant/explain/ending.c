/* Says how a game has ended, and why a side may not pass. */
#include "core/internal.h"
#include "variant/ends/ends.h"
#include "variant/explain/attempt.h"
#include "variant/royals/royals.h"

static int refuse_extinction(const ks_variant *v, unsigned side, ks_error *error) {
    if (v->may_lose_king)
        return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s's %s has been blown up",
                       ks_side_names[side], royal_name(v));
    if (v->extinction.count == 0)
        return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s has lost %s", ks_side_names[side],
                       v->extinction.all ? "all pieces" : "all pieces of a kind");
    if (v->extinction.all && v->extinction.count == 1 && v->royal != NO_TYPE)
        return ks_fail(error, KS_ERROR_GAME_OVER, 0,
                       "the game is over: there is nothing left of %s but the %s", ks_side_names[side],
                       royal_name(v));
    return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s has too few pieces left",
                   ks_side_names[side]);
}

int ks_variant_explain_ending(const ks_variant *v, const ks_variant_position *p, ks_error *error) {
    struct ending ending;
    if (!ks_variant_has_ended(v, p, &ending))
        return KS_OK;
    if (ending.rule == ENDED_BY_EXTINCTION)
        return refuse_extinction(v, ending.side, error);
    if (ending.rule == ENDED_BY_CHECKS)
        return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s has given %u check%s",
                       ks_side_names[ending.side], v->checks, v->checks == 1 ? "" : "s");
    if (ending.rule == ENDED_BY_CONNECTION)
        return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s has %u pieces in a row",
                       ks_side_names[ending.side], v->connect);
    if (ending.rule == ENDED_BY_PASSING)
        return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: both sides have passed");
    if (ending.rule == ENDED_BY_BIKJANG)
        return ks_fail(error, KS_ERROR_GAME_OVER, 0,
                       "the game is over: %s has passed while each %s faced the other",
                       ks_side_names[ending.side], royal_name(v));
    return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s has reached the goal",
                   ending.outcome == KS_DRAWN ? "each side" : ks_side_names[ending.side]);
}

int ks_variant_explain_passing(const ks_variant *v, const ks_variant_position *p, ks_error *error) {
    const unsigned us = p->side_to_move;
    const unsigned endangered = ks_variant_piece_in_check(v, p, us);
    const int over = ks_variant_explain_ending(v, p, error);
    if (over != KS_OK)
        return over;
    if (!v->passing)
        return ks_fail(error, KS_ERROR_PASS_IMPOSSIBLE, 0, "there is no passing in %s", v->name);
    if (endangered != KS_NOWHERE)
        return ks_fail(error, KS_ERROR_CHECK_UNANSWERED, 0, "the %s on %s is in check, so %s can't pass",
                       v->types[KS_VARIANT_TYPE(p->board[endangered])].name,
                       ks_variant_square_name(v, endangered), ks_side_names[us]);
    if (v->passing == PASS_ALWAYS)
        return ks_fail(error, KS_ERROR_PASS_IMPOSSIBLE, 0, "who passes can't promote by that");
    return ks_fail(error, KS_ERROR_PASS_IMPOSSIBLE, 0, "%s can move, and may pass only otherwise",
                   ks_side_names[us]);
}
