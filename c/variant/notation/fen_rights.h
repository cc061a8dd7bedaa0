/* The fields of a FEN of variants that say what may be done next: castling and en passant. */
#ifndef KS_VARIANT_FEN_RIGHTS_H
#define KS_VARIANT_FEN_RIGHTS_H

#include "core/cursor.h"
#include "variant/definition.h"

/* The fields of castling and en passant, read at the cursor into a position whose pieces stand. flags: of
 * ks_variant_read_fen. */
int ks_variant_read_castling(const ks_variant *v, reader *r, ks_variant_position *position, unsigned flags);
int ks_variant_read_en_passant(const ks_variant *v, reader *r, ks_variant_position *position, unsigned flags);

/* The outermost piece to castle with on a wing of side's king; or KS_NOWHERE. */
unsigned ks_variant_outermost_rook(const ks_variant *v, const ks_variant_position *position, unsigned side,
                                   unsigned wing);

/* The pawn that has passed over these squares, if it isn't said which: the nearest one ahead of them; or
 * KS_NOWHERE. */
unsigned ks_variant_pawn_ahead(const ks_variant *v, const ks_variant_position *position, ks_squares passed);

#endif
