/* Attacks, checks and pins in a node of a compiled variant. */
#ifndef KS_MASK_LINES_H
#define KS_MASK_LINES_H

#include "variant/masks/rides.h"

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
ALWAYS_INLINE struct sliders sliders_of(const struct compiled *c, const struct mask_node *n, unsigned side) {
    return (struct sliders){union_of(&c->orthogonal, n) & n->sides[side],
                            union_of(&c->diagonal, n) & n->sides[side]};
}

/* Returns those that attack a square if nothing is in the way. */
ALWAYS_INLINE struct sliders sliders_at(const struct compiled *c, const struct mask_node *n, unsigned side,
                                        const struct sliders *sliders, unsigned square) {
    if (!c->riders.count)
        return *sliders;
    return (struct sliders){sliders->orthogonal | riders_along(c, n, side, square, false),
                            sliders->diagonal | riders_along(c, n, side, square, true)};
}

/* With more kinds it pays to look first whether any piece is near. */
enum { FEW_LEAPERS = 4 };

/* Returns the pieces of a side that capture on a square by leaps. */
ALWAYS_INLINE mask leapers_at(const struct compiled *c, const struct mask_node *n, unsigned side,
                              unsigned square) {
    mask found = 0;
    if (c->leapers.count > FEW_LEAPERS && !(c->leap_threats[side][square] & n->sides[side]))
        return 0;
    for (unsigned i = 0; i < c->leapers.count; i++) {
        const unsigned kind = c->leapers.kinds[i];
        found |= c->threats[side][kind][square] & n->kinds[kind];
    }
    return found & n->sides[side];
}

/* Returns whether a side attacks a square. occupied: the squares that block lines; standing: the
 * side's pieces that count. */
ALWAYS_INLINE bool attacks_square(const struct compiled *c, const struct mask_node *n, unsigned side,
                                  const struct sliders *sliders, unsigned square, mask occupied,
                                  mask standing) {
    const struct sliders all = sliders_at(c, n, side, sliders, square);
    const mask found = leapers_at(c, n, side, square) |
                       (orthogonal_attacks(square, occupied) & all.orthogonal) |
                       (diagonal_attacks(square, occupied) & all.diagonal);
    return (found & standing) || (c->crooked_kinds.count && crooked_at(c, n, side, square, occupied, standing,
                                                                       barred_in(c, n) & occupied));
}

/* Returns whether a side is in check. */
static inline bool is_checked(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const struct sliders theirs = sliders_of(c, n, other_side(side));
    const mask king = king_of(c, n, side);
    return king &&
           attacks_square(c, n, other_side(side), &theirs, lowest_square(king), occupied_by(c, n), ~(mask)0);
}

/* Returns whether the kings face each other along a rank or file. */
static inline bool kings_face(const struct compiled *c, const struct mask_node *n) {
    const mask ours = king_of(c, n, KS_WHITE), theirs = king_of(c, n, KS_BLACK);
    return ours && (orthogonal_attacks(lowest_square(ours), occupied_by(c, n)) & theirs);
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

#endif
