/* Finds the rule of promotion that a move breaks. */
#include "variant/explain/attempt.h"
#include "variant/moves/generate.h"
#include "variant/moves/standing.h"
#include "variant/play/turns.h"

static bool is_stuck(const struct attempt *a) {
    return a->v->must_stay_mobile && has_square(&a->v->stuck[a->position->board[a->from]], a->to);
}

/* Refuses a promotion since the side has as many pieces of the type as it may. */
static int refuse_limit(const struct attempt *a, unsigned type) {
    const unsigned limit = a->v->types[type].limit;
    return REFUSE(a, KS_ERROR_PROMOTION_LIMIT, "%s can't become %s while %s has %u %s", the(a, a->from).text,
                  ks_a_noun_of(a->v, type).text, ks_side_names[a->us], limit,
                  (limit == 1 ? ks_noun_of(a->v, type) : ks_plural_of(a->v, type)).text);
}

int ks_variant_refuse_promotion(const struct attempt *a) {
    unsigned only = NO_TYPE, count = 0;
    for (unsigned type = 0; type < a->v->type_count; type++)
        if (a->v->types[type].promotes[a->us] || a->v->types[type].turns) {
            only = type;
            count++;
        }
    if (count != 1)
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted", the(a, a->from).text);
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted, only %s can", the(a, a->from).text,
                  ks_plural_of(a->v, only).text);
}

/* Refuses a promotion outside the zone of promotion. */
static int refuse_zone(const struct attempt *a) {
    const struct words ranks = ks_name_ranks(a->v, &a->v->promotion[a->us]);
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted on %s%s%s", the(a, a->from).text,
                  square_name(a, a->to), *ranks.text ? ", only on " : "", ranks.text);
}

/* Returns whether the move is one of a pawn to an empty square of another file. */
static bool is_en_passant(const struct attempt *a) {
    return type_on(a, a->from)->pawn && !a->position->board[a->to] &&
           a->from % a->v->files != a->to % a->v->files;
}

/* ---- Promoted forms ---- */

/* Refuses a move by which the piece should turn and can't. */
static int refuse_turn(const struct attempt *a, const struct turning *turning) {
    const struct piece_type *const type = type_on(a, a->from);
    const struct words ranks = ks_name_ranks(a->v, &a->v->promotion[a->us]);
    if (a->turn == '-' && !(is_promoted_type(a->v, type_number(a, a->from)) && a->v->turns_back))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't turn back", the(a, a->from).text);
    if (a->turn == '+' && type->promoted == NO_TYPE)
        return ks_variant_refuse_promotion(a);
    if (turning->type == NO_TYPE)
        return refuse_limit(a, a->v->types[type->promoted].kind);
    if (a->v->turns_by_capture && !a->position->board[a->to])
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can be promoted only by a capture",
                      the(a, a->from).text);
    if (is_en_passant(a))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted en passant",
                      the(a, a->from).text);
    if (type->pawn)
        return refuse_zone(a);
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE,
                  "%s can be promoted only by a move into, within or out of %s", the(a, a->from).text,
                  *ranks.text ? ranks.text : "its zone");
}

/* Refuses a move by which the piece doesn't turn and has to. */
static int refuse_staying(const struct attempt *a, const struct turning *turning) {
    const bool forward = is_promoted_type(a->v, turning->type);
    return REFUSE(a, KS_ERROR_PROMOTION_MISSING, "%s has to %s on %s: write %s%s%c", the(a, a->from).text,
                  forward ? "be promoted" : "turn back", square_name(a, a->to), square_name(a, a->from),
                  square_name(a, a->to), forward ? '+' : '-');
}

static int check_turn(const struct attempt *a, const struct turning *turning) {
    const bool may = turning->type != NO_TYPE && has_square(&turning->squares, a->to);
    const bool right = may && (a->turn == '+') == is_promoted_type(a->v, turning->type);
    if (a->turn)
        return right ? KS_OK : refuse_turn(a, turning);
    return has_square(&turning->staying, a->to) && !(may && is_stuck(a)) ? KS_OK : refuse_staying(a, turning);
}

