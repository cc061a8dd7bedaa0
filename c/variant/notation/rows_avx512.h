/* The reader of rows for AVX-512, with VBMI and VBMI2. */
#ifndef KS_NOTATION_ROWS_AVX512_H
#define KS_NOTATION_ROWS_AVX512_H

#include "core/text/cursor.h"
#include "variant/definition/definition.h"

/* Does the same as ks_variant_read_rows, or returns false and changes nothing: when the rows have more than
 * 127 characters, one has more than 16, or there is a wall or a mistake. Fills in the whole board. */
bool ks_variant_read_rows_avx512(const ks_variant *v, reader *r, ks_variant_position *position);

/* Returns whether rows may end at the cursor. */
static inline bool is_end_of_rows(const ks_variant *v, const reader *r) {
    return at_field_end(r) || (peek(r) == '[' && v->hands);
}

#endif
