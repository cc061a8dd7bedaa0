/* Characters of UTF-8, as RFC 3629 defines them, and ranges of their numbers. */
#ifndef KS_UTF8_H
#define KS_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the length of the character that a text begins with; 0 when there is none. Reads no byte past the
 * first that is wrong. available: bytes of the text, at least 1. */
size_t ks_utf8_length(const char *text, size_t available);

/* Returns the number of the character of this length, as ks_utf8_length gives it. */
unsigned ks_code_point(const char *text, size_t length);

/* Both ends are included. */
struct code_range {
    unsigned first, last;
};

bool ks_is_in_ranges(unsigned code, const struct code_range *ranges, size_t count);

#endif
