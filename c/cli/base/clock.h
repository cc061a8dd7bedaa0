/* A clock by which commands measure how long something takes. */
#ifndef KS_CLOCK_H
#define KS_CLOCK_H

#include <time.h>

/* Seconds since a moment that stays the same while the program runs. */
static inline double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

#endif
