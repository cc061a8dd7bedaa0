/* Finds the rule that a drop breaks. Messages follow "white can't drop a knight on e4: ". */
#include "variant/moves/drops.h"

#include "variant/attacks/attacks.h"
#include "variant/definition/squares.h"
#include "variant/explain/attempt.h"
#include "variant/moves/enclosing.h"
#include "variant/moves/generate.h"

/* Makes the drop, whatever the hand has, and refuses what comes of it. */
static int refuse_trial(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const unsigned type = a->promotion - 1;
    const ks_variant_move move = VARIANT_MOVE(a->to, a->to, KS_VARIANT_DROP, a->promotion);
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const ks_squares checkers = ks_variant_king_checkers(v, &after, a->us);
    if (!is_empty_set(&checkers))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "%s would be in check from %s",
                      ks_the_piece(v, &after, after.king[a->us]).text, the(a, lowest(checkers)).text);
    const int exposed = ks_variant_refuse_royals(a, move);
    if (exposed != KS_OK)
        return exposed;
    if (type == v->drop_limits.no_mate && !ks_variant_has_move(v, &after))
        return REFUSE(a, KS_ERROR_DROP_MATE, "it would be mate, which no dropped %s may give",
                      ks_noun_of(v, type).text);
    if (v->must_capture)
        return REFUSE(a, KS_ERROR_MUST_CAPTURE, "there is a capture, and a side that can capture has to");
    return REFUSE(a, KS_ERROR_GIVES_CHECK, "it would give check, which isn't allowed");
}

static bool encloses(const struct attempt *a) {
    const ks_squares squares = ks_variant_enclosing_squares(a->v, a->position);
    return has_square(&squares, a->to);
}

static int refuse_enclosing(const struct attempt *a) {
    static const char *const reasons[] = {
        [ENCLOSING_REVERSI] = "it would enclose no enemy between itself and another piece of its side",
        [ENCLOSING_ATAXX] = "it would not be next to a piece of its side",
        [ENCLOSING_QUADWRANGLE] = "it would not be next to a piece of its side",
        [ENCLOSING_SNORT] = "an enemy is beside that square",
        [ENCLOSING_ANYSIDE] = "no piece stops there that comes from an edge of the board",
        [ENCLOSING_TOP] = "there has to be a piece below, unless it is dropped on white's first rank"};
    const struct drop_limits *const limits = &a->v->drop_limits;
    const ks_squares occupied = occupied_squares(a->position);
    if (!is_subset(&limits->enclosing_start, &occupied))
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "the first drops go to other squares, such as %s",
                      square_name(a, lowest(without(limits->enclosing_start, occupied))));
    return REFUSE(a, KS_ERROR_DROP_SQUARE, "%s", reasons[limits->enclosing]);
}

/* Refuses a drop on an empty square because of rules about the piece and the pieces on the board, or returns
 * KS_OK. */
static int check_limits(const struct attempt *a, unsigned held) {
    const struct drop_limits *const limits = &a->v->drop_limits;
    const char *const side = ks_side_names[a->us];
    const ks_squares full = ks_variant_full_files(a->v, a->position);
    const ks_squares droppable = ks_variant_droppable(a->v, a->position, held);
    if (!has_square(&a->v->drop_region[a->us][held], a->to))
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "no %s %s may be dropped there", side,
                      ks_noun_of(a->v, held).text);
    if (held == limits->no_doubled && has_square(&full, a->to))
        return REFUSE(a, KS_ERROR_DROP_DOUBLED, "%s has %s on that file already", side,
                      limits->doubled_count == 1 ? "one" : "enough");
    if (!has_square(&droppable, a->to) && held == limits->one_a_shade)
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "%s has one on a square of that colour already", side);
    if (limits->enclosing && !encloses(a))
        return refuse_enclosing(a);
    if (!has_square(&droppable, a->to))
        return REFUSE(a, KS_ERROR_DROP_SQUARE,
                      "no square would be left for the %s, which goes to squares of the other colour",
                      ks_noun_of(a->v, limits->one_a_shade).text);
    if (a->v->must_stay_mobile && has_square(&a->v->stuck[KS_VARIANT_CODE(a->promotion - 1, a->us)], a->to))
        return REFUSE(a, KS_ERROR_PIECE_RULE, "it could never move again from there");
    return KS_OK;
}

int ks_variant_explain_drop(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const unsigned type = a->promotion - 1, held = v->types[type].plain;
    const int over = ks_variant_explain_ending(a);
    if (over != KS_OK)
        return over;
    if (!v->drops)
        return REFUSE(a, KS_ERROR_DROP_IMPOSSIBLE, "there are no drops in %s", v->name);
    if (!has_in_hand(v, a->position, a->us, held))
        return REFUSE(a, KS_ERROR_NOT_IN_HAND, "it has no %s in hand", ks_noun_of(v, held).text);
    if (is_promoted_type(v, type) && !v->drop_promoted)
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "it is dropped as %s", ks_a_noun_of(v, held).text);
    if (a->position->board[a->to])
        return REFUSE(a, KS_ERROR_DROP_OCCUPIED, "%s stands there", the(a, a->to).text);
    if (v->drop_limits.musts && !(v->drop_limits.musts >> held & 1) && ks_variant_must_drop(v, a->position))
        return REFUSE(a, KS_ERROR_MUST_DROP, "another piece in hand has to be dropped first");
    const int limited = check_limits(a, held);
    return limited != KS_OK ? limited : refuse_trial(a);
}
