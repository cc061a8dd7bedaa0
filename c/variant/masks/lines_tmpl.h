/* Lines in a node of a compiled variant: moves that pieces in the way decide, attacks, checks and pins, royal
 * pieces, and walls. */
#ifndef KS_MASKS_LINES_TMPL_H
#define KS_MASKS_LINES_TMPL_H

#include "variant/masks/node_tmpl.h"

/* ==== Rides ==== */

/* Moves that pieces in the way decide and that are not slides of all lengths: slides to some squares alone,
 * hops over a piece, and lame leaps. A slide or hop is one of a rook or bishop, cut to the squares on which
 * it may end. */

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
ALWAYS_INLINE mask hop_reach(const struct ride_tables *tables, unsigned kind, unsigned from, mask occupied,
                             mask barred, const mask ends[2]) {
    const bool beside = tables->hops_beside >> kind & 1;
    mask found = 0;
    if (!(tables->hops_others >> kind & 1))
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

/* The squares to which a piece moves, and on which it captures. */
struct reach {
    mask moves, captures;
};

/* Returns those of a kind by rides. */
OUT_OF_LINE struct reach reach_of_rides(const struct ride_tables *tables, unsigned us, unsigned kind,
                                        unsigned from, mask occupied, mask barred) {
    const struct rides *const rides = &tables->lines[kind]->from[us][from];
    struct reach reach = {ride_reach(from, occupied, rides->moves),
                          ride_reach(from, occupied, rides->captures)};
    if (!(tables->crooked >> kind & 1))
        return reach;
    const struct rides *const hops = &tables->hops[kind]->from[us][from];
    reach.moves |= hop_reach(tables, kind, from, occupied, barred, hops->moves);
    reach.captures |= hop_reach(tables, kind, from, occupied, barred, hops->captures);
    const struct leg *leg = &tables->legs[tables->crooked_lines[kind]->legs_of[us][from]];
    for (unsigned left = tables->crooked_lines[kind]->leg_count[us][from]; left > 0; left--, leg++)
        if (!(leg->passed & occupied)) {
            reach.moves |= leg->moves;
            reach.captures |= leg->captures;
        }
    return reach;
}

/* ---- Attacks ---- */

/* Returns the pieces of a side whose slides that end on some squares alone attack a square. */
ALWAYS_INLINE mask riders_along(const struct ride_tables *tables, const struct mask_node *n, unsigned side,
                                unsigned square, bool diagonal) {
    mask found = 0;
    for (unsigned i = 0; i < tables->riders.count; i++) {
        const unsigned kind = tables->riders.kinds[i];
        found |= tables->lines[kind]->threats[side][square][diagonal] & n->kinds[kind];
    }
    return found & n->sides[side];
}

/* Returns the hoppers of a kind that would capture on a square. near: those within reach. */
static inline mask hoppers_at(const struct ride_tables *tables, unsigned side, unsigned kind, unsigned square,
                              mask near, mask occupied, mask barred) {
    const mask *const threats = tables->hops[kind]->threats[side][square];
    mask found = 0;
    if (tables->hops_beside >> kind & 1)
        barred = ~steps_from(square);
    else if (!(tables->hops_others >> kind & 1))
        barred = 0;
    if (near & threats[0])
        found |= threats[0] & hops(orthogonal_from, square, occupied, barred);
    if (near & threats[1])
        found |= threats[1] & hops(diagonal_from, square, occupied, barred);
    return found & near;
}

/* Returns the pieces of a kind whose lame leaps would capture on a square. */
static inline mask lame_at(const struct ride_tables *tables, unsigned side, unsigned kind, unsigned square,
                           mask near, mask occupied) {
    mask found = 0;
    const struct leg *leg = &tables->legs[tables->crooked_lines[kind]->threats_of[side][square]];
    for (unsigned left = tables->crooked_lines[kind]->threat_count[side][square]; left > 0; left--, leg++)
        if (!(leg->passed & occupied))
            found |= leg->captures;
    return found & near;
}

/* Returns the pieces of a side, among those standing, whose hops and lame leaps attack a square. */
OUT_OF_LINE mask crooked_at(const struct ride_tables *tables, const struct mask_node *n, unsigned side,
                            unsigned square, mask occupied, mask standing, mask barred) {
    mask found = 0;
    for (unsigned i = 0; i < tables->crooked_kinds.count; i++) {
        const unsigned kind = tables->crooked_kinds.kinds[i];
        const mask near =
            tables->crooked_lines[kind]->threats[side][square] & n->kinds[kind] & n->sides[side] & standing;
        if (near)
            found |= hoppers_at(tables, side, kind, square, near, occupied, barred) |
                     lame_at(tables, side, kind, square, near, occupied);
    }
    return found;
}

/* Returns the pieces over which some kinds do not hop. */
ALWAYS_INLINE mask barred_in(const struct ride_tables *tables, const struct mask_node *n) {
    return tables->hurdle == NO_KIND ? 0 : n->kinds[tables->hurdle];
}

/* ==== Attacks, checks and pins ==== */

/* Attacks, checks and pins in a node of a compiled variant. */

/* A side's pieces that capture along lines. */
struct sliders {
    mask orthogonal, diagonal;
};

ALWAYS_INLINE mask union_of(const struct kind_list *list, const struct mask_node *n) {
    mask found = 0;
    for (unsigned i = 0; i < list->count; i++)
        found |= n->kinds[list->kinds[i]];
    return found;
}

/* Returns the sliders without those that end on some squares alone. */
ALWAYS_INLINE struct sliders sliders_of(const struct slide_tables *slides, const struct mask_node *n,
                                        unsigned side) {
    return (struct sliders){union_of(&slides->orthogonal, n) & n->sides[side],
                            union_of(&slides->diagonal, n) & n->sides[side]};
}

/* Returns those that attack a square if nothing is in the way. */
ALWAYS_INLINE struct sliders sliders_at(const struct ride_tables *tables, const struct mask_node *n,
                                        unsigned side, const struct sliders *sliders, unsigned square) {
    if (!tables->riders.count)
        return *sliders;
    return (struct sliders){sliders->orthogonal | riders_along(tables, n, side, square, false),
                            sliders->diagonal | riders_along(tables, n, side, square, true)};
}

/* With more kinds it pays to look first whether any piece is near. */
enum { FEW_LEAPERS = 4 };

/* Returns the pieces of a side that capture on a square by leaps. */
ALWAYS_INLINE mask leapers_at(const struct leap_tables *leaps, const struct mask_node *n, unsigned side,
                              unsigned square) {
    mask found = 0;
    if (leaps->leapers.count > FEW_LEAPERS && !(leaps->all_threats[side][square] & n->sides[side]))
        return 0;
    for (unsigned i = 0; i < leaps->leapers.count; i++) {
        const unsigned kind = leaps->leapers.kinds[i];
        found |= leaps->threats[side][kind][square] & n->kinds[kind];
    }
    return found & n->sides[side];
}

/* Returns whether a side attacks a square. occupied: the squares that block lines; standing: the
 * side's pieces that count. */
ALWAYS_INLINE bool attacks_square(const struct compiled *c, const struct mask_node *n, unsigned side,
                                  const struct sliders *sliders, unsigned square, mask occupied,
                                  mask standing) {
    const struct sliders all = sliders_at(&c->rides, n, side, sliders, square);
    const mask found = leapers_at(&c->leaps, n, side, square) |
                       (orthogonal_attacks(square, occupied) & all.orthogonal) |
                       (diagonal_attacks(square, occupied) & all.diagonal);
    return (found & standing) ||
           (c->rides.crooked_kinds.count &&
            crooked_at(&c->rides, n, side, square, occupied, standing, barred_in(&c->rides, n) & occupied));
}

/* Returns whether a side is in check. */
static inline bool is_checked(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const struct sliders theirs = sliders_of(&c->slides, n, other_side(side));
    const mask king = king_of(c, n, side);
    return king && attacks_square(c, n, other_side(side), &theirs, lowest_square(king),
                                  occupied_by(&c->area, n), ~(mask)0);
}

/* Returns whether the kings face each other along a rank or file. */
static inline bool kings_face(const struct compiled *c, const struct mask_node *n) {
    const mask ours = king_of(c, n, KS_WHITE), theirs = king_of(c, n, KS_BLACK);
    return ours && (orthogonal_attacks(lowest_square(ours), occupied_by(&c->area, n)) & theirs);
}

/* The lines between a square and the sliders of one side. */
struct aims {
    mask seen_orthogonally, seen_diagonally;       /* the nearest squares, up to blockers */
    mask orthogonal, diagonal;                     /* sliders with one blocker of the other set in the way */
    mask blockers;                                 /* these blockers */
    bool aligned_orthogonally, aligned_diagonally; /* a slider on a line with the square sees it not */
};

/* Finds these lines. screens: the pieces whose move would open a line. */
ALWAYS_INLINE struct aims find_aims(const struct sliders *sliders, unsigned square, mask occupied,
                                    mask screens) {
    struct aims a = {orthogonal_attacks(square, occupied), diagonal_attacks(square, occupied), 0, 0, 0, 0, 0};
    const mask orthogonal = sliders->orthogonal & ~a.seen_orthogonally & orthogonal_attacks(square, 0);
    const mask diagonal = sliders->diagonal & ~a.seen_diagonally & diagonal_attacks(square, 0);
    a.aligned_orthogonally = orthogonal != 0;
    a.aligned_diagonally = diagonal != 0;
    if (orthogonal)
        a.orthogonal = orthogonal & orthogonal_attacks(square, occupied ^ (a.seen_orthogonally & screens));
    if (diagonal)
        a.diagonal = diagonal & diagonal_attacks(square, occupied ^ (a.seen_diagonally & screens));
    for (mask left = a.orthogonal; left; left &= left - 1)
        a.blockers |= orthogonal_way(square, lowest_square(left)) & a.seen_orthogonally & screens;
    for (mask left = a.diagonal; left; left &= left - 1)
        a.blockers |= diagonal_way(square, lowest_square(left)) & a.seen_diagonally & screens;
    return a;
}

/* Returns the squares to which a blocker may move without opening a line. */
static inline mask along_aims(const struct aims *a, unsigned square, mask blocker) {
    mask allowed = ~(mask)0;
    for (mask left = a->orthogonal; left; left &= left - 1) {
        const mask way = orthogonal_way(square, lowest_square(left));
        if (way & blocker)
            allowed &= way;
    }
    for (mask left = a->diagonal; left; left &= left - 1) {
        const mask way = diagonal_way(square, lowest_square(left));
        if (way & blocker)
            allowed &= way;
    }
    return allowed;
}

/* ==== Royal pieces ==== */

/* Pieces that are royal while their side has few of their type, in nodes of compiled variants: see
 * c/variant/attacks/safety.h. */

struct mask_royals {
    mask each, together; /* as in struct royals */
};

static inline struct mask_royals find_royals(const struct crowns *crowns, const struct mask_node *n,
                                             unsigned side) {
    struct mask_royals r = {0, 0};
    for (unsigned i = 0; i < crowns->count; i++) {
        const mask pieces = pieces_of_kinds(n, crowns->of[i]) & n->sides[side];
        if (count_mask(pieces) <= crowns->most)
            r.each |= pieces;
        if (crowns->together)
            r.together |= pieces;
    }
    return r;
}

ALWAYS_INLINE mask carried(mask squares, mask from, mask to) {
    return squares & from ? (squares & ~from) | to : squares;
}

/* Adds a piece of a kind to those that are royal. It may be too many of its type for any to be royal. n:
 * before the move. */
static inline void crown(const struct crowns *crowns, const struct mask_node *n, unsigned us, unsigned kind,
                         mask to, struct mask_royals *r) {
    for (unsigned i = 0; i < crowns->count; i++) {
        const mask pieces = pieces_of_kinds(n, crowns->of[i]) & n->sides[us];
        if (!(crowns->of[i] >> kind & 1))
            continue;
        if (count_mask(pieces) >= crowns->most)
            r->each &= ~pieces;
        else
            r->each |= to;
        if (crowns->together)
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

/* ==== Walls ==== */

/* Walls that moves build in compiled variants. A move is as many moves as it may build walls, on squares that
 * are empty after it. */

/* Returns the squares of the board next to a rank or file of others. */
ALWAYS_INLINE mask beside(mask squares) {
    return squares << MASK_FILES | squares >> MASK_FILES | (squares & ~file_mask(FILE_H)) << 1 |
           (squares & ~file_mask(FILE_A)) >> 1;
}

/* Returns the squares on which a side may build, empty or not. n: before the move. */
ALWAYS_INLINE mask wall_region(const struct compiled *c, const struct mask_node *n, unsigned us) {
    const mask edge = c->walls.rule == WALLING_EDGE ? c->area.edge | beside(n->walls) : ~(mask)0;
    return c->walls.region[us] & edge;
}

/* Returns the squares of the walls of one move. n: after the move; from: its origin. */
ALWAYS_INLINE mask walls_after(const struct compiled *c, const struct mask_node *n, unsigned us, mask from) {
    const mask squares = wall_region(c, n, us) & ~occupied_by(&c->area, n);
    return c->walls.rule == WALLING_PAST ? squares & from : squares;
}

/* ---- Walls that guard kings ---- */

/* Returns the squares between a square and the enemy pieces that attack it: a wall on one of these stops all
 * attacks; all squares when there is none. occupied: without a wall that moves. */
OUT_OF_LINE mask shields_of(const struct compiled *c, const struct mask_node *n, unsigned us, unsigned square,
                            mask occupied) {
    const unsigned them = other_side(us);
    const struct sliders sliders = sliders_of(&c->slides, n, them);
    const struct sliders aimed = sliders_at(&c->rides, n, them, &sliders, square);
    mask shields = ~(mask)0;
    if (c->traits & TRAIT_BLASTS && steps_from(square) & king_of(c, n, them))
        return shields;
    if (leapers_at(&c->leaps, n, them, square))
        return 0;
    for (mask left = orthogonal_attacks(square, occupied) & aimed.orthogonal; left; left &= left - 1)
        shields &= orthogonal_way(square, lowest_square(left)) & ~left;
    for (mask left = diagonal_attacks(square, occupied) & aimed.diagonal; left; left &= left - 1)
        shields &= diagonal_way(square, lowest_square(left)) & ~left;
    return shields;
}

/* Returns the occupied squares without a wall that moves. */
ALWAYS_INLINE mask occupied_for_long(const struct compiled *c, const struct mask_node *n) {
    return occupied_by(&c->area, n) & ~(c->walls.rule == WALLING_DUCK ? n->walls : 0);
}

/* Returns the squares on which a wall leaves our king safe after a move. before, n: the nodes before and
 * after it. */
OUT_OF_LINE mask guarding_walls(const struct compiled *c, const struct mask_node *before,
                                const struct mask_node *n, unsigned us) {
    const mask king = king_of(c, n, us);
    if (!king)
        return king_of(c, before, us) ? 0 : ~(mask)0;
    if (king_of(c, before, other_side(us)) && !king_of(c, n, other_side(us)))
        return ~(mask)0;
    return shields_of(c, n, us, lowest_square(king), occupied_for_long(c, n));
}

/* Returns the squares on which a wall guards the way of a king that castles. n: before the move. */
OUT_OF_LINE mask guarding_castling(const struct compiled *c, const struct mask_node *n, unsigned us,
                                   unsigned king, unsigned rook) {
    mask shields = ~(mask)0;
    const unsigned king_to = castled_king_square(&c->castling, us, king, rook);
    const mask way = king_of(c, n, us) & bit(king) ? row_span(king, king_to) & ~bit(king_to) : 0;
    for (mask left = way; left; left &= left - 1)
        shields &= shields_of(c, n, us, lowest_square(left), occupied_for_long(c, n) & ~bit(king));
    return shields;
}

#endif
