/* Counts of verdicts, printed and added up. */
#ifndef KS_CHECK_COUNTS_H
#define KS_CHECK_COUNTS_H

#include "cli/commands/check/task.h"

/* ---- Counts ---- */

/* The counts of a run of `kingscan check`: the table of --count, and the line of --summary. */

/* Prints the table on standard output: as JSON with FORMAT_JSON, in columns on a terminal, else with tabs. */
void print_counts(const struct check_task *task, const struct check_result *result);

/* Prints a line on standard error. */
void print_summary(const struct check_task *task, const struct check_result *result);

/* ---- Sums ---- */

/* kingscan check --sum: the tables of several runs with --count become one. */

/* Adds up the tables in the files. Returns the exit status; the sums are in result->found. Reports a text
 * that is not a table of --count, or is cut short: then there are no sums. */
int sum_tables(const struct check_task *task, struct check_result *result);

#endif
