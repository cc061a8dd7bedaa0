/* Where the parts of a line of FEN or EPD are: four fields, clocks, operations. Counts of checks, which some
 * variants have, belong to the field or the clock before them. */
#ifndef KS_EPD_PARTS_H
#define KS_EPD_PARTS_H

#include <stddef.h>

struct epd_part {
    size_t begin, length;
};

struct epd_parts {
    unsigned field_count, clock_count; /* of a variant, the third and fourth field may be missing together */
    struct epd_part fields[4], clocks[2];
    struct epd_part operations; /* without the blanks around them; empty when there are none */
};

/* Finds the parts of a text that ks_read_fen or ks_variant_read_fen takes, or in which "moves" begins behind
 * what they take. */
void find_epd_parts(const char *text, size_t length, struct epd_parts *parts);

#endif
