/* The en-passant squares that a move, or a FEN, leaves behind. */
#ifndef KS_PLAY_H
#define KS_PLAY_H

#include "variant/definition.h"

/* Keeps only the en-passant squares of the variant's region that the side to move attacks with a piece that
 * takes en passant. When none is left, forgets the pawn too. */
void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *position);

#endif
