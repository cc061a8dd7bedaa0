/* A comparison with somebody's move generator, by several workers at once, each with a process of its own. */
#ifndef KS_DIFF_RUN_H
#define KS_DIFF_RUN_H

#include "cli/diff/mismatch.h"
#include "cli/diff/positions.h"

enum { DIFF_TROUBLE_SIZE = ENGINE_TROUBLE_SIZE + REPLAY_SIZE + POSITION_PLACE_SIZE + 32 };

struct diff {
    struct engine_settings engine;
    unsigned depth;
    unsigned jobs;   /* 1 to PROCESSES_MAX */
    bool keep_going; /* after a difference */
    struct positions positions;

    uint64_t compared, nodes, differences; /* positions; by our count; positions that differ */
    bool failed;                           /* an engine did */
};

/* Compares all positions. Differences come in the order of the positions, whoever finds them; without
 * keep_going the first one is the last. report(context, mismatch, place) is called for each of them, by this
 * thread alone; so is failed(context, trouble), once at most, and then no position is compared any more; and
 * look(context), about once a second. Ends early when interrupted: see interrupt.h. */
struct diff_listener {
    void *context;
    void (*report)(void *context, const struct mismatch *mismatch, const char *place);
    void (*failed)(void *context, const char *trouble);
    void (*look)(void *context);
};

void diff_run(struct diff *diff, const struct diff_listener *listener);

#endif
