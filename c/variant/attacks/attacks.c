/* Finds attacks in a variant. The kernels find them when the variant has a pieceset; otherwise they are found
 * along the lines of the pieces within reach. */
#include "variant/attacks/attacks.h"

#include "variant/definition/squares.h"

/* ---- Lines ---- */

/* Returns the squares before the target of a line that only the nearest piece blocks. */
static ks_variant_squares straight_before(const struct line *line, unsigned target) {
    const ks_variant_squares stop = set_of_square(target);
    ks_variant_squares below = {
        {stop.half[0] ? stop.half[0] - 1 : ~(uint64_t)0, stop.half[1] ? stop.half[1] - 1 : 0}};
    if (line->way == WAY_UP)
        return both(line->stops, below);
    add_square(&below, target);
    return without(line->stops, below);
}

ks_variant_squares ks_variant_squares_before(const ks_variant *v, const struct line *line, unsigned target) {
    ks_variant_squares squares = {{0}};
    if (line->way != WAY_WALK)
        return straight_before(line, target);
    for (const uint8_t *entry = v->pool + line->first; *entry != target; entry++)
        add_square(&squares, *entry & ~(unsigned)PASSED);
    return squares;
}

/* ---- Attacks ---- */

static bool walk_attacks(const ks_variant *v, const struct line *line, const uint8_t *board,
                         unsigned target) {
    struct walk walk = start_walk(v, line);
    for (unsigned stop; (stop = next_stop(&walk, board)) != KS_VARIANT_NO_SQUARE;)
        if (stop == target)
            return true;
    return false;
}

static const struct line *first_ride(const ks_variant *v, unsigned index) {
    return v->rides + v->rides_of[index];
}

static bool can_capture(const struct line *line, unsigned target) {
    return line->flags & LINE_CAPTURE && has_square(&line->stops, target);
}

static bool piece_attacks(const ks_variant *v, const uint8_t *board, unsigned from, unsigned target) {
    const unsigned index = board[from] * v->squares + from;
    if (has_square(&v->leaps[index].captures, target))
        return true;
    if (!has_square(&v->reach[index], target))
        return false;
    for (const struct line *ride = first_ride(v, index); ride < first_ride(v, index + 1); ride++)
        if (can_capture(ride, target) && walk_attacks(v, ride, board, target))
            return true;
    return false;
}

bool ks_variant_is_attacked(const ks_variant *v, const uint8_t *board, const ks_variant_squares *pieces,
                            unsigned by_side, unsigned square) {
    if (square == KS_VARIANT_NO_SQUARE)
        return false;
    if (v->has_pieceset)
        return ks_in_check_set(&v->pieceset, board, square, other_side(by_side));
    for (ks_variant_squares near = both(*pieces, v->within_reach[by_side][square]); !is_empty_set(&near);)
        if (piece_attacks(v, board, take_square(&near), square))
            return true;
    return false;
}

ks_variant_squares ks_variant_attackers(const ks_variant *v, const ks_variant_position *position,
                                        unsigned square, unsigned by_side) {
    ks_variant_squares attackers = {{0}};
    if (square == KS_VARIANT_NO_SQUARE)
        return attackers;
    if (v->has_pieceset) {
        attackers.half[0] = ks_attackers_set(&v->pieceset, position->board, square, by_side);
        return attackers;
    }
    for (ks_variant_squares near = both(position->pieces[by_side], v->within_reach[by_side][square]);
         !is_empty_set(&near);) {
        const unsigned from = take_square(&near);
        if (piece_attacks(v, position->board, from, square))
            add_square(&attackers, from);
    }
    return attackers;
}

ks_variant_squares ks_variant_king_checkers(const ks_variant *v, const ks_variant_position *p,
                                            unsigned side) {
    const unsigned them = other_side(side);
    if (ks_variant_kings_touch(v, p->king[side], p->king[them]))
        return (ks_variant_squares){{0}};
    ks_variant_squares checkers = ks_variant_attackers(v, p, p->king[side], them);
    if (v->faces && ks_variant_kings_face(v, p->board, p->king[side], p->king[them]))
        add_square(&checkers, p->king[them]);
    return checkers;
}

/* ---- The guard ---- */

static const struct guard no_checks = {.answers = {{~(uint64_t)0, ~(uint64_t)0}}};

static void add_check(struct guard *guard, unsigned from, ks_variant_squares blocking) {
    add_square(&guard->checkers, from);
    add_square(&blocking, from);
    guard->answers = both(guard->answers, blocking);
}

