/* Reads positions and variants from the command line. When a text is wrong, prints the text with a caret
 * below the place. */
#include "cli/shared/positions/arguments.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/lines.h"
#include "cli/shared/positions/epd_parts.h"
#include "cli/shared/positions/replay.h"
#include "cli/shared/stopping/ready.h"
#include "core/characters.h"
#include "core/internal.h"

_Noreturn void refuse(const struct source *source, const ks_error *error) {
    enum { SHOWN = 160 }; /* in a longer text nobody finds the place by a caret */
    complain_at(source->name, source->line, error->offset, error->message);
    if (source->length <= SHOWN) {
        fputs("    ", stderr);
        for (size_t i = 0; i < source->length; i++) {
            const char c = source->text[i];
            putc(c >= ' ' && c < 127 ? c : '?', stderr); /* one column a byte */
        }
        fprintf(stderr, "\n    %*s^\n", (int)error->offset, "");
    }
    exit(STATUS_FAILED);
}

/* ---- Variants ---- */

/* Returns all bytes of a file, to be freed by the caller. Their number goes to *length. */
static char *read_file(const char *name, size_t *length) {
    const bool standard_input = strcmp(name, "-") == 0;
    const int file = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        fail("%s: %s", name, strerror(errno));
    static char *text; /* still known where a failure ends the program */
    text = malloc(KS_VARIANTS_TEXT_MAX + 1);
    ssize_t got;
    if (!text)
        fail("%s", strerror(errno));
    *length = 0;
    do {
        got = read_when_ready(file, text + *length, KS_VARIANTS_TEXT_MAX + 1 - *length);
        *length += got > 0 ? (size_t)got : 0;
    } while (got > 0 && *length <= KS_VARIANTS_TEXT_MAX);
    if (got < 0)
        fail("%s: %s", name, strerror(errno));
    if (*length > KS_VARIANTS_TEXT_MAX)
        fail("%s: expected at most %d bytes, found more", name, KS_VARIANTS_TEXT_MAX);
    if (!standard_input)
        close(file);
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

/* Whether the value of an option is the second of two. */
static bool is_second(const struct arguments *arguments, const char *first, const char *second) {
    const bool is = strcmp(arguments->value, second) == 0;
    if (!is && strcmp(arguments->value, first) != 0)
        usage_error("--%s: expected %s or %s, found '%s'", arguments->option->name, first, second,
                    arguments->value);
    return is;
}

void note_reading_option(const struct arguments *arguments, struct reading *reading) {
    const char *const name = arguments->option->name;
    if (strcmp(name, "lenient") == 0)
        reading->fen_flags |= KS_LENIENT;
    else if (strcmp(name, "strict") == 0)
        reading->fen_flags |= KS_STRICT | KS_POSSIBLE;
    else if (strcmp(name, "fen-ep") == 0)
        reading->x_fen = is_second(arguments, "legal", "x-fen");
    else if (strcmp(name, "notation") == 0)
        reading->variant.fen_letters = is_second(arguments, "people", "fen");
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
    if (choice->fen_letters)
        ks_variants_use_fen_letters(variants);
    const ks_variant *const variant = ks_variants_find(variants, choice->name);
    if (!variant)
        fail("--variant: there is no variant '%s': see 'kingscan variants'", choice->name);
    return variant;
}

void refuse_beside_variant(bool given, const char *option) {
    if (given)
        usage_error("--%s doesn't go with --variant", option);
}

/* ---- Positions ---- */

/* Joins the words with a blank between each two. The caller frees the text. */
static char *join_words(char **words, int count) {
    size_t length = 1;
    for (int i = 0; i < count; i++)
        length += strlen(words[i]) + 1;
    char *text = malloc(length), *end = text;
    if (!text)
        fail("%s", strerror(errno));
    *text = '\0';
    for (int i = 0; i < count; i++) {
        if (i > 0)
            *end++ = ' ';
        end = stpcpy(end, words[i]);
    }
    return text;
}

static struct source read_standard_input(void) {
    static struct line_reader reader;
    struct source source = {.name = "-"};
    enum line_status status;
    start_lines(&reader, STDIN_FILENO, NULL);
    do
        status = next_line(&reader, &source.text, &source.length);
    while (status == LINE_GOOD && is_blank_or_comment(source.text, source.length));
    if (status == LINE_FAILED)
        fail("-: %s", strerror(errno));
    if (status == LINE_FOREIGN) {
        complain_of_foreign("-", reader.foreign);
        exit(STATUS_FAILED);
    }
    if (status != LINE_GOOD)
        fail("-: %s",
             status == LINE_END ? "expected a position, found the end of the input" : "the line is too long");
    source.line = reader.number;
    return source;
}

static bool is_standard_input(char **words, int count) {
    return count == 1 && strcmp(words[0], "-") == 0;
}

/* Returns false, and fills in *error, when a text that is a position goes on with what is neither moves nor
 * EPD operations with a semicolon: of lines any word passes for an operation, but an argument is typed, and a
 * word too many there would have been meant for something. */
static bool expect_operations(const struct source *source, ks_error *error) {
    struct epd_parts parts;
    find_epd_parts(source->text, source->length, &parts);
    const size_t at = parts.operations.begin, length = parts.operations.length;
    return length == 0 || source->text[at] == ';' || source->text[at + length - 1] == ';' ||
           replay_has_moves(source->text, source->length, at) ||
           ks_unexpected(error, KS_ERROR_TRAILING_TEXT, source->text, source->length, at,
                         "'moves', EPD operations that end with ';', or the end of the position") == KS_OK;
}

/* Returns the text that the words stand for, which is good until the next call. */
static struct source read_position_text(char **words, int count) {
    static char *joined; /* here it can be found as long as the program runs */
    if (is_standard_input(words, count))
        return read_standard_input();
    free(joined);
    joined = join_words(words, count);
    return (struct source){"FEN", 1, joined, strlen(joined)};
}

void require_position_words(const ks_variant *variant, int count) {
    if (!variant && count == 0)
        usage_error("expected a position in FEN, or '-' for standard input");
}

void read_position_argument(const ks_variant *variant, char **words, int count, unsigned flags,
                            struct any_position *position) {
    ks_error error;
    if (count == 0) {
        *position = any_start(variant);
        return;
    }
    const struct source source = read_position_text(words, count);
    if (replay_read_end(variant, source.text, source.length, flags, position, &error) != KS_OK)
        refuse(&source, &error);
    if (!is_standard_input(words, count) && !expect_operations(&source, &error))
        refuse(&source, &error);
}
