/* Attacks, checks and pins in a node of a compiled variant. */
#ifndef KS_MASK_LINES_H
#define KS_MASK_LINES_H

#include "variant/masks/node.h"

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

ALWAYS_INLINE struct sliders sliders_of(const struct compiled *c, const struct mask_node *n, unsigned side) {
    return (struct sliders){union_of(&c->orthogonal, n) & n->sides[side],
                            union_of(&c->diagonal, n) & n->sides[side]};
}

/* Returns the pieces of a side that capture on a square by leaps. */
ALWAYS_INLINE mask leapers_at(const struct compiled *c, const struct mask_node *n, unsigned side,
                              unsigned square) {
    mask found = 0;
    for (unsigned i = 0; i < c->leapers.count; i++) {
        const unsigned kind = c->leapers.kinds[i];
        found |= c->threats[side][kind][square] & n->kinds[kind];
    }
    return found & n->sides[side];
}

/* Returns whether a side attacks a square. occupied: the squares that block lines; standing: those of the
 * side's pieces that count. */
ALWAYS_INLINE bool attacks_square(const struct compiled *c, const struct mask_node *n, unsigned side,
                                  const struct sliders *sliders, unsigned square, mask occupied,
                                  mask standing) {
    return ((leapers_at(c, n, side, square) & standing) |
            (orthogonal_attacks(square, occupied) & sliders->orthogonal & standing) |
            (diagonal_attacks(square, occupied) & sliders->diagonal & standing)) != 0;
}

/* Returns the squares between two of one line, without the first and with the second. */
ALWAYS_INLINE mask orthogonal_way(unsigned a, unsigned b) {
    return (orthogonal_attacks(a, bit(b)) & orthogonal_attacks(b, bit(a))) | bit(b);
}

ALWAYS_INLINE mask diagonal_way(unsigned a, unsigned b) {
    return (diagonal_attacks(a, bit(b)) & diagonal_attacks(b, bit(a))) | bit(b);
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
