/* How commands stop early, at Ctrl-C or when their time is over: they print what is done so far, and after
 * Ctrl-C end with STATUS_INTERRUPTED. */
#ifndef KS_INTERRUPT_H
#define KS_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "cli/base/clock.h"

/* How often Ctrl-C has been pressed. */
extern atomic_int interrupted;

/* When the run is to end, as seconds_now counts. Infinite until a command sets it. */
extern double run_deadline;

/* Whether the run should end now. */
static inline bool must_stop(void) {
    return interrupted || seconds_now() >= run_deadline;
}

/* From now on Ctrl-C sets `interrupted`, makes interrupt_descriptor() readable and calls wake, unless that is
 * NULL; wake has to be safe in a signal handler. A tenth of a second later the program is ended, since what
 * runs may hang. The second Ctrl-C ends the program at once. A program that was started with SIGINT ignored
 * goes on ignoring it. */
void catch_interrupts(void (*wake)(void));

/* Ends the program with STATUS_FAILED after so many seconds, and writes a message on standard error. For what
 * can't be stopped otherwise. message: static. */
void end_program_after(double seconds, const char *message);

/* A descriptor for poll, which becomes readable at the first Ctrl-C or wake_pollers and stays so. Returns -1,
 * which poll skips, before catch_interrupts. */
int interrupt_descriptor(void);

/* Makes interrupt_descriptor() readable. Safe in signal handlers. */
void wake_pollers(void);

#endif
