/* Sorted runs of texts with counts in a temporary file, and the one that they make together. */
#ifndef KS_RUNS_H
#define KS_RUNS_H

#include "cli/commands/perft/units/tally.h"

struct runs;

/* Makes an empty set of runs. folder: for the file, or NULL; see scratch.h. */
struct runs *new_runs(const char *folder);

void free_runs(struct runs *runs);

/* Writes a run of sorted entries. Returns false when it can't be written, with the reason in errno. */
bool add_run(struct runs *runs, const struct tallied *const *entries, size_t count);

size_t count_runs(const struct runs *runs);

/* Begins to read all runs from their beginnings. memory: bytes for buffers, about. */
void rewind_runs(struct runs *runs, size_t memory);

/* Returns the least text that is left, in a place good until the next call. A text that is in several runs is
 * returned once, with the sum of its counts. Returns NULL at the end. Fails when a sum is too large. */
const struct tallied *next_of_runs(struct runs *runs);

#endif
