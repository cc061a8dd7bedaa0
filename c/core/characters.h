/* What readers of text of every layer ask of characters and lines. */
#ifndef KS_CHARACTERS_H
#define KS_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>

static inline bool is_blank(int c) {
    return c == ' ' || c == '\t';
}

static inline bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* The length of a line whose LF is gone, without its CR. */
static inline size_t length_without_cr(const char *line, size_t length) {
    return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
}

/* Whether a line of a text with a position a line is passed over. */
static inline bool is_blank_or_comment(const char *line, size_t length) {
    size_t i = 0;
    while (i < length && is_blank(line[i]))
        i++;
    return i == length || line[0] == '#';
}

#endif
