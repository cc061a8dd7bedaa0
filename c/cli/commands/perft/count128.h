/* The fields of lines of units, and counts of 128 bits. */
#ifndef KS_COUNT128_H
#define KS_COUNT128_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- Fields ---- */

/* Fields of a line, with a tab between each two. */

struct field {
    size_t at, length; /* where in the line */
};

/* Finds the first fields of a line. Returns how many the line has; max + 1 when they are more than max. */
static inline unsigned find_fields(const char *line, size_t length, struct field *fields, unsigned max) {
    unsigned count = 0;
    for (size_t at = 0;; at++) {
        if (count == max)
            return max + 1;
        const char *const tab = memchr(line + at, '\t', length - at);
        const size_t end = tab ? (size_t)(tab - line) : length;
        fields[count++] = (struct field){at, end - at};
        if (!tab)
            return count;
        at = end;
    }
}

/* ---- Counts of 128 bits ---- */

/* Counts of 128 bits, and their form in text. */

__extension__ typedef unsigned __int128 count128;

#define COUNT128_MAX "340282366920938463463374607431768211455"

enum { COUNT128_SIZE = sizeof COUNT128_MAX };

/* Adds a term, or a product. Returns false when the sum is larger than 128 bits can hold; *sum may be
 * anything then. */
static inline bool add_count128(count128 *sum, count128 term) {
    *sum += term;
    return *sum >= term;
}

static inline bool add_count128_product(count128 *sum, count128 a, count128 b) {
    return (b == 0 || a <= ~(count128)0 / b) && add_count128(sum, a * b);
}

/* Writes a count in decimal digits, and a final zero. Returns the length. */
size_t write_count128(count128 count, char text[COUNT128_SIZE]);

/* Reads a count of decimal digits alone. Returns false when the text is none, or larger than 128 bits hold.
 */
bool read_count128(const char *text, size_t length, count128 *count);

#endif
