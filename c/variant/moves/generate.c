/* Generates legal moves: each piece's, castling, drops and passing. */
#include "variant/moves/generation.h"

#include "variant/attacks/passing.h"
#include "variant/definition/squares.h"
#include "variant/ends/ends.h"
#include "variant/moves/drops.h"
#include "variant/moves/standing.h"
#include "variant/moves/walls.h"
#include "variant/play/castling.h"

/* ---- Castling and drops ---- */

/* Returns whether nothing stands in the way; whether a wall covers the king from attacks is known later. */
static bool is_castling_free(const struct generation *g, unsigned rook) {
    const unsigned king = ks_variant_castling_king(g->v, g->position, g->us);
    return ks_variant_castling_is_free(g->position, king, rook, ks_variant_castled(g->v, g->us, king, rook));
}

void ks_variant_add_castling(struct generation *g) {
    const ks_variant_position *const p = g->position;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE && !g->safety.in_check && !g->stopped; wing++) {
        const unsigned rook = p->castling_rook[g->us][wing];
        if (rook != KS_NOWHERE &&
            (g->tries_walls ? is_castling_free(g, rook) : ks_variant_may_castle(g->v, p, rook)))
            ks_variant_add_move(
                g, VARIANT_MOVE(ks_variant_castling_king(g->v, p, g->us), rook, KS_VARIANT_CASTLING, 0),
                false);
    }
}

static void add_drops(struct generation *g) {
    const ks_variant *const v = g->v;
    ks_squares free = {{0}};
    bool known = false;
    for (unsigned type = 0; type < v->type_count && !g->stopped; type++) {
        if (!has_in_hand(v, g->position, g->us, type))
            continue;
        if (!known || v->hurdle != NO_TYPE)
            free = ks_variant_safe_drops(&g->safety, KS_VARIANT_CODE(type, g->us),
                                         without(v->board, g->occupied));
        known = true;
        const ks_squares squares = both(free, ks_variant_droppable(v, g->position, type));
        const unsigned promoted = v->types[type].promoted;
        ks_variant_add_each(g, 0, ks_variant_drops_as(v, g->position, squares, type, ks_variant_has_move),
                            KS_VARIANT_DROP, type + 1);
        if (v->drop_promoted && promoted != NO_TYPE)
            ks_variant_add_each(g, 0,
                                ks_variant_drops_as(v, g->position, squares, promoted, ks_variant_has_move),
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
            ks_variant_add_each(g, from, ks_variant_standing(&g->safety, from, type), KS_VARIANT_PLAIN,
                                type + 1);
        }
    }
}

/* A side may pass in bikjang even in check. */
static void add_pass(struct generation *g) {
    const unsigned passer = ks_variant_passer(g->v, g->position);
    if (passer == KS_NOWHERE || g->stopped || !ks_variant_passes_with(g->v->passing, g->count))
        return;
    if (g->safety.bikjang || (!g->safety.in_check && !g->safety.royals_in_check))
        ks_variant_add_move(g, VARIANT_MOVE(passer, passer, KS_VARIANT_PASS, 0), true);
}

/* ---- Walls ---- */

/* Adds the walls that the side to move may build instead of moving. They are written as a pass of its lowest
 * piece. */
__attribute__((noinline)) static void add_walls(struct generation *g) {
    const unsigned from = ks_variant_lowest_piece(g->v, g->position);
    if (from == KS_NOWHERE)
        return;
    const ks_variant_move pass = VARIANT_MOVE(from, from, KS_VARIANT_PASS, 0);
    for (ks_squares walls = ks_variant_wall_squares(g->v, g->position, pass);
         !is_empty_set(&walls) && !g->stopped;) {
        const ks_variant_move move = pass | WITH_WALL(take_square(&walls));
        if (ks_variant_is_safe_behind_wall(g->v, g->position, move))
            ks_variant_add_move(g, move, false);
    }
}

/* Prepares for moves that build walls. All moves pass the tests of safety, which are of royal pieces, since
 * each is tried with each wall. */
__attribute__((noinline)) static void start_walls(struct generation *g) {
    struct safety *const s = &g->safety;
    g->walls = g->one_by_one = true;
    g->counts_sets = false;
    g->tries_walls = s->king != KS_NOWHERE || g->v->crowned.types;
    if (!g->tries_walls)
        return;
    s->king = KS_NOWHERE;
    s->in_check = s->has_royals = s->royals_in_check = false;
    s->guard = (struct guard){.answers = g->v->board};
    g->promotions |= g->crownings;
    g->crownings = 0;
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

void ks_variant_start_generation(struct generation *g, const ks_variant *v, const ks_variant_position *p,
                                 visit_move *visit, void *context) {
    g->v = v;
    g->position = p;
    g->us = p->side_to_move;
    g->them = other_side(p->side_to_move);
    g->occupied = occupied_squares(p);
    g->promotions = ks_variant_promotions(v, p);
    g->crownings = g->promotions & v->crowned.types;
    g->promotions &= ~v->crowned.types;
    g->captures_only = false;
    g->gates = v->seirawan && !is_empty_set(&p->gates[g->us]);
    g->lists = false;
    g->one_by_one = visit || !v->checking || !v->drop_checks;
    g->counts_sets = !g->one_by_one && !v->must_capture;
    if (!v->checking)
        g->uncovering = ks_variant_uncovering(v, p);
    g->visit = visit;
    g->context = context;
    g->count = 0;
    g->stopped = false;
    ks_variant_start_safety(&g->safety, v, p);
    g->walls = g->tries_walls = false;
    if (v->walling.rule && !v->walling.instead)
        start_walls(g);
}

static void add_pieces(struct generation *g) {
    for (ks_squares pieces = g->position->pieces[g->us]; !is_empty_set(&pieces) && !g->stopped;)
        ks_variant_add_piece(g, take_square(&pieces));
}

static size_t add_all(struct generation *g) {
    const ks_variant *const v = g->v;
    if (v->drop_limits.musts && ks_variant_must_drop(v, g->position)) {
        add_drops(g);
        if (g->count)
            return g->count;
    }
    g->captures_only = v->must_capture;
    add_pieces(g);
    if (g->captures_only && g->count == 0) {
        g->captures_only = false;
        add_pieces(g);
    }
    if (!g->captures_only) {
        ks_variant_add_castling(g);
        if (v->drops)
            add_drops(g);
        if (v->stands_up)
            add_standing(g);
        if (v->passing)
            add_pass(g);
        if (v->walling.instead)
            add_walls(g);
    }
    return g->count;
}

size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *p, visit_move *visit,
                            void *context) {
    struct generation g;
    if (ks_variant_has_ended(v, p, NULL))
        return 0;
    ks_variant_start_generation(&g, v, p, visit, context);
    return add_all(&g);
}

size_t ks_variant_legal_moves(const ks_variant *v, const ks_variant_position *p, ks_variant_move *moves,
                              size_t room) {
    struct generation g;
    if (ks_variant_has_ended(v, p, NULL))
        return 0;
    ks_variant_start_generation(&g, v, p, NULL, NULL);
    g.lists = true;
    g.list = moves;
    g.room = room;
    g.one_by_one = true;
    g.counts_sets = false;
    return add_all(&g);
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
    ks_variant_start_generation(&g, v, p, collect_en_passant, &squares);
    for (ks_squares pieces = p->pieces[g.us]; !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (ks_variant_takes_en_passant(&g, from))
            ks_variant_add_piece(&g, from);
    }
    return squares;
}
