/* What kingscan perft prints. */
#ifndef KS_PERFT_REPORT_H
#define KS_PERFT_REPORT_H

#include "cli/perft/run.h"
#include "cli/shared/output.h"

/* What was asked for, and what has been found. */
struct perft {
    struct perft_task task;
    bool divide, json;
    unsigned notation; /* of enum ks_notation_flag */
    uint64_t hash;     /* MiB */
    double begun, seconds;
    bool bar_shown;
    struct perft_result result;
};

/* A bar on standard error, when that is a terminal and the run has taken more than a second; and its end. */
void perft_show_progress(struct perft *perft);
void perft_hide_progress(struct perft *perft);

/* The result, for people and other engines' testers; and as JSON. */
void perft_put_result(struct output *out, const struct perft *perft);
void perft_put_object(struct output *out, const struct perft *perft);

/* How far the run came if it was interrupted, and on a terminal how fast it was, on standard error. */
void perft_print_summary(const struct perft *perft);

#endif
