/* What the lines of a text hold: positions of chess, as whole lines or as a column, or of a variant. */
#ifndef KS_CHECK_LINE_H
#define KS_CHECK_LINE_H

#include "cli/check/position_set.h"
#include "cli/check/task.h"

/* ks_check_epd for what is asked. */
size_t check_lines(const struct check_task *task, const char *text, size_t n, ks_text_cursor *cursor,
                   ks_checked_line *lines, size_t max);

/* Why there is no position in a line, and where. */
void explain_line(const struct check_task *task, const char *line, size_t length, ks_error *error);

/* The keys of the positions in these lines of a text; nothing for lines that have none. */
void make_keys(const struct check_task *task, const char *text, const ks_checked_line *lines, size_t count,
               struct position_key *keys);

/* Writes a position in the task's format, which has lines. line: its text. */
void put_line(struct output *out, const struct check_task *task, const ks_checked_line *checked,
              const char *line);

#endif
