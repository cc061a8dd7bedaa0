/* Pawns of chess, all at once: the squares ahead of a set of pawns are one shift of the set. */
#include "variant/moves/pawns.h"

#include "variant/definition/squares.h"

/* Captures that explode are safe or not one by one. */
ks_variant_squares ks_variant_find_plain_pawns(const struct generation *g) {
    const ks_variant *const v = g->v;
    const ks_variant_position *const p = g->position;
    const ks_variant_squares *const sensitive = &g->safety.guard.sensitive;
    if (v->plain_pawn == NO_TYPE || g->crownings)
        return (ks_variant_squares){{0}};
    const unsigned code = KS_VARIANT_CODE(v->plain_pawn, g->us);
    ks_variant_squares pawns = without(squares_of_code(v, p, code), *sensitive);
    for (int files = -1; files <= 1 && v->blasts; files += 2)
        pawns = without(pawns, squares_ahead(v, p->pieces[g->them], g->them, files));
    if (g->gates)
        pawns = without(pawns, p->gates[g->us]);
    for (ks_variant_squares left = p->en_passant; !is_empty_set(&left);)
        pawns = without(pawns, v->threats[code * v->squares + take_square(&left)]);
    return pawns;
}

ks_variant_squares ks_variant_sight_of_pawns(const struct generation *g) {
    ks_variant_squares sight = g->pawns, steps = squares_ahead(g->v, g->pawns, g->us, 0);
    sight = either(sight, either(steps, squares_ahead(g->v, steps, g->us, 0)));
    return either(sight,
                  either(squares_ahead(g->v, g->pawns, g->us, -1), squares_ahead(g->v, g->pawns, g->us, 1)));
}

/* Counts the moves of pawns to these squares, promotions included. */
static size_t count_arrivals(const struct generation *g, ks_variant_squares targets) {
    const ks_variant *const v = g->v;
    const ks_variant_squares promoting = both(targets, v->promotion[g->us]);
    if (v->must_stay_mobile)
        targets = without(targets, v->stuck[KS_VARIANT_CODE(v->plain_pawn, g->us)]);
    if (is_empty_set(&promoting) || !v->types[v->plain_pawn].promotes[g->us])
        return count_squares(&targets);
    if (v->must_promote)
        targets = without(targets, promoting);
    return count_squares(&targets) + count_squares(&promoting) * (size_t)__builtin_popcount(g->promotions);
}

/* Two pawns may capture on one square, and no two step there: so all moves but the captures on one side are
 * one set. */
size_t ks_variant_count_pawns(const struct generation *g) {
    const ks_variant *const v = g->v;
    const unsigned us = g->us;
    if (is_empty_set(&g->pawns)) /* as in variants without such pawns */
        return 0;
    const ks_variant_squares captured = without(g->position->pieces[g->them], g->spared);
    ks_variant_squares targets = both(squares_ahead(v, g->pawns, us, -1), captured);
    if (!g->captures_only) {
        const ks_variant_squares steps = without(squares_ahead(v, g->pawns, us, 0), g->occupied);
        const ks_variant_squares first = squares_ahead(v, both(g->pawns, v->first_push[us]), us, 0);
        targets = either(targets, steps);
        if (v->push == 2)
            targets = either(targets, without(squares_ahead(v, both(first, steps), us, 0), g->occupied));
    }
    return count_arrivals(g, targets) + count_arrivals(g, both(squares_ahead(v, g->pawns, us, 1), captured));
}
