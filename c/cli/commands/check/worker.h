/* A worker of `kingscan check`: it handles a block of lines, and each line in it. Work that needs the order
 * of the text is done in the worker's turn: writing, counting, complaining, deciding which of two positions
 * came first, and putting bits into a byte. */
#ifndef KS_CHECK_WORKER_H
#define KS_CHECK_WORKER_H

#include "cli/base/progress.h"
#include "cli/base/turns.h"
#include "cli/commands/check/line.h"
#include "cli/commands/check/tables/blocks.h"
#include "cli/io/rejections.h"

/* The counts of a block. */
struct tally {
    bool begins_file; /* the block does */
    uint64_t lines, repeated, found[KS_VERDICTS];
};

/* The state that workers share. */
struct check_run {
    const struct check_task *task;
    pthread_mutex_t reading; /* of source */
    struct block_source source;
    struct table *table;            /* of the file that is read; guarded by reading, too */
    uint64_t lines_read;            /* of that file, with FORMAT_JSON */
    struct turns turns;             /* of blocks, by their numbers */
    struct tally left[TURNS_AHEAD]; /* [number % TURNS_AHEAD], of blocks whose turns have been left */

    /* For the worker whose turn it is: */
    struct check_result *result;
    uint64_t lines_of_file; /* before this block */
    struct position_set seen;
    struct marks marks;
    struct rejections rejections;
    struct progress progress;
};

enum { LINES_AT_A_TIME = 512 };

struct check_worker {
    struct output out; /* the first member, so that may_write finds the worker */
    struct check_run *run;
    bool has_turn;
    struct tally tally; /* of this block, not yet part of the result */
    struct position_key keys[LINES_AT_A_TIME];
    ks_checked_line lines[LINES_AT_A_TIME];
    const struct table *table; /* of the block's file */
    uint64_t lines_before;     /* those of the file before the block; with FORMAT_JSON */
    struct block block;
};

struct check_worker *new_worker(struct check_run *run);
void free_worker(struct check_worker *worker);

/* Checks all lines of the worker's block, and writes and counts by the task. Returns false when the run has
 * been stopped. */
bool check_block(struct check_worker *worker);

/* After all other workers have ended: writes out the bits of a byte that isn't full. */
void finish_output(struct check_worker *worker);

#endif
