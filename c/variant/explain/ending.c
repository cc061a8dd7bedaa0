/* Says how a game has ended. */
#include "core/internal.h"
#include "variant/ends/ends.h"
#include "variant/explain/attempt.h"

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
        return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s has given %u checks",
                       ks_side_names[ending.side], v->checks);
    return ks_fail(error, KS_ERROR_GAME_OVER, 0, "the game is over: %s has reached the goal",
                   ending.outcome == KS_DRAWN ? "each side" : ks_side_names[ending.side]);
}
