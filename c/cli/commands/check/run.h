/* The run of `kingscan check`: blocks of text, checked by several threads, with the output and the messages
 * in the order of the text. */
#ifndef KS_CHECK_RUN_H
#define KS_CHECK_RUN_H

#include "cli/commands/check/task.h"

/* Runs the task to its end, or to Ctrl-C. *result begins with all zeros. With FORMAT_BITS the last byte is
 * filled up with zeros. */
void run_check(const struct check_task *task, struct check_result *result);

#endif
