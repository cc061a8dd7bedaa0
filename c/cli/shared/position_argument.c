/* A position on the command line, and what is said when it is none: the text, and a caret below the place. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/lines.h"
#include "cli/shared/position_argument.h"
#include "cli/shell/command.h"
#include "core/characters.h"

/* The words with a blank between each two; to be freed. */
static char *join_words(char **words, int count) {
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += strlen(words[i]) + 1;
    char *text = malloc(length), *end = text;
    if (!text)
        fail("%s", strerror(errno));
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
    if (status != LINE_GOOD)
        fail("-: %s",
             status == LINE_END ? "expected a position, found the end of the input" : "the line is too long");
    source.line = reader.number;
    return source;
}

_Noreturn void refuse(const struct source *source, const ks_error *error) {
    enum { SHOWN = 160 }; /* of a longer text, the place alone would help nobody */
    fprintf(stderr, "%s:%" PRIu64 ":%zu: error: %s\n", source->name, source->line, error->offset + 1,
            error->message);
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

struct source read_position_text(char **words, int count) {
    static char *joined; /* here it can be found as long as the program runs */
    if (count == 1 && strcmp(words[0], "-") == 0)
        return read_standard_input();
    free(joined);
    joined = join_words(words, count);
    return (struct source){"FEN", 1, joined, strlen(joined)};
}

void read_position_argument(char **words, int count, unsigned flags, ks_position *position) {
    const struct source source = read_position_text(words, count);
    ks_error error;
    if (ks_read_fen(source.text, source.length, flags, position, &error) != KS_OK)
        refuse(&source, &error);
}
