/* The en-passant squares after a move or in a FEN, and checks given by moves. */
#ifndef KS_PLAY_H
#define KS_PLAY_H

#include "variant/definition/definition.h"

/* Keeps only the en-passant squares of the variant's region that the side to move attacks with a piece that
 * captures en passant. Clears the pawn too when no square remains. */
void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *position);

/* Returns whether a move gives check. The move may be illegal for that reason. */
bool ks_variant_gives_check(const ks_variant *v, const ks_variant_position *p, ks_variant_move move);

#endif
