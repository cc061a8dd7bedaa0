/* A waiting thread spins before it sleeps. A thread that sleeps may take milliseconds to wake; what it waits
 * for here takes a hundredth of one. */
#include "cli/base/turns.h"

#include "core/processor/processor.h"

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
