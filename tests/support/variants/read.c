/* Reads variants and their positions from valid text. */
#include "support/variants/read.h"

#include <criterion/criterion.h>
#include <string.h>

ks_variants *read_variants(const char *text) {
    ks_error error;
    ks_variants *const variants = ks_variants_read(text, text ? strlen(text) : 0, &error);
    cr_assert(variants, "byte %zu: %s", error.offset, error.message);
    return variants;
}

const ks_variant *find_variant(const ks_variants *variants, const char *name) {
    const ks_variant *const variant = ks_variants_find(variants, name);
    cr_assert(variant, "no variant %s", name);
    return variant;
}

ks_variant_position read_variant_position(const ks_variant *variant, const char *fen, unsigned flags) {
    ks_variant_position position;
    ks_error error;
    cr_assert_eq(ks_variant_read_fen(variant, fen, strlen(fen), flags, &position, &error), KS_OK, "%s %s: %s",
                 ks_variant_get_facts(variant).name, fen, error.message);
    return position;
}
