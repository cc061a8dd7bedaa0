/* Puts pieces and walls on the board and removes them. */
#ifndef KS_BOARD_H
#define KS_BOARD_H

#include "variant/definition/definition.h"

static inline void lift(ks_variant_position *p, unsigned square) {
    const unsigned code = p->board[square];
    if (code == KS_VARIANT_WALL)
        remove_square(&p->walls, square);
    else if (code)
        remove_square(&p->pieces[KS_VARIANT_SIDE(code)], square);
    p->board[square] = 0;
}

static inline void put(ks_variant_position *p, unsigned square, unsigned code) {
    lift(p, square);
    p->board[square] = (uint8_t)code;
    add_square(&p->pieces[KS_VARIANT_SIDE(code)], square);
}

static inline void put_wall(ks_variant_position *p, unsigned square) {
    lift(p, square);
    p->board[square] = KS_VARIANT_WALL;
    add_square(&p->walls, square);
}

#endif
