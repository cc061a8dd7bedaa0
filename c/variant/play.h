/* The en-passant squares that a move, or a FEN, leaves behind. */
#ifndef KS_PLAY_H
#define KS_PLAY_H

#include "variant/definition.h"

/* Keeps only the en-passant squares of the variant's region that the side to move attacks with a piece that
 * takes en passant. When none is left, forgets the pawn too. */
void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *position);

/* Whether the side that makes this move checks the king by it. The move needn't be legal in that respect. */
bool ks_variant_gives_check(const ks_variant *v, const ks_variant_position *p, ks_variant_move move);

#endif
