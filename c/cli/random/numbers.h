/* Random numbers: one generator with a state of one word, for games and positions, and a faster one for
 * boards. The same seed gives the same numbers. */
#ifndef KS_RANDOM_NUMBERS_H
#define KS_RANDOM_NUMBERS_H

#include <stdint.h>

#include "core/board/hashes.h"

/* Returns a number from 0 to limit - 1. */
static inline unsigned draw_below(uint64_t *state, unsigned limit) {
    return (unsigned)((splitmix64(state) >> 32) * limit >> 32);
}

/* xoshiro256**. Source: D. Blackman and S. Vigna, prng.di.unimi.it. */
struct xoshiro {
    uint64_t state[4];
};

static inline void xoshiro_start(struct xoshiro *generator, uint64_t seed) {
    for (unsigned i = 0; i < 4; i++)
        generator->state[i] = splitmix64(&seed);
}

static inline uint64_t rotate_left(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

static inline uint64_t xoshiro_draw(struct xoshiro *generator) {
    uint64_t *s = generator->state;
    const uint64_t drawn = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return drawn;
}

/* Returns a number from 0 to limit - 1. */
static inline unsigned xoshiro_below(struct xoshiro *generator, unsigned limit) {
    return (unsigned)((xoshiro_draw(generator) >> 32) * limit >> 32);
}

/* Does the same for limits of any size, each number being as likely. limit: not 0. */
static inline uint64_t xoshiro_below_any(struct xoshiro *generator, uint64_t limit) {
    const uint64_t mask = ~(uint64_t)0 >> __builtin_clzll(limit | 1);
    uint64_t drawn;
    do
        drawn = xoshiro_draw(generator) & mask;
    while (drawn >= limit);
    return drawn;
}

#endif
