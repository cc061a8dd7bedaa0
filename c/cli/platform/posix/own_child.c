/* The socket is one end of a socket pair. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "cli/platform/own_child.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/platform/posix/fork.h"

enum { OURS, ITS };

struct task {
    child_function *run;
    void *context;
    int ends[2];
};

void *share_memory(size_t size) {
    void *const memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void attend_parent(child_function *run, void *context) {
    (void)run, (void)context;
}

/* A crash writes no core file, since there may be many crashes. */
static int be_child(void *context) {
    const struct task *const task = context;
    close(task->ends[OURS]);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    return task->run(task->context, task->ends[ITS]);
}

bool start_own_child(struct guard *guard, child_function *run, void *context, int *socket) {
    struct task task = {.run = run, .context = context};
    fflush(stdout); /* a child that calls exit would write it again */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, task.ends) != 0 ||
        !guard_start(guard, be_child, &task))
        return false;
    close(task.ends[ITS]);
    *socket = task.ends[OURS];
    return true;
}

void wake_child(int socket) {
    send(socket, "", 1, MSG_NOSIGNAL);
}
