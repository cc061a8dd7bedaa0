/* The fields of a FEN of variants that say what may be done next: castling and en passant. */
#ifndef KS_VARIANT_FEN_RIGHTS_H
#define KS_VARIANT_FEN_RIGHTS_H

#include "core/cursor.h"
#include "variant/definition.h"

/* Read the castling and en-passant fields at the cursor into a position whose pieces stand already. flags: of
 * enum ks_fen_flag. */
int ks_variant_read_castling(const ks_variant *v, reader *r, ks_variant_position *position, unsigned flags);
int ks_variant_read_en_passant(const ks_variant *v, reader *r, ks_variant_position *position, unsigned flags);

/* The square of the outermost piece to castle with on a wing of side's king, or KS_NOWHERE. */
unsigned ks_variant_outermost_rook(const ks_variant *v, const ks_variant_position *position, unsigned side,
                                   unsigned wing);

/* The square of the pawn that has passed over these squares, when the text doesn't name it: of the nearest
 * one ahead of them, or KS_NOWHERE. */
unsigned ks_variant_pawn_ahead(const ks_variant *v, const ks_variant_position *position, ks_squares passed);

#endif
