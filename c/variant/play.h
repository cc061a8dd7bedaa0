/* What a move leaves behind. */
#ifndef KS_PLAY_H
#define KS_PLAY_H

#include "variant/definition.h"

/* Forgets the pawn that may be taken en passant, unless a piece of the side to move attacks one of the
 * squares that it passed over, and is one that takes en passant. */
void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *position);

#endif
