/* The output of kingscan perft. */
#ifndef KS_PERFT_REPORT_H
#define KS_PERFT_REPORT_H

#include "cli/base/output.h"
#include "cli/commands/perft/counting/run.h"

/* The settings and the result of a run. */
struct perft {
    struct perft_task task;
    bool divide, json;
    unsigned notation; /* of enum ks_uci_flags */
    uint64_t hash;     /* MiB */
    double begun, seconds;
    bool bar_shown;
    struct perft_result result;
};

/* Shows a bar on standard error, if that is a terminal and the run has taken more than a second. */
void perft_show_progress(struct perft *perft);

/* Removes the bar. */
void perft_hide_progress(struct perft *perft);

/* Prints the result as other engines print theirs. */
void perft_put_result(struct output *out, const struct perft *perft);

/* Prints the result as a JSON object. */
void perft_put_object(struct output *out, const struct perft *perft);

/* Says on standard error how far the run came, if it was interrupted, and on a terminal how fast it was. */
void perft_print_summary(const struct perft *perft);

#endif
