/* Says which piece a move leaves in check that is royal only for the time being. */
#include "variant/attacks/royals.h"

#include "variant/definition/squares.h"
#include "variant/explain/attempt.h"
#include "variant/play/castling.h"

/* Returns the square on which the piece that moves ends. */
static unsigned end_of(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING
               ? ks_variant_castled(v, p->side_to_move, from, to).king
               : to;
}

/* Returns whether the piece may be left in check unless all of its kind are. */
static bool has_company(const ks_variant *v, const ks_variant_position *p, unsigned square) {
    const unsigned code = p->board[square];
    return v->crowned.together &&
           ks_variant_count_type(v, p, KS_VARIANT_SIDE(code), v->types[KS_VARIANT_TYPE(code)].kind) >
               v->crowned.most;
}

/* Returns the square of a piece that is in check after a move, and was royal before it or has become so by
 * it; KS_NOWHERE when there is none. */
static unsigned find_endangered_after(const ks_variant *v, const ks_variant_position *before,
                                      const ks_variant_position *after, ks_variant_move move) {
    const unsigned us = before->side_to_move, them = other_side(us),
                   type = KS_VARIANT_MOVE_PROMOTION(move) - 1;
    const bool drop = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP;
    struct royals royals = ks_variant_royals(v, before, us);
    if (drop && v->crowned.types >> v->types[type].kind & 1)
        add_square(&royals.each, KS_VARIANT_MOVE_TO(move));
    if (!drop)
        ks_variant_carry_royals(&royals, KS_VARIANT_MOVE_FROM(move), end_of(v, before, move));
    if (!drop && KS_VARIANT_MOVE_PROMOTION(move) && v->crowned.types >> v->types[type].kind & 1 &&
        !has_square(&royals.each, KS_VARIANT_MOVE_TO(move)))
        ks_variant_crown(v, before, &royals, KS_VARIANT_MOVE_TO(move), v->types[type].kind);
    return ks_variant_find_endangered(v, after->board, &after->pieces[them], them, &royals);
}

int ks_variant_refuse_royals(const struct attempt *a, ks_variant_move move) {
    const ks_variant *const v = a->v;
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const unsigned square = find_endangered_after(v, a->position, &after, move);
    if (square == KS_NOWHERE)
        return KS_OK;
    const ks_squares attackers = ks_variant_attackers(v, &after, square, after.side_to_move);
    const ks_squares still = both(attackers, ks_variant_checkers(v, a->position, a->us));
    const struct words royal = ks_the_piece(v, &after, square),
                       attacker = ks_the_piece(v, &after, lowest(attackers));
    if (has_company(v, &after, square))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "each %s would be in check, that on %s from %s",
                      ks_noun_of(v, KS_VARIANT_TYPE(after.board[square])).text, square_name(a, square),
                      attacker.text);
    if (square != end_of(v, a->position, move))
        return REFUSE(a, is_empty_set(&still) ? KS_ERROR_PIECE_PINNED : KS_ERROR_CHECK_UNANSWERED,
                      "%s would%s be in check from %s", royal.text, is_empty_set(&still) ? "" : " still",
                      attacker.text);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING)
        return REFUSE(a, KS_ERROR_CASTLING_INTO_CHECK, "%s would be in check from %s", royal.text,
                      attacker.text);
    return REFUSE(a, KS_ERROR_KING_INTO_CHECK, "%s attacks that square", attacker.text);
}
