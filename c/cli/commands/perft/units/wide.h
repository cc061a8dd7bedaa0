/* Counts of 128 bits, and their form in text. */
#ifndef KS_UNITS_WIDE_H
#define KS_UNITS_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 wide;

#define WIDE_MAX "340282366920938463463374607431768211455"

enum { WIDE_SIZE = sizeof WIDE_MAX };

/* Adds a term, or a product. Returns false when the sum is larger than 128 bits can hold; *sum may be
 * anything then. */
static inline bool add_wide(wide *sum, wide term) {
    *sum += term;
    return *sum >= term;
}

static inline bool add_wide_product(wide *sum, wide a, wide b) {
    return (b == 0 || a <= ~(wide)0 / b) && add_wide(sum, a * b);
}

/* Writes a count in decimal digits, and a final zero. Returns the length. */
size_t write_wide(wide count, char text[WIDE_SIZE]);

/* Reads a count of decimal digits alone. Returns false when the text is none, or larger than 128 bits hold.
 */
bool read_wide(const char *text, size_t length, wide *count);

#endif
