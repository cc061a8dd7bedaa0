/* Options and words of the command line that name a variant and its position. */
#include "cli/shared/variant_argument.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/position_argument.h"

/* All of a file; its length goes to *length. */
static char *read_file(const char *name, size_t *length) {
    enum { BLOCK = 1 << 16 };
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    char *text = NULL;
    size_t read;
    if (!file)
        fail("%s: %s", name, strerror(errno));
    *length = 0;
    do {
        text = realloc(text, *length + BLOCK);
        if (!text)
            fail("%s", strerror(errno));
        read = fread(text + *length, 1, BLOCK, file);
        *length += read;
    } while (read > 0);
    if (ferror(file))
        fail("%s: %s", name, strerror(errno));
    if (file != stdin)
        fclose(file);
    return text;
}

/* Says what is wrong with a text, and in which line. */
static _Noreturn void refuse_text(const char *name, const char *text, size_t length, const ks_error *error) {
    const size_t at = error->offset < length ? error->offset : length;
    size_t start = at, end = at;
    uint64_t line = 1;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    while (end < length && text[end] != '\n')
        end++;
    for (size_t i = 0; i < start; i++)
        line += text[i] == '\n';
    ks_error in_line = *error;
    in_line.offset = at - start;
    refuse(&(struct source){name, line, text + start, end - start}, &in_line);
}

ks_variants *load_variants(const char *file) {
    size_t length = 0;
    ks_error error;
    char *const text = file ? read_file(file, &length) : NULL;
    ks_variants *const variants = ks_variants_read(text, length, &error);
    if (!variants)
        refuse_text(file ? file : "bundled", text, length, &error);
    free(text);
    return variants;
}

void note_reading_option(const struct arguments *arguments, struct reading *reading) {
    const char *const name = arguments->option->name;
    if (strcmp(name, "lenient") == 0)
        reading->fen_flags |= KS_LENIENT;
    else if (strcmp(name, "strict") == 0)
        reading->fen_flags |= KS_STRICT;
    else if (strcmp(name, "variant") == 0)
        reading->variant.name = arguments->value;
    else
        reading->variant.file = arguments->value;
}

const ks_variant *choose_variant(const struct variant_choice *choice) {
    static ks_variants *variants; /* here it can be found as long as the program runs */
    if (!choice->name && choice->file)
        usage_error("--variants: expected --variant NAME too, which says which of them is meant");
    if (!choice->name)
        return NULL;
    variants = load_variants(choice->file);
    const ks_variant *const variant = ks_variants_find(variants, choice->name);
    if (!variant)
        fail("--variant: there is no variant '%s': see 'kingscan variants'", choice->name);
    return variant;
}

void refuse_beside_variant(bool given, const char *option) {
    if (given)
        usage_error("--%s doesn't go with --variant", option);
}

void read_variant_position(const ks_variant *variant, char **words, int count, unsigned flags,
                           ks_variant_position *position) {
    ks_error error;
    if (count == 0) {
        *position = *ks_variant_start(variant);
        return;
    }
    const struct source source = read_position_text(words, count);
    if (ks_variant_read_fen(variant, source.text, source.length, flags, position, &error) != KS_OK)
        refuse(&source, &error);
}
