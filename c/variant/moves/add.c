/* Adds moves to those found: one at a time; or a set at a time, counted or listed. */
#include "variant/moves/generation.h"
#include "variant/moves/walls.h"
#include "variant/play/gates.h"
#include "variant/play/play.h"

static bool may_check(const struct generation *g, unsigned kind) {
    return g->v->checking && (g->v->drop_checks || kind != KS_VARIANT_DROP);
}

static void add_one(struct generation *g, ks_variant_move move, bool known_good) {
    if (!known_good && !may_check(g, KS_VARIANT_MOVE_KIND(move)) &&
        ks_variant_gives_check(g->v, g->position, move))
        return;
    if (g->lists && g->count < g->room)
        g->list[g->count] = move;
    g->count++;
    if (g->visit && !g->visit(move, g->context))
        g->stopped = true;
}

/* Returns whether a piece of the type may come from the hand through the gate. */
static bool may_come(const struct generation *g, unsigned type, unsigned gate) {
    return g->position->hand[g->us][type] && has_square(&g->v->drop_region[g->us][type], gate);
}

/* Adds the move with each piece that may be placed on the square that the mover, or the castling rook,
 * leaves. */
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

/* Adds the move with each wall that it may build. */
__attribute__((noinline)) static void add_walled(struct generation *g, ks_variant_move move,
                                                 bool known_good) {
    ks_squares walls = ks_variant_wall_squares(g->v, g->position, move);
    if (!g->visit && !g->lists && !g->tries_walls &&
        (known_good || may_check(g, KS_VARIANT_MOVE_KIND(move)))) {
        g->count += count_squares(&walls);
        return;
    }
    while (!is_empty_set(&walls) && !g->stopped) {
        const ks_variant_move walled = move | WITH_WALL(take_square(&walls));
        if (!g->tries_walls || ks_variant_is_safe_behind_wall(g->v, g->position, walled))
            add_one(g, walled, known_good);
    }
}

void ks_variant_add_move(struct generation *g, ks_variant_move move, bool known_good) {
    if (g->walls) {
        add_walled(g, move, known_good);
        return;
    }
    add_one(g, move, known_good);
    if (g->gates) {
        add_gating(g, move, false);
        add_gating(g, move, true);
    }
}

/* Returns the targets to which a piece certainly moves without giving check. The set is empty when an
 * explosion might uncover a line, or other pieces than the king are royal. */
static ks_squares checkless(const struct generation *g, unsigned from, ks_squares targets, unsigned kind) {
    const ks_variant_position *const p = g->position;
    const unsigned king = p->king[g->them];
    if (kind != KS_VARIANT_PLAIN || king == KS_NOWHERE || g->v->crowned.types || g->v->blasts ||
        has_square(&g->uncovering, from))
        return (ks_squares){{0}};
    return without(without(targets, g->uncovering), g->v->threats[p->board[from] * g->v->squares + king]);
}

/* Lists the moves to each target: `first` is that to square 0, and `step` the difference to the next. */
static void list_each(struct generation *g, ks_squares targets, ks_variant_move first, unsigned step) {
    size_t count = g->count;
    for (unsigned half = 0; half < 2; half++, first += 64 * step)
        for (uint64_t left = targets.half[half]; left; left &= left - 1, count++)
            if (count < g->room)
                g->list[count] = first + (unsigned)__builtin_ctzll(left) * step;
    g->count = count;
}

void ks_variant_add_each(struct generation *g, unsigned from, ks_squares targets, unsigned kind,
                         unsigned promotion) {
    const bool drop = kind == KS_VARIANT_DROP;
    if (!g->one_by_one) {
        g->count += count_squares(&targets) * (drop ? 1 : ks_variant_ways_to_leave(g, from));
        return;
    }
    if (g->lists && !g->gates && !g->walls && may_check(g, kind)) {
        list_each(g, targets, VARIANT_MOVE(drop ? 0 : from, 0, kind, promotion), VARIANT_MOVE(drop, 1, 0, 0));
        return;
    }
    const ks_squares sure =
        promotion || may_check(g, kind) ? (ks_squares){{0}} : checkless(g, from, targets, kind);
    if (!g->visit && !g->lists && !g->gates && !g->walls) {
        g->count += count_squares(&sure);
        targets = without(targets, sure);
    }
    while (!is_empty_set(&targets) && !g->stopped) {
        const unsigned to = take_square(&targets);
        ks_variant_add_move(g, VARIANT_MOVE(drop ? to : from, to, kind, promotion), has_square(&sure, to));
    }
}
