/* The filters of `kingscan perft`: units on standard input, units or sums on standard output. Each is exact
 * whatever lines it gets in whatever order, and keeps nothing between runs. */
#ifndef KS_UNITS_H
#define KS_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "kingscan.h"

struct unit_task {
    const ks_variant *variant; /* NULL: chess */
    unsigned depth;
    uint64_t errors_shown; /* see input.h */
    bool each;             /* count: a line a unit, not their sum */
    bool number;           /* merge: enter the units in a ledger */
    uint64_t memory;       /* merge: bytes to be taken at most */
    const char *folder;    /* merge: for what doesn't fit into them, or NULL; see scratch.h */
};

/* Each returns the exit status. */
int expand_units(const struct unit_task *task); /* units to those `depth` plies later */
int merge_units(const struct unit_task *task);  /* equal positions to one, their counts added */
int count_units(const struct unit_task *task);  /* the paths to `depth` plies later, summed up */
int sum_units(const struct unit_task *task);    /* what runs of count_units have printed, summed up */

#endif
