/* kingscan check --sum: the tables of several runs with --count become one. */
#ifndef KS_CHECK_SUM_H
#define KS_CHECK_SUM_H

#include "cli/commands/check/task.h"

/* Adds up the tables in the files. Returns the exit status; the sums are in result->found. Reports a text
 * that is not a table of --count, or is cut short: then there are no sums. */
int sum_tables(const struct check_task *task, struct check_result *result);

#endif
