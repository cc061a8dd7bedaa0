/* Quotes words for sh: with apostrophes if sh would split them, by printf(1) if they are not printable. */
#include <string.h>

#include "cli/base/quote.h"

/* Prints each byte except letters and digits as its number. */
static void print_by_printf(const char *word, FILE *out) {
    fputs("\"$(printf '", out);
    for (; *word; word++) {
        const char c = *word;
        if (('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9'))
            putc(c, out);
        else
            fprintf(out, "\\%03o", (unsigned char)c);
    }
    fputs("')\"", out);
}

void print_quoted(const char *word, FILE *out) {
    static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%";
    if (*word && word[strspn(word, harmless)] == '\0') {
        fputs(word, out);
        return;
    }
    if (!can_be_shown(word)) {
        print_by_printf(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++)
        *word == '\'' ? fputs("'\\''", out) : putc(*word, out);
    putc('\'', out);
}

void print_echo(const char *line, FILE *out) {
    fprintf(out, "echo '%s'", line);
}
