/* How much of the files of a run has been read. */
#ifndef KS_AMOUNT_H
#define KS_AMOUNT_H

#include "cli/io/input.h"

/* Returns the sum of the sizes of files, in bytes, before compressed ones are decompressed; 0 when that isn't
 * known, since one is a pipe or the like. files: NULL at the end. */
uint64_t amount_of_files(char *const *files);

/* Returns which share of the amount has been read, 0 to 1. files: those that are still to be opened; input:
 * the open one, or one that is closed. */
double share_read(uint64_t amount, char *const *files, const struct input *input);

#endif
