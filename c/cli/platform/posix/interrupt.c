/* Handles Ctrl-C, the signals that end the program, and its deadline, on POSIX. The handler calls only
 * functions that POSIX allows there: write, clock_gettime, timer_settime and _exit, and a wake function that
 * is safe too. */
#include "cli/platform/posix/beyond.h" /* first */

#include "cli/base/waiting.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"

/* A second signal within this time counts as the first: timeout(1) sends each signal twice, to the program
 * and to its group. */
static const double echo_seconds = 0.02;

/* The time to print what is done. A program that keeps assertions has sanitizers, too, and is much slower. */
#ifdef NDEBUG
static const double grace_seconds = 0.1;
#else
static const double grace_seconds = 1;
#endif

atomic_int interrupted;
double run_deadline = INFINITY;
static void (*wake_up)(void);
static double first_seconds;
static int wake_pipe[2] = {-1, -1};

/* ---- Timers ---- */

/* Timers that call a function, once: one is set by a signal handler. */

static struct timespec time_of(double seconds) {
    return (struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
}

#ifdef HAS_TIMERS

typedef timer_t alarm_clock;

/* A separate signal distinguishes the end of a timer from signals that others send. */
static void make_timer(alarm_clock *timer, unsigned number, void (*handler)(int)) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN + (int)number};
    sigaction(event.sigev_signo, &(struct sigaction){.sa_handler = handler}, NULL);
    if (timer_create(CLOCK_MONOTONIC, &event, timer) != 0)
        fail("timer: %s", strerror(errno));
}

/* Safe in a signal handler. */
static void set_timer(alarm_clock *timer, double seconds) {
    timer_settime(*timer, 0, &(struct itimerspec){.it_value = time_of(seconds)}, NULL);
}

#else

/* A thread that sleeps as soon as it reads for how long. */
typedef struct {
    int ends[2];
    void (*handler)(int);
} alarm_clock;

static void *run_timer(void *context) {
    const alarm_clock *const timer = context;
    double seconds;
    ssize_t got;
    while ((got = read(timer->ends[0], &seconds, sizeof seconds)) < 0 && errno == EINTR)
        ;
    if (got == (ssize_t)sizeof seconds) {
        struct timespec left = time_of(seconds);
        while (nanosleep(&left, &left) != 0 && errno == EINTR)
            ;
        timer->handler(0);
    }
    return NULL;
}

static void make_timer(alarm_clock *timer, unsigned number, void (*handler)(int)) {
    pthread_t thread;
    sigset_t all, before;
    (void)number;
    timer->handler = handler;
    if (pipe(timer->ends) != 0)
        fail("timer: %s", strerror(errno));
    for (unsigned i = 0; i < 2; i++)
        fcntl(timer->ends[i], F_SETFD, FD_CLOEXEC);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* which the thread inherits */
    const int error = start_thread(&thread, run_timer, timer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        fail("timer: %s", strerror(error));
    pthread_detach(thread);
}

/* Safe in a signal handler. */
static void set_timer(alarm_clock *timer, double seconds) {
    const ssize_t written = write(timer->ends[1], &seconds, sizeof seconds);
    (void)written;
}

#endif

static alarm_clock grace, limit;

/* ---- Ends ---- */

static void (*clean_up)(void);
static pid_t cleaner; /* a child process, which has the handlers at first, leaves its parent's files */

static void clean_up_own(void) {
    if (clean_up && getpid() == cleaner)
        clean_up();
}

static _Noreturn void clean_up_and_exit(int status) {
    clean_up_own();
    _exit(status);
}

/* The signal comes again when the handler has returned. */
static void clean_up_and_end(int number) {
    clean_up_own();
    signal(number, SIG_DFL);
    raise(number);
}

void clean_up_at_signals(void (*clean)(void)) {
    static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
    struct sigaction before;
    cleaner = getpid();
    clean_up = clean;
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(signals[i], &(struct sigaction){.sa_handler = clean_up_and_end}, NULL);
}

/* ---- Interrupts ---- */

void wake_pollers(void) {
    const ssize_t written = write(wake_pipe[1], "", 1);
    (void)written; /* a full pipe is readable too */
}

static void interrupt(int number) {
    const int was = errno; /* of the interrupted code */
    (void)number;
    const double now = seconds_now();
    if (interrupted && now - first_seconds > echo_seconds)
        clean_up_and_exit(STATUS_INTERRUPTED);
    if (interrupted++ == 0) {
        first_seconds = now;
        set_timer(&grace, grace_seconds);
    }
    wake_pollers();
    if (wake_up)
        wake_up();
    errno = was;
}

static void end_interrupted(int number) {
    (void)number;
    clean_up_and_exit(STATUS_INTERRUPTED);
}

static const char *last_message;

static void end_late(int number) {
    (void)number;
    const ssize_t written = write(STDERR_FILENO, last_message, strlen(last_message));
    (void)written;
    clean_up_and_exit(STATUS_FAILED);
}

void end_program_after(double seconds, const char *message) {
    last_message = message;
    make_timer(&limit, 1, end_late);
    set_timer(&limit, seconds);
}

static void open_wake_pipe(void) {
    if (pipe(wake_pipe) != 0)
        fail("pipe: %s", strerror(errno));
    for (unsigned i = 0; i < 2; i++)
        fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
    fcntl(wake_pipe[1], F_SETFL, O_NONBLOCK);
}

void catch_interrupts(void (*wake_waiting)(void)) {
    struct sigaction before;
    if (wake_pipe[0] < 0)
        open_wake_pipe();
    wake_up = wake_waiting;
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    make_timer(&grace, 0, end_interrupted);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
}

int interrupt_descriptor(void) {
    return wake_pipe[0];
}
