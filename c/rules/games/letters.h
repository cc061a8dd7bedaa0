/* The characters of PGN, for the exact reader. */
#ifndef KS_GAMES_LETTERS_H
#define KS_GAMES_LETTERS_H

#include <string.h>

#include "core/text/characters.h"
#include "core/text/foreign.h"
#include "rules/games/window.h"

/* Returns whether a word may begin with this character. Bytes of other alphabets count as letters. */
static inline bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Returns whether a word goes on with this character. */
static inline bool is_in_word(char c) {
    return (unsigned char)c > ' ' && !strchr("{}()[];$*<>.,", c);
}

static inline bool is_dash(char c) {
    return c == '-' || c == '=';
}

/* Returns the length of a byte order mark at `at`, as files that were joined have in their middle; else 0. */
static inline size_t mark_at(const struct window *w) {
    return byte_order_mark(w->text + w->at, w->end - w->at);
}

/* Returns whether a line begins at `at`. */
static inline bool line_begins(const struct window *w) {
    const char *const at = w->text + w->at;
    return at[-1] == '\n' || (byte_order_mark(at - 3, 3) && at[-4] == '\n');
}

#endif
