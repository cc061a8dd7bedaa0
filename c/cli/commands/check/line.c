/* Whole lines of chess go to ks_check_epd as they are, many at a time; columns and variants go a line at a
 * time. */
#include "cli/commands/check/line.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/check/line_draw.h"
#include "cli/commands/check/record.h"
#include "cli/positions/replay.h"
#include "core/text/characters.h"
#include "rules/check_epd.h"

/* ---- From a line to a position ---- */

bool read_line_position(const struct check_task *task, const struct table *table, const char *line,
                        size_t length, struct any_position *position, ks_error *error) {
    struct position_text found;
    if (!find_position(table, line, length, &found, error))
        return false;
    const int code = replay_read_end(task->variant, found.text, found.length, task->reading.fen_flags,
                                     position, NULL, error);
    error->offset = offset_in_line(&found, error->offset);
    free(found.copy);
    return code == KS_OK;
}

bool check_line(const struct check_task *task, const struct table *table, const char *line,
                ks_checked_line *checked, struct position_key *key, ks_error *error) {
    struct any_position position;
    ks_squares checkers = {{0}};
    if (!read_line_position(task, table, line, checked->length, &position, error))
        return false;
    checked->verdict = (uint8_t)any_judge(&position, task->variant ? NULL : &checkers);
    checked->checkers = checkers.half[0]; /* of a variant, they may not fit: see checkers_of */
    if (key)
        *key = make_position_key(&position);
    return true;
}

/* Does what check_lines does, for a column or a variant. */
static size_t check_one_by_one(const struct check_task *task, const struct table *table, const char *text,
                               size_t length, ks_text_cursor *cursor, ks_checked_line *lines,
                               struct position_key *keys, size_t max) {
    size_t count = 0;
    ks_error error;
    while (count < max && cursor->offset < length) {
        const char *line = text + cursor->offset;
        const char *newline = memchr(line, '\n', length - cursor->offset);
        const size_t all = newline ? (size_t)(newline - line) : length - cursor->offset;
        ks_checked_line *checked = &lines[count];
        *checked = (ks_checked_line){.offset = cursor->offset,
                                     .length = length_without_cr(line, all),
                                     .number = ++cursor->line,
                                     .verdict = KS_VERDICTS};
        cursor->offset += newline ? all + 1 : all;
        if (is_blank_or_comment(line, checked->length))
            continue;
        check_line(task, table, line, checked, keys ? &keys[count] : NULL, &error);
        count++;
    }
    return count;
}

size_t check_lines(const struct check_task *task, const struct table *table, const char *text, size_t length,
                   ks_text_cursor *cursor, ks_checked_line *lines, struct position_key *keys, size_t max) {
    return has_columns(table) || task->variant
               ? check_one_by_one(task, table, text, length, cursor, lines, keys, max)
               : ks_check_epd_with_keys(text, length, task->reading.fen_flags, cursor, lines, keys, max);
}

/* ---- Other questions about a line ---- */

/* The checkers in a line whose verdict is known. In a variant they are found again, since a checked line has
 * no room for those on a larger board. */
static ks_squares checkers_of(const struct check_task *task, const struct table *table,
                              const ks_checked_line *checked, const char *line) {
    struct any_position position;
    ks_error error;
    if (!task->variant)
        return (ks_squares){{checked->checkers}};
    read_line_position(task, table, line, checked->length, &position, &error);
    return any_checkers(&position);
}

static void put_with_record(struct output *out, const struct check_task *task, const struct checked *checked,
                            const struct place *place) {
    struct position_text text;
    struct record record;
    ks_error error;
    find_position(place->table, checked->line, checked->length, &text, &error);
    read_record(task, &text, &record);
    switch (task->format) {
    case FORMAT_JSON:
        put_json(out, checked, find_line_draw(task, &text, checked->verdict, &record), &record, place);
        break;
    case FORMAT_EPD:
        put_epd(out, checked, &record, &text);
        break;
    default:
        put_line_of_text(out, record.fen.text, record.fen.length);
    }
    free(text.copy);
}

void put_line(struct output *out, const struct check_task *task, const ks_checked_line *checked,
              const char *line, const struct place *place) {
    if (task->format == FORMAT_LINE) {
        put_line_of_text(out, line, checked->length);
        return;
    }
    const struct checked found = {.variant = task->variant,
                                  .verdict = checked->verdict,
                                  .checkers = checkers_of(task, place->table, checked, line),
                                  .line = line,
                                  .length = checked->length};
    if (task->format == FORMAT_TSV)
        put_tsv(out, &found);
    else
        put_with_record(out, task, &found, place);
}
