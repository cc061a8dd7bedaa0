/* The run of `kingscan stats`: files in blocks, by several threads. */
#ifndef KS_STATS_RUN_H
#define KS_STATS_RUN_H

#include <stdbool.h>

#include "cli/commands/stats/count.h"
#include "cli/positions/choosing.h"
#include "cli/reports/reports.h"

struct stats_task {
    char *const *files; /* NULL at the end */
    unsigned format;    /* of enum ks_data_format; KS_DATA_UNKNOWN: by the file's beginning or name */
    unsigned scores;    /* enum ks_pgn_scores: see KS_DATA_SCORES */
    unsigned jobs;
    struct choosing choosing; /* the entries that are counted */
    bool strict;              /* entries that no game can have are faults */
    bool json;
    uint64_t rejected_shown; /* so many faults of each file are reported one by one; 0: all */
    struct reports reports;  /* the page */
    bool show_progress;      /* on standard error */
};

struct stats_result {
    struct statistics *statistics;
    bool failed; /* a file could not be read, or --unique has too little memory */
    double seconds;
};

/* Gathers the statistics of the files, up to their end or to Ctrl-C: free(result->statistics). */
void gather_statistics(const struct stats_task *task, struct stats_result *result);

/* ---- The page ---- */

/* Begins the page, before the run. Fails (see messages.h) when the file cannot be written. */
void start_stats_page(struct stats_task *task);

/* Writes the rest, after the run. */
void finish_stats_page(const struct stats_task *task, const struct stats_result *result);

#endif
