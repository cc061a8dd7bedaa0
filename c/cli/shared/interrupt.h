/* Ctrl-C in commands that take long: they print what is done so far, and end with STATUS_INTERRUPTED. */
#ifndef KS_INTERRUPT_H
#define KS_INTERRUPT_H

#include <stdatomic.h>

/* How often Ctrl-C has been pressed. */
extern atomic_int interrupted;

/* From now on Ctrl-C sets `interrupted` and calls wake, unless that is NULL; wake has to be safe in a signal
 * handler. The third Ctrl-C ends the program at once, since what runs may hang. (The second doesn't:
 * timeout(1) and others send two at a time.) */
void catch_interrupts(void (*wake)(void));

#endif
