/* Castling in variants: where king and rook go, how a castling move is told from others, and when it is
 * legal. */
#ifndef KS_VARIANT_CASTLING_H
#define KS_VARIANT_CASTLING_H

#include "variant/definition.h"

/* The square of the piece that castles, if its side has a right. */
static inline unsigned ks_variant_castling_king(const ks_variant *v, const ks_variant_position *position,
                                                unsigned side) {
    return v->royal_castles ? position->king[side] : position->castling_king[side];
}

/* Where king and rook stand when they have castled. */
struct castled {
    unsigned king, rook;
};
struct castled ks_variant_castled(const ks_variant *v, unsigned side, unsigned king, unsigned rook);

/* Whether the squares `king` and `target` alone say that the king castles: they are more than one square
 * apart, no other move leads from one to the other, and the wings have different target files. */
bool ks_variant_is_clear_castling(const ks_variant *v, const ks_variant_position *position, unsigned king,
                                  unsigned target);

/* The squares on which nothing else may stand when king and rook castle. */
ks_squares ks_variant_castling_way(unsigned king, unsigned rook, struct castled end);

/* Whether nothing stands in the way of king and rook. */
bool ks_variant_castling_is_free(const ks_variant_position *position, unsigned king, unsigned rook,
                                 struct castled end);

/* Whether the side to move may castle with this rook, given the right: the way of king and rook is free, and
 * no square of the king's way is attacked. */
bool ks_variant_may_castle(const ks_variant *v, const ks_variant_position *position, unsigned rook);

#endif
