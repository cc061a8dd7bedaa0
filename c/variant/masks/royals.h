/* Pieces that are royal while their side has few of their type, in nodes of compiled variants: see
 * c/variant/attacks/safety.h. */
#ifndef KS_MASK_ROYALS_H
#define KS_MASK_ROYALS_H

#include "variant/masks/lines.h"

struct mask_royals {
    mask each, together; /* as in struct royals */
};

static inline struct mask_royals find_royals(const struct compiled *c, const struct mask_node *n,
                                             unsigned side) {
    struct mask_royals r = {0, 0};
    for (unsigned i = 0; i < c->crowned_count; i++) {
        const mask pieces = pieces_of_kinds(n, c->crowned[i]) & n->sides[side];
        if (count_mask(pieces) <= c->crowned_most)
            r.each |= pieces;
        if (c->crowned_together)
            r.together |= pieces;
    }
    return r;
}

ALWAYS_INLINE mask carried(mask squares, mask from, mask to) {
    return squares & from ? (squares & ~from) | to : squares;
}

/* Adds a piece of a kind to those that are royal. It may be too many of its type for any to be royal. n:
 * before the move. */
static inline void crown(const struct compiled *c, const struct mask_node *n, unsigned us, unsigned kind,
                         mask to, struct mask_royals *r) {
    for (unsigned i = 0; i < c->crowned_count; i++) {
        const mask pieces = pieces_of_kinds(n, c->crowned[i]) & n->sides[us];
        if (!(c->crowned[i] >> kind & 1))
            continue;
        if (count_mask(pieces) >= c->crowned_most)
            r->each &= ~pieces;
        else
            r->each |= to;
        if (c->crowned_together)
            r->together |= to;
    }
}

/* Returns whether a side attacks one of the pieces of `each`, or all of `together`. */
static inline bool endangers_royals(const struct compiled *c, const struct mask_node *n, unsigned side,
                                    const struct sliders *sliders, struct mask_royals r, mask occupied,
                                    mask standing) {
    for (; r.each; r.each &= r.each - 1)
        if (attacks_square(c, n, side, sliders, lowest_square(r.each), occupied, standing))
            return true;
    for (mask left = r.together; left; left &= left - 1)
        if (!attacks_square(c, n, side, sliders, lowest_square(left), occupied, standing))
            return false;
    return r.together != 0;
}

#endif
