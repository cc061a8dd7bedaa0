/* The public functions on a collection of variants. */
#include "variant/collection/collection.h"

#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"

void ks_variants_free(ks_variants *variants) {
    if (!variants)
        return;
    for (size_t i = 0; variants->all && i < variants->count; i++) {
        ks_variant *const v = atomic_load(&variants->all[i]);
        if (v)
            ks_variant_free_tables(v);
        free(v);
    }
    free(variants->all);
    free(variants->names);
    free(variants->remarks);
    ks_ini_free(&variants->bundled);
    free(variants);
}

size_t ks_variants_count_remarks(const ks_variants *variants) {
    return variants->remark_count;
}

const ks_variants_remark *ks_variants_get_remark(const ks_variants *variants, size_t index) {
    return &variants->remarks[index];
}

void ks_variant_use_fen_letters(ks_variant *v) {
    for (unsigned type = 0; type < v->type_count; type++)
        v->types[type].letter = (char)(v->types[type].label - 'a' + 'A');
}

size_t ks_variants_count(const ks_variants *variants) {
    return variants->count;
}

size_t ks_variants_count_bundled(const ks_variants *variants) {
    return variants->bundled.count;
}

const ks_variant *ks_variants_get_variant(const ks_variants *variants, size_t index) {
    const ks_variant *const v = atomic_load_explicit(&variants->all[index], memory_order_acquire);
    return v ? v : ks_variants_make_bundled(variants, index);
}

const char *ks_variants_get_name(const ks_variants *variants, size_t index) {
    return index < variants->bundled.count ? variants->names[index]
                                           : atomic_load(&variants->all[index])->name;
}

const ks_variant *ks_variants_find(const ks_variants *variants, const char *name, ks_error *error) {
    size_t i = 0;
    while (i < variants->count && strcmp(ks_variants_get_name(variants, i), name) != 0)
        i++;
    if (i == variants->count) {
        ks_fail(error, KS_ERROR_VARIANT_UNKNOWN, 0, "there is no variant '%.64s'", name);
        return NULL;
    }
    const ks_variant *const variant = ks_variants_get_variant(variants, i);
    if (!variant)
        ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory for the variant '%.64s'", name);
    return variant;
}

const ks_variant_position *ks_variant_get_start(const ks_variant *variant) {
    return &variant->start;
}

ks_variant_facts ks_variant_get_facts(const ks_variant *v) {
    return (ks_variant_facts){.name = v->name,
                              .base = v->base,
                              .summary = v->summary,
                              .files = v->files,
                              .ranks = v->ranks,
                              .types = v->type_count,
                              .royal = v->royal,
                              .chess960 = v->chess960};
}

ks_variant_piece_type ks_variant_get_piece_type(const ks_variant *v, unsigned type) {
    const struct piece_type *const k = &v->types[type];
    return (ks_variant_piece_type){.label = k->label,
                                   .letter = k->letter,
                                   .promoted = k->plain != type,
                                   .appears = ks_variant_appearing_types(v) >> type & 1,
                                   .code_name = k->code_name,
                                   .name = k->name};
}
