/* From the text of a variant to its rules. */
#ifndef KS_VARIANT_READ_H
#define KS_VARIANT_READ_H

#include "variant/read/values.h"

/* Reads all keys of the variant, which is zeroed but for its name and base, and builds its tables. KS_OK or
 * the code of an error. */
int ks_variant_read_rules(const struct variant_text *t);

/* As ks_variants_read, without the bundled variants, from which those of the text may inherit all the same:
 * for reading many texts one after the other. */
ks_variants *ks_variants_read_own(const char *text, size_t length, ks_error *error);

#endif
