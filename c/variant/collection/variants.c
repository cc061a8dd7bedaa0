/* Makes the variants of a text: all of them, or those without errors. A bundled variant is made on the first
 * request, since most programs need one of them at most. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variant/collection/mistakes.h"

/* variants.ini: c/core/embed.c */
extern const char ks_embedded_variants[], ks_embedded_variants_end[];

/* Makes a variant from a section of the own text. Returns KS_OK or the code of an error. */
static int make_variant(struct making *m, ks_variants *variants, size_t index, ks_error *error) {
    struct sources s = m->sources;
    const struct ini_section *const from = ks_section(&s, index);
    s.error = error;
    int code = ks_fail_as(error, &from->trouble);
    if (code == KS_OK)
        code = ks_check_section_name(&s, from);
    if (code != KS_OK)
        return code;
    ks_variant *const v = ks_make_variant(m, from, error);
    if (!v)
        return error->code;
    atomic_init(&variants->all[variants->count++], v);
    return KS_OK;
}

/* Returns the nearest section with an error among those that this one inherits from; NULL when there is
 * none. */
static const struct ini_section *find_bad_base(struct making *m, size_t index) {
    struct sources s = m->sources;
    size_t depth;
    s.error = NULL;
    if (ks_build_chain(&s, ks_section(&s, index), m->chain, &depth) != KS_OK &&
        ks_find_section(&s, m->chain[depth - 1]->base))
        return NULL; /* a circle */
    for (size_t i = 1; i < depth; i++)
        if (m->troubles[ks_section_index(&s, m->chain[i])].code != KS_OK)
            return m->chain[i];
    return NULL;
}

/* Removes a variant of the own text. */
static void drop_variant(ks_variants *variants, struct slice name) {
    for (size_t i = variants->bundled.count; i < variants->count; i++) {
        ks_variant *const v = atomic_load(&variants->all[i]);
        if (!ks_slice_is(name, v->name))
            continue;
        ks_variant_free_tables(v);
        free(v);
        variants->count--;
        for (; i < variants->count; i++)
            atomic_store(&variants->all[i], atomic_load(&variants->all[i + 1]));
        atomic_store(&variants->all[i], NULL);
    }
}

/* Removes the variants that inherit from sections with errors, and reports that instead of their own errors,
 * which mostly follow from it. */
static void drop_heirs(struct making *m, ks_variants *variants) {
    struct sources *const s = &m->sources;
    for (size_t i = s->bundled.count; i < ks_section_count(s); i++) {
        const struct ini_section *const heir = ks_section(s, i), *const base = find_bad_base(m, i);
        if (!base || heir->trouble.code != KS_OK || m->troubles[i].code == KS_ERROR_VARIANT_SECTION)
            continue;
        if (m->troubles[i].code == KS_OK)
            drop_variant(variants, heir->name);
        ks_fail(&m->troubles[i], KS_ERROR_VARIANT_BASE, (size_t)(heir->base.text - s->text),
                "%.*s: the variant inherits from %.*s, which can't be read", (int)heir->name.length,
                heir->name.text, (int)base->name.length, base->name.text);
    }
}

/* ---- Remarks ---- */

static void add_remark(ks_variants *variants, const struct ini_section *of, bool refused,
                       const ks_error *error) {
    ks_variants_remark *const remark = &variants->remarks[variants->remark_count++];
    remark->refused = refused;
    remark->error = *error;
    if (of) {
        snprintf(remark->name, sizeof remark->name, "%.*s", (int)of->name.length, of->name.text);
        snprintf(remark->base, sizeof remark->base, "%.*s", (int)of->base.length, of->base.text);
    }
}

/* Returns whether a mistake is in the line that begins the section. */
static bool is_in_head(const struct making *m, const struct ini_section *section, const ks_error *mistake) {
    const struct slice last = section->base.length ? section->base : section->name;
    return mistake->offset <= (size_t)(last.text + last.length - m->sources.text);
}

/* The other mistakes of a section that inherits from none that can be read would mostly follow from that. */
static void remark_on_mistakes(struct making *m, ks_variants *variants, struct ini_section *of,
                               const ks_error *trouble) {
    ks_error mistakes[MISTAKES_MAX];
    const bool alone = is_in_head(m, of, trouble);
    const size_t count = alone ? 0 : ks_find_mistakes(m, of, trouble, mistakes);
    if (alone)
        add_remark(variants, of, true, trouble);
    for (size_t i = 0; i < count; i++)
        add_remark(variants, of, true, &mistakes[i]);
}

static void remark_on_all(struct making *m, ks_variants *variants) {
    const struct sources *const s = &m->sources;
    ks_error error;
    if (s->own.trouble.code != KS_OK)
        add_remark(variants, NULL, true, &s->own.trouble);
    for (size_t i = 0; i < s->own.count; i++) {
        struct ini_section *const own = &s->own.sections[i];
        const ks_error *const trouble = &m->troubles[s->bundled.count + i];
        if (trouble->code != KS_OK) {
            remark_on_mistakes(m, variants, own, trouble);
            continue;
        }
        for (size_t j = 0; j < own->count; j++)
            if (own->entries[j].repeats) {
                ks_ini_fail_repeated(&own->entries[j], "; the last value counts", s->text, &error);
                add_remark(variants, own, false, &error);
            }
        if (m->doubts[s->bundled.count + i].code != KS_OK)
            add_remark(variants, own, false, &m->doubts[s->bundled.count + i]);
    }
}

