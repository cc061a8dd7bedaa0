/* Adds moves to those found: one at a time, or counted a set at a time where nobody wants to see them. */
#include "variant/gating/gates.h"
#include "variant/generate/generation.h"
#include "variant/play.h"

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

/* Whether a piece of the type may come through the gate, from the hand. */
static bool may_come(const struct generation *g, unsigned type, unsigned gate) {
    return g->position->hand[g->us][type] && has_square(&g->v->drop_region[g->us][type], gate);
}

/* Adds the same move with each piece that may be put where the mover, or in castling the rook, has stood. */
static void add_gating(struct generation *g, ks_variant_move move, bool rook) {
    const unsigned gate = rook ? KS_VARIANT_MOVE_TO(move) : KS_VARIANT_MOVE_FROM(move);
    if (!ks_variant_may_gate(g->v, g->position, move, rook))
        return;
    for (unsigned type = 0; type < g->v->type_count && !g->stopped; type++)
        if (may_come(g, type, gate))
            add_one(g, move | GATED(type) | (rook ? GATED_BY_ROOK : 0), false);
}

unsigned ks_variant_ways_to_leave(const struct generation *g, unsigned from) {
    unsigned ways = 1;
    if (!g->gates || !has_square(&g->position->gates[g->us], from))
        return ways;
    for (unsigned type = 0; type < g->v->type_count; type++)
        ways += may_come(g, type, from);
    return ways;
}

void ks_variant_add_move(struct generation *g, ks_variant_move move, bool known_good) {
    add_one(g, move, known_good);
    if (g->gates) {
        add_gating(g, move, false);
        add_gating(g, move, true);
    }
}

/* Those of the squares to which a piece can plainly go without giving check. None where an explosion might
 * uncover a line, or other pieces than the king are royal. */
static ks_squares checkless(const struct generation *g, unsigned from, ks_squares targets, unsigned kind) {
    const ks_variant_position *const p = g->position;
    const unsigned king = p->king[g->them];
    if (kind != KS_VARIANT_PLAIN || king == KS_NOWHERE || g->v->crowned.types || g->v->blasts ||
        has_square(&g->uncovering, from))
        return (ks_squares){{0}};
    return without(without(targets, g->uncovering), g->v->threats[p->board[from] * g->v->squares + king]);
}

void ks_variant_add_each(struct generation *g, unsigned from, ks_squares targets, unsigned kind,
                         unsigned promotion) {
    if (!g->one_by_one) {
        g->count +=
            count_squares(&targets) * (kind == KS_VARIANT_DROP ? 1 : ks_variant_ways_to_leave(g, from));
        return;
    }
    const ks_squares sure =
        promotion || may_check(g, kind) ? (ks_squares){{0}} : checkless(g, from, targets, kind);
    if (!g->visit && !g->gates) {
        g->count += count_squares(&sure);
        targets = without(targets, sure);
    }
    while (!is_empty_set(&targets) && !g->stopped) {
        const unsigned to = take_square(&targets);
        ks_variant_add_move(g, VARIANT_MOVE(kind == KS_VARIANT_DROP ? to : from, to, kind, promotion),
                            has_square(&sure, to));
    }
}
