/* How `kingscan check` writes what it has found in a line. */
#ifndef KS_CHECK_FORMAT_H
#define KS_CHECK_FORMAT_H

#include "cli/shared/output.h"
#include "kingscan.h"

enum check_format { FORMAT_TSV, FORMAT_JSON, FORMAT_EPD, FORMAT_BITS, FORMAT_BYTES, CHECK_FORMATS };

/* FORMAT_BYTES: a byte for each line that is neither blank nor a comment: its verdict, or one of these.
 * FORMAT_BITS: a bit, from the lowest of each byte on: 1 when the position is asked for. */
enum { MARK_REPEATED = 254, MARK_REJECTED = 255 };

static inline int format_has_lines(enum check_format format) {
    return format < FORMAT_BITS;
}

/* CHECK_FORMATS when none is called so. */
enum check_format find_check_format(const char *name);

/* Writes a position in FORMAT_TSV, FORMAT_JSON or FORMAT_EPD. line: its text. */
void put_checked_line(struct output *out, enum check_format format, enum ks_verdict verdict,
                      uint64_t checkers, const char *line, size_t length);

/* The same of a variant's, in FORMAT_TSV or FORMAT_JSON. */
void put_checked_variant(struct output *out, enum check_format format, const ks_variant *variant,
                         enum ks_verdict verdict, ks_squares checkers, const char *line, size_t length);

#endif
