/* Vectors of 64 bits a lane, as wide as the build has them, and conditions of lanes. For builds without AVX2
 * a vector is one number: two lanes of SSE2 take twice as long, as it does not compare such numbers. */
#ifndef KS_VECTORS_H
#define KS_VECTORS_H

#include <string.h>

#include "core/geometry/geometry.h"
#include "core/processor/processor.h"

#ifdef __AVX512F__
typedef uint64_t masks __attribute__((vector_size(64)));
typedef unsigned condition; /* bit n: lane n */

ALWAYS_INLINE condition is_some(masks a) {
    return _mm512_test_epi64_mask((__m512i)a, (__m512i)a);
}

ALWAYS_INLINE condition is_greater(masks a, masks b) {
    return _mm512_cmpgt_epu64_mask((__m512i)a, (__m512i)b);
}

ALWAYS_INLINE condition are_equal(masks a, masks b) {
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
}

/* Returns `yes` where a condition holds, else 0. */
ALWAYS_INLINE masks where(condition c, masks yes) {
    return (masks)_mm512_maskz_mov_epi64((__mmask8)c, (__m512i)yes);
}

ALWAYS_INLINE unsigned lanes_of(condition c) {
    return c;
}
#elif defined __AVX2__
typedef uint64_t masks __attribute__((vector_size(32)));
typedef int64_t condition __attribute__((vector_size(32))); /* all ones, or zeros */

ALWAYS_INLINE condition is_some(masks a) {
    return ~(condition)(a == 0);
}

/* The numbers have their highest bit in common. */
ALWAYS_INLINE condition is_greater(masks a, masks b) {
    return (condition)a > (condition)b;
}

ALWAYS_INLINE condition are_equal(masks a, masks b) {
    return (condition)(a == b);
}

ALWAYS_INLINE masks where(condition c, masks yes) {
    return (masks)c & yes;
}

ALWAYS_INLINE unsigned lanes_of(condition c) {
    return (unsigned)_mm256_movemask_pd((__m256d)c);
}
#else
typedef uint64_t masks;
typedef unsigned condition;

ALWAYS_INLINE condition is_some(masks a) {
    return a != 0;
}

ALWAYS_INLINE condition is_greater(masks a, masks b) {
    return a > b;
}

ALWAYS_INLINE condition are_equal(masks a, masks b) {
    return a == b;
}

ALWAYS_INLINE masks where(condition c, masks yes) {
    return c ? yes : 0;
}

ALWAYS_INLINE unsigned lanes_of(condition c) {
    return c;
}
#endif

enum { LANES = sizeof(masks) / 8, ALL_LANES = (1 << LANES) - 1 };

/* Returns the same number in each lane. */
ALWAYS_INLINE masks in_all(uint64_t number) {
    return (masks){0} + number;
}

ALWAYS_INLINE masks load(const void *lanes) {
    masks loaded;
    memcpy(&loaded, lanes, sizeof loaded);
    return loaded;
}

ALWAYS_INLINE void store(void *lanes, masks stored) {
    memcpy(lanes, &stored, sizeof stored);
}

#endif
