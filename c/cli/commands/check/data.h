/* The entries of training data as `kingscan check` judges them: positions, each with a move, a score and a
 * result. */
#ifndef KS_CHECK_DATA_H
#define KS_CHECK_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "kingscan.h"

struct check_worker;

/* The entries that are asked for go here instead of to lines. */
struct data_output {
    const char *file;     /* NULL when there are lines */
    struct draft *draft;  /* of the file */
    unsigned format;      /* ks_data_format; KS_DATA_UNKNOWN: by the name of the file */
    bool drops;           /* the other entries are left out */
    bool marks;           /* they are kept, with the score KS_DATA_SKIPPED */
    const char *repaired; /* what is whole goes here; NULL: not asked. It is `file`, then */
};

/* Sums of entries, and of the data that they come from and go to. */
struct data_written {
    uint64_t kept, others;
    uint64_t bytes_read, bytes;
    uint64_t chains_read, games_read; /* of .binpack, and of viriformat */
    uint64_t chains;                  /* or games, as the format of the output has them */
    uint64_t blocks, damaged;  /* of .binpack: the blocks that were met, and how many of them had faults */
    uint64_t lost, lost_bytes; /* entries that are not whole or no positions; bytes passed over */
    uint64_t lost_about;       /* entries in these bytes, by the size of the others */
};

/* Checks the entries of the worker's block, which is a file of training data, and writes and counts by the
 * task. Returns their number. */
uint64_t check_data(struct check_worker *worker);

#endif
