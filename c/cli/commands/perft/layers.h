/* A perft by layers: the different positions after each ply, each with the number of paths that lead to it;
 * and after some plies, what each of them holds at the last one. */
#ifndef KS_PERFT_LAYERS_H
#define KS_PERFT_LAYERS_H

#include <stdbool.h>

#include "cli/base/output.h"
#include "cli/commands/perft/store.h"
#include "cli/commands/perft/unit.h"
#include "cli/positions/divide.h"
#include "kingscan.h"

/* ---- Layers ---- */

struct layers_task {
    ks_position position;
    unsigned depth;         /* 0 to PERFT_DEPTH_MAX */
    unsigned threads;       /* 1 to PERFT_THREADS_MAX */
    uint64_t memory;        /* bytes for positions */
    const char *folder;     /* for what doesn't fit; NULL: layers are made as long as they fit */
    const char *checkpoint; /* file, or NULL */
    bool positions;         /* count the different positions after each ply, and no paths beyond */
};

struct layers_result {
    bool done, overflow; /* overflow: a count is larger than it can be; then the rest isn't to be used */
    int error;           /* ENOMEM; another one of the disk; or 0 */
    double share;        /* of the counting that is done, about: 0 to 1 */
    count128 nodes;      /* of what is done */
    unsigned plies;      /* layers that are made */
    bool resumed;        /* some of the last layer's positions were counted by an earlier run */
    uint64_t positions[PERFT_DEPTH_MAX + 1]; /* [n]: different ones after n plies; 0: not yet known */
    uint64_t spilled;                        /* bytes that went to disk */
};

/* Does the task. Calls look(result so far, context) several times a second, and at once after wake (pool.h).
 * The run ends when look returns false; its threads may then go on until the program ends. A program can do
 * one run only. Fails when the position can't be counted by layers, or the checkpoint is of another run. */
void layers_run(const struct layers_task *task, bool (*look)(const struct layers_result *, void *context),
                void *context, struct layers_result *result);

/* ---- The command ---- */

/* kingscan perft DEPTH --layers: runs it, and prints what it finds. */

/* Puts the result, as JSON or as text, and flushes the output. Returns the exit status. */
int perft_by_layers(const struct layers_task *task, bool json);

#endif
