/* Says how a game has ended, and why a side may not pass. */
#include "variant/attacks/royals.h"
#include "variant/ends/ends.h"
#include "variant/explain/attempt.h"

static int refuse_extinction(const struct attempt *a, const char *side) {
    const ks_variant *const v = a->v;
    if (v->may_lose_king)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s's %s has been blown up", side,
                      ks_noun_of(v, v->royal).text);
    if (v->extinction.count == 0)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has lost %s", side,
                      v->extinction.all ? "all pieces" : "all pieces of a kind");
    if (v->extinction.all && v->extinction.count == 1 && v->royal != NO_TYPE)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: there is nothing left of %s but the %s", side,
                      ks_noun_of(v, v->royal).text);
    return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has too few pieces left", side);
}

static int refuse_connection(const struct attempt *a, const char *side) {
    const struct connection *const rule = &a->v->connection;
    if (!rule->row || rule->block || rule->scattered)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has connected its pieces", side);
    return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has %u pieces in a row", side, rule->row);
}

int ks_variant_explain_ending(const struct attempt *a) {
    const ks_variant *const v = a->v;
    struct ending ending;
    if (!ks_variant_has_ended(v, a->position, &ending))
        return KS_OK;
    const char *const side = ks_side_names[ending.side];
    switch (ending.rule) {
    case ENDED_BY_EXTINCTION:
        return refuse_extinction(a, side);
    case ENDED_BY_CHECKS:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has given %u check%s", side, v->checks,
                      v->checks == 1 ? "" : "s");
    case ENDED_BY_CONNECTION:
        return refuse_connection(a, side);
    case ENDED_BY_CASTLING:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has castled", side);
    case ENDED_BY_LOST_CASTLING:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s can't castle any more", side);
    case ENDED_BY_FULL_BOARD:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: the board is full");
    case ENDED_BY_PASSING:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: both sides have passed");
    case ENDED_BY_BIKJANG:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has passed while each %s faced the other",
                      side, ks_noun_of(v, v->royal).text);
    default:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has reached the goal",
                      ending.outcome == KS_DRAWN ? "each side" : side);
    }
}

/* Messages follow "white can't pass: ". */
int ks_variant_explain_passing(const struct attempt *a) {
    const unsigned endangered = ks_variant_piece_in_check(a->v, a->position, a->us);
    const int over = ks_variant_explain_ending(a);
    if (over != KS_OK)
        return over;
    if (!a->v->passing)
        return REFUSE(a, KS_ERROR_PASS_IMPOSSIBLE, "there is no passing in %s", a->v->name);
    if (endangered != KS_NOWHERE)
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "%s is in check from %s", the(a, endangered).text,
                      the(a, lowest(ks_variant_checkers(a->v, a->position, a->us))).text);
    return REFUSE(a, KS_ERROR_PASS_IMPOSSIBLE,
                  a->v->passing == PASS_ALWAYS ? "a pass promotes nothing"
                                               : "it can move, and may pass only where it can't");
}
