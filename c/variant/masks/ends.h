/* Ends of games of compiled variants: lost pieces and goals. */
#ifndef KS_MASK_ENDS_H
#define KS_MASK_ENDS_H

#include "variant/masks/moves.h"

ALWAYS_INLINE bool is_extinct_in(const struct extinction *rule, unsigned count, unsigned opponents,
                                 bool to_move) {
    return count <= rule->count && opponents >= rule->opponents + (rule->claim && to_move);
}

static inline bool has_lost(const struct compiled *c, const struct mask_node *n, unsigned side,
                            bool to_move) {
    const struct extinction *const rule = &c->extinction;
    const uint64_t ours = n->sides[side], theirs = n->sides[other_side(side)];
    if (rule->value == EXTINCTION_NONE)
        return false;
    if (rule->all)
        return is_extinct_in(rule, count_mask(ours), count_mask(theirs), to_move);
    if (c->royal_is_lost)
        return !king_of(c, n, side);
    for (uint32_t left = rule->types; left; left &= left - 1) {
        const uint64_t kind = n->kinds[__builtin_ctz(left)];
        if (is_extinct_in(rule, count_mask(kind & ours), count_mask(kind & theirs), to_move))
            return true;
    }
    return false;
}

/* Returns whether a side is in check. */
static inline bool is_checked(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const struct sliders theirs = sliders_of(c, n, other_side(side));
    const uint64_t king = king_of(c, n, side);
    return king && attacks_square(c, n, other_side(side), &theirs, lowest_square(king), occupied_by(c, n),
                                  ~(uint64_t)0);
}

static inline bool is_there(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const uint64_t there = n->sides[side] & c->flag_region[side];
    return there && count_mask(there & pieces_of_kinds(n, c->flag_kinds[side])) >= c->flag_count;
}

/* Returns whether the game has ended, us being to move. A goal that white reaches first is answered by
 * black's king, if it can reach its own on the next move. */
ALWAYS_INLINE bool has_ended(const struct compiled *c, const struct mask_node *n, unsigned us,
                             unsigned traits) {
    const unsigned them = other_side(us);
    if (has_lost(c, n, them, false) || has_lost(c, n, us, true))
        return true;
    if (c->checks && (!n->checks_left[us] || !n->checks_left[them]))
        return true;
    const bool ours = is_there(c, n, us), reached = ours || is_there(c, n, them);
    if (!reached || !c->flag_answered || us == KS_WHITE || ours || !(traits & TRAIT_ROYAL) ||
        !king_of(c, n, us))
        return reached;
    struct scene s;
    set_scene(&s, c, n, us, traits);
    return !(safe_king_targets(&s, us, traits) & c->flag_region[us]);
}

#endif
