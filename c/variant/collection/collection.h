/* The collection of variants: the bundled ones, and the variants of a text. */
#ifndef KS_COLLECTION_H
#define KS_COLLECTION_H

#include <stdatomic.h>

#include "variant/definition/definition.h"
#include "variant/read/ini.h"

/* The variants of `bundled` come first. Each is NULL until the first request for it, from any thread. */
struct ks_variants {
    size_t count, remark_count;
    _Atomic(ks_variant *) *all;
    struct ini bundled;
    char (*names)[NAME_SIZE]; /* of the bundled ones */
    bool fen_letters;
    ks_variants_remark *remarks;
};

/* Makes a bundled variant, unless another thread has, and keeps it. Returns NULL when there is no memory. */
const ks_variant *ks_variants_make_bundled(const ks_variants *variants, size_t index);

void ks_variant_use_fen_letters(ks_variant *variant);

#endif
