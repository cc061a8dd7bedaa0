/* Catches SIGINT. The handler calls only functions that POSIX allows there: write, clock_gettime,
 * timer_settime and _exit, and a wake function that is safe too. */
#include "cli/base/waiting.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/messages.h"

/* The time to print what is done, and the time within which a second signal counts as the first: timeout(1)
 * sends each signal twice, to the program and to its group. */
static const double echo_seconds = 0.02;
enum { GRACE_NANOSECONDS = 100000000 };

atomic_int interrupted;
double run_deadline = INFINITY;
static void (*wake_up)(void);
static double first_seconds;
static timer_t grace;
static int wake_pipe[2] = {-1, -1};

void wake_pollers(void) {
    const ssize_t written = write(wake_pipe[1], "", 1);
    (void)written; /* a full pipe is readable too */
}

static void interrupt(int number) {
    const int was = errno; /* of the interrupted code */
    (void)number;
    const double now = seconds_now();
    if (interrupted && now - first_seconds > echo_seconds)
        _exit(STATUS_INTERRUPTED);
    if (interrupted++ == 0) {
        first_seconds = now;
        timer_settime(grace, 0, &(struct itimerspec){.it_value.tv_nsec = GRACE_NANOSECONDS}, NULL);
    }
    wake_pollers();
    if (wake_up)
        wake_up();
    errno = was;
}

static void end_interrupted(int number) {
    (void)number;
    _exit(STATUS_INTERRUPTED);
}

static const char *last_message;

static void end_late(int number) {
    (void)number;
    const ssize_t written = write(STDERR_FILENO, last_message, strlen(last_message));
    (void)written;
    _exit(STATUS_FAILED);
}

/* Makes a timer and the handler of its end. A separate signal distinguishes it from signals that others
 * send. */
static timer_t new_timer(int number, void (*handler)(int)) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
    timer_t timer;
    sigaction(number, &(struct sigaction){.sa_handler = handler}, NULL);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
        fail("timer: %s", strerror(errno));
    return timer;
}

void end_program_after(double seconds, const char *message) {
    const struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    last_message = message;
    timer_settime(new_timer(SIGRTMIN + 1, end_late), 0, &(struct itimerspec){.it_value = time}, NULL);
}

static void open_wake_pipe(void) {
    if (pipe(wake_pipe) != 0)
        fail("pipe: %s", strerror(errno));
    for (unsigned i = 0; i < 2; i++)
        fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
    fcntl(wake_pipe[1], F_SETFL, O_NONBLOCK);
}

void catch_interrupts(void (*wake)(void)) {
    struct sigaction before;
    if (wake_pipe[0] < 0)
        open_wake_pipe();
    wake_up = wake;
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    grace = new_timer(SIGRTMIN, end_interrupted);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
}

int interrupt_descriptor(void) {
    return wake_pipe[0];
}
