/* How `kingscan check` writes what it has found: a line for each position, or a bit or a byte for each line
 * of the text. */
#ifndef KS_CHECK_FORMAT_H
#define KS_CHECK_FORMAT_H

#include <stdbool.h>

#include "cli/shared/output.h"
#include "kingscan.h"

enum check_format { FORMAT_TSV, FORMAT_JSON, FORMAT_EPD, FORMAT_BITS, FORMAT_BYTES, CHECK_FORMATS };

/* The format of this name; CHECK_FORMATS when none is called so. */
enum check_format find_check_format(const char *name);

static inline bool format_has_lines(enum check_format format) {
    return format < FORMAT_BITS;
}

/* What is written of a position. */
struct checked {
    const ks_variant *variant; /* NULL: chess */
    enum ks_verdict verdict;
    ks_squares checkers;
    const char *line; /* the text that it was found in */
    size_t length;
};

/* Writes a position in a format that has lines. With FORMAT_EPD the line is nothing but FEN or EPD. */
void put_checked(struct output *out, enum check_format format, const struct checked *checked);

/* ---- Marks: FORMAT_BITS and FORMAT_BYTES ---- */

/* With FORMAT_BYTES the mark of a line is the verdict on its position, or one of these. */
enum { MARK_REPEATED = 254, MARK_REJECTED = 255 };

/* The first `count` bits of a byte that isn't full yet, from the lowest on. All zeros at first. */
struct marks {
    unsigned bits, count;
};

/* Writes the mark of a line: with FORMAT_BYTES the mark itself, with FORMAT_BITS whether it is asked for. */
void put_mark(struct output *out, enum check_format format, struct marks *marks, unsigned mark, bool asked);

/* Fills the last byte up with zeros, if there is one. */
void finish_marks(struct output *out, struct marks *marks);

#endif
