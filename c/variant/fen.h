/* Squares and pieces as text. */
#ifndef KS_VARIANT_FEN_H
#define KS_VARIANT_FEN_H

#include "core/cursor.h"
#include "variant/definition.h"

static inline int to_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Reads a square such as j10 at the cursor; false, and the cursor where it was, when there is none on the
 * board. */
bool ks_variant_read_square(const ks_variant *v, reader *r, unsigned *square);

/* The kind with this label, in either case; NO_KIND without one. */
unsigned ks_variant_kind_of_label(const ks_variant *v, int label);

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
