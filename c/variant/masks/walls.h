/* Walls that moves build in compiled variants. A move is as many moves as it may build walls, on squares that
 * are empty after it. */
#ifndef KS_MASK_WALLS_H
#define KS_MASK_WALLS_H

#include "variant/masks/node.h"

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

#endif
