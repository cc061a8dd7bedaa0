/* Squares and pieces as text. */
#ifndef KS_VARIANT_FEN_H
#define KS_VARIANT_FEN_H

#include "cursor.h"
#include "definition.h"

/* Reads a square such as j10 at the cursor; false, and the cursor where it was, when there is none on the
 * board. */
bool ks_variant_read_square(const ks_variant *v, reader *r, unsigned *square);

/* The kind with this label, in either case; NO_KIND without one. */
unsigned ks_variant_kind_of_label(const ks_variant *v, int label);

#endif
