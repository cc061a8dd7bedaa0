/* Makes collections of variants: reads them from text, in the order of their bases, and keeps what was wrong
 * with them. */
#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "variant/definition/definition.h"
#include "variant/read/ini.h"
#include "variant/read/section.h"

/* ==== Collections ==== */

/* The public functions on a collection of variants. */

/* The variants of `bundled` come first. Each is NULL until the first request for it, from any thread. */
struct ks_variants {
    size_t count, remark_count;
    _Atomic(ks_variant *) *all;
    struct ini bundled;
    char (*names)[NAME_SIZE]; /* of the bundled ones */
    bool fen_letters;
    ks_variants_remark *remarks;
};

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

static void name_by_fen_letters(ks_variant *v) {
    for (unsigned type = 0; type < v->type_count; type++)
        v->types[type].letter = (char)(v->types[type].label - 'a' + 'A');
}

size_t ks_variants_count(const ks_variants *variants) {
    return variants->count;
}

size_t ks_variants_count_bundled(const ks_variants *variants) {
    return variants->bundled.count;
}

/* Makes a bundled variant, unless another thread has, and keeps it. Returns NULL when there is no memory. */
static const ks_variant *make_bundled(const ks_variants *variants, size_t index);

const ks_variant *ks_variants_get_variant(const ks_variants *variants, size_t index) {
    const ks_variant *const v = atomic_load_explicit(&variants->all[index], memory_order_acquire);
    return v ? v : make_bundled(variants, index);
}

const char *ks_variants_get_name(const ks_variants *variants, size_t index) {
    return index < variants->bundled.count ? variants->names[index]
                                           : atomic_load(&variants->all[index])->name;
}

/* Fails with the names that a name may mean. */
static void fail_at_name(const ks_variants *variants, const char *name, ks_error *error) {
    struct choices choices = {.count = 0};
    char suggestion[SUGGESTION_SIZE];
    for (size_t i = 0; i < variants->count; i++)
        ks_add_choice(&choices, ks_variants_get_name(variants, i));
    ks_fail(error, KS_ERROR_VARIANT_UNKNOWN, 0, "there is no variant '%.64s'%s", name,
            ks_suggest(name, "", &choices, suggestion));
}

