/* Threads that take turns in the order of what they work on, so that the outcome doesn't depend on who is
 * faster. */
#ifndef KS_TURNS_H
#define KS_TURNS_H

#include <pthread.h>
#include <stdint.h>

struct turns {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    _Atomic uint64_t next; /* whose turn it is: numbers count from 0 */
};

#define TURNS_START                                                                                          \
    { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER }

/* Returns when it is the turn of this number. */
void wait_for_turn(struct turns *turns, uint64_t number);

/* Gives the turn to the next number. */
void pass_turn(struct turns *turns);

/* Locks a mutex that other threads hold for short times only. */
void lock_spinning(pthread_mutex_t *lock);

#endif
