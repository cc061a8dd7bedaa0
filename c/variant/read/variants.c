/* Makes variants of texts: of the bundled one, and of another. Strictly, or leaving out what can't be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variant/collection.h"
#include "variant/read/section.h"

/* variants.ini: c/core/embed.c */
extern const char ks_embedded_variants[], ks_embedded_variants_end[];

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

static size_t index_of(const struct sources *s, const struct ini_section *of) {
    const bool own = s->own.count && of >= s->own.sections && of < s->own.sections + s->own.count;
    return own ? s->bundled.count + (size_t)(of - s->own.sections) : (size_t)(of - s->bundled.sections);
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
        for (size_t i = 0; i < *depth; i++)
            if (chain[i] == next)
                return fail_at(s, KS_ERROR_VARIANT_BASE, base, "the variant inherits from itself");
    }
    return KS_OK;
}

/* The bytes that the tables of all variants may take, so that no text takes more memory. The tables of the
 * bundled variants take about a hundredth of that. */
enum { TABLES_MAX = 1 << 28 };

/* Sections while they are made into variants. */
struct making {
    struct sources sources;
    ks_variants *variants;
    size_t first;                     /* those before it only serve to be inherited from */
    bool each;                        /* what is wrong is left out */
    ks_error *troubles;               /* of each section; its code is KS_OK for those that became a variant */
    ks_error *doubts;                 /* and what can be read, but may not be meant */
    const struct ini_section **chain; /* room for one, and for the lineups along it */
    const struct lineup **along;
    struct lineup *lineups; /* of each section */
    bool *has_lineup;
    size_t room;
};

static int start_making(struct making *m) {
    struct sources *const s = &m->sources;
    ks_variants *const variants = m->variants;
    const size_t count = section_count(s);
    size_t remarks = 2 * count + 1;
    for (size_t i = 0; i < s->own.count; i++)
        remarks += s->own.sections[i].count;
    m->chain = calloc(count, sizeof(struct ini_section *));
    m->along = calloc(count, sizeof(struct lineup *));
    m->lineups = calloc(count, sizeof *m->lineups);
    m->has_lineup = calloc(count, sizeof *m->has_lineup);
    m->troubles = calloc(count, sizeof *m->troubles);
    m->doubts = calloc(count, sizeof *m->doubts);
    variants->all = calloc(count, sizeof *variants->all);
    variants->remarks = calloc(remarks, sizeof *variants->remarks);
    return m->chain && m->along && m->lineups && m->has_lineup && m->troubles && m->doubts && variants->all &&
                   variants->remarks
               ? KS_OK
               : ks_fail(s->error, KS_ERROR_MEMORY, 0, "not enough memory");
}

/* Finds the lineups along the chain, each once for all variants. */
static void find_lineups(struct making *m, size_t depth) {
    const struct lineup *base = NULL;
    while (depth-- > 0) {
        const size_t index = index_of(&m->sources, m->chain[depth]);
        if (!m->has_lineup[index])
            ks_find_lineup(m->chain[depth], base, &m->lineups[index]);
        m->has_lineup[index] = true;
        m->along[depth] = base = &m->lineups[index];
    }
}

static int read_variant(struct making *m, const struct ini_section *from, ks_error *error, ks_variant *v) {
    uint8_t type_of_piece[64];
    struct sources s = m->sources;
    struct variant_text t = {.text = s.text,
                             .length = s.length,
                             .chain = m->chain,
                             .lineups = m->along,
                             .type_of_piece = type_of_piece,
                             .variant = v,
                             .room = &m->room,
                             .error = error,
                             .doubt = m->each ? &m->doubts[index_of(&s, from)] : NULL};
    s.error = error;
    const int code = build_chain(&s, from, m->chain, &t.depth);
    if (code != KS_OK)
        return code;
    find_lineups(m, t.depth);
    snprintf(v->name, NAME_SIZE, "%.*s", (int)from->name.length, from->name.text);
    snprintf(v->base, NAME_SIZE, "%.*s", (int)from->base.length, from->base.text);
    return ks_variant_read_rules(&t);
}

/* Makes a variant of a section, or says what is in the way. */
static int make_variant(struct making *m, size_t index, ks_error *error) {
    struct sources s = m->sources;
    const struct ini_section *const from = section(&s, index);
    ks_variants *const variants = m->variants;
    ks_variant *const v = &variants->all[variants->count];
    s.error = error;
    int code = ks_fail_as(error, &from->trouble);
    if (code == KS_OK)
        code = check_name(&s, from);
    if (code == KS_OK && index >= m->first) {
        code = read_variant(m, from, error, v);
        variants->count += code == KS_OK;
        if (code != KS_OK) {
            ks_variant_free_tables(v);
            *v = (ks_variant){.files = 0};
        }
    }
    return code;
}

