/* What `kingscan check` is asked for, and what has come of it. */
#ifndef KS_CHECK_TASK_H
#define KS_CHECK_TASK_H

#include "cli/check/format.h"
#include "cli/check/tables/columns.h"

struct check_task {
    char *const *files;        /* NULL at the end */
    const ks_variant *variant; /* NULL: chess by its own functions, which are faster */
    unsigned fen_flags, jobs;
    bool x_fen;             /* of positions behind moves: see any_write_shown_fen */
    bool count;             /* positions are counted, not written */
    bool sum;               /* the files hold tables of such counts, to be added up */
    bool only[KS_VERDICTS]; /* [verdict]: positions with it are asked for */
    enum check_format format;
    uint64_t column;         /* of the position in a line, from 1; 0: the line is one */
    const char *column_name; /* instead: what the first line of each file calls the column, or NULL */
    char separator;          /* of columns, or SEPARATOR_OF_LINE */
    bool header;             /* the first line of each file is passed over; set with column_name too */
    bool unique;             /* a position that was there before is passed over */
    uint64_t memory;         /* how many bytes `unique` may take */
    uint64_t rejected_shown; /* so many rejected lines of each file are told one by one; 0: all */
    uint64_t rejected_max;   /* the run stops when so many lines have been rejected; 0: never */
    bool show_progress;      /* on standard error */
};

struct check_result {
    uint64_t lines, rejected, repeated, found[KS_VERDICTS];
    bool failed;             /* a file could not be read */
    bool failed_to_remember; /* `memory` was too little */
    bool stopped;            /* rejected_max lines were rejected */
    double seconds;
};

/* The number of positions that were found, whatever their verdict. */
static inline uint64_t count_positions(const struct check_result *result) {
    uint64_t positions = 0;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        positions += result->found[verdict];
    return positions;
}

#endif
