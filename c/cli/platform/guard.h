/* Child processes that cannot outlive this program. A guard stands between the two. It kills the child and
 * every process that comes from it, when this program asks for that or ends in any way, even by SIGKILL. The
 * guard is a process on POSIX and a job on Windows. posix/fork.h and windows/spawn.h start one. */
#ifndef KS_GUARD_H
#define KS_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct guard {
    intptr_t keeper,
        child;  /* POSIX: the guard's process, and a socket to it; Windows: the job, and the child */
    bool ended; /* the child has ended, and `status` is valid */
    int status; /* as waitpid gives it */
};

/* Returns whether the child has ended, after a wait of at most `milliseconds`. guard->status then says how.
 * Processes that the child has started may still run. */
bool guard_child_ended(struct guard *guard, int milliseconds);

/* Kills all of them, and returns when they have ended. */
void guard_stop(struct guard *guard);

#endif
