/* The fields of castling and en passant in a FEN of variants. */
#ifndef KS_VARIANT_FEN_RIGHTS_H
#define KS_VARIANT_FEN_RIGHTS_H

#include "core/text/cursor.h"
#include "variant/definition/definition.h"

/* Read the castling and en-passant fields at the cursor into a position whose pieces have been read. flags:
 * of enum ks_fen_flags. */
int ks_variant_read_castling(const ks_variant *v, reader *r, ks_variant_position *position,
                             ks_fen_flags flags);
int ks_variant_read_en_passant(const ks_variant *v, reader *r, ks_variant_position *position,
                               ks_fen_flags flags);

/* Returns the square of the outermost piece to castle with on a wing of side's king, or
 * KS_VARIANT_NO_SQUARE. */
unsigned ks_variant_outermost_rook(const ks_variant *v, const ks_variant_position *position, unsigned side,
                                   unsigned wing);

/* Returns the square of the pawn that has passed over these squares when the text does not name it: the
 * nearest one ahead of them, or KS_VARIANT_NO_SQUARE. */
unsigned ks_variant_pawn_ahead(const ks_variant *v, const ks_variant_position *position,
                               ks_variant_squares passed);

#endif
