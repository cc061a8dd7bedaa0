/* Quotes words for a shell: those that it would take apart stand between apostrophes. */
#include "cli/shared/words.h"

#include <stdio.h>

void print_quoted(const char *word, FILE *out) {
    static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%";
    if (*word && word[strspn(word, harmless)] == '\0') {
        fputs(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++)
        *word == '\'' ? fputs("'\\''", out) : putc(*word, out);
    putc('\'', out);
}
