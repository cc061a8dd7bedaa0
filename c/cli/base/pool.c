/* The waiting thread sleeps on a semaphore, since its post is one of the few calls that a signal handler may
 * make. */
#include "cli/base/pool.h"

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/base/memory.h"
#include "cli/base/messages.h"

static sem_t woken;
static pthread_once_t woken_begins = PTHREAD_ONCE_INIT;

static void begin_woken(void) {
    sem_init(&woken, 0, 0);
}

void wake(void) {
    const int before = errno;
    sem_post(&woken);
    errno = before;
}

/* The argument of a thread, which frees it. */
struct start {
    struct pool *pool;
    void (*work)(void *worker);
    void *worker;
};

static void *run_worker(void *argument) {
    const struct start start = *(struct start *)argument;
    free(argument);
    start.work(start.worker);
    start.pool->working--;
    wake();
    return NULL;
}

void start_pool(struct pool *pool, unsigned count, unsigned least, void (*work)(void *worker), void *workers,
                size_t size) {
    int error = 0;
    pthread_once(&woken_begins, begin_woken);
    *pool = (struct pool){.threads = given(calloc(count + 1, sizeof *pool->threads)), .working = count};
    while (pool->count < count && error == 0) {
        struct start *const start = given(malloc(sizeof *start));
        *start = (struct start){pool, work, (char *)workers + pool->count * size};
        error = pthread_create(&pool->threads[pool->count], NULL, run_worker, start);
        if (error)
            free(start);
        else
            pool->count++;
    }
    pool->working -= count - pool->count;
    if (pool->count < least)
        fail("cannot start a thread: %s", strerror(error));
}

bool wait_for_pool(struct pool *pool) {
    enum { NANOSECONDS = 100000000 };
    struct timespec until;
    if (pool->working == 0)
        return false;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    sem_timedwait(&woken, &until); /* however the wait ends, the caller has something to show */
    return pool->working > 0;
}

void end_pool(struct pool *pool) {
    for (unsigned i = 0; i < pool->count; i++)
        pthread_join(pool->threads[i], NULL);
    free(pool->threads);
}
