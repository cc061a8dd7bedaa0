/* Reads variants and their positions from valid text. */
#include "support/variants/read.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

ks_variants *read_variants(const char *text) {
    ks_error error;
    ks_variants *const variants = ks_variants_new(text, text ? strlen(text) : 0, 0, &error);
    cr_assert(variants, "byte %zu: %s", error.offset, error.message);
    return variants;
}

ks_variants *read_variants_file(const char *path) {
    static char text[1 << 16];
    FILE *const file = fopen(path, "r");
    cr_assert(file, "%s", path);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    cr_assert_lt(length, sizeof text - 1);
    text[length] = '\0';
    cr_assert_eq(strlen(text), length, "%s has a zero byte", path);
    return read_variants(text);
}

const ks_variant *find_variant(const ks_variants *variants, const char *name) {
    const ks_variant *const variant = ks_variants_find(variants, name, NULL);
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