/* The nearest of the sections from which this one inherits that can't be read; NULL when all can. */
static const struct ini_section *find_bad_base(struct making *m, size_t index) {
    struct sources s = m->sources;
    size_t depth;
    s.error = NULL;
    if (build_chain(&s, section(&s, index), m->chain, &depth) != KS_OK &&
        find_section(&s, m->chain[depth - 1]->base))
        return NULL; /* a circle */
    for (size_t i = 1; i < depth; i++)
        if (m->troubles[index_of(&s, m->chain[i])].code != KS_OK)
            return m->chain[i];
    return NULL;
}

/* Takes a variant out again. */
static void drop_variant(ks_variants *variants, struct slice name) {
    for (size_t i = 0; i < variants->count; i++)
        if (ks_slice_is(name, variants->all[i].name)) {
            ks_variant_free_tables(&variants->all[i]);
            variants->count--;
            memmove(&variants->all[i], &variants->all[i + 1], (variants->count - i) * sizeof *variants->all);
            variants->all[variants->count] = (ks_variant){.files = 0};
            return;
        }
}

/* Takes out what inherits from sections that can't be read. Their own trouble comes from there mostly. */
static void drop_heirs(struct making *m) {
    struct sources *const s = &m->sources;
    for (size_t i = m->first; i < section_count(s); i++) {
        const struct ini_section *const heir = section(s, i), *const base = find_bad_base(m, i);
        if (!base || heir->trouble.code != KS_OK || m->troubles[i].code == KS_ERROR_VARIANT_SECTION)
            continue;
        if (m->troubles[i].code == KS_OK)
            drop_variant(m->variants, heir->name);
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

static void remark_on_all(const struct making *m) {
    const struct sources *const s = &m->sources;
    ks_error error;
    if (s->own.trouble.code != KS_OK)
        add_remark(m->variants, NULL, true, &s->own.trouble);
    for (size_t i = 0; i < s->own.count; i++) {
        const struct ini_section *const own = &s->own.sections[i];
        const ks_error *const trouble = &m->troubles[s->bundled.count + i];
        if (trouble->code != KS_OK) {
            add_remark(m->variants, own, true, trouble);
            continue;
        }
        for (size_t j = 0; j < own->count; j++)
            if (own->entries[j].repeats) {
                ks_ini_fail_repeated(&own->entries[j], "; the last value counts", s->text, &error);
                add_remark(m->variants, own, false, &error);
            }
        if (m->doubts[s->bundled.count + i].code != KS_OK)
            add_remark(m->variants, own, false, &m->doubts[s->bundled.count + i]);
    }
}

/* ---- All ---- */

/* Strictly, the whole text is looked through for lines that make no sense before any section is. */
static int make_variants(struct making *m) {
    struct sources *const s = &m->sources;
    int code = m->each || !s->text ? KS_OK : ks_ini_first_trouble(&s->own, s->text, s->error);
    if (code == KS_OK)
        code = start_making(m);
    for (size_t i = 0; !m->each && i < section_count(s) && code == KS_OK; i++)
        code = check_name(s, section(s, i));
    for (size_t i = 0; i < section_count(s) && code == KS_OK; i++) {
        const int trouble = make_variant(m, i, &m->troubles[i]);
        if (trouble != KS_OK && !m->each)
            code = ks_fail_as(s->error, &m->troubles[i]);
    }
    if (code == KS_OK && m->each) {
        drop_heirs(m);
        remark_on_all(m);
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

/* Makes variants of the text. own_only: the bundled ones aren't among them. */
static ks_variants *read_variants(const char *text, size_t length, bool own_only, bool each,
                                  ks_error *error) {
    struct making m = {.sources = {.text = text, .length = length, .error = error},
                       .variants = calloc(1, sizeof *m.variants),
                       .each = each,
                       .room = TABLES_MAX};
    int code = m.variants ? KS_OK : ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
    if (code == KS_OK)
        code = read_texts(&m.sources);
    m.first = own_only ? m.sources.bundled.count : 0;
    if (code == KS_OK)
        code = make_variants(&m);
    ks_ini_free(&m.sources.bundled);
    ks_ini_free(&m.sources.own);
    free(m.chain);
    free(m.along);
    free(m.lineups);
    free(m.has_lineup);
    free(m.troubles);
    free(m.doubts);
    if (code == KS_OK)
        return m.variants;
    ks_variants_free(m.variants);
    return NULL;
}

ks_variants *ks_variants_read(const char *text, size_t length, ks_error *error) {
    return read_variants(text, length, false, false, error);
}

ks_variants *ks_variants_read_each(const char *text, size_t length, ks_error *error) {
    return read_variants(text, length, false, true, error);
}

ks_variants *ks_variants_read_own(const char *text, size_t length, bool each, ks_error *error) {
    return read_variants(text, length, true, each, error);
}
