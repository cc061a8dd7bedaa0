/* Makes a variant from a section: finds the sections that it inherits from, and reads all of them. */
#include "variant/collection/making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t ks_section_count(const struct sources *s) {
    return s->bundled.count + s->own.count;
}

const struct ini_section *ks_section(const struct sources *s, size_t index) {
    return index < s->bundled.count ? &s->bundled.sections[index]
                                    : &s->own.sections[index - s->bundled.count];
}

size_t ks_section_index(const struct sources *s, const struct ini_section *of) {
    const bool own = s->own.count && of >= s->own.sections && of < s->own.sections + s->own.count;
    return own ? s->bundled.count + (size_t)(of - s->own.sections) : (size_t)(of - s->bundled.sections);
}

const struct ini_section *ks_find_section(const struct sources *s, struct slice name) {
    for (size_t i = 0; i < ks_section_count(s); i++)
        if (ks_slices_equal(ks_section(s, i)->name, name))
            return ks_section(s, i);
    return NULL;
}

static int fail_at(const struct sources *s, int code, struct slice place, const char *message) {
    return ks_fail(s->error, code, (size_t)(place.text - s->text), "%.*s: %s",
                   place.length < NAME_SIZE ? (int)place.length : NAME_SIZE, place.text, message);
}

int ks_check_section_name(const struct sources *s, const struct ini_section *checked) {
    const struct slice name = checked->name;
    if (name.length >= NAME_SIZE)
        return fail_at(s, KS_ERROR_VARIANT_SECTION, name, "expected a name of at most 31 bytes");
    for (size_t i = 0; i < name.length; i++)
        if (!ks_is_word_character(name.text[i]))
            return fail_at(s, KS_ERROR_VARIANT_SECTION, name, "expected a name of letters, digits, - and _");
    if (ks_find_section(s, name) != checked)
        return fail_at(s, KS_ERROR_VARIANT_SECTION, name,
                       ks_find_section(s, name) < s->own.sections ||
                               ks_find_section(s, name) >= s->own.sections + s->own.count
                           ? "a bundled variant has this name"
                           : "another variant of this text has this name");
    return KS_OK;
}

/* Fails with the names of variants that the base may mean. */
static int fail_at_base(const struct sources *s, struct slice base) {
    char names[CHOICES_MAX][NAME_SIZE], message[SUGGESTION_SIZE + 64], found[NAME_SIZE];
    char suggestion[SUGGESTION_SIZE];
    struct choices choices = {.count = 0};
    for (size_t i = 0; i < ks_section_count(s) && i < CHOICES_MAX; i++) {
        const struct slice name = ks_section(s, i)->name;
        snprintf(names[i], NAME_SIZE, "%.*s", (int)name.length, name.text);
        ks_add_choice(&choices, names[i]);
    }
    snprintf(found, sizeof found, "%.*s", (int)base.length, base.text);
    snprintf(message, sizeof message, "no variant to inherit from has this name%s",
             ks_suggest(found, "", &choices, suggestion));
    return fail_at(s, KS_ERROR_VARIANT_BASE, base, message);
}

int ks_build_chain(const struct sources *s, const struct ini_section *first, const struct ini_section **chain,
                   size_t *depth) {
    *depth = 0;
    for (const struct ini_section *next = first; next;) {
        const struct slice base = next->base;
        chain[(*depth)++] = next;
        if (base.length == 0)
            break;
        next = ks_find_section(s, base);
        if (!next)
            return fail_at_base(s, base);
        for (size_t i = 0; i < *depth; i++)
            if (chain[i] == next)
                return fail_at(s, KS_ERROR_VARIANT_BASE, base, "the variant inherits from itself");
    }
    return KS_OK;
}

int ks_start_making(struct making *m) {
    const size_t count = ks_section_count(&m->sources);
    m->chain = calloc(count, sizeof(struct ini_section *));
    m->along = calloc(count, sizeof(struct lineup *));
    m->lineups = calloc(count, sizeof *m->lineups);
    m->has_lineup = calloc(count, sizeof *m->has_lineup);
    m->troubles = calloc(count, sizeof *m->troubles);
    m->doubts = calloc(count, sizeof *m->doubts);
    m->room = TABLES_MAX;
    return m->chain && m->along && m->lineups && m->has_lineup && m->troubles && m->doubts
               ? KS_OK
               : ks_fail(m->sources.error, KS_ERROR_MEMORY, 0, "not enough memory");
}

void ks_end_making(struct making *m) {
    free(m->chain);
    free(m->along);
    free(m->lineups);
    free(m->has_lineup);
    free(m->troubles);
    free(m->doubts);
}

/* Finds the lineups along the chain. Each is found once for all variants. */
static void find_lineups(struct making *m, size_t depth) {
    const struct lineup *base = NULL;
    while (depth-- > 0) {
        const size_t index = ks_section_index(&m->sources, m->chain[depth]);
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
                             .no_memory = &m->no_memory,
                             .error = error,
                             .doubt = m->each ? &m->doubts[ks_section_index(&s, from)] : NULL};
    s.error = error;
    const int code = ks_build_chain(&s, from, m->chain, &t.depth);
    if (code != KS_OK)
        return code;
    find_lineups(m, t.depth);
    snprintf(v->name, NAME_SIZE, "%.*s", (int)from->name.length, from->name.text);
    snprintf(v->base, NAME_SIZE, "%.*s", (int)from->base.length, from->base.text);
    return ks_variant_read_rules(&t);
}

ks_variant *ks_make_variant(struct making *m, const struct ini_section *from, ks_error *error) {
    ks_variant *const v = calloc(1, sizeof *v);
    if (!v) {
        m->no_memory = true;
        ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory");
        return NULL;
    }
    if (read_variant(m, from, error, v) == KS_OK)
        return v;
    ks_variant_free_tables(v);
    free(v);
    return NULL;
}
