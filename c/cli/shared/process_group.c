/* Starts and ends processes. Each is the leader of a group that is killed as a whole. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/shared/interrupt.h"
#include "cli/shared/process.h"

/* ---- Those that live ---- */

static atomic_int living[PROCESSES_MAX]; /* leaders of groups; 0: a free place */
static atomic_int starting;              /* processes that may run and are not in `living` yet */
static atomic_bool closed;               /* none starts any more */

/* Kills all groups. The number of a group stays taken until its leader is waited for, so no other group can
 * be meant. Fits atexit, catch_interrupts and signal handlers. */
static void kill_living(void) {
    const int before = errno;
    atomic_store(&closed, true);
    while (atomic_load(&starting) > 0)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    for (unsigned i = 0; i < PROCESSES_MAX; i++) {
        const int pid = atomic_load(&living[i]);
        if (pid)
            kill(-pid, SIGKILL);
    }
    errno = before;
}

static void die(int number) {
    kill_living();
    signal(number, SIG_DFL);
    raise(number);
}

static const int deadly[] = {SIGTERM, SIGHUP, SIGPIPE};

enum { DEADLY = sizeof deadly / sizeof *deadly };

void processes_guard(void) {
    struct sigaction before;
    for (unsigned i = 0; i < DEADLY; i++)
        if (sigaction(deadly[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(deadly[i], &(struct sigaction){.sa_handler = die}, NULL);
    atexit(kill_living);
    catch_interrupts(kill_living);
}

void processes_signals(sigset_t *signals) {
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    for (unsigned i = 0; i < DEADLY; i++)
        sigaddset(signals, deadly[i]);
}

static void change_living(int from, int to) {
    for (unsigned i = 0; i < PROCESSES_MAX; i++) {
        int expected = from;
        if (atomic_compare_exchange_strong(&living[i], &expected, to))
            return;
    }
}

/* ---- Starting ---- */

enum { READ_END, WRITE_END };

struct pipes {
    int in[2], out[2], err[2];
};

static void close_all(const int *descriptors, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (descriptors[i] >= 0)
            close(descriptors[i]);
}

static bool open_pipe(int ends[2]) {
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[READ_END], F_SETFD, FD_CLOEXEC);
    fcntl(ends[WRITE_END], F_SETFD, FD_CLOEXEC);
    return true;
}

static bool open_pipes(struct pipes *pipes, bool with_input) {
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    if (with_input ? open_pipe(pipes->in)
                   : (pipes->in[READ_END] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        if (open_pipe(pipes->out) && open_pipe(pipes->err))
            return true;
    const int reason = errno;
    close_all((const int *)pipes, sizeof *pipes / sizeof(int));
    errno = reason;
    return false;
}

/* Turns the child into the program. Only what is safe in a signal handler is allowed here. */
static _Noreturn void become(const struct pipes *pipes, char *const arguments[]) {
    sigset_t none;
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(pipes->in[READ_END], STDIN_FILENO);
    dup2(pipes->out[WRITE_END], STDOUT_FILENO);
    dup2(pipes->err[WRITE_END], STDERR_FILENO);
    execv("/bin/sh", arguments);
    _exit(127);
}

static void begin_stream(struct stream *stream, int fd) {
    fcntl(fd, F_SETFL, O_NONBLOCK);
    stream->fd = fd;
    stream->start = stream->end = 0;
    stream->skipping = false;
}

/* Returns the leader's number; or -1 when it can't be started, and errno says why. */
static pid_t start_group(const struct pipes *pipes, char *const arguments[]) {
    atomic_fetch_add(&starting, 1);
    errno = EINTR;
    const pid_t pid = atomic_load(&closed) ? -1 : fork();
    if (pid == 0)
        become(pipes, arguments);
    if (pid > 0) {
        setpgid(pid, pid); /* the child does the same: whoever comes first */
        change_living(0, pid);
    }
    atomic_fetch_sub(&starting, 1);
    return pid;
}

bool process_start(struct process *process, char *const arguments[], bool with_input) {
    /* Processes start one at a time, so that no child inherits the pipes of another before they are marked.
     */
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct pipes pipes;
    pthread_mutex_lock(&lock);
    const bool opened = open_pipes(&pipes, with_input);
    process->pid = opened ? start_group(&pipes, arguments) : -1;
    const int reason = errno;
    pthread_mutex_unlock(&lock);
    if (process->pid < 0) {
        if (opened)
            close_all((const int *)&pipes, sizeof pipes / sizeof(int));
        errno = reason;
        return false;
    }
    close_all((const int[]){pipes.in[READ_END], pipes.out[WRITE_END], pipes.err[WRITE_END]}, 3);
    process->in = pipes.in[WRITE_END];
    if (with_input)
        fcntl(process->in, F_SETFL, O_NONBLOCK);
    begin_stream(&process->out, pipes.out[READ_END]);
    begin_stream(&process->err, pipes.err[READ_END]);
    process->said[0] = '\0';
    return true;
}

/* ---- The end ---- */

void process_stop(struct process *process) {
    kill(-process->pid, SIGKILL);
    close_all((const int[]){process->in, process->out.fd, process->err.fd}, 3);
    change_living(process->pid, 0);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}
