/* Quotes words as programs for Windows read their command line: between quotes, with backslashes before a
 * quote doubled, and a backslash before the quote. Unprintable bytes become \xNN, which no program reads
 * back: Windows has no notation for them. */
#include <string.h>

#include "cli/base/quote.h"

void print_quoted(const char *word, FILE *out) {
    static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:\\+@";
    if (*word && word[strspn(word, harmless)] == '\0') {
        fputs(word, out);
        return;
    }
    putc('"', out);
    if (can_be_shown(word))
        for (size_t backslashes; *word; word += backslashes + (word[backslashes] != '\0')) {
            backslashes = strspn(word, "\\");
            const char next = word[backslashes];
            for (size_t i = 0; i < backslashes * (next == '"' || next == '\0' ? 2 : 1); i++)
                putc('\\', out);
            if (next == '"')
                putc('\\', out);
            if (next)
                putc(next, out);
        }
    else
        print_escaped(word, out);
    putc('"', out);
}

/* (cmd's echo also prints quotes.) */
void print_echo(const char *line, FILE *out) {
    fputs("echo ", out);
    for (; *line; line++) {
        if (strchr("&|<>^()\"", *line))
            putc('^', out);
        putc(*line, out);
    }
}
