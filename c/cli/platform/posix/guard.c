/* The guard is a process. It holds one end of a socket pair, the lifeline, and kills when that is closed: the
 * kernel closes the other end when this program ends. The guard is the subreaper (prctl(2)) of its
 * descendants: those whose parents have died become its children, even after setsid. So it can kill its
 * children until there is none left.
 *
 * A guard is forked from a program with threads, so it does only what is safe in a signal handler. */
#define _GNU_SOURCE /* syscall */
#include "cli/platform/posix/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- The guard ---- */

enum { LIFELINE = STDIN_FILENO }; /* in the guard */

/* Kills the children that the kernel lists. */
static void kill_children(void) {
    char text[4096];
    const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? 0 : read(file, text, sizeof text);
    pid_t pid = 0;
    for (ssize_t i = 0; i < length; i++) {
        if ('0' <= text[i] && text[i] <= '9') {
            pid = pid * 10 + (text[i] - '0');
        } else {
            if (pid > 0)
                kill(pid, SIGKILL);
            pid = 0;
        }
    }
    if (file >= 0)
        close(file);
}

/* Kills all descendants. Those of a child that dies become children, so this takes several rounds. group: the
 * child's, or 0 when the child has been waited for, since its number may belong to another group then. Only
 * the group can be found when the kernel has no list of children. */
static void kill_all(pid_t group) {
    if (group > 0)
        kill(-group, SIGKILL);
    for (;;) {
        pid_t dead;
        kill_children();
        while ((dead = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (dead < 0 && errno == ECHILD)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
}

static void note_child(int number) {
    (void)number; /* only ends pselect */
}

void close_from(int first) {
    if (syscall(SYS_close_range, first, ~0u, 0) != 0) /* (musl has no function for it) */
        for (int descriptor = first; descriptor < 4096; descriptor++)
            close(descriptor);
}

/* Closes all descriptors of the program except the lifeline, so that others see the ends of their pipes. */
static void keep_lifeline_alone(int lifeline) {
    dup2(lifeline, LIFELINE);
    close_from(LIFELINE + 1);
}

/* Waits until the lifeline is closed, and meanwhile reports through it how the child ended. Returns the
 * child, or 0 when it has been waited for. */
static pid_t watch(pid_t child, const sigset_t *open_mask) {
    for (;;) {
        pid_t dead;
        int status;
        fd_set ready;
        while ((dead = waitpid(-1, &status, WNOHANG)) > 0)
            if (dead == child) {
                send(LIFELINE, &status, sizeof status, MSG_NOSIGNAL);
                child = 0;
            }
        FD_ZERO(&ready);
        FD_SET(LIFELINE, &ready);
        if (pselect(LIFELINE + 1, &ready, NULL, NULL, NULL, open_mask) > 0)
            return child;
    }
}

/* Ignored signals stay ignored, as when another program starts one. */
static void reset_signals(void) {
    struct sigaction action;
    sigset_t none;
    for (int number = 1; number <= SIGRTMAX; number++)
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void be_child(pid_t parent, int (*run)(void *), void *context) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if the guard is killed */
    if (getppid() == parent)
        _exit(run(context));
    _exit(EXIT_FAILURE);
}

static _Noreturn void be_guard(int lifeline, int (*run)(void *), void *context) {
    const pid_t me = getpid();
    sigset_t chld, none;
    setpgid(0, 0); /* the terminal's signals are for the program alone */
    reset_signals();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t child = fork();
    if (child == 0) {
        close(lifeline);
        be_child(me, run, context);
    }
    keep_lifeline_alone(lifeline);
    if (child < 0)
        _exit(EXIT_FAILURE);
    setpgid(child, child); /* the child does the same; either may be first */
    for (int number = SIGHUP; number <= SIGTERM; number++)
        signal(number, SIG_IGN);
    sigemptyset(&none);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigprocmask(SIG_BLOCK, &chld, NULL);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = note_child}, NULL);
    kill_all(watch(child, &none));
    _exit(EXIT_SUCCESS);
}

/* ---- The program ---- */

bool guard_start(struct guard *guard, int (*run)(void *context), void *context) {
    enum { OURS, ITS };
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[OURS]);
        be_guard(ends[ITS], run, context);
    }
    const int reason = errno;
    close(ends[ITS]);
    if (pid < 0)
        close(ends[OURS]);
    *guard = (struct guard){.keeper = pid, .child = ends[OURS]};
    errno = reason;
    return pid > 0;
}

bool guard_child_ended(struct guard *guard, int milliseconds) {
    const int lifeline = (int)guard->child;
    struct pollfd polled = {lifeline, POLLIN, 0};
    if (!guard->ended && poll(&polled, 1, milliseconds) > 0)
        guard->ended = recv(lifeline, &guard->status, sizeof guard->status, MSG_DONTWAIT) ==
                       (ssize_t)sizeof guard->status;
    return guard->ended;
}

void guard_stop(struct guard *guard) {
    close((int)guard->child);
    while (waitpid((pid_t)guard->keeper, NULL, 0) < 0 && errno == EINTR)
        ;
}
