/* Words, numbers and spans of a line of text. */
#ifndef KS_TEXT_WORDS_H
#define KS_TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/processor/processor.h"
#include "core/text/characters.h"

/* ---- Lines ---- */

/* The longest line that is read, in bytes. */
enum { LINE_LIMIT = 1 << 20 };

/* ---- Words ---- */

/* Words of a line, separated by blanks. */

struct words {
    const char *text;
    size_t length, at; /* length of the text; where the rest of its words begins */
};

struct word {
    const char *text;
    size_t length; /* 0 when there is none left */
};

static inline struct word next_word(struct words *words) {
    while (words->at < words->length && is_blank(words->text[words->at]))
        words->at++;
    const size_t start = words->at;
    while (words->at < words->length && !is_blank(words->text[words->at]))
        words->at++;
    return (struct word){words->text + start, words->at - start};
}

static inline bool word_is(struct word word, const char *name) {
    return word.length == strlen(name) && memcmp(word.text, name, word.length) == 0;
}

/* Whether a line's first word is this one. */
static inline bool line_begins(const char *line, size_t length, const char *name) {
    struct words words = {line, length, 0};
    return word_is(next_word(&words), name);
}

/* Whether a list of words, with blanks between them, has this text. */
static inline bool is_listed(const char *list, const char *text, size_t length) {
    struct words words = {list, strlen(list), 0};
    for (struct word word; (word = next_word(&words)).length > 0;)
        if (word.length == length && memcmp(word.text, text, length) == 0)
            return true;
    return false;
}

/* ---- Numbers ---- */

/* Reads a decimal number that fills a text. Returns false when there is none from least to most. */
static inline bool read_whole_number(const char *text, size_t length, int least, int most, int *number) {
    enum { DIGITS_MAX = 6 };
    const bool negative = length > 0 && text[0] == '-';
    size_t at = negative || (length > 0 && text[0] == '+');
    int value = 0;
    if (at == length || length - at > DIGITS_MAX)
        return false;
    for (; at < length; at++) {
        if (!is_digit(text[at]))
            return false;
        value = 10 * value + (text[at] - '0');
    }
    *number = negative ? -value : value;
    return *number >= least && *number <= most;
}

/* ---- Spans ---- */

/* How far a text goes before a byte of some kind: sixteen bytes at a time. */

/* Returns all ones in the bytes that end a span. */
typedef bytes16 span_ends(bytes16 bytes);

static inline bytes16 bytes_equal_to(bytes16 bytes, char c) {
    return (bytes16)(bytes == (uint8_t)c);
}

enum { SPAN_BYTES = sizeof(bytes16) };

static inline unsigned span_ends_at(const char *bytes, span_ends *ends) {
    return top_bits(ends(load_16(bytes)));
}

/* The same of the last bytes of a text, fewer than SPAN_BYTES; the lowest bit tells of text[from]. */
static inline unsigned last_span_ends(const char *text, size_t length, size_t from, span_ends *ends) {
    char copy[SPAN_BYTES] = {0};
    if (length >= SPAN_BYTES)
        return span_ends_at(text + length - SPAN_BYTES, ends) >> (SPAN_BYTES - (length - from));
    memcpy(copy, text + from, length - from);
    return span_ends_at(copy, ends);
}

/* The offset of the first byte of text[from, length) that ends a span; length when none does. */
static inline size_t end_of_span(const char *text, size_t length, size_t from, span_ends *ends) {
    for (; length - from >= SPAN_BYTES; from += SPAN_BYTES) {
        const unsigned found = span_ends_at(text + from, ends);
        if (found)
            return from + (unsigned)__builtin_ctz(found);
    }
    return from + (unsigned)__builtin_ctz(last_span_ends(text, length, from, ends) | 1u << (length - from));
}

#endif
