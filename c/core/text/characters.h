/* Tests of characters and lines for the readers of text in every layer. */
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

/* Returns the length of a line without the CR at its end; `length` excludes the LF. */
static inline size_t length_without_cr(const char *line, size_t length) {
    return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
}

/* Returns the length of a text without the one line end that it may have: LF, CR or CR LF. */
static inline size_t length_without_line_end(const char *text, size_t length) {
    return length_without_cr(text, length > 0 && text[length - 1] == '\n' ? length - 1 : length);
}

/* Returns whether a line is skipped in a text that has one position a line: it is blank, or begins with #. */
static inline bool is_blank_or_comment(const char *line, size_t length) {
    size_t i = 0;
    while (i < length && is_blank(line[i]))
        i++;
    return i == length || line[0] == '#';
}

#endif
