/* The work of `kingscan check`: blocks of text through ks_check_epd, by several threads, with the output and
 * the messages in the order of the text. */
#ifndef KS_CHECK_RUN_H
#define KS_CHECK_RUN_H

#include "cli/check/task.h"

/* What has come of it. */
struct check_result {
    uint64_t lines, rejected, repeated, found[KS_VERDICTS];
    int failed;             /* a file could not be read */
    int failed_to_remember; /* `memory` was too little */
    int stopped;            /* at errors_max */
    double begun, seconds;
};

/* All positions found. */
uint64_t count_positions(const struct check_result *result);

/* Runs it to the end, or to Ctrl-C. With FORMAT_BITS the last byte is filled up with zeros. */
void run_check(const struct check_task *task, struct check_result *result);

#endif
