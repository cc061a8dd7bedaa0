/* Threads that share the work of a run: a pool of them, and turns for what has to be done in order. */
#include "cli/base/pool.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"
#include "core/processor/processor.h"

/* ---- Pools ---- */

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
    begin_waiting();
    *pool = (struct pool){.threads = given(calloc(count + 1, sizeof *pool->threads)), .working = count};
    while (pool->count < count && error == 0) {
        struct start *const start = given(malloc(sizeof *start));
        *start = (struct start){pool, work, (char *)workers + pool->count * size};
        error = start_thread(&pool->threads[pool->count], run_worker, start);
        if (error)
            free(start);
        else
            pool->count++;
    }
    pool->working -= count - pool->count;
    if (pool->count < least)
        fail("%s%s", error == ENOMEM ? "" : "cannot start a thread: ", strerror(error));
}

bool wait_for_pool(struct pool *pool) {
    enum { MILLISECONDS = 100 };
    if (pool->working == 0)
        return false;
    wait_until_woken(MILLISECONDS); /* however the wait ends, the caller has something to show */
    return pool->working > 0;
}

void end_pool(struct pool *pool) {
    for (unsigned i = 0; i < pool->count; i++)
        pthread_join(pool->threads[i], NULL);
    free(pool->threads);
}

void work_in_pool(unsigned jobs, void (*work)(void *worker), void *workers, size_t size) {
    struct pool pool;
    start_pool(&pool, jobs - 1, 0, work, (char *)workers + size, size);
    work(workers);
    end_pool(&pool);
}

/* ---- Turns ---- */

/* A waiting thread spins before it sleeps. A thread that sleeps may take milliseconds to wake; what it waits
 * for here takes a hundredth of one. */

enum { SPINS = 1 << 14 };

void lock_spinning(pthread_mutex_t *lock) {
    for (unsigned spins = 0; pthread_mutex_trylock(lock) != 0; spins++) {
        if (spins == SPINS) {
            pthread_mutex_lock(lock);
            return;
        }
        pause_spinning();
    }
}

void wait_for_turn(struct turns *turns, uint64_t number) {
    for (unsigned spins = 0; spins < SPINS; spins++) {
        if (turns->next == number)
            return; /* without the lock, which whoever has passed the turn may still hold */
        pause_spinning();
    }
    pthread_mutex_lock(&turns->lock);
    while (turns->next != number)
        pthread_cond_wait(&turns->changed, &turns->lock);
    pthread_mutex_unlock(&turns->lock);
}

static uint64_t bit_of(uint64_t number) {
    return UINT64_C(1) << number % TURNS_AHEAD;
}

bool turn_is_near(struct turns *turns, uint64_t number) {
    return number - turns->next < TURNS_AHEAD;
}

bool leave_turn(struct turns *turns, uint64_t number) {
    pthread_mutex_lock(&turns->lock);
    const bool ahead = turns->next != number;
    if (ahead)
        turns->left |= bit_of(number);
    pthread_mutex_unlock(&turns->lock);
    return ahead;
}

bool pass_turn(struct turns *turns) {
    pthread_mutex_lock(&turns->lock);
    const uint64_t next = turns->next + 1;
    const bool left = turns->left & bit_of(next);
    turns->left &= ~bit_of(next);
    turns->next = next;
    if (!left)
        pthread_cond_broadcast(&turns->changed);
    pthread_mutex_unlock(&turns->lock);
    return left;
}
