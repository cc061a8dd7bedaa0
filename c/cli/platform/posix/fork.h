/* Starts a guarded child on POSIX. */
#ifndef KS_FORK_H
#define KS_FORK_H

#include "cli/platform/guard.h"

/* Starts a process that calls run(context) in a new process group, with signals as at the start of a program,
 * and exits with the result. In a program with several threads, run may only do what is safe in a signal
 * handler. Returns false, with the reason in errno, when the process cannot be started. */
bool guard_start(struct guard *guard, int (*run)(void *context), void *context);

/* Closes all descriptors from this one on. Safe in a signal handler. */
void close_from(int first);

#endif
