/* Units of a perft that is cut into pieces: a line of text each, for whatever carries lines from machine to
 * machine.
 *
 *     COUNT <tab> POSITION                              COUNT paths lead to this position
 *     COUNT <tab> POSITION <tab> NUMBER <tab> CHECKSUM  the same, entered in a ledger
 *
 * POSITION is FEN. Kingscan writes the four fields that distinguish positions, with an en-passant
 * square only where a pawn may capture: then equal positions are equal texts, and LC_ALL=C sort -k2
 * brings them together. */
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
