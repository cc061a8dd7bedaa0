/* The reader of the rows of a board in a FEN of a variant. */
#ifndef KS_VARIANT_ROWS_H
#define KS_VARIANT_ROWS_H

#include "core/text/cursor.h"
#include "variant/definition/definition.h"

/* The rows of a placement, read by a table of letters. */

/* Reads the rows at the cursor into a position without pieces. Returns false when they have a mistake, or
 * walls; cursor and pieces are of no use then. */
bool ks_variant_read_rows(const ks_variant *v, reader *r, ks_variant_position *position);

#endif
