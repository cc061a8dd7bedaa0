/* How far a text goes before a byte of some kind: sixteen bytes at a time. */
#ifndef KS_SPAN_H
#define KS_SPAN_H

#include <stddef.h>
#include <string.h>

#include "core/processor/processor.h"

/* Returns all ones in the bytes that end a span. */
typedef bytes16 span_ends(bytes16 bytes);

static inline bytes16 bytes_equal_to(bytes16 bytes, char c) {
    return (bytes16)(bytes == (uint8_t)c);
}

enum { SPAN_BYTES = sizeof(bytes16) };

static inline unsigned span_ends_at(const char *bytes, span_ends *ends) {
    return top_bits(ends(load_16(bytes)));
}

/* The same of the last bytes of a text, fewer than SPAN_BYTES; the lowest bit is that of text[from]. */
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
