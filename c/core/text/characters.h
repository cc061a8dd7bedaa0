/* Tests of characters and lines for the readers of text in every layer; numbers without a branch. */
#ifndef KS_CHARACTERS_H
#define KS_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Characters and lines ---- */

/* Tests of characters and lines for the readers of text in every layer. */

static inline bool is_blank(int c) {
    return c == ' ' || c == '\t';
}

static inline bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* The letters of ASCII alone have small ones. */
static inline int to_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static inline bool is_letter(int c) {
    return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

/* Returns the length of a dash at a text: '-', or one of U+2010 to U+2015 and U+2212, which word processors
 * put in its place; 0 when there is none. n: bytes of the text. */
static inline size_t dash_at(const char *text, size_t n) {
    const unsigned char *const bytes = (const unsigned char *)text;
    if (n >= 1 && *text == '-')
        return 1;
    return n >= 3 && bytes[0] == 0xe2 &&
                   ((bytes[1] == 0x80 && bytes[2] >= 0x90 && bytes[2] <= 0x95) ||
                    (bytes[1] == 0x88 && bytes[2] == 0x92))
               ? 3
               : 0;
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

/* ---- Two numbers ---- */

/* Two numbers with a space between, such as the clocks of a FEN, without a branch for each digit: their
 * lengths cannot be predicted. */

/* Returns the number of the first `length` digits, at most four, most significant first. */
static inline uint16_t number_of_digits(uint32_t digits, unsigned length) {
    digits = (uint32_t)((uint64_t)digits << 8 * (4 - length)); /* zeros in front */
    digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff;
    return (uint16_t)(digits * 100 + (digits >> 16));
}

/* Reads two numbers of up to four digits, seven bytes in all, at the beginning of eight bytes of text.
 * Returns their length, or 0 when the text is different. */
static inline unsigned read_two_numbers(uint64_t bytes, uint16_t *first, uint16_t *second) {
    const uint64_t ones = 0x0101010101010101, digits = bytes ^ ones * '0';
    const uint64_t others = (((digits & ones * 0x7f) + ones * 0x76) | digits) & ones << 7,
                   later = others & (others - 1);
    if (!later)
        return 0;
    const unsigned space = (unsigned)__builtin_ctzll(others) / 8, end = (unsigned)__builtin_ctzll(later) / 8;
    if ((bytes >> 8 * space & 0xff) != ' ' || space == 0 || space > 4 || end == space + 1 || end > space + 5)
        return 0;
    *first = number_of_digits((uint32_t)digits, space);
    *second = number_of_digits((uint32_t)(digits >> 8 * (space + 1)), end - space - 1);
    return end;
}

#endif
