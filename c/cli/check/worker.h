/* A worker of `kingscan check`: what becomes of a block of lines, and of each line in it. What needs the
 * order of the text is done in the worker's turn: to write, to count, to complain, to know which of two
 * positions came first, and to put bits into a byte. */
#ifndef KS_CHECK_WORKER_H
#define KS_CHECK_WORKER_H

#include "cli/check/blocks.h"
#include "cli/check/line.h"
#include "cli/check/turns.h"
#include "cli/shared/progress.h"
#include "cli/shared/rejections.h"

/* What is counted in a block. */
struct tally {
    bool begins_file; /* the block does */
    uint64_t lines, repeated, found[KS_VERDICTS];
};

/* What the workers share. */
struct run {
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

struct worker {
    struct output out; /* the first member, so that may_write finds the worker */
    struct run *run;
    bool has_turn;
    struct tally tally; /* of this block, not yet part of the result */
    struct position_key keys[LINES_AT_A_TIME];
    ks_checked_line lines[LINES_AT_A_TIME];
    const struct table *table; /* of the block's file */
    uint64_t lines_before;     /* those of the file before the block; with FORMAT_JSON */
    struct block block;
};

struct worker *new_worker(struct run *run);
void free_worker(struct worker *worker);

/* Judges all lines of the worker's block, and writes and counts what is asked for. Returns false when the run
 * has been stopped. */
bool check_block(struct worker *worker);

/* After all other workers have ended: writes out the bits of a byte that isn't full. */
void finish_output(struct worker *worker);

#endif
