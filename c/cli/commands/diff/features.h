/* Compares the features that an engine or a library lists with those of a description. */
#ifndef KS_DIFF_FEATURES_H
#define KS_DIFF_FEATURES_H

#include "cli/commands/diff/run.h"

/* Lists the features of the positions of a run, and of those that follow within diff->depth plies, and
 * compares them with what the engine lists. Each position is asked twice: by its FEN alone, and by the moves
 * that led to it, along which an engine may carry its features. Prints what differs, as JSON if wants_json,
 * and fills in the counts of diff. */
void features_run(struct diff *diff, const ks_features *set, bool wants_json);

#endif
