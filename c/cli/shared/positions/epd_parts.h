/* Where the parts of a line of FEN or EPD are: four fields, clocks, operations. Some variants have counts of
 * checks behind the fields (those left to give: 3+3) or behind the clocks (those given: +0+0). */
#ifndef KS_EPD_PARTS_H
#define KS_EPD_PARTS_H

#include <stdbool.h>
#include <stddef.h>

struct epd_part {
    size_t begin, length;
};

struct epd_parts {
    unsigned field_count,
        clock_count; /* of a variant, the fourth field may be missing, and the third with it */
    struct epd_part fields[4], clocks[2];
    struct epd_part checks_left, checks_given; /* empty when there are none */
    struct epd_part operations;                /* without the blanks around them; empty when there are none */
};

/* Finds the parts of a text that ks_read_fen or ks_variant_read_fen takes, or in which "moves" begins behind
 * what they take. */
void find_epd_parts(const char *text, size_t length, struct epd_parts *parts);

/* Whether a part stands one blank behind another. */
static inline bool follows(const char *text, const struct epd_part *part, const struct epd_part *other) {
    const size_t end = other->begin + other->length;
    return part->begin == end + 1 && text[end] == ' ';
}

#endif
