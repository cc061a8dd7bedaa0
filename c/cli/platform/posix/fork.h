/* How a guarded child is started on POSIX. */
#ifndef KS_FORK_H
#define KS_FORK_H

#include "cli/platform/guard.h"

/* Starts a process that calls run(context) in a process group of its own, with signals as programs find them,
 * and exits with what that returns. In a program with several threads, run may only do what is safe in a
 * signal handler. Returns false when that can't be done; errno says why. */
bool guard_start(struct guard *guard, int (*run)(void *context), void *context);

#endif
