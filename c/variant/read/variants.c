/* The collection of variants: the bundled ones, and those of a text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variant/read/section.h"

/* variants.ini: c/core/embed.asm */
extern const char ks_embedded_variants[], ks_embedded_variants_end[];

struct ks_variants {
    size_t count;
    ks_variant *all;
};

/* The two texts while they are read. */
struct sources {
    struct ini bundled, own;
    const char *text;
    size_t length;
    ks_error *error;
};

static size_t section_count(const struct sources *s) {
    return s->bundled.count + s->own.count;
}

static const struct ini_section *section(const struct sources *s, size_t index) {
    return index < s->bundled.count ? &s->bundled.sections[index]
                                    : &s->own.sections[index - s->bundled.count];
}

static const struct ini_section *find_section(const struct sources *s, struct slice name) {
    for (size_t i = 0; i < section_count(s); i++)
        if (ks_slices_equal(section(s, i)->name, name))
            return section(s, i);
    return NULL;
}

static int fail_at(const struct sources *s, int code, struct slice place, const char *message) {
    return ks_fail(s->error, code, (size_t)(place.text - s->text), "%.*s: %s",
                   place.length < NAME_SIZE ? (int)place.length : NAME_SIZE, place.text, message);
}

static int check_name(const struct sources *s, const struct ini_section *checked) {
    const struct slice name = checked->name;
    if (name.length >= NAME_SIZE)
        return fail_at(s, KS_ERROR_VARIANT_SECTION, name, "expected a name of at most 31 bytes");
    for (size_t i = 0; i < name.length; i++)
        if (!ks_is_word_character(name.text[i]))
            return fail_at(s, KS_ERROR_VARIANT_SECTION, name, "expected a name of letters, digits, - and _");
    if (find_section(s, name) != checked)
        return fail_at(s, KS_ERROR_VARIANT_SECTION, name,
                       find_section(s, name) < s->own.sections ||
                               find_section(s, name) >= s->own.sections + s->own.count
                           ? "a bundled variant has this name"
                           : "another variant of this text has this name");
    return KS_OK;
}

/* Fills in the chain: the first section and those that it inherits from. chain has room for all sections. */
static int build_chain(const struct sources *s, const struct ini_section *first,
                       const struct ini_section **chain, size_t *depth) {
    *depth = 0;
    for (const struct ini_section *next = first; next;) {
        const struct slice base = next->base;
        chain[(*depth)++] = next;
        if (base.length == 0)
            break;
        next = find_section(s, base);
        if (!next)
            return fail_at(s, KS_ERROR_VARIANT_BASE, base, "no variant to inherit from has this name");
        if (*depth == section_count(s))
            return fail_at(s, KS_ERROR_VARIANT_BASE, base, "the variant inherits from itself");
    }
    return KS_OK;
}

static int read_variant(const struct sources *s, const struct ini_section *from,
                        const struct ini_section **chain, size_t *room, ks_variant *v) {
    struct variant_text t = {
        .text = s->text, .length = s->length, .chain = chain, .variant = v, .room = room, .error = s->error};
    const int code = build_chain(s, from, chain, &t.depth);
    if (code != KS_OK)
        return code;
    snprintf(v->name, NAME_SIZE, "%.*s", (int)from->name.length, from->name.text);
    snprintf(v->base, NAME_SIZE, "%.*s", (int)from->base.length, from->base.text);
    return ks_variant_read_rules(&t);
}

/* The bytes that the tables of all variants may take, so that no text takes more memory. The tables of the
 * bundled variants take about a hundredth of that. */
enum { TABLES_MAX = 1 << 28 };

/* Reads the sections from `first` on as variants. Those before it only serve to be inherited from. */
static int read_all(const struct sources *s, size_t first, ks_variants *variants) {
    const size_t count = section_count(s);
    const struct ini_section **const chain = calloc(count, sizeof(struct ini_section *));
    variants->all = calloc(count, sizeof *variants->all);
    int code = KS_OK;
    size_t room = TABLES_MAX;
    if (!chain || !variants->all)
        code = ks_fail(s->error, KS_ERROR_MEMORY, 0, "not enough memory");
    for (size_t i = 0; i < count && code == KS_OK; i++)
        code = check_name(s, section(s, i));
    for (size_t i = first; i < count && code == KS_OK; i++)
        code = read_variant(s, section(s, i), chain, &room, &variants->all[variants->count++]);
    free(chain);
    return code;
}

static ks_variants *read_variants(const char *text, size_t length, bool own_only, ks_error *error) {
    struct sources s = {.text = text, .length = length, .error = error};
    ks_variants *const variants = calloc(1, sizeof *variants);
    int code = variants ? KS_OK : ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
    if (code == KS_OK)
        code = ks_ini_read(&s.bundled, ks_embedded_variants,
                           (size_t)(ks_embedded_variants_end - ks_embedded_variants), error);
    if (code == KS_OK && text)
        code = ks_ini_read(&s.own, text, length, error);
    if (code == KS_OK)
        code = read_all(&s, own_only ? s.bundled.count : 0, variants);
    ks_ini_free(&s.bundled);
    ks_ini_free(&s.own);
    if (code == KS_OK)
        return variants;
    ks_variants_free(variants);
    return NULL;
}

ks_variants *ks_variants_read(const char *text, size_t length, ks_error *error) {
    return read_variants(text, length, false, error);
}

ks_variants *ks_variants_read_own(const char *text, size_t length, ks_error *error) {
    return read_variants(text, length, true, error);
}

void ks_variants_free(ks_variants *variants) {
    if (!variants)
        return;
    for (size_t i = 0; variants->all && i < variants->count; i++)
        ks_variant_free_tables(&variants->all[i]);
    free(variants->all);
    free(variants);
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
