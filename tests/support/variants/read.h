/* Reads variants and their positions from valid text. */
#ifndef KS_TEST_VARIANT_READ_H
#define KS_TEST_VARIANT_READ_H

#include "kingscan.h"

/* Returns the bundled variants and those of the text, to be freed by ks_variants_free. text: NULL for the
 * bundled ones alone. Fails the test when ks_variants_new rejects the text. */
ks_variants *read_variants(const char *text);

/* Does so with the text of a file. */
ks_variants *read_variants_file(const char *path);

/* Returns the variant of this name. Fails the test when there is none. */
const ks_variant *find_variant(const ks_variants *variants, const char *name);

/* Returns the position that `fen` describes. Fails the test when ks_variant_read_fen rejects `fen` with these
 * flags. */
ks_variant_position read_variant_position(const ks_variant *variant, const char *fen, unsigned flags);

#endif
