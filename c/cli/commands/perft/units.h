/* Work that is cut into units for many machines. */
#ifndef KS_PERFT_UNITS_H
#define KS_PERFT_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/commands/perft/unit.h"

/* Each returns the exit status. */
int expand_units(const struct unit_task *task); /* units to those `depth` plies later */
int merge_units(const struct unit_task *task);  /* equal positions to one, their counts added */
int count_units(const struct unit_task *task);  /* the paths to `depth` plies later, summed up */
int sum_units(const struct unit_task *task);    /* what runs of count_units have printed, summed up */

#endif
