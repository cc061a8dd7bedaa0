/* A file of finished counts, for a run that goes on where another one was killed: a line for the run, and one
 * for each part that is counted, with a checksum each. */
#ifndef KS_CHECKPOINT_H
#define KS_CHECKPOINT_H

#include <stdbool.h>

#include "cli/commands/perft/units/wide.h"
#include "kingscan.h"

struct checkpoint;

/* The facts that have to be the same in the run that goes on. */
struct checkpoint_run {
    ks_position position;
    unsigned depth, parts;
    unsigned plies; /* of the layer that is cut into parts; filled in when the file says so */
};

/* Opens the file, or makes it. When it has lines, says by counted(context, part, nodes) which parts are
 * counted. A last line that is cut short is removed and reported. Fails when the file can't be read or
 * written, is of another run or in use by another process, or has a line that is altered or doubled. Returns
 * whether the run has begun before. */
bool open_checkpoint(struct checkpoint **checkpoint, const char *name, struct checkpoint_run *run,
                     void (*counted)(void *context, unsigned part, wide nodes), void *context);

/* Writes the line of the run; those of parts follow. */
void begin_checkpoint(struct checkpoint *checkpoint, const struct checkpoint_run *run);

/* Closes the file. */
void close_checkpoint(struct checkpoint *checkpoint);

/* Writes the line of a part. Fails when that can't be done. Not for two threads at once. */
void check_part(struct checkpoint *checkpoint, unsigned part, wide nodes);

#endif
