/* Finds what keeps a piece from a move that its own rule and the board allow: mostly the safety of its king.
 */
#include <assert.h>

#include "variant/attacks/attacks.h"
#include "variant/attacks/passing.h"
#include "variant/explain/attempt.h"
#include "variant/moves/generate.h"
#include "variant/play/board.h"
#include "variant/play/play.h"

/* A move that has been made to see what follows. */
struct trial {
    const struct attempt *a;
    ks_variant_move move;
    ks_variant_position after;
    ks_squares before, attackers; /* of the king before the move and after it; none without a king */
};

/* ---- Moves that leave the king safe ---- */

static bool keep_first(ks_variant_move move, void *first) {
    *(ks_variant_move *)first = move;
    return false;
}

/* Refuses a move since another one has to be made: a drop or a capture. */
static int refuse_for_another(const struct attempt *a) {
    ks_variant_move first = 0;
    const size_t any = ks_variant_each_move(a->v, a->position, keep_first, &first);
    if (any && KS_VARIANT_MOVE_KIND(first) == KS_VARIANT_DROP)
        return REFUSE(a, KS_ERROR_MUST_DROP, "the %s in hand has to be dropped before any move",
                      ks_noun_of(a->v, KS_VARIANT_MOVE_PROMOTION(first) - 1).text);
    assert(a->v->must_capture && any);
    return REFUSE(a, KS_ERROR_MUST_CAPTURE, "%s can capture on %s, and a side that can capture has to",
                  the(a, KS_VARIANT_MOVE_FROM(first)).text, square_name(a, KS_VARIANT_MOVE_TO(first)));
}

static int refuse_safe(const struct trial *t) {
    const struct attempt *const a = t->a;
    const ks_variant *const v = a->v;
    const int exposed = ks_variant_refuse_royals(a, t->move);
    if (exposed != KS_OK)
        return exposed;
    if (v->king_stands && a->from == a->position->king[a->us] && !is_empty_set(&t->before))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED,
                      "the %s may not go away from check, only capture what gives it",
                      ks_noun_of(v, v->royal).text);
    if ((!v->checking || (v->stands_up && a->promotion)) && ks_variant_gives_check(v, a->position, t->move))
        return REFUSE(a, KS_ERROR_GIVES_CHECK, "it would give check, which isn't allowed");
    if (v->walling.rule && !v->walling.instead && !v->must_capture)
        return ks_variant_refuse_walls(a, t->move);
    return refuse_for_another(a);
}

/* ---- Moves that leave the king in check ---- */

/* Returns whether a piece checks by a leap or along a line, and needs no other piece for it. One move of
 * another piece can't answer two such checks. */
static bool checks_plainly(const struct betza *betza) {
    bool plain = true;
    for (unsigned i = 0; i < betza->count; i++)
        if (betza->terms[i].modality & BETZA_CAPTURE)
            plain &= !betza->terms[i].hop && !betza->terms[i].lame &&
                     (betza->terms[i].far == 1 || betza->terms[i].range == 1);
    return plain;
}

static bool is_double_check(const struct trial *t) {
    bool plain = count_squares(&t->before) > 1 && !t->a->v->blasts;
    for (ks_squares checkers = t->before; !is_empty_set(&checkers);)
        plain &= checks_plainly(&type_on(t->a, take_square(&checkers))->betza);
    return plain;
}

static int refuse_double_check(const struct trial *t) {
    ks_squares checkers = t->before;
    const struct words first = the(t->a, take_square(&checkers));
    return REFUSE(t->a, KS_ERROR_DOUBLE_CHECK, "%s and %s both give check, so only the %s can move",
                  first.text, the(t->a, lowest(checkers)).text, ks_noun_of(t->a->v, t->a->v->royal).text);
}

/* Returns whether the piece that moves hides its king from an attacker. */
static bool is_pinned(const struct attempt *a, unsigned attacker) {
    ks_variant_position lifted = *a->position;
    lift(&lifted, a->from);
    const ks_squares attackers = ks_variant_king_checkers(a->v, &lifted, a->us);
    return has_square(&attackers, attacker);
}

static int refuse_uncovering(const struct trial *t, const char *king) {
    const struct attempt *const a = t->a;
    const unsigned attacker = lowest(t->attackers);
    if (is_pinned(a, attacker))
        return REFUSE(a, KS_ERROR_PIECE_PINNED, "it is pinned to %s by %s", king, the(a, attacker).text);
    if (KS_VARIANT_MOVE_KIND(t->move) == KS_VARIANT_EN_PASSANT)
        return REFUSE(a, KS_ERROR_EN_PASSANT_UNCOVERS, "with both pawns gone, %s would attack %s",
                      the(a, attacker).text, king);
    return REFUSE(a, KS_ERROR_PIECE_PINNED, "%s would be in check from %s", king, the(a, attacker).text);
}

static int refuse_check(const struct trial *t) {
    const struct attempt *const a = t->a;
    const unsigned attacker = lowest(t->attackers);
    const struct words king = ks_the_piece(a->v, &t->after, t->after.king[a->us]);
    const ks_squares still = both(t->before, t->attackers);
    if (attacker == a->position->king[other_side(a->us)] && a->v->beyond_tables)
        return REFUSE(a, KS_ERROR_KINGS_FACE, "%s would face %s with nothing between", king.text,
                      the(a, attacker).text);
    if (a->from == a->position->king[a->us])
        return REFUSE(a, KS_ERROR_KING_INTO_CHECK, "%s attacks that square", the(a, attacker).text);
    if (is_double_check(t))
        return refuse_double_check(t);
    if (!is_empty_set(&still))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "%s would still be in check from %s", king.text,
                      the(a, lowest(still)).text);
    return refuse_uncovering(t, king.text);
}

/* ---- All ---- */

int ks_variant_refuse_danger(const struct attempt *a, unsigned kind) {
    struct trial t = {
        .a = a, .move = VARIANT_MOVE(a->from, a->to, kind, a->promotion), .after = *a->position};
    ks_variant_undo undo;
    ks_variant_make_move(a->v, &t.after, t.move, &undo);
    if (a->position->king[a->us] != KS_NOWHERE && t.after.king[a->us] == KS_NOWHERE)
        return REFUSE(a, KS_ERROR_OWN_EXPLOSION, "the explosion would take %s's own %s", ks_side_names[a->us],
                      ks_noun_of(a->v, a->v->royal).text);
    t.before = ks_variant_king_checkers(a->v, a->position, a->us);
    t.attackers = ks_variant_king_checkers(a->v, &t.after, a->us);
    if (ks_variant_in_bikjang(a->v, a->position) && ks_variant_in_bikjang(a->v, &t.after))
        add_square(&t.attackers, t.after.king[other_side(a->us)]);
    return is_empty_set(&t.attackers) ? refuse_safe(&t) : refuse_check(&t);
}
