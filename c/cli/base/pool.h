/* Threads that share the work of a run: a pool of them, and turns for what has to be done in order. */
#ifndef KS_POOL_H
#define KS_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Pools ---- */

struct pool {
    pthread_t *threads;
    unsigned count;      /* threads that were started */
    atomic_uint working; /* threads that still work */
};

/* Starts `count` threads, or as many as the system gives; thread i calls work(workers + i * size). Fails when
 * there are fewer than `least`. The pool stays where it is until end_pool. */
void start_pool(struct pool *pool, unsigned count, unsigned least, void (*work)(void *worker), void *workers,
                size_t size);

/* Waits a tenth of a second, or until wake is called or a thread ends. Returns whether any is still
 * at work. */
bool wait_for_pool(struct pool *pool);

/* Waits until all threads have ended. */
void end_pool(struct pool *pool);

/* Works in this thread and in `jobs` - 1 others, or in as many as the system gives; returns when all have
 * ended. They call work as the threads of start_pool do. */
void work_in_pool(unsigned jobs, void (*work)(void *worker), void *workers, size_t size);

/* ---- Turns ---- */

/* Threads that take turns in the order of what they work on, so that the outcome doesn't depend on who is
 * faster. */

enum { TURNS_AHEAD = 64 };

struct turns {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    _Atomic uint64_t next; /* the number of the turn, from 0 */
    uint64_t left;         /* bit number % TURNS_AHEAD: the turn of this number has been left */
};

#define TURNS_START                                                                                          \
    { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER }

/* Returns when it is the turn of this number. */
void wait_for_turn(struct turns *turns, uint64_t number);

/* Gives the turn to the next number. Returns true when that turn has been left: then it is the caller's, who
 * does that turn's work and passes it on. */
bool pass_turn(struct turns *turns);

/* Returns whether the turn of this number is less than TURNS_AHEAD turns ahead. Once it is, it stays so. */
bool turn_is_near(struct turns *turns, uint64_t number);

/* Leaves a turn that is near to the thread that has the turn before it. Returns false when it is the caller's
 * turn already: nobody else will take it. */
bool leave_turn(struct turns *turns, uint64_t number);

/* Locks a mutex that other threads hold for short times only. */
void lock_spinning(pthread_mutex_t *lock);

#endif