/* ---- Pawns ---- */

static unsigned last_type(uint32_t types) {
    return 31 - (unsigned)__builtin_clz(types);
}

/* Refuses a type that pawns may not become, or may not now; else returns KS_OK. */
static int check_choice(const struct attempt *a) {
    const unsigned wanted = a->promotion - 1;
    const uint32_t allowed = a->v->promotion_types[a->us];
    const struct words others = ks_list_types(a->v, allowed);
    if (allowed >> wanted & 1)
        return ks_variant_promotions(a->v, a->position) >> wanted & 1 ? KS_OK : refuse_limit(a, wanted);
    return REFUSE(a, KS_ERROR_PROMOTION_PIECE, "%s can't become %s%s%s", the(a, a->from).text,
                  ks_a_noun_of(a->v, wanted).text, *others.text ? ", only " : "", others.text);
}

/* Refuses a move of a pawn that would have to be promoted by it. */
static int refuse_pawn(const struct attempt *a) {
    const uint32_t types = ks_variant_promotions(a->v, a->position);
    if (!types)
        return REFUSE(a, KS_ERROR_PROMOTION_LIMIT,
                      "%s has to be promoted on %s, and there is nothing that it may become",
                      the(a, a->from).text, square_name(a, a->to));
    return REFUSE(a, KS_ERROR_PROMOTION_MISSING, "%s has to be promoted on %s: say to what, as in %s%s%c",
                  the(a, a->from).text, square_name(a, a->to), square_name(a, a->from), square_name(a, a->to),
                  a->v->types[last_type(types)].label);
}

static int check_pawn(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const bool promotes = type_on(a, a->from)->promotes[a->us];
    const bool in_zone = promotes && has_square(&v->promotion[a->us], a->to);
    if (a->promotion && !promotes)
        return ks_variant_refuse_promotion(a);
    if (a->promotion && !in_zone)
        return refuse_zone(a);
    if (in_zone && (v->must_promote || is_stuck(a)) &&
        (!a->promotion || !ks_variant_promotions(v, a->position)))
        return refuse_pawn(a);
    if (!a->promotion && is_stuck(a))
        return REFUSE(a, KS_ERROR_PIECE_RULE, "it could never move again from there");
    return a->promotion ? check_choice(a) : KS_OK;
}

int ks_variant_explain_standing(const struct attempt *a) {
    const unsigned wanted = a->promotion - 1;
    const ks_squares squares = ks_variant_standing_squares(a->v, a->position, a->from, wanted);
    const int code = check_choice(a);
    if (code != KS_OK)
        return code;
    if (!ks_variant_may_stand_up(a->v, a->position, a->from))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted there while %s has others",
                      the(a, a->from).text, ks_side_names[a->us]);
    if (!has_square(&squares, a->to))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE,
                      "%s may become %s where it stands, or on an empty square to which that could go",
                      the(a, a->from).text, ks_a_noun_of(a->v, wanted).text);
    if (ks_variant_would_attack(a->v, a->position, a->from, a->to, wanted))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s may not become %s that attacks anything at once",
                      the(a, a->from).text, ks_a_noun_of(a->v, wanted).text);
    return KS_OK;
}

/* ---- All ---- */

int ks_variant_explain_promotion(const struct attempt *a) {
    if (!a->promotion && !a->turn && is_en_passant(a) && ks_variant_stays_by_en_passant(a->v, a->us))
        return KS_OK;
    if (!a->v->turns)
        return check_pawn(a);
    const struct turning turning = ks_variant_turning(a->v, a->position, a->from, set_of_square(a->to));
    const int code = check_turn(a, &turning);
    if (code != KS_OK || a->turn)
        return code;
    const bool must = a->v->must_promote && type_on(a, a->from)->promotes[a->us] &&
                      has_square(&a->v->promotion[a->us], a->to);
    if (must && !a->v->promotion_types[a->us] && turning.type != NO_TYPE)
        return refuse_staying(a, &turning);
    return check_pawn(a);
}