/* A move changes at most one square of a line but for captures, which leave a piece where one was. So two
 * pieces in the way of a piece that does not hop shield the king from any move's effect, and one of the other
 * side does. */
static void guard_against(const ks_variant *v, const ks_variant_position *p,
                          const ks_variant_squares *occupied, unsigned from, unsigned king,
                          struct guard *guard) {
    const unsigned index = p->board[from] * v->squares + from;
    if (has_square(&v->leaps[index].captures, king))
        add_check(guard, from, (ks_variant_squares){{0}});
    for (const struct line *ride = first_ride(v, index); ride < first_ride(v, index + 1); ride++) {
        if (!can_capture(ride, king))
            continue;
        const ks_variant_squares before = ks_variant_squares_before(v, ride, king),
                                 pieces = both(before, *occupied);
        const bool hops = ride->hop != BETZA_NO_HOP;
        if (hops ? walk_attacks(v, ride, p->board, king) : is_empty_set(&pieces)) {
            add_check(guard, from, before);
            guard->tries |= hops;
        }
        if (hops)
            guard->sensitive = either(guard->sensitive, before);
        else if (is_one_square(&pieces))
            guard->sensitive = either(guard->sensitive, both(pieces, p->pieces[p->side_to_move]));
    }
}

static void guard_against_king(const ks_variant *v, const ks_variant_position *p, unsigned their_king,
                               unsigned king, struct guard *guard) {
    unsigned between = KS_VARIANT_NO_SQUARE;
    if (their_king == KS_VARIANT_NO_SQUARE || !has_square(&v->crosses[king], their_king))
        return;
    const unsigned count = ks_variant_count_between(v, p->board, king, their_king, &between);
    if (count == 0) {
        add_square(&guard->checkers, their_king);
        guard->tries = true;
    } else if (count == 1)
        add_square(&guard->sensitive, between);
}

/* them: the side that attacks the king. */
static void guard_by_lines(const ks_variant *v, const ks_variant_position *p, unsigned them, unsigned king,
                           struct guard *guard) {
    const ks_variant_squares occupied = occupied_squares(p);
    for (ks_variant_squares near = both(p->pieces[them], v->within_reach[them][king]); !is_empty_set(&near);)
        guard_against(v, p, &occupied, take_square(&near), king, guard);
}

static void guard_by_kernel(const ks_variant *v, const ks_variant_position *p, unsigned us, unsigned king,
                            struct guard *guard) {
    ks_king_lines lines;
    ks_king_scan_set(&v->pieceset, p->board, king, us, &lines);
    guard->sensitive.half[0] = lines.pinned;
    for (ks_variant_squares left = {{lines.checkers, 0}}; !is_empty_set(&left);) {
        const unsigned checker = take_square(&left);
        add_check(guard, checker, ks_variant_between(v, checker, king));
    }
}

static void guard_beyond_tables(const ks_variant *v, const ks_variant_position *p, unsigned them,
                                unsigned king, struct guard *guard) {
    if (v->faces || ks_variant_in_bikjang(v, p))
        guard_against_king(v, p, p->king[them], king, guard);
}

void ks_variant_guard_square(const ks_variant *v, const ks_variant_position *p, unsigned square,
                             struct guard *guard) {
    const unsigned us = p->side_to_move;
    *guard = no_checks;
    if (v->has_pieceset)
        guard_by_kernel(v, p, us, square, guard);
    else
        guard_by_lines(v, p, other_side(us), square, guard);
}

void ks_variant_guard(const ks_variant *v, const ks_variant_position *p, struct guard *guard) {
    const unsigned us = p->side_to_move, them = other_side(us), king = p->king[us];
    *guard = no_checks;
    if (king == KS_VARIANT_NO_SQUARE || ks_variant_kings_touch(v, king, p->king[them]))
        return;
    ks_variant_guard_square(v, p, king, guard);
    if (v->beyond_tables)
        guard_beyond_tables(v, p, them, king, guard);
}

ks_variant_squares ks_variant_uncovering(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move, king = p->king[other_side(us)];
    struct guard guard = no_checks;
    if (king != KS_VARIANT_NO_SQUARE) {
        guard_by_lines(v, p, us, king, &guard);
        if (v->faces)
            guard_against_king(v, p, p->king[us], king, &guard);
    }
    return guard.sensitive;
}
