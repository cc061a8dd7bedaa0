/* The work of `kingscan check`: blocks of text through ks_check_epd, by several threads, with the output and
 * the messages in the order of the text. */
#ifndef KS_CHECK_RUN_H
#define KS_CHECK_RUN_H

#include "check_format.h"

/* What is asked for. */
struct check_task {
    char *const *files; /* NULL at the end */
    unsigned fen_flags, jobs;
    int count;             /* nothing is written but what the caller makes of the result */
    int only[KS_VERDICTS]; /* whether a verdict is asked for */
    enum check_format format;
    uint64_t column;     /* of the FEN in a line of TSV or CSV, from 1; 0: the line is one */
    int header;          /* the first line of each file isn't looked at */
    int unique;          /* a position that was there before isn't looked at */
    uint64_t memory;     /* bytes that `unique` may take */
    uint64_t errors_max; /* the run ends when so many lines are rejected; 0: never */
    int show_progress;   /* on standard error */
};

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
