/* A waiting thread spins before it sleeps. A thread that sleeps may take milliseconds to wake; what it waits
 * for here takes a hundredth of one. */
#include "cli/check/turns.h"

enum { SPINS = 1 << 14 };

void lock_spinning(pthread_mutex_t *lock) {
    for (unsigned spins = 0; pthread_mutex_trylock(lock) != 0; spins++) {
        if (spins == SPINS) {
            pthread_mutex_lock(lock);
            return;
        }
        __builtin_ia32_pause();
    }
}

void wait_for_turn(struct turns *turns, uint64_t number) {
    for (unsigned spins = 0; spins < SPINS && turns->next != number; spins++)
        __builtin_ia32_pause();
    pthread_mutex_lock(&turns->lock);
    while (turns->next != number)
        pthread_cond_wait(&turns->changed, &turns->lock);
    pthread_mutex_unlock(&turns->lock);
}

void pass_turn(struct turns *turns) {
    pthread_mutex_lock(&turns->lock);
    turns->next++;
    pthread_cond_broadcast(&turns->changed);
    pthread_mutex_unlock(&turns->lock);
}
