/* Generates legal moves: the squares that a piece reaches, then those of them that leave the king safe. Moves
 * that nobody wants to see are counted a set at a time. */
#include "variant/generate.h"

#include "variant/castling.h"
#include "variant/ends/ends.h"
#include "variant/gating/cambodian.h"
#include "variant/gating/gates.h"
#include "variant/hands/drops.h"
#include "variant/passing.h"
#include "variant/play.h"
#include "variant/promotion/standing.h"
#include "variant/promotion/turns.h"
#include "variant/reach.h"
#include "variant/safety.h"
#include "variant/squares.h"

/* A position whose moves are being generated. */
struct generation {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them;
    ks_squares occupied;
    struct safety safety;
    ks_squares uncovering; /* where checks are forbidden: see ks_variant_uncovering */
    uint32_t promotions;   /* bit n: type n may be promoted to */
    bool captures_only;
    bool counts_sets; /* what is carefree is counted, and all of it */
    bool gates;       /* pieces in hand may be gated */
    bool one_by_one;  /* each move is to be seen: by visit, or since some may give no check */
    visit_move *visit;
    void *context;
    size_t count;
    bool stopped;
};

/* ---- One move ---- */

static bool may_check(const struct generation *g, unsigned kind) {
    return g->v->checking && (g->v->drop_checks || kind != KS_VARIANT_DROP);
}

static void add_one(struct generation *g, ks_variant_move move, bool known_good) {
    if (!known_good && !may_check(g, KS_VARIANT_MOVE_KIND(move)) &&
        ks_variant_gives_check(g->v, g->position, move))
        return;
    g->count++;
    if (g->visit && !g->visit(move, g->context))
        g->stopped = true;
}

/* Adds the same move with each piece that may be put where the mover, or in castling the rook, has stood. */
static void add_gating(struct generation *g, ks_variant_move move, bool rook) {
    const uint8_t *const hand = g->position->hand[g->us];
    const unsigned gate = rook ? KS_VARIANT_MOVE_TO(move) : KS_VARIANT_MOVE_FROM(move);
    if (!ks_variant_may_gate(g->v, g->position, move, rook))
        return;
    for (unsigned type = 0; type < g->v->type_count && !g->stopped; type++)
        if (hand[type] && has_square(&g->v->drop_region[g->us][type], gate))
            add_one(g, move | GATED(type) | (rook ? GATED_BY_ROOK : 0), false);
}

/* How many moves a piece has to each square: without gating, and with each type. */
static unsigned ways_to_leave(const struct generation *g, unsigned from) {
    const uint8_t *const hand = g->position->hand[g->us];
    unsigned ways = 1;
    if (!g->gates || !has_square(&g->position->gates[g->us], from))
        return ways;
    for (unsigned type = 0; type < g->v->type_count; type++)
        ways += hand[type] && has_square(&g->v->drop_region[g->us][type], from);
    return ways;
}

static void add(struct generation *g, ks_variant_move move, bool known_good) {
    add_one(g, move, known_good);
    if (g->gates) {
        add_gating(g, move, false);
        add_gating(g, move, true);
    }
}

/* Those of the squares to which a piece can plainly go without giving check. */
static ks_squares checkless(const struct generation *g, unsigned from, ks_squares targets, unsigned kind) {
    const ks_variant_position *const p = g->position;
    const unsigned king = p->king[g->them];
    if (kind != KS_VARIANT_PLAIN || king == KS_NOWHERE || has_square(&g->uncovering, from))
        return (ks_squares){{0}};
    return without(without(targets, g->uncovering), g->v->threats[p->board[from] * g->v->squares + king]);
}

static void add_each(struct generation *g, unsigned from, ks_squares targets, unsigned kind,
                     unsigned promotion) {
    if (!g->one_by_one) {
        g->count += count_squares(&targets) * (kind == KS_VARIANT_DROP ? 1 : ways_to_leave(g, from));
        return;
    }
    const ks_squares sure =
        promotion || may_check(g, kind) ? (ks_squares){{0}} : checkless(g, from, targets, kind);
    if (!g->visit) {
        g->count += count_squares(&sure);
        targets = without(targets, sure);
    }
    while (!is_empty_set(&targets) && !g->stopped) {
        const unsigned to = take_square(&targets);
        add(g, VARIANT_MOVE(kind == KS_VARIANT_DROP ? to : from, to, kind, promotion), has_square(&sure, to));
    }
}

/* ---- Promotion ---- */

/* Adds the moves by which the piece turns into its promoted type, or back. Takes away from *staying where it
 * may not go without that. */
static void add_turning(struct generation *g, unsigned from, ks_squares targets, ks_squares *staying,
                        unsigned kind) {
    const struct turning turning = ks_variant_turning(g->v, g->position, from, targets);
    *staying = both(*staying, turning.staying);
    if (turning.type != NO_TYPE)
        add_each(g, from, turning.squares, kind == KS_VARIANT_FIRST_PUSH ? KS_VARIANT_PLAIN : kind,
                 turning.type + 1);
}

