/* Chess in whole lines goes to ks_check_epd as it is; columns and variants are judged a line at a time. */
#include "cli/check/line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/check/columns.h"
#include "core/characters.h"

/* Where in a line the FEN is: all of it, or its column. */
static int find_fen(const struct check_task *task, const char *line, size_t *begin, size_t *length,
                    ks_error *error) {
    *begin = 0;
    error->offset = *length; /* where a column is missing */
    if (task->column == 0)
        return KS_OK;
    const uint64_t columns = find_column(line, *length, task->column, begin, length);
    if (columns >= task->column)
        return KS_OK;
    snprintf(error->message, sizeof error->message,
             "expected the FEN in column %" PRIu64 ", found no more than %" PRIu64, task->column, columns);
    return KS_ERROR_FIELD_MISSING;
}

static int read_position(const struct check_task *task, const char *line, size_t length,
                         ks_position *position, ks_error *error) {
    size_t begin;
    int code = find_fen(task, line, &begin, &length, error);
    if (code != KS_OK)
        return code;
    code = ks_read_fen(line + begin, length, task->fen_flags, position, error);
    error->offset += begin;
    return code;
}

static int read_variant_position(const struct check_task *task, const char *line, size_t length,
                                 ks_variant_position *position, ks_error *error) {
    size_t begin;
    int code = find_fen(task, line, &begin, &length, error);
    if (code != KS_OK)
        return code;
    code = ks_variant_read_fen(task->variant, line + begin, length, task->fen_flags, position, error);
    error->offset += begin;
    return code;
}

/* The verdict on the position in a line; of a variant's, its checkers are found again when they are written.
 */
static int judge_line(const struct check_task *task, const char *line, size_t length,
                      ks_checked_line *checked, ks_error *error) {
    if (task->variant) {
        ks_variant_position position;
        const int code = read_variant_position(task, line, length, &position, error);
        if (code == KS_OK)
            checked->verdict = (uint8_t)ks_variant_judge(task->variant, &position, NULL);
        return code;
    }
    ks_position position;
    const int code = read_position(task, line, length, &position, error);
    if (code == KS_OK)
        checked->verdict = (uint8_t)ks_judge(&position, &checked->checkers);
    return code;
}

/* What ks_check_epd does, of a column, or of a variant. */
static size_t check_one_by_one(const struct check_task *task, const char *text, size_t n,
                               ks_text_cursor *cursor, ks_checked_line *lines, size_t max) {
    size_t count = 0;
    while (count < max && cursor->offset < n) {
        const char *line = text + cursor->offset;
        const char *newline = memchr(line, '\n', n - cursor->offset);
        const size_t all = newline ? (size_t)(newline - line) : n - cursor->offset;
        const size_t length = length_without_cr(line, all);
        ks_checked_line *checked = &lines[count];
        *checked = (ks_checked_line){cursor->offset, length, ++cursor->line, 0, KS_VERDICTS};
        cursor->offset += newline ? all + 1 : all;
        if (is_blank_or_comment(line, length))
            continue;
        ks_error error;
        judge_line(task, line, length, checked, &error);
        count++;
    }
    return count;
}

size_t check_lines(const struct check_task *task, const char *text, size_t n, ks_text_cursor *cursor,
                   ks_checked_line *lines, size_t max) {
    return task->column > 0 || task->variant ? check_one_by_one(task, text, n, cursor, lines, max)
                                             : ks_check_epd(text, n, task->fen_flags, cursor, lines, max);
}

void explain_line(const struct check_task *task, const char *line, size_t length, ks_error *error) {
    ks_checked_line again;
    judge_line(task, line, length, &again, error);
}

void make_keys(const struct check_task *task, const char *text, const ks_checked_line *lines, size_t count,
               struct position_key *keys) {
    for (size_t i = 0; i < count; i++) {
        ks_position position;
        ks_error error;
        if (lines[i].verdict < KS_VERDICTS &&
            read_position(task, text + lines[i].offset, lines[i].length, &position, &error) == KS_OK)
            keys[i] = make_position_key(&position);
    }
}

/* ---- Writing ---- */

static void put_variant_line(struct output *out, const struct check_task *task,
                             const ks_checked_line *checked, const char *line) {
    ks_variant_position position;
    ks_error error;
    read_variant_position(task, line, checked->length, &position, &error);
    const unsigned us = position.side_to_move;
    const ks_squares checkers = ks_variant_attackers(task->variant, &position, position.king[us], us ^ 1);
    put_checked_variant(out, task->format, task->variant, checked->verdict, checkers, line, checked->length);
}

void put_line(struct output *out, const struct check_task *task, const ks_checked_line *checked,
              const char *line) {
    size_t begin = 0, length = checked->length;
    ks_error error;
    if (task->variant) {
        put_variant_line(out, task, checked, line);
        return;
    }
    if (task->format == FORMAT_EPD) /* of the column alone */
        find_fen(task, line, &begin, &length, &error);
    put_checked_line(out, task->format, checked->verdict, checked->checkers, line + begin, length);
}
