/* How many positions a command has been through, while it runs: one line of a terminal, written over and
 * over. */
#ifndef KS_PROGRESS_H
#define KS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool wanted, shown; /* shown: the line stands there now */
    double begun, next; /* seconds, as seconds_now counts them; next: when the line may change again */
};

/* Begins to measure. wanted: false when nothing is to be shown. Nothing is shown in the first second. */
void progress_start(struct progress *progress, bool wanted);

/* Writes the line on standard error if it is time for that: ten times a second at most. */
void progress_show(struct progress *progress, uint64_t positions);

/* Clears the line, so that a message can stand there. */
void progress_clear(struct progress *progress);

#endif
