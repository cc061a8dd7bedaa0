/* What `kingscan check` is asked for. */
#ifndef KS_CHECK_TASK_H
#define KS_CHECK_TASK_H

#include "cli/check/format.h"

struct check_task {
    char *const *files;        /* NULL at the end */
    const ks_variant *variant; /* NULL: chess by its own functions, which are faster */
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

#endif