/* Adds moves to these squares, which leave the king safe. A promoted piece can't be captured en passant, so a
 * first push that promotes is a plain move. */
static void add_safe(struct generation *g, unsigned from, ks_squares targets, unsigned kind) {
    const ks_variant *const v = g->v;
    const unsigned code = g->position->board[from];
    ks_squares promoting = {{0}}, staying = targets;
    if (v->types[KS_VARIANT_TYPE(code)].promotes[g->us])
        promoting = both(targets, v->promotion[g->us]);
    if (v->must_promote)
        staying = without(targets, promoting);
    if (v->turns)
        add_turning(g, from, targets, &staying, kind);
    if (v->must_stay_mobile)
        staying = without(staying, v->stuck[code]);
    if (is_empty_set(&promoting)) {
        add_each(g, from, staying, kind, 0);
        return;
    }
    const unsigned kept = kind == KS_VARIANT_FIRST_PUSH ? KS_VARIANT_PLAIN : kind;
    for (uint32_t types = g->promotions; types && !g->stopped; types &= types - 1)
        add_each(g, from, promoting, kept, (unsigned)__builtin_ctz(types) + 1);
    add_each(g, from, staying, kind, 0);
}

/* ---- One piece ---- */

/* Those of the first moves that may be answered en passant. */
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
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        if (ks_variant_is_safe_en_passant(&g->safety, from, to))
            add_safe(g, from,
                     (ks_squares){{to < 64 ? (uint64_t)1 << to : 0, to < 64 ? 0 : (uint64_t)1 << (to - 64)}},
                     KS_VARIANT_EN_PASSANT);
    }
}

static bool takes_en_passant(const struct generation *g, unsigned from) {
    return g->position->en_passant_pawn != KS_NOWHERE &&
           g->v->types[KS_VARIANT_TYPE(g->position->board[from])].takes_en_passant[g->us];
}

/* The enemy may have several royal pieces in a position read with KS_LENIENT. None of them is captured.
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

/* Whether a piece attacks nothing, so that it can be left out where only captures count. */
static bool captures_nothing(const struct generation *g, unsigned from) {
    const unsigned index = g->position->board[from] * g->v->squares + from;
    const ks_squares near = both(g->v->reach[index], g->position->pieces[g->them]);
    return is_empty_set(&near) && !takes_en_passant(g, from);
}

/* Adds the moves to these squares, of which `firsts` are reached by first moves alone. */
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

/* Counts the moves to these squares, which leave the king safe. */
static void count_targets(struct generation *g, unsigned from, const ks_squares *targets) {
    const ks_squares lasting =
        g->v->must_stay_mobile ? without(*targets, g->v->stuck[g->position->board[from]]) : *targets;
    if (may_promote(g, from, targets))
        add_safe(g, from, *targets, KS_VARIANT_PLAIN);
    else
        g->count += count_squares(&lasting) * ways_to_leave(g, from);
}

/* The royal piece doesn't capture where that would turn it into a wall. */
static bool may_capture(const struct generation *g, unsigned from) {
    return !g->v->petrifies || from != g->position->king[g->us];
}

static void add_piece(struct generation *g, unsigned from) {
    const ks_variant_position *const p = g->position;
    if (g->captures_only && captures_nothing(g, from))
        return;
    struct targets targets = find_targets(g->v, p->board, &g->occupied, from);
    if (g->v->cambodian)
        ks_variant_add_cambodian(g->v, p, from, g->safety.in_check, &targets);
    const ks_squares captures =
        may_capture(g, from) ? capturable(g, from, targets.attacks) : (ks_squares){{0}};
    const ks_squares all = either(captures, either(targets.moves, targets.firsts));
    if (g->counts_sets && ks_variant_is_carefree(&g->safety, from, &all))
        count_targets(g, from, &all);
    else if (g->captures_only)
        add_targets(g, from, captures, (ks_squares){{0}});
    else
        add_targets(g, from, all, targets.firsts);
    if (takes_en_passant(g, from))
        add_en_passant(g, from, both(both(targets.attacks, p->en_passant), g->v->en_passant[g->us]));
}

/* ---- Castling and drops ---- */

static void add_castling(struct generation *g) {
    const ks_variant_position *const p = g->position;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE && !g->safety.in_check && !g->stopped; wing++) {
        const unsigned rook = p->castling_rook[g->us][wing];
        if (rook != KS_NOWHERE && ks_variant_may_castle(g->v, p, rook))
            add(g, VARIANT_MOVE(ks_variant_castling_king(g->v, p, g->us), rook, KS_VARIANT_CASTLING, 0),
                false);
    }
}

