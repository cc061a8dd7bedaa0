/* Whole lines of chess go to ks_check_epd as they are, many at a time; columns and variants are judged a line
 * at a time. */
#include "cli/check/line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/check/columns.h"
#include "cli/shared/positions/epd_parts.h"
#include "cli/shared/positions/replay.h"
#include "core/characters.h"
#include "rules/check_epd.h"

/* ---- From a line to a position ---- */

/* A part of a line. */
struct part {
    size_t begin, length;
};

/* Finds the FEN in a line: all of the line, or its column. Returns false, and fills in *error, when there is
 * no such column. */
static bool find_fen(const struct check_task *task, const char *line, size_t length, struct part *fen,
                     ks_error *error) {
    *fen = (struct part){0, length};
    if (task->column == 0)
        return true;
    const uint64_t columns = find_column(line, length, task->column, &fen->begin, &fen->length);
    if (columns >= task->column)
        return true;
    *error = (ks_error){.code = KS_ERROR_FIELD_MISSING, .offset = length};
    snprintf(error->message, sizeof error->message,
             "expected the FEN in column %" PRIu64 ", found no more than %" PRIu64, task->column, columns);
    return false;
}

bool read_line_position(const struct check_task *task, const char *line, size_t length,
                        struct any_position *position, ks_error *error) {
    struct part fen;
    if (!find_fen(task, line, length, &fen, error))
        return false;
    if (replay_read_end(task->variant, line + fen.begin, fen.length, task->fen_flags, position, error) ==
        KS_OK)
        return true;
    error->offset += fen.begin;
    return false;
}

bool judge_line(const struct check_task *task, const char *line, ks_checked_line *checked,
                struct position_key *key, ks_error *error) {
    struct any_position position;
    ks_squares checkers = {{0}};
    if (!read_line_position(task, line, checked->length, &position, error))
        return false;
    checked->verdict = (uint8_t)any_judge(&position, task->variant ? NULL : &checkers);
    checked->checkers = checkers.half[0]; /* of a variant, they may not fit: see checkers_of */
    if (key)
        *key = make_position_key(&position);
    return true;
}

/* What check_lines does, of a column or of a variant. */
static size_t check_one_by_one(const struct check_task *task, const char *text, size_t length,
                               ks_text_cursor *cursor, ks_checked_line *lines, struct position_key *keys,
                               size_t max) {
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
        judge_line(task, line, checked, keys ? &keys[count] : NULL, &error);
        count++;
    }
    return count;
}

size_t check_lines(const struct check_task *task, const char *text, size_t length, ks_text_cursor *cursor,
                   ks_checked_line *lines, struct position_key *keys, size_t max) {
    return task->column > 0 || task->variant
               ? check_one_by_one(task, text, length, cursor, lines, keys, max)
               : ks_check_epd_with_keys(text, length, task->fen_flags, cursor, lines, keys, max);
}

/* ---- What else is asked of a line ---- */

/* The checkers in a line that has been judged. In a variant they are found again, since a checked line has no
 * room for those on a larger board. */
static ks_squares checkers_of(const struct check_task *task, const ks_checked_line *checked,
                              const char *line) {
    struct any_position position;
    ks_error error;
    if (!task->variant)
        return (ks_squares){{checked->checkers}};
    read_line_position(task, line, checked->length, &position, &error);
    return any_checkers(&position);
}

/* Puts the FEN of the last position in place of a FEN with moves, which EPD doesn't have. */
static void replace_moves(const struct check_task *task, struct checked *checked, char fen[ANY_FEN_SIZE]) {
    struct epd_parts parts;
    struct any_position position;
    ks_error error;
    find_epd_parts(checked->line, checked->length, &parts);
    if (!replay_has_moves(checked->line, checked->length, parts.operations.begin) ||
        replay_read_end(task->variant, checked->line, checked->length, task->fen_flags, &position, &error) !=
            KS_OK)
        return;
    checked->length = any_write_shown_fen(&position, task->x_fen, fen);
    checked->line = fen;
}

void put_line(struct output *out, const struct check_task *task, const ks_checked_line *checked,
              const char *line) {
    char fen[ANY_FEN_SIZE];
    struct part part = {0, checked->length};
    ks_error error;
    if (task->format == FORMAT_EPD) /* of the column alone */
        find_fen(task, line, checked->length, &part, &error);
    struct checked found = {.variant = task->variant,
                            .verdict = checked->verdict,
                            .checkers = checkers_of(task, checked, line),
                            .line = line + part.begin,
                            .length = part.length};
    if (task->format == FORMAT_EPD)
        replace_moves(task, &found, fen);
    put_checked(out, task->format, &found);
}