/* ---- All ---- */

static int allocate_variants(const struct sources *s, ks_variants *variants) {
    const size_t count = ks_section_count(s);
    size_t remarks = (MISTAKES_MAX + 2) * count + 1;
    for (size_t i = 0; i < s->own.count; i++)
        remarks += s->own.sections[i].count;
    variants->all = calloc(count, sizeof *variants->all);
    variants->names = calloc(count, sizeof *variants->names);
    variants->remarks = calloc(remarks, sizeof *variants->remarks);
    if (!variants->all || !variants->names || !variants->remarks)
        return ks_fail(s->error, KS_ERROR_MEMORY, 0, "not enough memory");
    for (size_t i = 0; i < variants->bundled.count; i++) {
        const struct slice name = variants->bundled.sections[i].name;
        snprintf(variants->names[i], NAME_SIZE, "%.*s", (int)name.length, name.text);
    }
    return KS_OK;
}

/* In strict mode the whole text is checked for malformed lines before any section is read. */
static int make_variants(struct making *m, ks_variants *variants) {
    struct sources *const s = &m->sources;
    int code = m->each || !s->text ? KS_OK : ks_ini_first_trouble(&s->own, s->text, s->error);
    if (code == KS_OK)
        code = ks_start_making(m);
    if (code == KS_OK)
        code = allocate_variants(s, variants);
    for (size_t i = s->bundled.count; !m->each && i < ks_section_count(s) && code == KS_OK; i++)
        code = ks_check_section_name(s, ks_section(s, i));
    for (size_t i = s->bundled.count; i < ks_section_count(s) && code == KS_OK; i++) {
        const int trouble = make_variant(m, variants, i, &m->troubles[i]);
        if (m->no_memory)
            code = ks_fail(s->error, KS_ERROR_MEMORY, 0, "not enough memory");
        else if (trouble != KS_OK && !m->each)
            code = ks_fail_as(s->error, &m->troubles[i]);
    }
    if (code == KS_OK && m->each) {
        drop_heirs(m, variants);
        remark_on_all(m, variants); /* makes them again */
        if (m->no_memory)
            code = ks_fail(s->error, KS_ERROR_MEMORY, 0, "not enough memory");
    }
    return code;
}

static int read_texts(struct sources *s) {
    int code = ks_ini_read(&s->bundled, ks_embedded_variants,
                           (size_t)(ks_embedded_variants_end - ks_embedded_variants), s->error);
    if (code == KS_OK && s->text)
        code = ks_ini_read(&s->own, s->text, s->length, s->error);
    return code;
}

/* Bundled variants follow when they are made. */
static void use_fen_letters(ks_variants *variants) {
    variants->fen_letters = true;
    for (size_t i = 0; i < variants->count; i++) {
        ks_variant *const v = atomic_load(&variants->all[i]);
        if (v)
            ks_variant_use_fen_letters(v);
    }
}

/* Makes the variants of a text. own_only: leaves out the bundled ones. */
static ks_variants *read_variants(const char *text, size_t length, bool own_only, ks_variants_flags flags,
                                  ks_error *error) {
    struct making m = {.sources = {.text = text, .length = length, .error = error},
                       .each = (flags & KS_VARIANTS_EACH) != 0};
    assert(
        !(flags & ~(unsigned)(KS_VARIANTS_EACH | KS_VARIANTS_FEN_LETTERS))); /* no flag of another function */
    ks_variants *const variants = calloc(1, sizeof *variants);
    int code = variants ? KS_OK : ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
    if (code == KS_OK)
        code = read_texts(&m.sources);
    if (code == KS_OK && !own_only) {
        variants->bundled = m.sources.bundled;
        variants->count = variants->bundled.count;
    }
    if (code == KS_OK)
        code = make_variants(&m, variants);
    if (!variants || !variants->bundled.sections)
        ks_ini_free(&m.sources.bundled);
    ks_ini_free(&m.sources.own);
    ks_end_making(&m);
    if (code == KS_OK && flags & KS_VARIANTS_FEN_LETTERS)
        use_fen_letters(variants);
    if (code == KS_OK)
        return variants;
    ks_variants_free(variants);
    return NULL;
}

const ks_variant *ks_variants_make_bundled(const ks_variants *variants, size_t index) {
    ks_error error;
    struct making m = {.sources = {.bundled = variants->bundled, .error = &error}};
    ks_variant *made = NULL, *other = NULL;
    if (ks_start_making(&m) == KS_OK)
        made = ks_make_variant(&m, &variants->bundled.sections[index], &error);
    ks_end_making(&m);
    if (made && variants->fen_letters)
        ks_variant_use_fen_letters(made);
    if (!made || atomic_compare_exchange_strong(&variants->all[index], &other, made))
        return made;
    ks_variant_free_tables(made); /* another thread was faster */
    free(made);
    return other;
}

ks_variants *ks_variants_read(const char *text, size_t length, ks_variants_flags flags, ks_error *error) {
    return read_variants(text, length, false, flags, error);
}

ks_variants *ks_variants_read_own(const char *text, size_t length, ks_variants_flags flags, ks_error *error) {
    return read_variants(text, length, true, flags, error);
}
