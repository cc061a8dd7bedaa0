/* Reads the clock of every benchmark, in C and in C++: the processor time of this thread. */
#ifndef KS_BENCH_CLOCK_H
#define KS_BENCH_CLOCK_H

#include <time.h>

/* Returns nanoseconds of this thread's processor time since some moment, so that other work on the machine
 * counts for little. In elapsed time, other programs would hit the long timings of plain C far more often
 * than the short ones, and every ratio would flatter the kernels. */
static inline double processor_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static inline double processor_seconds(void) {
    return processor_ns() * 1e-9;
}

#endif
