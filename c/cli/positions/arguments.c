/* Reads positions, files of variants and sets of features from the command line, with the options that say
 * how. */
#include "cli/positions/arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "core/text/characters.h"
#include "core/text/error.h"
#include "core/text/suggest.h"
#include "core/text/utf8.h"
#include "game/common/replay.h"
#include "game/common/text.h"

/* ==== Sources ==== */

/* How many columns an escaped text takes: one a character. */
static int columns_of(const char *escaped) {
    int columns = 0;
    for (size_t length; *escaped; escaped += length, columns++)
        length = ks_utf8_length(escaped, strlen(escaped));
    return columns;
}

/* Reports an error in a text, and shows the place. */
static void complain_about(const struct source *source, const ks_error *error) {
    enum { SHOWN = 160 }; /* a caret does not help in a longer text */
    complain_at(source->name, source->line, error->offset, error->message);
    if (source->length <= SHOWN) {
        char escaped[ESCAPED_SIZE(SHOWN)];
        escape_text(source->text, source->length, escaped, sizeof escaped);
        fprintf(stderr, "    %s\n", escaped);
        escape_text(source->text, error->offset, escaped, sizeof escaped);
        fprintf(stderr, "    %*s^\n", columns_of(escaped), "");
    }
}

_Noreturn void refuse(const struct source *source, const ks_error *error) {
    complain_about(source, error);
    exit(STATUS_FAILED);
}

/* Returns the line of a text of several lines in which an error is, whose offset becomes the one in the
 * line. */
static struct source find_line_of(const char *name, const char *text, size_t length, ks_error *error) {
    const size_t at = error->offset < length ? error->offset : length;
    const char *const end = memchr(text + at, '\n', length - at);
    struct source line = {name, 1, text, 0};
    for (const char *next; (next = memchr(line.text, '\n', (size_t)(text + at - line.text))); line.line++)
        line.text = next + 1;
    line.length = (size_t)((end ? end : text + length) - line.text);
    error->offset = (size_t)(text + at - line.text);
    return line;
}

/* ==== The file of variants ==== */

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

/* Returns the line of the file in which an error is, whose offset becomes the one in the line. */
static struct source line_of(ks_error *error) {
    return find_line_of(loaded.name, loaded.text, loaded.length, error);
}

struct file_place variants_place(const ks_error *error) {
    ks_error in_line = *error;
    const struct source line = line_of(&in_line);
    return (struct file_place){line.name, line.line, in_line.offset + 1};
}

