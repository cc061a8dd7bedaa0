/* The moves of one piece: first the squares that it reaches, then those that leave the king safe, then
 * promotions there. */
#include "variant/attacks/cambodian.h"
#include "variant/attacks/reach.h"
#include "variant/definition/squares.h"
#include "variant/moves/generation.h"
#include "variant/play/turns.h"

/* ---- Promotion ---- */

/* A promoted piece cannot be captured en passant, so a first push that promotes is a plain move. */
static unsigned promoting_kind(unsigned kind) {
    return kind == KS_VARIANT_FIRST_PUSH ? KS_VARIANT_PLAIN : kind;
}

/* Returns the squares on which a piece that is not royal may turn into a type, which may be royal. */
static ks_squares safe_to_turn(struct generation *g, unsigned from, ks_squares squares, unsigned type) {
    const unsigned kind = g->v->types[type].kind;
    ks_squares safe = {{0}};
    if (!(g->v->crowned.types >> kind & 1) || g->tries_walls || has_square(&g->safety.royals.each, from))
        return squares;
    while (!is_empty_set(&squares)) {
        const unsigned to = take_square(&squares);
        if (ks_variant_is_safe_crowning(&g->safety, from, to, to, kind))
            add_square(&safe, to);
    }
    return safe;
}

/* Adds the moves with which the piece takes its promoted form, or turns back. Removes from *staying the
 * squares to which it may not move otherwise. */
static void add_turning(struct generation *g, unsigned from, ks_squares targets, ks_squares *staying,
                        unsigned kind) {
    const struct turning turning = ks_variant_turning(g->v, g->position, from, targets);
    *staying = both(*staying, turning.staying);
    if (turning.type != NO_TYPE)
        ks_variant_add_each(g, from, safe_to_turn(g, from, turning.squares, turning.type),
                            promoting_kind(kind), turning.type + 1);
}

/* Adds promotions to types that may be royal. targets: may include squares that endanger the king.
 * captured_on: KS_NOWHERE when a capture is on the target. */
static void add_crownings(struct generation *g, unsigned from, ks_squares targets, unsigned captured_on) {
    const ks_variant *const v = g->v;
    const unsigned kind = captured_on == KS_NOWHERE ? KS_VARIANT_PLAIN : KS_VARIANT_EN_PASSANT;
    if (!v->types[KS_VARIANT_TYPE(g->position->board[from])].promotes[g->us])
        return;
    for (targets = both(targets, v->promotion[g->us]); !is_empty_set(&targets) && !g->stopped;) {
        const unsigned to = take_square(&targets), captured = captured_on == KS_NOWHERE ? to : captured_on;
        for (uint32_t types = g->crownings; types && !g->stopped; types &= types - 1)
            if (ks_variant_is_safe_crowning(&g->safety, from, to, captured, (unsigned)__builtin_ctz(types)))
                ks_variant_add_move(g, VARIANT_MOVE(from, to, kind, (unsigned)__builtin_ctz(types) + 1),
                                    false);
    }
}

/* Adds moves to these squares, all of which leave the king safe (precondition). */
static void add_safe(struct generation *g, unsigned from, ks_squares targets, unsigned kind) {
    const ks_variant *const v = g->v;
    const unsigned code = g->position->board[from];
    ks_squares promoting = {{0}}, staying = targets;
    if (v->types[KS_VARIANT_TYPE(code)].promotes[g->us])
        promoting = both(targets, v->promotion[g->us]);
    if (v->must_promote && !(kind == KS_VARIANT_EN_PASSANT && ks_variant_stays_by_en_passant(v, g->us)))
        staying = without(targets, promoting);
    if (v->turns)
        add_turning(g, from, targets, &staying, kind);
    if (v->must_stay_mobile)
        staying = without(staying, v->stuck[code]);
    if (is_empty_set(&promoting)) {
        ks_variant_add_each(g, from, staying, kind, 0);
        return;
    }
    for (uint32_t types = g->promotions; types && !g->stopped; types &= types - 1)
        ks_variant_add_each(g, from, promoting, promoting_kind(kind), (unsigned)__builtin_ctz(types) + 1);
    ks_variant_add_each(g, from, staying, kind, 0);
}

/* ---- One piece ---- */

/* Returns the targets of first moves that may be answered en passant. */
static ks_squares find_pushes(const ks_variant *v, unsigned from, ks_squares firsts) {
    ks_squares pushes = {{0}};
    while (!is_empty_set(&firsts)) {
        const unsigned to = take_square(&firsts);
        const ks_squares between = ks_variant_between(v, from, to);
        if (!is_empty_set(&between))
            add_square(&pushes, to);
    }
    return pushes;
}

