/* Walls that moves build in compiled variants. A move is as many moves as it may build walls, on squares that
 * are empty after it. */
#ifndef KS_MASK_WALLS_H
#define KS_MASK_WALLS_H

#include "variant/masks/lines.h"

/* Returns the squares of the board next to a rank or file of others. */
ALWAYS_INLINE mask beside(mask squares) {
    return squares << MASK_FILES | squares >> MASK_FILES | (squares & ~file_mask(FILE_H)) << 1 |
           (squares & ~file_mask(FILE_A)) >> 1;
}

/* Returns the squares on which a side may build, empty or not. n: before the move. */
ALWAYS_INLINE mask wall_region(const struct compiled *c, const struct mask_node *n, unsigned us) {
    const mask edge = c->walling == WALLING_EDGE ? c->edge | beside(n->walls) : ~(mask)0;
    return c->wall_region[us] & edge;
}

/* Returns the squares of the walls of one move. n: after the move; from: its origin. */
ALWAYS_INLINE mask walls_after(const struct compiled *c, const struct mask_node *n, unsigned us, mask from) {
    const mask squares = wall_region(c, n, us) & ~occupied_by(c, n);
    return c->walling == WALLING_PAST ? squares & from : squares;
}

/* ---- Walls that guard kings ---- */

/* Returns the squares between a square and the enemy pieces that attack it: a wall on one of these stops all
 * attacks; all squares when there is none. occupied: without a wall that moves. */
OUT_OF_LINE mask shields_of(const struct compiled *c, const struct mask_node *n, unsigned us, unsigned square,
                            mask occupied) {
    const unsigned them = other_side(us);
    const struct sliders sliders = sliders_of(c, n, them);
    const struct sliders aimed = sliders_at(c, n, them, &sliders, square);
    mask shields = ~(mask)0;
    if (c->traits & TRAIT_BLASTS && steps_from(square) & king_of(c, n, them))
        return shields;
    if (leapers_at(c, n, them, square))
        return 0;
    for (mask left = orthogonal_attacks(square, occupied) & aimed.orthogonal; left; left &= left - 1)
        shields &= orthogonal_way(square, lowest_square(left)) & ~left;
    for (mask left = diagonal_attacks(square, occupied) & aimed.diagonal; left; left &= left - 1)
        shields &= diagonal_way(square, lowest_square(left)) & ~left;
    return shields;
}

/* Returns the occupied squares without a wall that moves. */
ALWAYS_INLINE mask occupied_for_long(const struct compiled *c, const struct mask_node *n) {
    return occupied_by(c, n) & ~(c->walling == WALLING_DUCK ? n->walls : 0);
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
    const unsigned king_to = castled_king_square(c, us, king, rook);
    const mask way = king_of(c, n, us) & bit(king) ? row_span(king, king_to) & ~bit(king_to) : 0;
    for (mask left = way; left; left &= left - 1)
        shields &= shields_of(c, n, us, lowest_square(left), occupied_for_long(c, n) & ~bit(king));
    return shields;
}

#endif
