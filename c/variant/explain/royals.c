/* Says which piece a move leaves in check that is royal only for the time being. */
#include "variant/royals/royals.h"

#include "core/internal.h"
#include "variant/castling.h"
#include "variant/explain/attempt.h"
#include "variant/squares.h"

/* Where the piece that moves ends. */
static unsigned end_of(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING
               ? ks_variant_castled(v, p->side_to_move, from, to).king
               : to;
}

/* Whether the piece may be left in check unless all of its kind are. */
static bool has_company(const ks_variant *v, const ks_variant_position *p, unsigned square) {
    const unsigned code = p->board[square];
    return v->crowned.together &&
           ks_variant_count_type(v, p, KS_VARIANT_SIDE(code), v->types[KS_VARIANT_TYPE(code)].kind) >
               v->crowned.most;
}

static const char *name_of(const ks_variant *v, const ks_variant_position *p, unsigned square) {
    return v->types[KS_VARIANT_TYPE(p->board[square])].name;
}

/* Which piece that was royal before a move, or has become so by it, is in check after it; KS_NOWHERE when
 * none is. */
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
    if (!drop && KS_VARIANT_MOVE_PROMOTION(move) && v->crowned.types >> type & 1)
        ks_variant_crown(v, before, &royals, KS_VARIANT_MOVE_TO(move), type);
    return ks_variant_find_endangered(v, after->board, &after->pieces[them], them, &royals);
}

int ks_variant_refuse_royals(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                             ks_error *error) {
    ks_variant_position after = *p;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const unsigned square = find_endangered_after(v, p, &after, move);
    if (square == KS_NOWHERE)
        return KS_OK;
    const ks_squares before = ks_variant_checkers(v, p, p->side_to_move);
    ks_squares attackers = ks_variant_attackers(v, &after, square, after.side_to_move);
    const ks_squares still = both(attackers, before);
    const unsigned attacker = take_square(&attackers);
    const char *const name = name_of(v, &after, square), *const attacks = name_of(v, &after, attacker);
    const char *const here = ks_variant_square_name(v, square);
    const char *const there = ks_variant_square_name(v, attacker);
    if (has_company(v, &after, square))
        return ks_fail(error, KS_ERROR_CHECK_UNANSWERED, 0,
                       "each %s would be in check, that on %s from the %s on %s", name, here, attacks, there);
    if (square == end_of(v, p, move))
        return ks_fail(error, KS_ERROR_KING_INTO_CHECK, 0, "the %s on %s attacks that square", attacks,
                       there);
    return ks_fail(error, is_empty_set(&still) ? KS_ERROR_PIECE_PINNED : KS_ERROR_CHECK_UNANSWERED, 0,
                   "the %s on %s would%s be in check from the %s on %s", name, here,
                   is_empty_set(&still) ? "" : " still", attacks, there);
}
