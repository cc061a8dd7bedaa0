/* The parts of a report about a run as a whole. */
#ifndef KS_REPORTED_RUN_H
#define KS_REPORTED_RUN_H

#include "cli/reports/finding.h"

/* A run, before it begins. Texts are static, and may hold anything. */
struct run_title {
    const char *command; /* "kingscan diff" */
    const char *subject; /* what is compared with what */
};

/* A rule that findings touch. */
struct run_rule {
    const char *name;
    size_t groups, positions; /* findings that are added with it, and the positions that they stand for */
};

/* A run that has ended. */
struct run_end {
    const char *verdict; /* in a few words */
    bool good;           /* the verdict is good news */
    const char *passed;  /* what is in order, in a few words; NULL: nothing */
    const char *trouble; /* why it could not go on, or NULL */
    bool interrupted;
    double seconds;
    const struct facts *facts;
};

#endif
