/* Patterns of lines that trainers write, such as FEN | white-score | white-result: which parts of a line, or
 * which columns or members, say what of an entry. */
#ifndef KS_ENTRIES_PATTERN_H
#define KS_ENTRIES_PATTERN_H

#include <stdbool.h>

#include "core/text/json.h"
#include "kingscan/data.h"

/* What a part of a line says. */
enum pattern_field {
    FIELD_FEN,
    FIELD_MOVE,
    FIELD_PLY,
    FIELD_WHITE_SCORE,
    FIELD_MOVER_SCORE,
    FIELD_WHITE_RESULT, /* 1.0, 0.5, 0.0 */
    FIELD_MOVER_RESULT,
    FIELD_WHITE_SIGN, /* 1, 0, -1 */
    FIELD_MOVER_SIGN,
    FIELD_SKIP, /* something else */
    FIELDS
};

/* A field, and what stands before it: a text in lines, or the name of its column or member. */
struct pattern_part {
    enum pattern_field field;
    size_t begin, length; /* in the text of the pattern */
};

enum { PATTERN_SIZE = 512, PATTERN_PARTS = 32 };

struct pattern {
    enum { PATTERN_OF_LINES, PATTERN_OF_COLUMNS, PATTERN_OF_MEMBERS } kind;
    char text[PATTERN_SIZE];
    struct pattern_part parts[PATTERN_PARTS];
    unsigned count;
    size_t tail;    /* of lines: what stands behind the last field begins here */
    unsigned given; /* bit n: of enum pattern_field */
    /* Likewise, of JSON Lines: a line need not have it, and then it begins at 0. Their numbers have no
     * quotes. */
    unsigned optional;
    char separator;                 /* of columns: in the file that is read; 0 before its first line */
    unsigned column[PATTERN_PARTS]; /* likewise: where each one stands, from 0 */
};

/* Reads a pattern. Returns KS_OK, or KS_ERROR_DATA_FORMAT with an offset in the text. */
int ks_read_pattern(const char *text, struct pattern *pattern, ks_error *error);

/* Finds the columns of a pattern in the first line of a file. Returns KS_OK or an error of training data. */
int ks_find_columns(struct pattern *pattern, const char *line, size_t length, ks_error *error);

/* Finds the values of a line. values[field] is where the value of a field stands; its length is 0 for those
 * that the pattern lacks. Returns KS_OK or an error of training data. */
int ks_match_pattern(const struct pattern *pattern, const char *line, size_t length,
                     struct field values[FIELDS], ks_error *error);

#endif
