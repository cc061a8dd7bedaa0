/* Moves that pieces in the way decide and that are not slides of all lengths: slides to some squares alone,
 * hops over a piece, and lame leaps. A slide or hop is one of a rook or bishop, cut to the squares on which
 * it may end. */
#ifndef KS_MASK_RIDES_H
#define KS_MASK_RIDES_H

#include "variant/masks/node.h"

/* Returns the squares beyond the first piece of each line, up to the next one. Pieces on `barred` squares are
 * not hopped over. */
ALWAYS_INLINE mask hops(mask attacks(unsigned, mask), unsigned from, mask occupied, mask barred) {
    const mask seen = attacks(from, occupied);
    return attacks(from, occupied ^ (seen & occupied & ~barred)) & ~seen;
}

/* Returns the hops that end next to the piece on the same line. */
static inline mask hops_beside(mask attacks(unsigned, mask), unsigned from, mask occupied, mask found) {
    mask beside = 0;
    for (mask left = attacks(from, occupied) & occupied; left; left &= left - 1) {
        const unsigned piece = lowest_square(left);
        beside |= steps_from(piece) & attacks(from, 0) & attacks(piece, 0);
    }
    return found & beside;
}

static inline mask orthogonal_from(unsigned from, mask occupied) {
    return orthogonal_attacks(from, occupied);
}

static inline mask diagonal_from(unsigned from, mask occupied) {
    return diagonal_attacks(from, occupied);
}

/* Returns the squares that a kind's hops may reach from a square. ends: those on which they may end. */
ALWAYS_INLINE mask hop_reach(const struct compiled *c, unsigned kind, unsigned from, mask occupied,
                             mask barred, const mask ends[2]) {
    const bool beside = c->hops_beside >> kind & 1;
    mask found = 0;
    if (!(c->hops_others >> kind & 1))
        barred = 0;
    if (ends[0]) {
        const mask all = hops(orthogonal_from, from, occupied, barred);
        found |= ends[0] & (beside ? hops_beside(orthogonal_from, from, occupied, all) : all);
    }
    if (ends[1]) {
        const mask all = hops(diagonal_from, from, occupied, barred);
        found |= ends[1] & (beside ? hops_beside(diagonal_from, from, occupied, all) : all);
    }
    return found;
}

ALWAYS_INLINE mask ride_reach(unsigned from, mask occupied, const mask ends[2]) {
    return (ends[0] ? orthogonal_attacks(from, occupied) & ends[0] : 0) |
           (ends[1] ? diagonal_attacks(from, occupied) & ends[1] : 0);
}

/* Adds the squares to which a kind moves, and on which it captures, by rides. */
OUT_OF_LINE void add_rides(const struct compiled *c, unsigned us, unsigned kind, unsigned from, mask occupied,
                           mask barred, mask *moves, mask *captures) {
    const struct rides *const rides = &c->rides[kind]->from[us][from];
    *moves |= ride_reach(from, occupied, rides->moves);
    *captures |= ride_reach(from, occupied, rides->captures);
    if (!(c->crooked >> kind & 1))
        return;
    const struct rides *const hops = &c->hops[kind]->from[us][from];
    *moves |= hop_reach(c, kind, from, occupied, barred, hops->moves);
    *captures |= hop_reach(c, kind, from, occupied, barred, hops->captures);
    const struct leg *leg = &c->legs[c->crooked_lines[kind]->legs_of[us][from]];
    for (unsigned left = c->crooked_lines[kind]->leg_count[us][from]; left > 0; left--, leg++)
        if (!(leg->passed & occupied)) {
            *moves |= leg->moves;
            *captures |= leg->captures;
        }
}

/* ---- Attacks ---- */

/* Returns the pieces of a side whose slides that end on some squares alone attack a square. */
ALWAYS_INLINE mask riders_along(const struct compiled *c, const struct mask_node *n, unsigned side,
                                unsigned square, bool diagonal) {
    mask found = 0;
    for (unsigned i = 0; i < c->riders.count; i++) {
        const unsigned kind = c->riders.kinds[i];
        found |= c->rides[kind]->threats[side][square][diagonal] & n->kinds[kind];
    }
    return found & n->sides[side];
}

/* Returns the hoppers of a kind that would capture on a square. near: those within reach. */
static inline mask hoppers_at(const struct compiled *c, unsigned side, unsigned kind, unsigned square,
                              mask near, mask occupied, mask barred) {
    const mask *const threats = c->hops[kind]->threats[side][square];
    mask found = 0;
    if (c->hops_beside >> kind & 1)
        barred = ~steps_from(square);
    else if (!(c->hops_others >> kind & 1))
        barred = 0;
    if (near & threats[0])
        found |= threats[0] & hops(orthogonal_from, square, occupied, barred);
    if (near & threats[1])
        found |= threats[1] & hops(diagonal_from, square, occupied, barred);
    return found & near;
}

/* Returns the pieces of a kind whose lame leaps would capture on a square. */
static inline mask lame_at(const struct compiled *c, unsigned side, unsigned kind, unsigned square, mask near,
                           mask occupied) {
    mask found = 0;
    const struct leg *leg = &c->legs[c->crooked_lines[kind]->threats_of[side][square]];
    for (unsigned left = c->crooked_lines[kind]->threat_count[side][square]; left > 0; left--, leg++)
        if (!(leg->passed & occupied))
            found |= leg->captures;
    return found & near;
}

/* Returns the pieces of a side, among those standing, whose hops and lame leaps attack a square. */
OUT_OF_LINE mask crooked_at(const struct compiled *c, const struct mask_node *n, unsigned side,
                            unsigned square, mask occupied, mask standing, mask barred) {
    mask found = 0;
    for (unsigned i = 0; i < c->crooked_kinds.count; i++) {
        const unsigned kind = c->crooked_kinds.kinds[i];
        const mask near =
            c->crooked_lines[kind]->threats[side][square] & n->kinds[kind] & n->sides[side] & standing;
        if (near)
            found |= hoppers_at(c, side, kind, square, near, occupied, barred) |
                     lame_at(c, side, kind, square, near, occupied);
    }
    return found;
}

/* Returns the pieces over which some kinds do not hop. */
ALWAYS_INLINE mask barred_in(const struct compiled *c, const struct mask_node *n) {
    return c->hurdle == NO_KIND ? 0 : n->kinds[c->hurdle];
}

#endif
