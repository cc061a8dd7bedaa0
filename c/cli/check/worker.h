/* A worker of `kingscan check`: what becomes of a block of lines, and of each line in it. What needs the
 * order of the text is done in the worker's turn: to write, to count, to complain, to know which of two
 * positions came first, and to put bits into a byte. */
#ifndef KS_CHECK_WORKER_H
#define KS_CHECK_WORKER_H

#include "cli/check/blocks.h"
#include "cli/check/line.h"
#include "cli/check/turns.h"
#include "cli/shared/progress.h"

/* What the workers share. */
struct run {
    const struct check_task *task;
    pthread_mutex_t reading; /* of source */
    struct block_source source;
    struct turns turns; /* of blocks, by their numbers */

    /* For the worker whose turn it is: */
    struct check_result *result;
    uint64_t lines_of_file; /* before this block */
    struct position_set seen;
    struct marks marks;
    struct progress progress;
};

enum { LINES_AT_A_TIME = 8192 };

struct worker {
    struct output out; /* the first member, so that may_write finds the worker */
    struct run *run;
    bool has_turn;
    uint64_t found[KS_VERDICTS], repeated; /* in this block, not yet part of the result */
    struct position_key keys[LINES_AT_A_TIME];
    ks_checked_line lines[LINES_AT_A_TIME];
    struct block block;
};

/* Prepares a worker that is all zeros. */
void start_worker(struct worker *worker, struct run *run);

/* Waits until it is the turn of the worker's block, unless it is already; and gives the turn to the next
 * block. */
void take_turn(struct worker *worker);
void give_turn(struct worker *worker);

/* Judges all lines of the worker's block, and writes what is asked for; returns how many lines it has. */
uint64_t check_block(struct worker *worker);

/* In the worker's turn: adds to the result what the worker has counted in the first `lines` lines of its
 * block. */
void add_counts(struct worker *worker, uint64_t lines);

/* After all other workers have ended: writes out the bits of a byte that isn't full. */
void finish_output(struct worker *worker);

#endif
