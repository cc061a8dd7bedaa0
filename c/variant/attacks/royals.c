/* Finds the pieces that are royal at present, and their attackers. */
#include "variant/attacks/royals.h"

#include "variant/definition/squares.h"

static const ks_squares everywhere = {{~(uint64_t)0, ~(uint64_t)0}};

/* ---- The royal pieces ---- */

struct royals ks_variant_royals(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    ks_squares of_type[TYPES_MAX] = {{{0}}};
    struct royals royals = {{{0}}, {{0}}};
    for (ks_squares left = p->pieces[side]; !is_empty_set(&left);) {
        const unsigned square = take_square(&left), type = v->types[KS_VARIANT_TYPE(p->board[square])].kind;
        if (v->crowned.types >> type & 1)
            add_square(&of_type[type], square);
    }
    for (uint32_t types = v->crowned.types; types; types &= types - 1) {
        const unsigned type = (unsigned)__builtin_ctz(types);
        if (count_squares(&of_type[type]) <= v->crowned.most)
            royals.each = either(royals.each, of_type[type]);
        if (v->crowned.together)
            royals.together = either(royals.together, of_type[type]);
    }
    return royals;
}

static void carry(ks_squares *squares, unsigned from, unsigned to) {
    if (!has_square(squares, from))
        return;
    remove_square(squares, from);
    add_square(squares, to);
}

void ks_variant_carry_royals(struct royals *royals, unsigned from, unsigned to) {
    carry(&royals->each, from, to);
    carry(&royals->together, from, to);
}

/* One piece more may be too many of the type for any to be royal. */
void ks_variant_crown(const ks_variant *v, const ks_variant_position *p, struct royals *royals, unsigned to,
                      unsigned type) {
    const bool too_many = ks_variant_count_type(v, p, p->side_to_move, type) >= v->crowned.most;
    for (ks_squares left = royals->each; too_many && !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (v->types[KS_VARIANT_TYPE(p->board[square])].kind == type)
            remove_square(&royals->each, square);
    }
    if (!too_many)
        add_square(&royals->each, to);
    if (v->crowned.together)
        add_square(&royals->together, to);
}

/* ---- Attacks ---- */

/* Returns the first of the squares that is attacked, or the first that is not; KS_NOWHERE when there is
 * none. */
static unsigned find_first(const ks_variant *v, const uint8_t *board, const ks_squares *enemies,
                           unsigned by_side, ks_squares squares, bool attacked) {
    while (!is_empty_set(&squares)) {
        const unsigned square = take_square(&squares);
        if (ks_variant_is_attacked(v, board, enemies, by_side, square) == attacked)
            return square;
    }
    return KS_NOWHERE;
}

unsigned ks_variant_find_endangered(const ks_variant *v, const uint8_t *board, const ks_squares *enemies,
                                    unsigned by_side, const struct royals *royals) {
    const unsigned alone = find_first(v, board, enemies, by_side, royals->each, true);
    ks_squares together = royals->together;
    if (alone != KS_NOWHERE || is_empty_set(&together) ||
        find_first(v, board, enemies, by_side, together, false) != KS_NOWHERE)
        return alone;
    return take_square(&together);
}

ks_squares ks_variant_checkers(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const unsigned them = other_side(side);
    ks_squares checkers = ks_variant_king_checkers(v, p, side);
    if (!v->crowned.types)
        return checkers;
    const struct royals royals = ks_variant_royals(v, p, side);
    ks_squares attacked = royals.each;
    if (find_first(v, p->board, &p->pieces[them], them, royals.together, false) == KS_NOWHERE)
        attacked = either(attacked, royals.together);
    while (!is_empty_set(&attacked))
        checkers = either(checkers, ks_variant_attackers(v, p, take_square(&attacked), them));
    return checkers;
}

unsigned ks_variant_piece_in_check(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const unsigned them = other_side(side);
    const ks_squares checkers = ks_variant_king_checkers(v, p, side);
    const struct royals royals = ks_variant_royals(v, p, side);
    return is_empty_set(&checkers) ? ks_variant_find_endangered(v, p->board, &p->pieces[them], them, &royals)
                                   : p->king[side];
}

/* ---- The guard ---- */

/* Returns whether nothing attacks the square. */
static bool merge_guard(const ks_variant *v, const ks_variant_position *p, unsigned square,
                        struct guard *guard) {
    struct guard more;
    ks_variant_guard_square(v, p, square, &more);
    guard->sensitive = either(guard->sensitive, more.sensitive);
    return is_empty_set(&more.checkers);
}

/* Pieces that may not all be attacked are guarded by one that is not attacked: while it is safe, there is no
 * check. */
bool ks_variant_guard_royals(const ks_variant *v, const ks_variant_position *p, const struct royals *royals,
                             struct guard *guard) {
    const unsigned them = other_side(p->side_to_move);
    bool safe = true;
    for (ks_squares left = royals->each; !is_empty_set(&left);)
        safe &= merge_guard(v, p, take_square(&left), guard);
    if (!is_empty_set(&royals->together)) {
        const unsigned free = find_first(v, p->board, &p->pieces[them], them, royals->together, false);
        safe &= free != KS_NOWHERE && merge_guard(v, p, free, guard);
    }
    guard->sensitive = safe ? either(guard->sensitive, either(royals->each, royals->together)) : everywhere;
    return !safe;
}
