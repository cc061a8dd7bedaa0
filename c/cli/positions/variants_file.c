/* Reads the variants of a file, and reports those that cannot be read. */
#include "cli/positions/variants_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "cli/positions/source.h"
#include "core/text/suggest.h"

/* ---- The file ---- */

/* The file that was read last, as it stands. */
static struct {
    const char *name;
    char *text;
    size_t length;
} loaded = {"bundled", NULL, 0};

const char *variants_text(size_t *length) {
    *length = loaded.length;
    return loaded.text;
}

/* ---- Places ---- */

/* Returns where the line of an offset starts; its number goes to *number. */
static size_t start_of_line(size_t at, uint64_t *number) {
    size_t start = 0;
    const char *end;
    for (*number = 1; start < at && (end = memchr(loaded.text + start, '\n', at - start)); ++*number)
        start = (size_t)(end - loaded.text) + 1;
    return start;
}

struct file_place variants_place(const ks_error *error) {
    const size_t at = error->offset < loaded.length ? error->offset : loaded.length;
    struct file_place place = {.file = loaded.name};
    place.column = at - start_of_line(at, &place.line) + 1;
    return place;
}

/* Reports an error in the text, with its line. */
static void complain_of(const ks_error *error) {
    const size_t at = error->offset < loaded.length ? error->offset : loaded.length;
    uint64_t line;
    const size_t start = start_of_line(at, &line);
    const char *const end = loaded.length > at ? memchr(loaded.text + at, '\n', loaded.length - at) : NULL;
    const size_t length = (end ? (size_t)(end - loaded.text) : loaded.length) - start;
    ks_error in_line = *error;
    in_line.offset = at - start;
    complain_about(&(struct source){loaded.name, line, loaded.text + start, length}, &in_line);
}

static _Noreturn void refuse_text(const ks_error *error) {
    if (!loaded.text || (error->code == KS_ERROR_MEMORY && error->offset == 0)) /* no line is to blame */
        fail("%s", error->message);
    complain_of(error);
    exit(STATUS_FAILED);
}

void warn_of(const ks_error *error) {
    const struct file_place place = variants_place(error);
    warn_at(place.file, place.line, place.column - 1, error->message);
}

/* ---- The variants ---- */

static ks_variants *load(const char *file, ks_variants_flags flags) {
    ks_error error;
    free(loaded.text);
    loaded.text = NULL;
    loaded.length = 0;
    if (file)
        loaded.text = read_input(loaded.name = file, KS_VARIANTS_TEXT_MAX, &loaded.length);
    ks_variants *const variants = ks_variants_read(loaded.text, loaded.length, flags, &error);
    if (!variants)
        refuse_text(&error);
    return variants;
}

ks_variants *load_variants(const char *file) {
    return load(file, KS_VARIANTS_EACH);
}

ks_variants *load_variants_strictly(const char *file) {
    return load(file, KS_VARIANTS_DEFAULT);
}

ks_variants *load_variants_with_fen_letters(const char *file) {
    return load(file, KS_VARIANTS_EACH | KS_VARIANTS_FEN_LETTERS);
}

/* Prints the warnings about the section of this name. */
static void warn_of_section(const ks_variants *variants, const char *name) {
    for (size_t i = 0; i < ks_variants_count_remarks(variants); i++) {
        const ks_variants_remark *const remark = ks_variants_get_remark(variants, i);
        if (!remark->refused && strcmp(remark->name, name) == 0)
            warn_of(&remark->error);
    }
}

/* Fails with all mistakes of the section of this name, if there are any. */
static void refuse_if_left_out(const ks_variants *variants, const char *name) {
    const ks_error *last = NULL;
    for (size_t i = 0; i < ks_variants_count_remarks(variants); i++) {
        const ks_variants_remark *const remark = ks_variants_get_remark(variants, i);
        if (!remark->refused || strcmp(remark->name, name) != 0)
            continue;
        if (last)
            complain_of(last);
        last = &remark->error;
    }
    if (last)
        refuse_text(last);
}

const ks_variant *require_variant_at(const ks_variants *variants, size_t index) {
    const ks_variant *const variant = ks_variants_get_variant(variants, index);
    if (!variant)
        fail("not enough memory for the variant '%s'", ks_variants_get_name(variants, index));
    return variant;
}

/* Returns NULL when there is none of this name. */
static const ks_variant *find_variant(const ks_variants *variants, const char *name) {
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        if (strcmp(ks_variants_get_name(variants, i), name) == 0)
            return require_variant_at(variants, i);
    return NULL;
}

const ks_variant *require_variant(const ks_variants *variants, const char *what, const char *name) {
    const ks_variant *const variant = find_variant(variants, name);
    struct choices choices = {.count = 0};
    char suggestion[SUGGESTION_SIZE];
    for (const ks_variant *v = ks_variants_count_remarks(variants) ? variant : NULL; v;
         v = find_variant(variants, ks_variant_get_facts(v).base))
        warn_of_section(variants, ks_variant_get_facts(v).name);
    if (variant)
        return variant;
    refuse_if_left_out(variants, name);
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        ks_add_choice(&choices, ks_variants_get_name(variants, i));
    const bool has_file = ks_variants_count(variants) > ks_variants_count_bundled(variants) ||
                          ks_variants_count_remarks(variants) > 0;
    fail("%sthere is no variant '%s': see 'kingscan variants%s'%s", what, name,
         has_file ? " --variants FILE" : "", ks_suggest(name, "", &choices, suggestion));
}
