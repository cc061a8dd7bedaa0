/* The time that passes, for those who measure it. */
#ifndef KS_CLOCK_H
#define KS_CLOCK_H

#include <time.h>

/* Seconds since some moment that stays the same. */
static inline double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

#endif
