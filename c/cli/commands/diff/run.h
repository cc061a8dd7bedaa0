/* A comparison with another move generator, by several workers at once, each with a process for itself. */
#ifndef KS_DIFF_RUN_H
#define KS_DIFF_RUN_H

#include "cli/commands/diff/mismatch.h"
#include "cli/commands/diff/positions.h"

enum { DIFF_TROUBLE_SIZE = ENGINE_TROUBLE_SIZE + REPLAY_SIZE + POSITION_PLACE_SIZE + 32 };

struct diff {
    struct engine_settings engine;
    unsigned depth;
    unsigned jobs;   /* 1 to PROCESSES_MAX */
    bool keep_going; /* the first difference doesn't end the run */
    struct positions positions;

    uint64_t compared, agreed, nodes; /* positions compared, and those without a difference; by our count */
    uint64_t differences;             /* positions that differ, and were reported */
    bool failed;                      /* an engine failed */
};

/* The functions that a run calls. All calls come from the thread that calls diff_run. */
struct diff_listener {
    void *context; /* the first argument of each call */
    void (*report)(void *context, const struct mismatch *mismatch, const struct origin *origin);
    void (*failed)(void *context, const char *trouble); /* once at most; the run ends then */
    void (*look)(void *context);                        /* several times a second */
};

/* Prepares the thread that calls it for engines: see process.h. */
void block_broken_pipes(void);

/* Compares all positions. Mismatches are reported in the order of the positions, whichever worker finds them;
 * without keep_going the first one ends the run. Ends early when interrupted: see waiting.h. */
void diff_run(struct diff *diff, const struct diff_listener *listener);

#endif
