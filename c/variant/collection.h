/* The collection of variants: the bundled ones, and those of a text. */
#ifndef KS_COLLECTION_H
#define KS_COLLECTION_H

#include "variant/definition.h"

struct ks_variants {
    size_t count, remark_count;
    ks_variant *all;
    ks_variants_remark *remarks;
};

#endif