static void add_drops(struct generation *g) {
    const ks_variant *const v = g->v;
    const uint8_t *const hand = g->position->hand[g->us];
    ks_squares free = {{0}};
    bool known = false;
    for (unsigned type = 0; type < v->type_count && !g->stopped; type++) {
        if (!hand[type])
            continue;
        if (!known || v->hurdle != NO_TYPE)
            free = ks_variant_safe_drops(&g->safety, KS_VARIANT_CODE(type, g->us),
                                         without(v->board, g->occupied));
        known = true;
        const ks_squares squares = both(free, ks_variant_droppable(v, g->position, type));
        const unsigned promoted = v->types[type].promoted;
        add_each(g, 0, ks_variant_drops_as(v, g->position, squares, type, ks_variant_has_move),
                 KS_VARIANT_DROP, type + 1);
        if (v->drop_promoted && promoted != NO_TYPE)
            add_each(g, 0, ks_variant_drops_as(v, g->position, squares, promoted, ks_variant_has_move),
                     KS_VARIANT_DROP, promoted + 1);
    }
}

/* ---- Promotion without a move, and passing ---- */

__attribute__((noinline)) static void add_standing(struct generation *g) {
    for (ks_squares pieces = g->position->pieces[g->us]; g->promotions && !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (!g->v->types[KS_VARIANT_TYPE(g->position->board[from])].pawn)
            continue;
        for (uint32_t types = g->promotions; types && !g->stopped; types &= types - 1) {
            const unsigned type = (unsigned)__builtin_ctz(types);
            add_each(g, from, ks_variant_standing(&g->safety, from, type), KS_VARIANT_PLAIN, type + 1);
        }
    }
}

/* In bikjang a side may pass even in check. */
static void add_pass(struct generation *g) {
    const unsigned passer = ks_variant_passer(g->v, g->position);
    if (passer == KS_NOWHERE || g->stopped || (g->v->passing == PASS_ON_STALEMATE && g->count > 0))
        return;
    if (g->safety.bikjang || !g->safety.in_check)
        add(g, VARIANT_MOVE(passer, passer, KS_VARIANT_PASS, 0), true);
}

/* ---- All ---- */

uint32_t ks_variant_promotions(const ks_variant *v, const ks_variant_position *p) {
    uint32_t types = v->promotion_types[p->side_to_move];
    for (uint32_t limited = types & v->limited; limited; limited &= limited - 1) {
        const unsigned type = (unsigned)__builtin_ctz(limited);
        if (ks_variant_count_type(v, p, p->side_to_move, type) >= v->types[type].limit)
            types &= ~((uint32_t)1 << type);
    }
    return types;
}

static void start_generation(struct generation *g, const ks_variant *v, const ks_variant_position *p,
                             visit_move *visit, void *context) {
    g->v = v;
    g->position = p;
    g->us = p->side_to_move;
    g->them = other_side(p->side_to_move);
    g->occupied = occupied_squares(p);
    g->promotions = ks_variant_promotions(v, p);
    g->captures_only = false;
    g->gates = v->seirawan && !is_empty_set(&p->gates[g->us]);
    g->one_by_one = visit || !v->checking || !v->drop_checks;
    g->counts_sets = !g->one_by_one && !v->must_capture;
    if (!v->checking)
        g->uncovering = ks_variant_uncovering(v, p);
    g->visit = visit;
    g->context = context;
    g->count = 0;
    g->stopped = false;
    ks_variant_start_safety(&g->safety, v, p);
}

static void add_pieces(struct generation *g) {
    for (ks_squares pieces = g->position->pieces[g->us]; !is_empty_set(&pieces) && !g->stopped;)
        add_piece(g, take_square(&pieces));
}

size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *p, visit_move *visit,
                            void *context) {
    struct generation g;
    if (ks_variant_has_ended(v, p, NULL))
        return 0;
    start_generation(&g, v, p, visit, context);
    if (v->drop_limits.musts && ks_variant_must_drop(v, p)) {
        add_drops(&g);
        if (g.count)
            return g.count;
    }
    g.captures_only = v->must_capture;
    add_pieces(&g);
    if (g.captures_only && g.count == 0) {
        g.captures_only = false;
        add_pieces(&g);
    }
    if (!g.captures_only) {
        add_castling(&g);
        if (v->drops)
            add_drops(&g);
        if (v->stands_up)
            add_standing(&g);
        if (v->passing)
            add_pass(&g);
    }
    return g.count;
}

static bool stop(ks_variant_move move, void *context) {
    (void)move;
    (void)context;
    return false;
}

bool ks_variant_has_move(const ks_variant *v, const ks_variant_position *p) {
    return ks_variant_each_move(v, p, stop, NULL) > 0;
}

static bool collect_en_passant(ks_variant_move move, void *squares) {
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT)
        add_square(squares, KS_VARIANT_MOVE_TO(move));
    return true;
}

ks_squares ks_variant_legal_en_passant(const ks_variant *v, const ks_variant_position *p) {
    ks_squares squares = {{0}};
    struct generation g;
    if (p->en_passant_pawn == KS_NOWHERE || ks_variant_has_ended(v, p, NULL))
        return squares;
    start_generation(&g, v, p, collect_en_passant, &squares);
    for (ks_squares pieces = p->pieces[g.us]; !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (takes_en_passant(&g, from))
            add_piece(&g, from);
    }
    return squares;
}
