/* Starts and ends child processes on POSIX. */
#include "cli/platform/posix/beyond.h" /* first */

#include "cli/platform/children.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>

#include "cli/io/process.h"
#include "cli/platform/platform.h"
#include "core/text/characters.h"
#include "game/common/text.h"

/* ---- Descriptors ---- */

/* Descriptors that no program inherits. A thread that starts a process waits for others that open some,
 * where the system closes them in a second step only. */
#ifdef HAS_CLOSING_DESCRIPTORS
static void begin_to_start(void) {
}

static void end_to_start(void) {
}
#else
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static void begin_to_start(void) {
    pthread_mutex_lock(&starting);
}

static void end_to_start(void) {
    pthread_mutex_unlock(&starting);
}
#endif

enum { READ_END, WRITE_END };
enum { OURS, ITS }; /* ends of a socket pair */

#ifndef HAS_CLOSING_DESCRIPTORS
static void close_when_executed(const int ends[2]) {
    for (unsigned i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
}
#endif

static bool open_pipe(int ends[2]) {
#ifdef HAS_CLOSING_DESCRIPTORS
    return pipe2(ends, O_CLOEXEC) == 0;
#else
    if (pipe(ends) != 0)
        return false;
    close_when_executed(ends);
    return true;
#endif
}

static bool open_sockets(int ends[2]) {
#ifdef HAS_CLOSING_DESCRIPTORS
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    close_when_executed(ends);
#ifdef SO_NOSIGPIPE
    for (unsigned i = 0; i < 2; i++)
        setsockopt(ends[i], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
    return true;
#endif
}

/* ---- The guard ---- */

/* The guard is a process. It holds one end of a socket pair, the lifeline, and kills when that is closed: the
 * kernel closes the other end when this program ends.
 *
 * The guard is the subreaper (prctl(2)) of its descendants where the system has such: those whose parents
 * have died become its children, even after setsid. So it can kill its children until there is none left.
 * Elsewhere the child and its descendants stay in the guard's process group, whose number belongs to nobody
 * else while the guard lives; in the end the guard kills the group, and itself with it. A descendant that
 * leaves the group escapes there.
 *
 * A guard is forked from a program with threads, so it does only what is safe in a signal handler. */

enum { LIFELINE = STDIN_FILENO }; /* in the guard */

#ifdef HAS_SUBREAPERS

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

/* Kills all descendants. When a child dies, its own children become ours, so this takes several rounds.
 * group: the child's, or 0 when the child has been waited for, since its number may belong to another group
 * then. Only the group can be found when the kernel has no list of children. */
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

static void leave_group(void) {
    setpgid(0, 0);
}

/* The child dies if the guard is killed. */
static void follow_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static void adopt_orphans(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static void kill_orphans(pid_t guard) {
    (void)guard;
}

#else

/* Kills the guard's group: the child, unless it has been waited for, its descendants, and the guard. */
static void kill_all(pid_t child) {
    if (child > 0) {
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    kill(-getpid(), SIGKILL);
}

static void leave_group(void) {
}

static void follow_parent(void) {
}

static void adopt_orphans(void) {
}

/* Waits for the end of a guard, and kills what is left of its group when somebody else has killed the guard.
 * The number is still the group's, since the guard is waited for afterwards. */
static void kill_orphans(pid_t guard) {
    siginfo_t ended;
    while (waitid(P_PID, (id_t)guard, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    kill(-guard, SIGKILL);
}

#endif

static void note_child(int number) {
    (void)number; /* only ends pselect */
}

/* Closes all descriptors from this one on. Safe in a signal handler. */
static void close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) /* (musl has no function for it) */
        return;
#endif
    enum { MOST = 1 << 16 }; /* where there is no limit */
    const long limit = sysconf(_SC_OPEN_MAX);
    for (int descriptor = first; descriptor < (0 < limit && limit < MOST ? limit : MOST); descriptor++)
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
                send(LIFELINE, &status, sizeof status, NO_SIGNAL);
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
    for (int number = 1; number <= LAST_SIGNAL; number++)
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void be_child(pid_t parent, int (*run)(void *), void *context) {
    leave_group();
    follow_parent();
    if (getppid() == parent)
        _exit(run(context));
    _exit(EXIT_FAILURE);
}

static _Noreturn void be_guard(int lifeline, int (*run)(void *), void *context) {
    const pid_t me = getpid();
    sigset_t chld, none;
    setpgid(0, 0); /* the terminal's signals are for the program alone */
    reset_signals();
    adopt_orphans();
    const pid_t child = fork();
    if (child == 0) {
        close(lifeline);
        be_child(me, run, context);
    }
    keep_lifeline_alone(lifeline);
    if (child < 0)
        _exit(EXIT_FAILURE);
#ifdef HAS_SUBREAPERS
    setpgid(child, child); /* the child does the same; either may be first */
#endif
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

/* Starts a process that calls run(context) in a new process group, with signals as at the start of a program,
 * and exits with the result. In a program with several threads, run may only do what is safe in a signal
 * handler. Returns false, with the reason in errno, when the process cannot be started. */
static bool guard_start(struct guard *guard, int (*run)(void *context), void *context) {
    int ends[2];
    if (!open_sockets(ends))
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
    kill_orphans((pid_t)guard->keeper);
    while (waitpid((pid_t)guard->keeper, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* ---- Functions of this program ---- */

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
static int be_own_child(void *context) {
    const struct task *const task = context;
    end_to_start(); /* its copy of what the thread has begun */
    close(task->ends[OURS]);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    return task->run(task->context, task->ends[ITS]);
}

bool start_own_child(struct guard *guard, child_function *run, void *context, int *socket) {
    struct task task = {.run = run, .context = context};
    fflush(stdout); /* a child that calls exit would write it again */
    begin_to_start();
    const bool started = open_sockets(task.ends) && guard_start(guard, be_own_child, &task);
    end_to_start();
    if (!started)
        return false;
    close(task.ends[ITS]);
    *socket = task.ends[OURS];
    return true;
}

void wake_child(int socket) {
    send(socket, "", 1, NO_SIGNAL);
}

/* ---- Programs ---- */

struct pipes {
    int in[2], out[2], err[2];
};

static void close_all(const int *descriptors, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (descriptors[i] >= 0)
            close(descriptors[i]);
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

/* Returns how many descriptors are open: who started the program may have left it some. */
static rlim_t count_open_descriptors(rlim_t limit) {
    enum { LOOKED_AT = 4096 };
    rlim_t count = 0;
    for (int descriptor = 0; (rlim_t)descriptor < limit && descriptor < LOOKED_AT; descriptor++)
        count += fcntl(descriptor, F_GETFD) >= 0;
    return count;
}

void processes_expect(unsigned count) {
    /* Both ends, while they start: of input, output, errors and the lifeline of the guard. */
    enum { OF_EACH = 8, OTHERS = 32 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    const rlim_t needed = count_open_descriptors(limit.rlim_cur) + count * OF_EACH + OTHERS;
    if (limit.rlim_cur >= needed)
        return;
    limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* A command and its pipes. */
struct program {
    struct pipes pipes;
    char *const *arguments;
};

/* Turns the child into the program. */
static int become(void *context) {
    const struct program *const program = context;
    dup2(program->pipes.in[READ_END], STDIN_FILENO);
    dup2(program->pipes.out[WRITE_END], STDOUT_FILENO);
    dup2(program->pipes.err[WRITE_END], STDERR_FILENO);
    execv("/bin/sh", program->arguments);
    return 127;
}

static void begin_stream(struct stream *stream, int fd) {
    fcntl(fd, F_SETFL, O_NONBLOCK);
    stream->fd = fd;
    stream->start = stream->end = 0;
    stream->skipping = false;
}

bool process_start(struct process *process, char *const arguments[], bool with_input) {
    struct program program = {.arguments = arguments};
    const struct pipes *const pipes = &program.pipes;
    begin_to_start();
    const bool opened = open_pipes(&program.pipes, with_input);
    const bool started = opened && guard_start(&process->guard, become, &program);
    const int reason = errno;
    end_to_start();
    if (!started) {
        if (opened)
            close_all((const int *)pipes, sizeof *pipes / sizeof(int));
        errno = reason;
        return false;
    }
    close_all((const int[]){pipes->in[READ_END], pipes->out[WRITE_END], pipes->err[WRITE_END]}, 3);
    process->in = pipes->in[WRITE_END];
    if (with_input)
        fcntl(process->in, F_SETFL, O_NONBLOCK);
    begin_stream(&process->out, pipes->out[READ_END]);
    begin_stream(&process->err, pipes->err[READ_END]);
    process->said[0] = process->complaint[0] = '\0';
    return true;
}

void process_stop(struct process *process) {
    close_all((const int[]){process->in, process->out.fd, process->err.fd}, 3);
    guard_stop(&process->guard);
}

/* ---- Tools that decompress ---- */

/* A file is the tool's standard input as it is. When the beginning of a pipe has been read already, its bytes
 * come from another process, the feeder, which the guard watches too. The feeder is forked from a program
 * with threads, so it does only what is safe in a signal handler. */

bool unpackers_exist(void) {
    return true;
}

enum { NOT_FOUND = 127, NOT_STARTED = 126 }; /* exit statuses, as sh has them */

struct start {
    const char *tool;
    int source, out, said;
    const char *bytes; /* that have been read from the source */
    size_t length;
};

/* Writes all bytes. Returns false when the tool has gone. */
static bool feed(const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static _Noreturn void be_feeder(const struct start *start, int out) {
    char bytes[1 << 16];
    struct pollfd polled = {STDIN_FILENO, POLLIN, 0};
    dup2(start->source, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close_from(STDERR_FILENO);
    bool more = feed(start->bytes, start->length);
    while (more) {
        const ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
        if (got < 0 && errno == EAGAIN)
            poll(&polled, 1, -1);
        else if (got < 0 && errno == EINTR)
            continue;
        else
            more = got > 0 && feed(bytes, (size_t)got);
    }
    _exit(0);
}

/* Returns the descriptor of all bytes of the source; -1 when there can be none. */
static int feed_source(const struct start *start) {
    int ends[2];
    if (!open_pipe(ends))
        return -1;
    const pid_t feeder = fork();
    if (feeder == 0)
        be_feeder(start, ends[WRITE_END]);
    return feeder < 0 ? -1 : ends[READ_END];
}

static int become_tool(void *context) {
    const struct start *const start = context;
    const int source = start->length > 0 ? feed_source(start) : start->source;
    if (source < 0)
        return NOT_STARTED;
    dup2(source, STDIN_FILENO);
    dup2(start->out, STDOUT_FILENO);
    dup2(start->said, STDERR_FILENO);
    execlp(start->tool, start->tool, "-dc", (char *)NULL);
    return errno == ENOENT ? NOT_FOUND : NOT_STARTED;
}

/* Lets a pipe hold a MiB, where the system can: tool and reader then wait for each other less often. Reading
 * games from zstd took 1.08 times as long as the tool alone, and 1.35 through 64 KiB (AMD Zen 5). */
static void widen_pipe(int end) {
#ifdef F_SETPIPE_SZ
    fcntl(end, F_SETPIPE_SZ, 1 << 20);
#else
    (void)end;
#endif
}

/* Opens a file for what a tool says: in memory, if the system has such files. */
static int open_said(void) {
#ifdef HAS_FILES_IN_MEMORY
    char path[TEMPORARY_PATH];
    return open_shared_temporary(path);
#else
    return open_temporary(temporary_folder());
#endif
}

bool start_unpacker(struct unpacker *unpacker, const char *tool, int source, const char *bytes,
                    size_t length) {
    int ends[2];
    const int said = open_said();
    if (said < 0)
        return false;
    bool started = false;
    begin_to_start();
    if (open_pipe(ends)) {
        widen_pipe(ends[WRITE_END]);
        struct start start = {tool, source, ends[WRITE_END], said, bytes, length};
        started = guard_start(&unpacker->guard, become_tool, &start);
        const int reason = errno;
        close(ends[WRITE_END]);
        if (!started)
            close(ends[READ_END]);
        errno = reason;
    }
    end_to_start();
    if (!started) {
        const int reason = errno;
        close(said);
        errno = reason;
    }
    unpacker->out = ends[READ_END];
    unpacker->said = said;
    return started;
}

/* Writes the first line that the tool has said, with its name before it. Returns false when there is none. */
static bool quote_tool(const struct unpacker *unpacker, const char *tool, char *text, size_t size) {
    char said[512];
    const ssize_t got = pread(unpacker->said, said, sizeof said, 0);
    size_t begin = 0, end, all = got > 0 ? (size_t)got : 0;
    while (begin < all && (is_blank(said[begin]) || said[begin] == '\n'))
        begin++;
    for (end = begin; end < all && said[end] != '\n' && said[end] != '\r';)
        end++;
    while (end > begin && is_blank(said[end - 1]))
        end--;
    const size_t name = strlen(tool);
    const bool named = end - begin > name && memcmp(said + begin, tool, name) == 0;
    const int used = named ? 0 : snprintf(text, size, "%s: ", tool);
    escape_text(said + begin, end - begin, text + used, size - (size_t)used);
    return end > begin;
}

bool unpacker_ended_well(struct unpacker *unpacker, const char *tool, char *text, size_t size) {
    enum { PATIENCE = 10000 }; /* milliseconds between the end of the output and the end of the tool */
    if (!guard_child_ended(&unpacker->guard, PATIENCE)) {
        snprintf(text, size, "%s has closed its output and does not end", tool);
        return false;
    }
    const int status = unpacker->guard.status;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        snprintf(text, size, "expected the program %s, which decompresses this file; it is not installed",
                 tool);
    else if (!quote_tool(unpacker, tool, text, size))
        snprintf(text, size, "%s ended by %s %d", tool, WIFEXITED(status) ? "status" : "signal",
                 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return false;
}

void stop_unpacker(struct unpacker *unpacker) {
    close(unpacker->out);
    close(unpacker->said);
    guard_stop(&unpacker->guard);
}
