/* Child processes that can't outlive this program. A guard stands between the two: a process that kills the
 * child, and every process that comes from it, when it is told to or when this program ends, however it ends:
 * by SIGKILL too. */
#ifndef KS_GUARD_H
#define KS_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

struct guard {
    pid_t pid;    /* of the guard */
    int lifeline; /* a socket to the guard, which dies when this is closed */
    bool ended;   /* the child has, and `status` is known */
    int status;   /* as waitpid gives it */
};

/* Starts a process that calls run(context) in a process group of its own, with signals as programs find them,
 * and exits with what that returns. In a program with several threads, run may only do what is safe in a
 * signal handler. Returns false when that can't be done; errno says why. */
bool guard_start(struct guard *guard, int (*run)(void *context), void *context);

/* Returns whether the child has ended, and waits for that up to so many milliseconds. Then guard->status says
 * how. What it has started itself may go on. */
bool guard_child_ended(struct guard *guard, int milliseconds);

/* Kills all, and returns when all are gone. */
void guard_stop(struct guard *guard);

#endif
