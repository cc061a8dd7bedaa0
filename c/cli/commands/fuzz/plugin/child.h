/* A plugin that runs in a separate process, so that it may crash, exit or hang. It is handed many boards at a
 * time, since a hand-over takes about 10 us: 200,000 boards take 1.15 s by twos, 0.13 s by 64, and 0.10 s by
 * 256, 1024 or 4096; inside this program 0.09 s. */
#ifndef KS_PLUGIN_CHILD_H
#define KS_PLUGIN_CHILD_H

#include "cli/platform/children.h"
#include "cli/random/boards.h"

enum { PLUGIN_BOARDS = 1024 /* of a hand-over */ };

/* How a plugin has ended instead of answering. */
enum plugin_fate { PLUGIN_ANSWERS, PLUGIN_CRASHES, PLUGIN_EXITS, PLUGIN_HANGS };

struct plugin_end {
    enum plugin_fate fate;
    int number;     /* the signal of a crash, or the status of an exit */
    double seconds; /* that were waited for one that hangs */
};

struct exchange;

struct plugin {
    const char *file;
    double patience; /* the seconds that a board may take */
    bool running;
    struct guard guard;
    int socket; /* to the child: a byte goes there for each hand-over, and one comes back */
    struct exchange *exchange;
};

/* Starts a plugin. file: see plugin.h. Returns false, with *error filled in, when it can't be loaded. */
bool plugin_start(struct plugin *plugin, const char *file, double patience, ks_error *error);

/* Asks about `count` boards, at most PLUGIN_BOARDS, in order; starts the plugin again if it has ended.
 * Returns how many have been answered. When that is less than count, either the run should stop (see
 * waiting.h), or the plugin has ended at the next board: end->fate then is not PLUGIN_ANSWERS. answers[i]:
 * 0 or 1. */
unsigned plugin_ask(struct plugin *plugin, const struct question *questions, unsigned count, uint8_t *answers,
                    struct plugin_end *end);

/* Says in one line how a plugin has ended. */
void plugin_describe_end(const struct plugin_end *end, char *text, size_t size);

/* Ends a plugin that runs. */
void plugin_stop(struct plugin *plugin);

#endif