/* Reports an error in the text, with its line. */
static void complain_of(const ks_error *error) {
    ks_error in_line = *error;
    const struct source line = line_of(&in_line);
    complain_about(&line, &in_line);
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

ks_variants *load_variants(const char *file, ks_variants_flags flags) {
    ks_error error;
    free(loaded.text);
    loaded.text = NULL;
    loaded.length = 0;
    if (file)
        loaded.text = read_input(loaded.name = file, KS_VARIANTS_TEXT_MAX, &loaded.length);
    ks_variants *const variants = ks_variants_new(loaded.text, loaded.length, flags, &error);
    if (!variants)
        refuse_text(&error);
    return variants;
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

/* ==== Sets of features ==== */

ks_features *require_features(const char *name, const char *file) {
    size_t length = 0;
    char *const text = file ? read_input(file, KS_VARIANTS_TEXT_MAX, &length) : NULL;
    ks_error error;
    ks_features *const set = ks_features_new(name, text, length, &error);
    if (!set && error.code == KS_ERROR_MEMORY)
        fail("%s", error.message);
    if (!set && (error.code == KS_ERROR_FEATURES_UNKNOWN || !text))
        refuse(&(struct source){"SET", 1, name, strlen(name)}, &error);
    if (!set) {
        const struct source line = find_line_of(file, text, length, &error);
        refuse(&line, &error);
    }
    free(text);
    return set;
}

void list_sets(struct choices *choices, char *const *line) {
    (void)line;
    for (size_t i = 0; ks_features_get_bundled(i); i++)
        ks_add_choice(choices, ks_features_get_bundled(i));
}

/* ==== Arguments ==== */

/* ---- Options ---- */

/* Returns the file of variants that a command line names, NULL for none. */
static const char *variants_file(char *const *line) {
    static const char option[] = "--variants";
    const size_t length = sizeof option - 1;
    const char *file = NULL;
    for (; *line; line++)
        if (strncmp(*line, "--variants=", length + 1) == 0)
            file = *line + length + 1;
        else if (strcmp(*line, option) == 0 && line[1])
            file = line[1];
    return file;
}

void list_score_forms(struct choices *choices, char *const *line) {
    (void)line;
    const char *name;
    for (unsigned form = KS_PGN_SCORES_EVAL; (name = ks_pgn_scores_name(form)) != NULL; form++)
        ks_add_choice(choices, name);
}

void list_variants(struct choices *choices, char *const *line) {
    static ks_variants *variants; /* the words are their names */
    variants = load_variants(variants_file(line), KS_VARIANTS_EACH);
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        ks_add_choice(choices, ks_variants_get_name(variants, i));
}

ks_variants *load_chosen_variants(const struct variant_choice *choice) {
    return load_variants(choice->file, KS_VARIANTS_EACH | (choice->fen_letters ? KS_VARIANTS_FEN_LETTERS
                                                                               : KS_VARIANTS_DEFAULT));
}

const ks_variant *choose_variant(const struct variant_choice *choice) {
    static ks_variants *variants; /* reachable as long as the program runs */
    if (!choice->name && choice->file)
        usage_error("--variants: expected --variant NAME too, which says which of them is meant");
    if (!choice->name)
        return NULL;
    variants = load_chosen_variants(choice);
    return require_variant(variants, "--variant: ", choice->name);
}

void refuse_beside_variant(bool given, const char *option) {
    if (given)
        usage_error("--%s doesn't go with --variant", option);
}

/* ---- Positions ---- */

static struct source read_standard_input(void) {
    static struct line_reader reader;
    static struct input input;
    struct source source = {.name = "-"};
    enum line_status status;
    open_input(&input, source.name);
    start_lines(&reader, &input, NULL);
    do
        status = next_line(&reader, &source.text, &source.length);
    while (status == LINE_GOOD && is_blank_or_comment(source.text, source.length));
    if (status == LINE_FAILED)
        fail("-: %s", input.reason);
    close_input(&input);
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

/* Whether the words are the position, not the name of the file that has it. */
static bool are_typed(char **words, int count) {
    return count != 1 || !is_standard_input(words[0]);
}

/* Returns false, and fills in *error, when a text that is a position has a word too many. */
static bool expect_operations(const struct source *source, ks_error *error) {
    const size_t at = replay_find_stray(source->text, source->length);
    return at == source->length ||
           ks_unexpected(error, KS_ERROR_TRAILING_TEXT, source->text, source->length, at,
                         "'moves', EPD operations that end with ';', or the end of the position") == KS_OK;
}

/* Returns the text that the words stand for, which is good until the next call. */
static struct source read_position_text(char **words, int count) {
    static struct buffer joined; /* reachable as long as the program runs */
    if (!are_typed(words, count))
        return read_standard_input();
    joined.used = 0;
    for (int i = 0; i < count; i++) {
        add_bytes(&joined, " ", i > 0);
        add_bytes(&joined, words[i], strlen(words[i]));
    }
    add_bytes(&joined, "", 1); /* its end */
    expect_memory(!joined.failed);
    return (struct source){"FEN", 1, joined.bytes, joined.used - 1};
}

void read_position_argument(const ks_variant *variant, char **words, int count, ks_fen_flags flags,
                            struct any_position *position, struct history *history) {
    ks_error error;
    if (count == 0) {
        *position = any_start(variant);
        if (history)
            expect_memory(history_start(history, position));
        return;
    }
    const struct source source = read_position_text(words, count);
    const int code = replay_read_end(variant, source.text, source.length, flags, position, history, &error);
    expect_memory(code != KS_ERROR_MEMORY);
    if (code != KS_OK)
        refuse(&source, &error);
    if (are_typed(words, count) && !expect_operations(&source, &error))
        refuse(&source, &error);
}

/* ==== Formats of files ==== */

static void list_formats(struct choices *choices, ks_data_format last) {
    for (unsigned format = KS_DATA_UNKNOWN + 1; format <= last; format++)
        ks_add_choice(choices, ks_data_format_name((ks_data_format)format));
}

void list_formats_without_games(struct choices *choices, char *const *line) {
    (void)line;
    list_formats(choices, KS_DATA_JSONL);
}

void list_data_formats(struct choices *choices, char *const *line) {
    (void)line;
    list_formats(choices, KS_DATA_PGN);
}

void read_data_format(const struct option_value *value, void *field) {
    *(unsigned *)field = KS_DATA_UNKNOWN + 1 + value_choice(value);
}

static const char *pattern; /* that --from has given, or NULL */

void read_input_format(const struct option_value *value, void *field) {
    ks_error error;
    if (!strpbrk(value->argument, " |{}[]=,;")) {
        read_data_format(value, field);
        return;
    }
    ks_data *const lines = given(ks_data_open_memory("", 0, KS_DATA_TEXT, KS_DATA_DEFAULT, NULL));
    if (ks_data_use_pattern(lines, value->argument, &error) != KS_OK)
        usage_error("%s: column %zu of '%s': %s", value->name, error.offset + 1, value->argument,
                    error.message);
    ks_data_close(lines);
    pattern = value->argument;
    *(unsigned *)field = KS_DATA_TEXT;
}

const char *pattern_of_lines(void) {
    return pattern;
}
