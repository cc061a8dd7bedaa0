/* Starts programs and ends them. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/io/process.h"
#include "cli/platform/posix/fork.h"

/* ---- Pipes ---- */

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

void processes_expect(unsigned count) {
    enum { OF_EACH = 4, OTHERS = 32 }; /* input, output, errors and the lifeline of the guard */
    const rlim_t needed = count * OF_EACH + OTHERS;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return;
    limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* ---- Starting ---- */

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
    /* Processes start one at a time, so that no child inherits the pipes of another before they are
     * marked. */
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct program program = {.arguments = arguments};
    const struct pipes *const pipes = &program.pipes;
    pthread_mutex_lock(&lock);
    const bool opened = open_pipes(&program.pipes, with_input);
    const bool started = opened && guard_start(&process->guard, become, &program);
    const int reason = errno;
    pthread_mutex_unlock(&lock);
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

/* ---- The end ---- */

void process_stop(struct process *process) {
    close_all((const int[]){process->in, process->out.fd, process->err.fd}, 3);
    guard_stop(&process->guard);
}
