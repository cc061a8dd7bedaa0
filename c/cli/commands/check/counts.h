/* The counts of a run of `kingscan check`: the table of --count, and the line of --summary. */
#ifndef KS_CHECK_COUNTS_H
#define KS_CHECK_COUNTS_H

#include "cli/commands/check/task.h"

/* Prints the table on standard output: as JSON with FORMAT_JSON, in columns on a terminal, else with tabs. */
void print_counts(const struct check_task *task, const struct check_result *result);

/* Prints a line on standard error. */
void print_summary(const struct check_task *task, const struct check_result *result);

#endif
