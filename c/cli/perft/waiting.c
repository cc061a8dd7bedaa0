/* A semaphore, since its post is one of the few calls that a signal handler may make. */
#include "cli/perft/waiting.h"

#include <errno.h>
#include <semaphore.h>
#include <time.h>

static sem_t woken;

void start_waiting(void) {
    sem_init(&woken, 0, 0);
}

void wait_a_moment(void) {
    enum { NANOSECONDS = 100000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    sem_timedwait(&woken, &until); /* however it ends, there is something to look at */
}

void wake(void) {
    const int before = errno;
    sem_post(&woken);
    errno = before;
}
