/* Castling of variants: where king and rook go, how it is told from other moves, and when it is legal. */
#ifndef KS_VARIANT_CASTLING_H
#define KS_VARIANT_CASTLING_H

#include "variant/definition.h"

/* Where king and rook stand when they have castled. */
struct castled {
    unsigned king, rook;
};
struct castled ks_variant_castled(const ks_variant *v, unsigned side, unsigned king, unsigned rook);

/* Whether the king's two squares say that it castles: it goes further than one square, and could never do so
 * in another way. */
bool ks_variant_is_clear_castling(const ks_variant *v, const ks_variant_position *position, unsigned king,
                                  unsigned target);

/* Whether nothing is in the way of king and rook; whether, besides, no attack is on the king's way. */
bool ks_variant_castling_is_free(const ks_variant_position *position, unsigned king, unsigned rook,
                                 struct castled end);
bool ks_variant_may_castle(const ks_variant *v, const ks_variant_position *position, unsigned rook);

#endif
