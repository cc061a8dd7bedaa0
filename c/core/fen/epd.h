/* A line of EPD: where its fields, clocks and operations stand, and what the operations say that training
 * data have too. */
#ifndef KS_FEN_EPD_H
#define KS_FEN_EPD_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

/* ---- Parts of a line ---- */

/* The parts of a line of FEN or EPD: four fields, clocks, operations. In some variants, counts of checks
 * follow the fields (those left to give: 3+3) or the clocks (those given: +0+0). */

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
void ks_find_epd_parts(const char *text, size_t length, struct epd_parts *parts);

/* Makes EPD of a FEN that ends with its clocks, in place: they become operations. fen: EPD_OF_FEN more bytes
 * than it takes, which may be changed. Returns the length. */
enum { EPD_OF_FEN = 32 };
size_t ks_turn_fen_into_epd(char *fen, size_t length);

/* Whether one blank separates a part from the one before. */
static inline bool follows(const char *text, const struct epd_part *part, const struct epd_part *other) {
    const size_t end = other->begin + other->length;
    return part->begin == end + 1 && text[end] == ' ';
}

/* ---- Operations of EPD ---- */

/* The operations of a line of EPD that training data have too: bm, the best move; ce, the score; c9, the
 * result. */

/* Finds the first operation of this name among operations. *operands: what follows the name, up to the
 * semicolon. Returns false when there is none. */
bool ks_find_operation(const char *operations, size_t length, const char *name, struct epd_part *operands);

/* Read the operand of ce or c9 among operations. The result becomes 1, 0 or -1 from white's view. Return
 * KS_OK, or an error when there is none or another one; its offset is in the operations. */
typedef int read_operation(const char *operations, size_t length, int *number, ks_error *error);
read_operation ks_read_score_operation, ks_read_result_operation;

#endif
