/* Threads that share a run's work, and how the thread that shows progress waits for them. Threads that have
 * to keep an order take turns: see turns.h. */
#ifndef KS_POOL_H
#define KS_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct pool {
    pthread_t *threads;
    unsigned count;      /* threads that were started */
    atomic_uint working; /* threads whose work has not ended */
};

/* Starts `count` threads, or as many as the system gives; thread i calls work(workers + i * size). Fails when
 * there are fewer than `least`. The pool stays where it is until end_pool. */
void start_pool(struct pool *pool, unsigned count, unsigned least, void (*work)(void *worker), void *workers,
                size_t size);

/* Waits a tenth of a second, or until wake is called or a thread ends. Returns whether any is still at work.
 */
bool wait_for_pool(struct pool *pool);

/* Waits until all threads have ended. */
void end_pool(struct pool *pool);

/* Ends the wait of the waiting thread, or its next one. For signal handlers too. */
void wake(void);

#endif
