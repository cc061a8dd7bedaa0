/* The settings of `kingscan convert`, and the function that runs it. */
#ifndef KS_CONVERT_TASK_H
#define KS_CONVERT_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/positions/choosing.h"
#include "kingscan.h"

enum { SCALE_ONE = 1000000 };

/* The facts that entries get when they lack them. */
struct supply {
    bool has_score; /* --missing-score */
    int score;
    bool unknown_is_draw; /* --unknown-result draw */
    uint64_t scale;       /* --scale, in millionths, so that products are exact */
};

struct convert_task {
    char *const *files; /* NULL at the end */
    size_t file_count;
    const char *file;        /* that is written, or a folder with `split` */
    ks_data_format from, to; /* KS_DATA_UNKNOWN: by the file's beginning or name */
    uint64_t split;          /* positions after which a file ends where a chain or game begins; 0: one file */
    bool shuffle;
    bool interleave;          /* several files: one alone keeps its order */
    struct choosing choosing; /* its seed and memory are those of shuffle and interleave, too */
    bool drops;               /* entries that are not chosen are left out of .binpack */
    bool marks; /* they are written, with the score KS_DATA_SKIPPED: it follows from the others */
    struct supply supply;
    bool dry;     /* nothing is stored */
    bool strict;  /* entries that no game can have are faults */
    bool repairs; /* all that is whole is kept, and what is lost is counted */
    unsigned jobs;
    uint64_t rejected_shown;
    unsigned scores;    /* enum ks_pgn_scores: see KS_DATA_SCORES */
    ks_uci_flags uci;   /* of the moves in JSON Lines */
    bool summary;       /* the run ends with lines on standard error */
    bool show_progress; /* likewise */
};

/* Converts the files as the task says, and tells what was done. Returns the exit status. */
int run_convert(const struct convert_task *task);

#endif
