/* Checks and pins from the masks of a node, for perft; ks_king_scan finds the same in the 64 bytes. Perft has
 * just stored those bytes one by one, and a kernel that loads all 64 would wait for them: with the kernel,
 * perft takes 1.2 times as long. */
#ifndef KS_LINES_H
#define KS_LINES_H

#include "rules/perft/movegen.h"

/* Return the squares from a (excluded) to b (included) on a row, file or diagonal. */
ALWAYS_INLINE uint64_t orthogonal_line(unsigned a, unsigned b) {
#ifdef KS_HAS_LINES
    return ks_slider_lines[a][b];
#else
    return (orthogonal_attacks(a, bit(b)) & orthogonal_attacks(b, bit(a))) | bit(b);
#endif
}

ALWAYS_INLINE uint64_t diagonal_line(unsigned a, unsigned b) {
#ifdef KS_HAS_LINES
    return ks_slider_lines[a][b];
#else
    return (diagonal_attacks(a, bit(b)) & diagonal_attacks(b, bit(a))) | bit(b);
#endif
}

/* An enemy slider pins when it attacks the king after the nearest own pieces are removed. */
ALWAYS_INLINE void find_orthogonal_pins(const struct node *node, unsigned us, unsigned king, uint64_t seen,
                                        ks_king_lines *lines) {
    uint64_t pinners = orthogonal_sliders(node, us ^ 1) & ~seen & open_orthogonal(king);
    if (!pinners)
        return;
    pinners &= orthogonal_attacks(king, occupied_squares(node) ^ (seen & node->sides[us]));
    for (; pinners; pinners &= pinners - 1)
        lines->pin_orthogonal |= orthogonal_line(king, lowest_square(pinners));
    lines->pinned |= lines->pin_orthogonal & node->sides[us];
}

ALWAYS_INLINE void find_diagonal_pins(const struct node *node, unsigned us, unsigned king, uint64_t seen,
                                      ks_king_lines *lines) {
    uint64_t pinners = diagonal_sliders(node, us ^ 1) & ~seen & open_diagonal(king);
    if (!pinners)
        return;
    pinners &= diagonal_attacks(king, occupied_squares(node) ^ (seen & node->sides[us]));
    for (; pinners; pinners &= pinners - 1)
        lines->pin_diagonal |= diagonal_line(king, lowest_square(pinners));
    lines->pinned |= lines->pin_diagonal & node->sides[us];
}

ALWAYS_INLINE void find_lines(const struct node *node, unsigned us, ks_king_lines *lines) {
    const unsigned king = king_square(node, us), them = us ^ 1;
    const uint64_t seen_orthogonally = orthogonal_attacks(king, occupied_squares(node));
    const uint64_t seen_diagonally = diagonal_attacks(king, occupied_squares(node));
    const uint64_t orthogonal = seen_orthogonally & orthogonal_sliders(node, them);
    const uint64_t diagonal = seen_diagonally & diagonal_sliders(node, them);
    const uint64_t pawns_from = attack_left(bit(king), us) | attack_right(bit(king), us);
    *lines = (ks_king_lines){.checkers = orthogonal | diagonal |
                                         (ks_leaps[king] & pieces_of(node, KS_WHITE_KNIGHT, them)) |
                                         (pawns_from & pieces_of(node, KS_WHITE_PAWN, them))};
    lines->check_lines = lines->checkers;
    for (uint64_t rest = orthogonal; rest; rest &= rest - 1)
        lines->check_lines |= orthogonal_line(king, lowest_square(rest));
    for (uint64_t rest = diagonal; rest; rest &= rest - 1)
        lines->check_lines |= diagonal_line(king, lowest_square(rest));
    find_orthogonal_pins(node, us, king, seen_orthogonally, lines);
    find_diagonal_pins(node, us, king, seen_diagonally, lines);
}

#endif
