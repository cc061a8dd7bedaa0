/* Reads positions from the command line. */
#include "cli/shared/positions/arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/input/input.h"
#include "cli/shared/input/lines.h"
#include "cli/shared/memory.h"
#include "cli/shared/positions/replay.h"
#include "core/characters.h"
#include "core/internal.h"

/* ---- Options ---- */

void note_reading_option(const struct arguments *arguments, struct reading *reading) {
    const char *const name = arguments->option->name;
    if (strcmp(name, "lenient") == 0)
        reading->fen_flags |= KS_LENIENT;
    else if (strcmp(name, "strict") == 0)
        reading->fen_flags |= KS_STRICT | KS_POSSIBLE;
    else if (strcmp(name, "fen-ep") == 0)
        reading->x_fen = option_choice(arguments) == 1;
    else if (strcmp(name, "notation") == 0)
        reading->variant.fen_letters = option_choice(arguments) == 1;
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

/* Whether the words are the position, not the name of the file that has it. */
static bool are_typed(char **words, int count) {
    return count != 1 || !is_standard_input(words[0]);
}

/* Returns false, and fills in *error, when a text that is a position goes on with a word too many. */
static bool expect_operations(const struct source *source, ks_error *error) {
    const size_t at = replay_find_stray(source->text, source->length);
    return at == source->length ||
           ks_unexpected(error, KS_ERROR_TRAILING_TEXT, source->text, source->length, at,
                         "'moves', EPD operations that end with ';', or the end of the position") == KS_OK;
}

/* Returns the text that the words stand for, which is good until the next call. */
static struct source read_position_text(char **words, int count) {
    static char *joined; /* here it can be found as long as the program runs */
    if (!are_typed(words, count))
        return read_standard_input();
    free(joined);
    joined = join_words(words, count);
    return (struct source){"FEN", 1, joined, strlen(joined)};
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
    if (are_typed(words, count) && !expect_operations(&source, &error))
        refuse(&source, &error);
}
