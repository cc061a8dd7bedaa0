/* Random numbers that are the same on every machine: splitmix64 (G. Steele, D. Lea, C. Flood, 2014). */
#ifndef KS_SPLITMIX_H
#define KS_SPLITMIX_H

#include <stdint.h>

#define SPLITMIX64_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t splitmix64(uint64_t *state) {
    uint64_t z = *state += SPLITMIX64_STEP;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Returns the n-th output of splitmix64 started at 0. It replaces a table that would have to be filled. */
static inline uint64_t splitmix64_number(unsigned n) {
    uint64_t state = n * SPLITMIX64_STEP;
    return splitmix64(&state);
}

#endif
