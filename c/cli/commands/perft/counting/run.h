/* A perft by several threads, which shows its progress. */
#ifndef KS_PERFT_RUN_H
#define KS_PERFT_RUN_H

#include <stdbool.h>

#include "cli/commands/perft/counting/table.h"
#include "cli/positions/any_position.h"

enum { PERFT_THREADS_MAX = 256 };

struct perft_task {
    struct any_position position;
    unsigned depth;            /* 0 to PERFT_DEPTH_MAX */
    unsigned threads;          /* 1 to PERFT_THREADS_MAX */
    bool stats;                /* count kinds of moves too, not only nodes */
    struct perft_table *table; /* or NULL; none with stats */
};

struct perft_root {
    any_move move;
    size_t undone; /* pieces of its work; 0: its nodes are counted to the end */
    uint64_t nodes;
};

struct perft_result {
    bool done, overflow;      /* overflow: the nodes don't fit into 64 bits; then the rest isn't to be used */
    double share;             /* of the work that is done, about: 0 to 1 */
    ks_perft_counts counts;   /* of what is done; without stats, nodes alone */
    size_t root_count;        /* 0 at depth 0 */
    struct perft_root *roots; /* only when the run has ended; to be freed */
};

/* Does the task. Calls look(result so far, context) several times a second, and at once after wake (pool.h).
 * The run ends when look returns false; its threads may then go on until the program ends. A program can do
 * one run only. */
void perft_run(const struct perft_task *task, bool (*look)(const struct perft_result *, void *context),
               void *context, struct perft_result *result);

#endif
