/* Counts the replies to a null move, piece by piece, and keeps the squares that each piece's replies depend
 * on. */
#include "variant/perft/null_move.h"

#include <string.h>

#include "variant/attacks/cambodian.h"
#include "variant/attacks/reach.h"
#include "variant/moves/drops.h"
#include "variant/moves/standing.h"
#include "variant/play/castling.h"

static void see(struct replies *r, unsigned from) {
    struct generation *const g = &r->generation;
    const size_t before = g->count;
    ks_squares sight = ks_variant_sight(r->v, &r->after, &g->occupied, from);
    ks_variant_add_piece(g, from);
    r->count[from] = (uint16_t)(g->count - before);
    if (r->v->cambodian && has_square(&r->after.gates[r->them], from))
        sight = either(sight, ks_variant_cambodian_sight(r->v, r->them, from));
    while (!is_empty_set(&sight))
        add_square(&r->seen_by[take_square(&sight)], from);
}

static void see_castling(struct replies *r) {
    const ks_variant_position *const p = r->position;
    r->may_castle = false;
    r->ways = (ks_squares){{0}};
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        const unsigned rook = p->castling_rook[r->them][wing];
        if (rook == KS_NOWHERE)
            continue;
        const unsigned king = ks_variant_castling_king(r->v, p, r->them);
        const struct castled end = ks_variant_castled(r->v, r->them, king, rook);
        ks_squares way = ks_variant_castling_way(king, rook, end);
        r->ways = either(r->ways, way);
        way = both(way, p->pieces[r->them]);
        r->may_castle |= is_empty_set(&way);
    }
}

/* Counts the drops of one type as itself, or as the form that it is promoted to. */
static void see_drops_as(struct replies *r, ks_squares safe, ks_squares squares, unsigned type) {
    const ks_squares droppable = ks_variant_drops_as(r->v, &r->after, squares, type, ks_variant_has_move);
    const ks_squares drops = both(safe, droppable);
    r->all += count_squares(&drops);
    for (ks_squares left = droppable; !is_empty_set(&left);)
        r->drops[take_square(&left)]++;
}

/* Excludes drops that give a check that may be mate: the king and the pieces on those squares must stay.
 * Returns false when such a square is empty. */
static bool see_mates(struct replies *r, unsigned type, ks_squares *squares) {
    const unsigned king = r->position->king[r->us];
    if (type != r->v->drop_limits.no_mate || king == KS_NOWHERE)
        return true;
    const ks_squares checks =
        both(*squares, r->v->threats[KS_VARIANT_CODE(type, r->them) * r->v->squares + king]);
    *squares = without(*squares, checks);
    r->watch.check.leaving = either(r->watch.check.leaving, checks);
    add_square(&r->watch.check.leaving, king);
    return is_subset(&checks, &r->generation.occupied);
}

/* Returns false when too much depends on a drop. */
static bool see_drops(struct replies *r) {
    const ks_variant *const v = r->v;
    const ks_squares empty = without(v->board, r->generation.occupied);
    memset(r->drops, 0, v->squares);
    for (unsigned type = 0; v->drops && type < v->type_count; type++) {
        if (!ks_variant_replier_holds(r, type))
            continue;
        ks_squares squares = ks_variant_droppable(v, &r->after, type);
        if (!see_mates(r, type, &squares))
            return false;
        const ks_squares safe =
            ks_variant_safe_drops(&r->generation.safety, KS_VARIANT_CODE(type, r->them), empty);
        see_drops_as(r, safe, squares, type);
        if (v->drop_promoted && v->types[type].promoted != NO_TYPE)
            see_drops_as(r, safe, squares, v->types[type].promoted);
    }
    return true;
}

static void see_king(struct replies *r) {
    r->known = 0;
    r->targets = (ks_squares){{0}};
    r->watch = (struct king_watch){{{{0}}, {{0}}}, {{{0}}, {{0}}}};
    if (r->king == KS_NOWHERE)
        return;
    struct targets targets = find_targets(r->v, r->after.board, &r->generation.occupied, r->king);
    if (r->v->cambodian)
        ks_variant_add_cambodian(r->v, &r->after, r->king, false, &targets);
    r->targets =
        without(either(targets.moves, either(targets.firsts, targets.attacks)), r->position->pieces[r->them]);
    ks_variant_watch_king(r->v, r->position, r->them, r->targets, &r->watch);
}

bool ks_variant_make_null_move(struct replies *r) {
    struct generation *const g = &r->generation;
    r->after = *r->position;
    r->after.side_to_move = (uint8_t)r->them;
    r->after.en_passant = (ks_squares){{0}};
    r->after.en_passant_pawn = KS_NOWHERE;
    r->after.passes = 0;
    ks_variant_start_generation(g, r->v, &r->after, NULL, NULL);
    if (g->safety.in_check || (g->promotions && ks_variant_may_soon_stand_up(r->v, &r->after)))
        return false;
    memset(r->seen_by, 0, r->v->squares * sizeof *r->seen_by);
    for (ks_squares pieces = r->position->pieces[r->them]; !is_empty_set(&pieces);)
        see(r, take_square(&pieces));
    r->all = g->count;
    see_king(r);
    see_castling(r);
    return see_drops(r);
}
