/* Castling in variants: the squares of king and rook, the distinction from other moves, and legality. */
#ifndef KS_VARIANT_CASTLING_H
#define KS_VARIANT_CASTLING_H

#include "variant/definition/definition.h"

/* Returns the square of the piece that castles, if its side has a right. */
static inline unsigned ks_variant_castling_king(const ks_variant *v, const ks_variant_position *position,
                                                unsigned side) {
    return v->royal_castles ? position->king[side] : position->castling_king[side];
}

/* The squares of king and rook after castling. */
struct castled {
    unsigned king, rook;
};
struct castled ks_variant_castled(const ks_variant *v, unsigned side, unsigned king, unsigned rook);

/* Returns whether the squares `king` and `target` alone identify castling: they are more than one square
 * apart, no other move leads from one to the other, and the wings have different target files. */
bool ks_variant_is_clear_castling(const ks_variant *v, const ks_variant_position *position, unsigned king,
                                  unsigned target);

/* Returns the squares that must be free for king and rook to castle. */
ks_squares ks_variant_castling_way(unsigned king, unsigned rook, struct castled end);

/* Returns whether the way of king and rook is free. */
bool ks_variant_castling_is_free(const ks_variant_position *position, unsigned king, unsigned rook,
                                 struct castled end);

/* Returns whether the side to move, which has the right, may castle with this rook: the way of king and rook
 * is free, and no square of a royal king's way is attacked. */
bool ks_variant_may_castle(const ks_variant *v, const ks_variant_position *position, unsigned rook);

#endif
