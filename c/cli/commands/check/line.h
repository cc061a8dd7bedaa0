/* A line of text that is judged: its position, its verdict, and how it is written. */
#ifndef KS_CHECK_LINE_H
#define KS_CHECK_LINE_H

#include "cli/base/json.h"
#include "cli/base/output.h"
#include "cli/commands/check/task.h"
#include "cli/positions/position_set.h"
#include "core/fen/epd.h"
#include "game/common/any_position.h"
#include "game/common/replay.h"
#include "game/common/table.h"

/* ---- Records ---- */

/* The parts of a position's text: its FEN, and EPD's operations. */

struct part {
    const char *text;
    size_t length;
};

struct record {
    bool moved; /* the position comes after moves, or is the start of games, which the text doesn't have in
                   FEN */
    struct epd_parts parts; /* of the text, unless moved */
    struct part fen;        /* with clocks; when not moved, as the text has it */
    struct part operations; /* may begin with semicolons and blanks */
    char written[ANY_FEN_SIZE + EPD_OF_FEN];
};

/* ---- Formats ---- */

/* The output of `kingscan check`: a line for each position, or a bit or a byte for each line of the text. */

/* The facts about a position that are written. */
struct checked {
    const ks_variant *variant; /* NULL for chess */
    enum ks_verdict verdict;
    ks_variant_squares checkers;
    const char *line; /* the text that it was found in */
    size_t length;
};

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

/* ---- Lines ---- */

/* The positions that the lines of a text hold: of chess or of a variant, as whole lines or in a column. */

/* Does what ks_check_epd does, by the task: gives verdicts on the next lines of a text of length bytes. Fills
 * in at most max lines and returns how many; fewer than max: the text is read to its end. Checkers are filled
 * in for chess alone. Fills in the key of each position too, unless keys is NULL. */
size_t check_lines(const struct check_task *task, const struct table *table, const char *text, size_t length,
                   ks_text_cursor *cursor, ks_checked_line *lines, struct position_key *keys, size_t max);

/* Reads the position of a line: the one after the moves, if there are any. Returns false, and fills in
 * *error, when there is none. */
bool read_line_position(const struct check_task *task, const struct table *table, const char *line,
                        size_t length, struct any_position *position, ks_error *error);

/* Reads a line again in which check_lines has found no position: ks_check_epd makes no moves. Does what
 * check_lines does when there is one after all. Returns false when there is none, and *error says why. */
bool check_line(const struct check_task *task, const struct table *table, const char *line,
                ks_checked_line *checked, struct position_key *key, ks_error *error);

/* Returns whether the position of a line is asked for by more than its verdict; ENTRY_WRONG, and fills in
 * *error, when the line does not say what is asked. The line has a position (precondition). */
enum entry_fit choose_line(const struct check_task *task, const struct table *table, const char *line,
                           size_t length, struct choice_counts *counts, ks_error *error);

/* Writes the position of a line in the task's format, which has lines. line: its text. place: its place; the
 * number is for FORMAT_JSON alone. */
void put_line(struct output *out, const struct check_task *task, const ks_checked_line *checked,
              const char *line, const struct place *place);

/* Writes the first line of a table, with FORMAT_LINE, unless the file before has the same. */
void put_table_header(struct output *out, const struct check_task *task, const struct table *table);

#endif
