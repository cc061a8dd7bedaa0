/* Finds the rule of promotion that a move breaks. */
#include "core/internal.h"
#include "variant/explain/attempt.h"
#include "variant/generate.h"
#include "variant/promotion/standing.h"
#include "variant/promotion/turns.h"

static unsigned code_of(const struct attempt *a) {
    return a->position->board[a->from];
}

static bool is_stuck(const struct attempt *a) {
    return a->v->must_stay_mobile && has_square(&a->v->stuck[code_of(a)], a->to);
}

/* ---- Promoted forms ---- */

/* How the piece could turn by a move to a->to. */
static struct turning turning_of(const struct attempt *a) {
    return ks_variant_turning(a->v, a->position, a->from, set_of_square(a->to));
}

/* Refuses a move by which the piece should turn and can't. */
static int refuse_turn(const struct attempt *a, const struct turning *turning) {
    const struct piece_type *const type = type_on(a, a->from);
    const bool is_form = is_promoted_type(a->v, KS_VARIANT_TYPE(code_of(a)));
    if (a->turn == '-' && !(is_form && a->v->turns_back))
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0, "%s %s can't turn back",
                       article(type->name), type->name);
    if (a->turn == '+' && type->promoted == NO_TYPE)
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0, "%s %s can't be promoted",
                       article(type->name), type->name);
    if (turning->type == NO_TYPE)
        return ks_fail(a->error, KS_ERROR_PROMOTION_LIMIT, 0,
                       "it can't be promoted while its side has %u of what it would become",
                       a->v->types[a->v->types[type->promoted].kind].limit);
    if (a->v->turns_by_capture && !a->position->board[a->to])
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0, "it can be promoted only by a capture");
    return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0,
                   type->pawn ? "it can't be promoted on %s"
                              : "it can be promoted only into, within and out of its zone, where %s isn't",
                   ks_variant_square_name(a->v, a->to));
}

/* Refuses a move by which the piece doesn't turn and has to. */
static int refuse_staying(const struct attempt *a, const struct turning *turning) {
    return ks_fail(a->error, KS_ERROR_PROMOTION_MISSING, 0,
                   "it has to be promoted by that move: write %s behind the square",
                   is_promoted_type(a->v, turning->type) ? "+" : "-, as it turns back");
}

static int check_turn(const struct attempt *a) {
    const struct turning turning = turning_of(a);
    const bool may = turning.type != NO_TYPE && has_square(&turning.squares, a->to);
    const bool right = may && (a->turn == '+') == is_promoted_type(a->v, turning.type);
    if (a->turn)
        return right ? KS_OK : refuse_turn(a, &turning);
    return has_square(&turning.staying, a->to) && !(may && is_stuck(a)) ? KS_OK : refuse_staying(a, &turning);
}

/* ---- Pawns ---- */

static int check_choice(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const unsigned wanted = a->promotion - 1;
    const struct piece_type *const type = &v->types[wanted];
    if (!(v->promotion_types[mover_of(a)] >> wanted & 1))
        return ks_fail(a->error, KS_ERROR_PROMOTION_PIECE, 0, "it can't become %s %s", article(type->name),
                       type->name);
    if (!(ks_variant_promotions(v, a->position) >> wanted & 1))
        return ks_fail(a->error, KS_ERROR_PROMOTION_LIMIT, 0,
                       "it can't become %s %s while its side has %u of them", article(type->name), type->name,
                       type->limit);
    return KS_OK;
}

static int check_pawn(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const struct piece_type *const type = type_on(a, a->from);
    const bool in_zone = type->promotes[mover_of(a)] && has_square(&v->promotion[mover_of(a)], a->to);
    const bool must = in_zone && (v->must_promote || is_stuck(a));
    const char *const name = ks_variant_square_name(v, a->to);
    if (a->promotion && !type->promotes[mover_of(a)])
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0, "%s %s can't be promoted",
                       article(type->name), type->name);
    if (a->promotion && !in_zone)
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0, "it can't be promoted on %s", name);
    if (must && !ks_variant_promotions(v, a->position))
        return ks_fail(a->error, KS_ERROR_PROMOTION_LIMIT, 0,
                       "it has to be promoted there, and there is nothing that it may become");
    if (must && !a->promotion)
        return ks_fail(a->error, KS_ERROR_PROMOTION_MISSING, 0,
                       "it has to be promoted on %s: say to what, by a letter behind the square", name);
    if (!a->promotion && is_stuck(a))
        return ks_fail(a->error, KS_ERROR_PIECE_RULE, 0, "it could never move again from %s", name);
    return a->promotion ? check_choice(a) : KS_OK;
}

int ks_variant_explain_standing(const struct attempt *a) {
    const unsigned wanted = a->promotion - 1;
    const char *const name = a->v->types[wanted].name;
    const ks_squares squares = ks_variant_standing_squares(a->v, a->position, a->from, wanted);
    const int code = check_choice(a);
    if (code != KS_OK)
        return code;
    if (!ks_variant_may_stand_up(a->v, a->position, a->from))
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0,
                       "it can't be promoted on %s while its side has other pawns",
                       ks_variant_square_name(a->v, a->from));
    if (!has_square(&squares, a->to))
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0,
                       "it may become %s %s where it stands, or on an empty square to which that could go",
                       article(name), name);
    if (ks_variant_would_attack(a->v, a->position, a->from, a->to, wanted))
        return ks_fail(a->error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0,
                       "it may not attack anything as %s %s at once", article(name), name);
    return KS_OK;
}

int ks_variant_explain_promotion(const struct attempt *a) {
    const struct piece_type *const type = type_on(a, a->from);
    const bool must =
        a->v->must_promote && type->promotes[mover_of(a)] && has_square(&a->v->promotion[mover_of(a)], a->to);
    if (a->v->turns) {
        const int code = check_turn(a);
        if (code != KS_OK || a->turn)
            return code;
        const struct turning turning = turning_of(a);
        if (must && !a->v->promotion_types[mover_of(a)] && turning.type != NO_TYPE)
            return refuse_staying(a, &turning);
    }
    return check_pawn(a);
}
