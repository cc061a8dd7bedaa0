/* The settings of `kingscan stats`, and what tells its numbers. */
#ifndef KS_STATS_TASK_H
#define KS_STATS_TASK_H

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

/* Print the statistics on standard output: as rows, and as JSON. */
void put_stats_table(const struct statistics *statistics);
void put_stats_json(const struct statistics *statistics);

/* ---- The page ---- */

/* Begins the page, before the run. Fails (see messages.h) when the file cannot be written. */
void start_stats_page(struct stats_task *task);

/* Writes the rest, after the run. failed says that a file could not be read, or that --unique had too little
 * memory. */
void finish_stats_page(const struct stats_task *task, const struct statistics *statistics, bool failed,
                       double seconds);

#endif
