/* Child processes that can't outlive this program. A guard stands between the two, which kills the child, and
 * every process that comes from it, when it is told to or when this program ends, however it ends: by SIGKILL
 * too. On POSIX it is a process, on Windows a job. How one is started differs: posix/fork.h, windows/spawn.h.
 */
#ifndef KS_GUARD_H
#define KS_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct guard {
    intptr_t keeper,
        child;  /* POSIX: the guard's process, and a socket to it; Windows: the job, and the child */
    bool ended; /* the child has, and `status` is known */
    int status; /* as waitpid gives it */
};

/* Returns whether the child has ended, and waits for that up to so many milliseconds. Then guard->status says
 * how. What it has started itself may go on. */
bool guard_child_ended(struct guard *guard, int milliseconds);

/* Kills all, and returns when all are gone. */
void guard_stop(struct guard *guard);

#endif
