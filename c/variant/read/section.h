/* Reads the rules of a variant from its text. */
#ifndef KS_VARIANT_READ_H
#define KS_VARIANT_READ_H

#include "variant/read/values.h"

/* Reads all keys of the variant and builds its tables. All members of the variant but name and base are zero
 * (precondition). Returns KS_OK, or the code of an error. */
int ks_variant_read_rules(const struct variant_text *t);

/* Reads variants as ks_variants_new does, but returns only the variants of the text. They may still inherit
 * from the bundled variants. Programs that read many texts call this. */
ks_variants *ks_variants_read_own(const char *text, size_t length, ks_variants_flags flags, ks_error *error);

#endif