const ks_variant *ks_variants_find(const ks_variants *variants, const char *name, ks_error *error) {
    size_t i = 0;
    while (i < variants->count && strcmp(ks_variants_get_name(variants, i), name) != 0)
        i++;
    if (i == variants->count) {
        fail_at_name(variants, name, error);
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

/* ==== Making ==== */

/* Makes a variant from a section: finds the sections that it inherits from, and reads all of them. */

/* The two texts that are being read. */
struct sources {
    struct ini bundled, own;
    const char *text;
    size_t length;
    ks_error *error;
};

/* The most bytes for the tables of all variants of a text. A bundled variant takes about a thousandth of
 * that. */
enum { TABLES_MAX = 1 << 28 };

/* The sections that are being made into variants. */
struct making {
    struct sources sources;
    bool each;          /* sections with errors are left out */
    ks_error *troubles; /* [section]: its error; the code is KS_OK when it became a variant */
    ks_error *doubts;   /* [section]: a warning about a text that can be read, but may be a mistake */
    const struct ini_section **chain; /* room for one chain, and for the lineups along it */
    const struct lineup **along;
    struct lineup *lineups; /* [section] */
    bool *has_lineup;
    size_t room;
    bool no_memory; /* for a variant: nothing is wrong with its section */
};

static size_t section_count(const struct sources *s) {
    return s->bundled.count + s->own.count;
}

static const struct ini_section *section_at(const struct sources *s, size_t index) {
    return index < s->bundled.count ? &s->bundled.sections[index]
                                    : &s->own.sections[index - s->bundled.count];
}

static size_t section_index(const struct sources *s, const struct ini_section *of) {
    const bool own = s->own.count && of >= s->own.sections && of < s->own.sections + s->own.count;
    return own ? s->bundled.count + (size_t)(of - s->own.sections) : (size_t)(of - s->bundled.sections);
}

/* Finds the first section of this name; NULL when there is none. */
static const struct ini_section *find_section(const struct sources *s, struct slice name) {
    for (size_t i = 0; i < section_count(s); i++)
        if (ks_slices_equal(section_at(s, i)->name, name))
            return section_at(s, i);
    return NULL;
}

static int fail_at(const struct sources *s, int code, struct slice place, const char *message) {
    return ks_fail(s->error, code, (size_t)(place.text - s->text), "%.*s: %s",
                   place.length < NAME_SIZE ? (int)place.length : NAME_SIZE, place.text, message);
}

/* Checks the name of a section of the own text. */
static int check_section_name(const struct sources *s, const struct ini_section *checked) {
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

/* Fails with the names of variants that the base may mean; own: the section that names it. */
static int fail_at_base(const struct sources *s, const struct ini_section *own, struct slice base) {
    char names[CHOICES_MAX][NAME_SIZE], message[SUGGESTION_SIZE + 64], found[NAME_SIZE];
    char suggestion[SUGGESTION_SIZE];
    struct choices choices = {.count = 0};
    for (size_t i = 0; i < section_count(s) && i < CHOICES_MAX; i++) {
        const struct slice name = section_at(s, i)->name;
        snprintf(names[i], NAME_SIZE, "%.*s", (int)name.length, name.text);
        if (section_at(s, i) != own)
            ks_add_choice(&choices, names[i]);
    }
    snprintf(found, sizeof found, "%.*s", (int)base.length, base.text);
    snprintf(message, sizeof message, "no variant to inherit from has this name%s",
             ks_suggest(found, "", &choices, suggestion));
    return fail_at(s, KS_ERROR_VARIANT_BASE, base, message);
}

/* Fills in the chain: the first section and those that it inherits from. chain: room for all sections. */
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
            return fail_at_base(s, first, base);
        for (size_t i = 0; i < *depth; i++)
            if (chain[i] == next)
                return fail_at(s, KS_ERROR_VARIANT_BASE, base, "the variant inherits from itself");
    }
    return KS_OK;
}

/* Allocates the members after `sources`. The caller calls end_making even after an error. */
static int start_making(struct making *m) {
    const size_t count = section_count(&m->sources);
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

static void end_making(struct making *m) {
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
        const size_t index = section_index(&m->sources, m->chain[depth]);
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
                             .doubt = m->each ? &m->doubts[section_index(&s, from)] : NULL};
    s.error = error;
    const int code = build_chain(&s, from, m->chain, &t.depth);
    if (code != KS_OK)
        return code;
    find_lineups(m, t.depth);
    snprintf(v->name, NAME_SIZE, "%.*s", (int)from->name.length, from->name.text);
    snprintf(v->base, NAME_SIZE, "%.*s", (int)from->base.length, from->base.text);
    return ks_variant_read_rules(&t);
}

/* Reads a section. Returns the variant, which the caller frees, or NULL with an error. */
static ks_variant *make_section(struct making *m, const struct ini_section *from, ks_error *error) {
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

/* ==== Mistakes ==== */

/* Each mistake is found by mending the line of the one before it and reading the section again. A line that
 * gives a letter to a piece goes on doing so, since other lines name the piece by its letter; other lines are
 * removed. */

enum { MISTAKES_MAX = 16 /* of a section */ };

static bool is_at(struct slice slice, const char *place) {
    return place >= slice.text && place <= slice.text + slice.length;
}

/* Returns the entry of the key or value at a place; NULL when there is none. */
static struct ini_entry *entry_at(const struct ini_section *section, const char *place) {
    for (size_t i = 0; i < section->count; i++)
        if (is_at(section->entries[i].key, place) || is_at(section->entries[i].value, place))
            return &section->entries[i];
    return NULL;
}

/* Returns the letter that an entry may give to a piece; 0 when there is none. */
static char letter_of(const struct ini_entry *entry) {
    const struct slice value = entry->value;
    const char letter = value.length ? (char)(*value.text | 0x20) : '\0';
    const bool alone = value.length == 1 || (value.length > 1 && value.text[1] == ':');
    return alone && letter >= 'a' && letter <= 'z' ? letter : '\0';
}

/* Gives the letter to a piece that moves as W. */
static void replace_piece(struct ini_entry *entry, char letter) {
    static const char key[] = "customPiece25",
                      values[] =
                          "a:Wb:Wc:Wd:We:Wf:Wg:Wh:Wi:Wj:Wk:Wl:Wm:Wn:Wo:Wp:Wq:Wr:Ws:Wt:Wu:Wv:Ww:Wx:Wy:Wz:W";
    const bool is_king = ks_slice_is(entry->key, "king");
    if (!is_king && (entry->key.length < 11 || memcmp(entry->key.text, key, 11) != 0))
        entry->key = (struct slice){key, sizeof key - 1};
    entry->value = (struct slice){values + 3 * (letter - 'a'), 3};
}

static void remove_entry(struct ini_section *section, struct ini_entry *entry) {
    const size_t behind = (size_t)(section->entries + section->count - (entry + 1));
    memmove(entry, entry + 1, behind * sizeof *entry);
    section->count--;
}

/* Mends the line of a mistake. */
static void mend_entry(struct ini_section *section, struct ini_entry *entry, int code) {
    const char letter =
        code == KS_ERROR_VARIANT_KEY || ks_piece_of_key(entry->key) != NO_PIECE ? letter_of(entry) : '\0';
    if (letter)
        replace_piece(entry, letter);
    else
        remove_entry(section, entry);
}

/* Returns whether a mistake may follow from what was mended. */
static bool may_follow(int code) {
    return code == KS_ERROR_VARIANT_START || code == KS_ERROR_VARIANT_PIECES;
}

/* Reads the section without its variant. Returns KS_OK when it has no mistake. */
static int read_again(struct making *m, const struct ini_section *section, ks_error *error) {
    m->has_lineup[section_index(&m->sources, section)] = false;
    ks_variant *const v = make_section(m, section, error);
    if (!v)
        return error->code;
    ks_variant_free_tables(v);
    free(v);
    return KS_OK;
}

static int by_place(const void *a, const void *b) {
    const ks_error *const first = a, *const second = b;
    return (first->offset > second->offset) - (first->offset < second->offset);
}

/* Adds the mistakes in the outer form of lines. */
static size_t add_malformed(const struct making *m, const struct ini_section *section, size_t count,
                            ks_error mistakes[MISTAKES_MAX]) {
    const struct ini *const own = &m->sources.own;
    for (size_t i = 0; i < own->later_count && count < MISTAKES_MAX; i++)
        if (&own->sections[own->later[i].section] == section)
            mistakes[count++] = own->later[i].error;
    return count;
}

/* Adds the mistakes in keys and values after the first one, whatever it is. */
static size_t add_values(struct making *m, struct ini_section *section, const ks_error *first,
                         ks_error mistakes[MISTAKES_MAX]) {
    size_t count = 1;
    ks_error error = *first;
    for (size_t mended = 0; mended < MISTAKES_MAX; mended++) {
        struct ini_entry *const entry = entry_at(section, m->sources.text + error.offset);
        if (!entry && mended > 0)
            break;
        if (mended > 0 && count < MISTAKES_MAX && !may_follow(error.code))
            mistakes[count++] = error;
        if (entry)
            mend_entry(section, entry, error.code);
        if (read_again(m, section, &error) == KS_OK || error.offset == first->offset)
            break;
    }
    return count;
}

/* Finds the mistakes of a section in the order of the text. first: its first one. Returns how many there are,
 * at least 1. Changes the lines with mistakes, so that no variant may be made from the section afterwards. */
static size_t find_mistakes(struct making *m, struct ini_section *section, const ks_error *first,
                            ks_error mistakes[MISTAKES_MAX]) {
    mistakes[0] = *first;
    size_t count = add_values(m, section, first, mistakes);
    count = add_malformed(m, section, count, mistakes);
    qsort(mistakes, count, sizeof *mistakes, by_place);
    return count;
}

/* ==== The functions of variants.h ==== */

/* Makes the variants of a text: all of them, or those without errors. A bundled variant is made on the first
 * request, since most programs need one of them at most. */

/* variants.ini: c/core/embed.c */
extern const char ks_embedded_variants[], ks_embedded_variants_end[];

/* Makes a variant from a section of the own text. Returns KS_OK or the code of an error. */
static int make_variant(struct making *m, ks_variants *variants, size_t index, ks_error *error) {
    struct sources s = m->sources;
    const struct ini_section *const from = section_at(&s, index);
    s.error = error;
    int code = ks_fail_as(error, &from->trouble);
    if (code == KS_OK)
        code = check_section_name(&s, from);
    if (code != KS_OK)
        return code;
    ks_variant *const v = make_section(m, from, error);
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
    if (build_chain(&s, section_at(&s, index), m->chain, &depth) != KS_OK &&
        find_section(&s, m->chain[depth - 1]->base))
        return NULL; /* a circle */
    for (size_t i = 1; i < depth; i++)
        if (m->troubles[section_index(&s, m->chain[i])].code != KS_OK)
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
    for (size_t i = s->bundled.count; i < section_count(s); i++) {
        const struct ini_section *const heir = section_at(s, i), *const base = find_bad_base(m, i);
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
    const size_t count = alone ? 0 : find_mistakes(m, of, trouble, mistakes);
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
    const size_t count = section_count(s);
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
        code = start_making(m);
    if (code == KS_OK)
        code = allocate_variants(s, variants);
    for (size_t i = s->bundled.count; !m->each && i < section_count(s) && code == KS_OK; i++)
        code = check_section_name(s, section_at(s, i));
    for (size_t i = s->bundled.count; i < section_count(s) && code == KS_OK; i++) {
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
            name_by_fen_letters(v);
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
    end_making(&m);
    if (code == KS_OK && flags & KS_VARIANTS_FEN_LETTERS)
        use_fen_letters(variants);
    if (code == KS_OK)
        return variants;
    ks_variants_free(variants);
    return NULL;
}

static const ks_variant *make_bundled(const ks_variants *variants, size_t index) {
    ks_error error;
    struct making m = {.sources = {.bundled = variants->bundled, .error = &error}};
    ks_variant *made = NULL, *other = NULL;
    if (start_making(&m) == KS_OK)
        made = make_section(&m, &variants->bundled.sections[index], &error);
    end_making(&m);
    if (made && variants->fen_letters)
        name_by_fen_letters(made);
    if (!made || atomic_compare_exchange_strong(&variants->all[index], &other, made))
        return made;
    ks_variant_free_tables(made); /* another thread was faster */
    free(made);
    return other;
}

ks_variants *ks_variants_new(const char *text, size_t length, ks_variants_flags flags, ks_error *error) {
    return read_variants(text, length, false, flags, error);
}

ks_variants *ks_variants_read_own(const char *text, size_t length, ks_variants_flags flags, ks_error *error) {
    return read_variants(text, length, true, flags, error);
}
