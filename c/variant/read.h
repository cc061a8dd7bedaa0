/* From the text of a variant to its rules. */
#ifndef KS_VARIANT_READ_H
#define KS_VARIANT_READ_H

#include "values.h"

/* Reads all keys of the variant, which is zeroed but for its name and base, and builds its tables. KS_OK or
 * the code of an error. */
int ks_variant_read_rules(const struct variant_text *t);

/* Whether a variant or a code name may have the character; whether a section may have the key. */
bool ks_is_word_character(char c);
bool ks_is_variant_key(struct slice key);

#endif