static void add_en_passant(struct generation *g, unsigned from, ks_squares targets) {
    if (g->crownings)
        add_crownings(g, from, targets, g->position->en_passant_pawn);
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        if (ks_variant_is_safe_en_passant(&g->safety, from, to))
            add_safe(g, from, set_of_square(to), KS_VARIANT_EN_PASSANT);
    }
}

/* The enemy may have several royal pieces in a position read with KS_FEN_LENIENT. None of them is captured.
 * Pieces of some types spare each other. */
static ks_squares capturable(const struct generation *g, unsigned from, ks_squares attacked) {
    ks_squares captures = both(attacked, g->position->pieces[g->them]);
    if (is_empty_set(&captures))
        return captures;
    ks_squares kept = {{0}};
    const unsigned type = KS_VARIANT_TYPE(g->position->board[from]);
    const unsigned spared = g->v->immune >> type & 1 ? type : NO_TYPE;
    if (g->v->may_lose_king && spared == NO_TYPE)
        return captures;
    while (!is_empty_set(&captures)) {
        const unsigned to = take_square(&captures), other = KS_VARIANT_TYPE(g->position->board[to]);
        if ((other != g->v->royal || g->v->may_lose_king) && other != spared)
            add_square(&kept, to);
    }
    return kept;
}

/* Returns whether a piece attacks nothing, so that it can be left out when only captures count. */
static bool captures_nothing(const struct generation *g, unsigned from) {
    const unsigned index = g->position->board[from] * g->v->squares + from;
    const ks_squares near = both(g->v->reach[index], g->position->pieces[g->them]);
    return is_empty_set(&near) && !ks_variant_takes_en_passant(g, from);
}

/* Adds the moves to these squares. firsts: the squares that only first moves reach. */
static void add_targets(struct generation *g, unsigned from, ks_squares targets, ks_squares firsts) {
    const unsigned type = KS_VARIANT_TYPE(g->position->board[from]);
    if (!ks_variant_is_carefree(&g->safety, from, &targets))
        targets = ks_variant_safe_targets(&g->safety, from, targets);
    firsts = both(firsts, targets);
    if (g->one_by_one && !is_empty_set(&firsts) && is_taken_en_passant(g->v, type)) {
        const ks_squares pushes = find_pushes(g->v, from, firsts);
        add_safe(g, from, pushes, KS_VARIANT_FIRST_PUSH);
        targets = without(targets, pushes);
    }
    add_safe(g, from, targets, KS_VARIANT_PLAIN);
}

static bool may_promote(const struct generation *g, unsigned from, const ks_squares *targets) {
    const struct piece_type *const type = &g->v->types[KS_VARIANT_TYPE(g->position->board[from])];
    const ks_squares promoting = both(*targets, g->v->promotion[g->us]);
    return is_empty_set(&promoting) ? type->turns && has_square(&g->v->promotion[g->us], from)
                                    : type->promotes[g->us] || type->turns;
}

/* Counts the moves to these squares, all of which leave the king safe (precondition). */
static void count_targets(struct generation *g, unsigned from, const ks_squares *targets) {
    const ks_squares lasting =
        g->v->must_stay_mobile ? without(*targets, g->v->stuck[g->position->board[from]]) : *targets;
    if (may_promote(g, from, targets))
        add_safe(g, from, *targets, KS_VARIANT_PLAIN);
    else
        g->count += count_squares(&lasting) * ks_variant_ways_to_leave(g, from);
}

void ks_variant_add_piece(struct generation *g, unsigned from) {
    const ks_variant_position *const p = g->position;
    if (g->captures_only && captures_nothing(g, from))
        return;
    struct targets targets = find_targets(g->v, p->board, &g->occupied, from);
    if (g->v->cambodian)
        ks_variant_add_cambodian(g->v, p, from, g->safety.in_check, &targets);
    const ks_squares captures = capturable(g, from, targets.attacks);
    const ks_squares all = either(captures, either(targets.moves, targets.firsts));
    if (g->crownings)
        add_crownings(g, from, g->captures_only ? captures : all, KS_NOWHERE);
    if (g->counts_sets && ks_variant_is_carefree(&g->safety, from, &all))
        count_targets(g, from, &all);
    else if (g->captures_only)
        add_targets(g, from, captures, (ks_squares){{0}});
    else
        add_targets(g, from, all, targets.firsts);
    if (ks_variant_takes_en_passant(g, from))
        add_en_passant(g, from, both(both(targets.attacks, p->en_passant), g->v->en_passant[g->us]));
}
