/* Writes what `kingscan check` prints about a line: tab-separated values, JSON, EPD, bytes or bits. */
#ifndef KS_CHECK_FORMAT_H
#define KS_CHECK_FORMAT_H

#include <stdbool.h>

#include "cli/base/json.h"
#include "cli/base/output.h"
#include "core/fen/epd.h"
#include "game/common/any_position.h"
#include "game/common/replay.h"
#include "game/common/table.h"
#include "kingscan.h"

/* The output of `kingscan check`: a line for each position, or a bit or a byte for each line of the text. */

/* In the order of the words that --format takes. */
enum check_format {
    FORMAT_TSV,
    FORMAT_JSON,
    FORMAT_EPD,
    FORMAT_FEN,
    FORMAT_LINE,
    FORMAT_KEY, /* of chess alone */
    FORMAT_SAN,
    FORMAT_BITS,
    FORMAT_BYTES,
    CHECK_FORMATS
};

static inline bool format_has_lines(enum check_format format) {
    return format < FORMAT_BITS;
}

/* ---- Lines ---- */

/* The facts about a position that are written. */
struct checked {
    const ks_variant *variant; /* NULL for chess */
    enum ks_verdict verdict;
    ks_variant_squares checkers;
    const char *line; /* the text that it was found in */
    size_t length;
};

/* These are defined where they are used: */
struct record;        /* line.h */
struct position_text; /* table.h */
struct table;
struct check_task; /* task.h */

/* The place of a line. */
struct place {
    const char *file;
    const struct table *table;
    uint64_t number; /* of the line in the file, from 1 */
};

/* Writes the first two fields of FORMAT_TSV, verdict and checkers, with the tab after each. */
void put_verdict(struct output *out, const struct checked *checked);

/* Each writes a position in a format that has lines. */
/* san has the moves after the position, or is NULL. */
void put_json(struct output *out, const struct checked *checked, enum ks_draw draw,
              const struct record *record, const struct buffer *san, const struct place *place);
void put_epd(struct output *out, const struct checked *checked, struct record *record,
             const struct position_text *text);
void put_line_of_text(struct output *out, const char *text, size_t length);
void put_key(struct output *out, const ks_position *position);

/* Writes a position of a game or of training data. With FORMAT_TSV and FORMAT_JSON, the caller goes on with
 * what stands beside it. last: the move that led to it, or KS_NO_MOVE. checked: its verdict and checkers. */
struct json put_position(struct output *out, const struct check_task *task,
                         const struct any_position *position, any_move last, enum ks_draw draw,
                         struct checked *checked);

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
