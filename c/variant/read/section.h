/* From the text of a variant to its rules. */
#ifndef KS_VARIANT_READ_H
#define KS_VARIANT_READ_H

#include "variant/read/values.h"

/* Reads all keys of the variant, which is zero but for its name and base, and builds its tables. Returns
 * KS_OK, or the code of an error. */
int ks_variant_read_rules(const struct variant_text *t);

/* Reads variants as ks_variants_read does, or as ks_variants_read_each, but returns those of the text alone.
 * They may inherit from the bundled variants all the same. For reading many texts one after the other. */
ks_variants *ks_variants_read_own(const char *text, size_t length, bool each, ks_error *error);

#endif
