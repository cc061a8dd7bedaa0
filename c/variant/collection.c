/* What callers ask a collection of variants. */
#include "variant/collection.h"

#include <stdlib.h>
#include <string.h>

void ks_variants_free(ks_variants *variants) {
    if (!variants)
        return;
    for (size_t i = 0; variants->all && i < variants->count; i++)
        ks_variant_free_tables(&variants->all[i]);
    free(variants->all);
    free(variants->remarks);
    free(variants);
}

size_t ks_variants_remark_count(const ks_variants *variants) {
    return variants->remark_count;
}

const ks_variants_remark *ks_variants_get_remark(const ks_variants *variants, size_t index) {
    return &variants->remarks[index];
}

void ks_variants_use_fen_letters(ks_variants *variants) {
    for (size_t i = 0; i < variants->count; i++)
        for (unsigned type = 0; type < variants->all[i].type_count; type++) {
            struct piece_type *const piece = &variants->all[i].types[type];
            piece->letter = (char)(piece->label - 'a' + 'A');
        }
}

size_t ks_variants_count(const ks_variants *variants) {
    return variants->count;
}

const ks_variant *ks_variants_get(const ks_variants *variants, size_t index) {
    return &variants->all[index];
}

const ks_variant *ks_variants_find(const ks_variants *variants, const char *name) {
    for (size_t i = 0; i < variants->count; i++)
        if (strcmp(variants->all[i].name, name) == 0)
            return &variants->all[i];
    return NULL;
}

const ks_variant_position *ks_variant_start(const ks_variant *variant) {
    return &variant->start;
}

ks_variant_facts ks_variant_get_facts(const ks_variant *v) {
    return (ks_variant_facts){v->name, v->base, v->files, v->ranks, v->type_count, v->royal, v->chess960};
}

ks_variant_piece_type ks_variant_get_piece_type(const ks_variant *v, unsigned type) {
    const struct piece_type *const k = &v->types[type];
    return (ks_variant_piece_type){k->label, k->letter, k->code_name, k->name};
}
