/* The parts of a line of FEN or EPD: four fields, clocks, operations. In some variants, counts of checks
 * follow the fields (those left to give: 3+3) or the clocks (those given: +0+0). */
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

/* Finds the parts of a text that ks_read_fen or ks_variant_read_fen takes, or in which "moves" follows such a
 * text. */
void find_epd_parts(const char *text, size_t length, struct epd_parts *parts);

/* Makes EPD of a FEN that ends with its clocks, in place: they become operations. fen: EPD_OF_FEN more bytes
 * than it takes, which may be changed. Returns the length. */
enum { EPD_OF_FEN = 32 };
size_t turn_fen_into_epd(char *fen, size_t length);

/* Whether one blank separates a part from the one before. */
static inline bool follows(const char *text, const struct epd_part *part, const struct epd_part *other) {
    const size_t end = other->begin + other->length;
    return part->begin == end + 1 && text[end] == ' ';
}

#endif
