/* Counts black's replies in a child by the child's own masks, without a null move before it. */
#ifndef KS_FEW_CHILD_H
#define KS_FEW_CHILD_H

#include "rules/perft/null_move/changes.h"

/* A child in which black may not castle or capture en passant. */
struct child {
    struct force white;
    uint64_t occupied, black;
};

/* Returns the child after a move of a piece, which is promoted when `placed` is another one. */
ALWAYS_INLINE struct child child_after(const struct null_move *null, unsigned placed, uint64_t from,
                                       uint64_t to) {
    const struct node *node = null->node;
    const bool queen = placed == KS_WHITE_QUEEN;
    return (struct child){
        {(null->white_orthogonal & ~from) | (queen || placed == KS_WHITE_ROOK ? to : 0),
         (null->white_diagonal & ~from) | (queen || placed == KS_WHITE_BISHOP ? to : 0),
         (pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE) & ~from) | (placed == KS_WHITE_KNIGHT ? to : 0),
         (pieces_of(node, KS_WHITE_PAWN, KS_WHITE) & ~from) | (placed == KS_WHITE_PAWN ? to : 0),
         (pieces_of(node, KS_WHITE_KING, KS_WHITE) & ~from) | (placed == KS_WHITE_KING ? to : 0)},
        (null->occupied & ~from) | to,
        null->black & ~to,
    };
}

ALWAYS_INLINE uint64_t attacks_along(bool orthogonal, unsigned square, uint64_t occupied) {
    return orthogonal ? orthogonal_attacks(square, occupied) : diagonal_attacks(square, occupied);
}

ALWAYS_INLINE uint64_t open_along(bool orthogonal, unsigned square) {
    return orthogonal ? open_orthogonal(square) : open_diagonal(square);
}

ALWAYS_INLINE uint64_t line_along(bool orthogonal, unsigned a, unsigned b) {
    return orthogonal ? orthogonal_line(a, b) : diagonal_line(a, b);
}

ALWAYS_INLINE int count_pawns_of(uint64_t pawns, uint64_t white, uint64_t empty, uint64_t mask) {
    const uint64_t left = attack_left(pawns, KS_BLACK) & white & mask;
    const uint64_t forward = push(pawns, KS_BLACK) & empty;
    /* No two pawns reach the same square in these ways. */
    const uint64_t others = ((attack_right(pawns, KS_BLACK) & white) | forward |
                             (push(forward & black_gate(), KS_BLACK) & empty)) &
                            mask;
    const int count = size_of(left) + size_of(others);
    return (left | others) & black_goal()
               ? count + 3 * (size_of(left & black_goal()) + size_of(others & black_goal()))
               : count;
}

/* Counts the moves of pieces on a pin's line. */
ALWAYS_INLINE int count_on_line(const struct null_move *null, const struct child *child, uint64_t pinned,
                                uint64_t mask, bool orthogonal) {
    const struct node *node = null->node;
    int count = count_pawns_of(pinned & pieces_of(node, KS_WHITE_PAWN, KS_BLACK),
                               child->occupied & ~child->black, ~child->occupied, mask);
    const uint64_t sliders =
        orthogonal ? orthogonal_sliders(node, KS_BLACK) : diagonal_sliders(node, KS_BLACK);
    if (pinned & sliders) {
        const unsigned square = lowest_square(pinned & sliders);
        count += size_of(attacks_along(orthogonal, square, child->occupied) & mask & ~child->black);
    }
    return count;
}

/* Adds black's pieces that white's sliders of a kind pin, and returns the number of their moves. mask: the
 * squares that end a check, if there is one. */
ALWAYS_INLINE int count_pinned(const struct null_move *null, const struct child *child, uint64_t mask,
                               bool orthogonal, uint64_t *pinned) {
    const unsigned king = null->king;
    uint64_t sliders =
        (orthogonal ? child->white.orthogonal : child->white.diagonal) & open_along(orthogonal, king);
    int count = 0;
    for (; sliders; sliders &= sliders - 1) {
        const uint64_t line = line_along(orthogonal, king, lowest_square(sliders));
        const uint64_t between = line & child->occupied & ~(sliders & -sliders);
        if (!(between & child->black) || between & (between - 1))
            continue;
        *pinned |= between;
        count += count_on_line(null, child, between, line & mask, orthogonal);
    }
    return count;
}

/* Returns the squares on which black's other pieces end a check: none, when there are two. */
ALWAYS_INLINE uint64_t check_mask(const struct null_move *null, const struct child *child) {
    const unsigned king = null->king;
    const uint64_t orthogonal = orthogonal_attacks(king, child->occupied) & child->white.orthogonal;
    const uint64_t diagonal = diagonal_attacks(king, child->occupied) & child->white.diagonal;
    const uint64_t checkers = orthogonal | diagonal | (ks_leaps[king] & child->white.knights) |
                              (white_pawns_to(bit(king)) & child->white.pawns);
    if (checkers & (checkers - 1))
        return 0;
    return orthogonal ? orthogonal_line(king, lowest_square(checkers))
           : diagonal ? diagonal_line(king, lowest_square(checkers))
                      : checkers;
}

ALWAYS_INLINE int count_replies(const struct null_move *null, const struct child *child) {
    const struct node *node = null->node;
    const uint64_t occupied = child->occupied, black = child->black, open = ~black;
    const uint64_t king = bit(null->king);
    const uint64_t attacked = attacked_squares(&child->white, KS_WHITE, occupied ^ king);
    uint64_t mask = open, pinned = 0;
    int count = size_of(ks_steps[null->king] & open & ~attacked);
    if (attacked & king) {
        mask = check_mask(null, child);
        if (!mask)
            return count;
    }
    count += count_pinned(null, child, mask, true, &pinned) + count_pinned(null, child, mask, false, &pinned);
    const uint64_t free = black & ~pinned;
    count +=
        count_pawns_of(pieces_of(node, KS_WHITE_PAWN, KS_BLACK) & free, occupied & ~black, ~occupied, mask);
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, KS_BLACK) & free; rest; rest &= rest - 1)
        count += size_of(ks_leaps[lowest_square(rest)] & mask);
    for (uint64_t rest = orthogonal_sliders(node, KS_BLACK) & free; rest; rest &= rest - 1)
        count += size_of(orthogonal_attacks(lowest_square(rest), occupied) & mask);
    for (uint64_t rest = diagonal_sliders(node, KS_BLACK) & free; rest; rest &= rest - 1)
        count += size_of(diagonal_attacks(lowest_square(rest), occupied) & mask);
    return count;
}

OUT_OF_LINE int count_after(const struct null_move *null, unsigned placed, uint64_t from, uint64_t to) {
    const struct child child = child_after(null, placed, from, to);
    return count_replies(null, &child);
}

#endif
