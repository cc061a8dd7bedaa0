/* Reads positions from the command line. */
#include "cli/positions/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "cli/positions/replay.h"
#include "core/text/characters.h"
#include "core/text/error.h"

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

void list_variants(struct choices *choices, char *const *line) {
    static ks_variants *variants; /* whose names are the words */
    variants = load_variants(variants_file(line));
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        ks_add_choice(choices, ks_variants_get_name(variants, i));
}

const ks_variant *choose_variant(const struct variant_choice *choice) {
    static ks_variants *variants; /* reachable as long as the program runs */
    if (!choice->name && choice->file)
        usage_error("--variants: expected --variant NAME too, which says which of them is meant");
    if (!choice->name)
        return NULL;
    variants = (choice->fen_letters ? load_variants_with_fen_letters : load_variants)(choice->file);
    return require_variant(variants, "--variant: ", choice->name);
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
    char *text = given(malloc(length)), *end = text;
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
    static char *joined; /* reachable as long as the program runs */
    if (!are_typed(words, count))
        return read_standard_input();
    free(joined);
    joined = join_words(words, count);
    return (struct source){"FEN", 1, joined, strlen(joined)};
}

void read_position_argument(const ks_variant *variant, char **words, int count, ks_fen_flags flags,
                            struct any_position *position, struct history *history) {
    ks_error error;
    if (count == 0) {
        *position = any_start(variant);
        if (history)
            history_start(history, position);
        return;
    }
    const struct source source = read_position_text(words, count);
    if (replay_read_end(variant, source.text, source.length, flags, position, history, &error) != KS_OK)
        refuse(&source, &error);
    if (are_typed(words, count) && !expect_operations(&source, &error))
        refuse(&source, &error);
}
