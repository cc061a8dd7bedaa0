/* Vectors of 64 bits a lane, as wide as the build has them: 16 bytes, or those of AVX2 or AVX-512. */
#ifndef KS_VECTORS_H
#define KS_VECTORS_H

#include <string.h>

#include "core/geometry/geometry.h"
#include "core/processor/processor.h"

#ifdef __AVX512F__
typedef uint64_t masks __attribute__((vector_size(64)));
#elif defined __AVX2__
typedef uint64_t masks __attribute__((vector_size(32)));
#else
typedef uint64_t masks __attribute__((vector_size(16)));
#endif
enum { LANES = sizeof(masks) / 8 };

ALWAYS_INLINE masks load(const void *lanes) {
    masks loaded;
    memcpy(&loaded, lanes, sizeof loaded);
    return loaded;
}

ALWAYS_INLINE void store(void *lanes, masks stored) {
    memcpy(lanes, &stored, sizeof stored);
}

/* Returns the same number in each lane. */
ALWAYS_INLINE masks in_all(uint64_t number) {
    return (masks){0} + number;
}

/* Returns all ones in the lanes with this number, zeros in others. */
ALWAYS_INLINE masks ones_if_equal(masks a, uint64_t number) {
    return (masks)(a == number);
}

/* Returns the highest bit of each lane; bit n is that of lane n. */
ALWAYS_INLINE unsigned highest_bits(masks a) {
#ifdef __AVX512F__
    return _mm512_movepi64_mask((__m512i)a);
#elif defined __AVX2__
    return (unsigned)_mm256_movemask_pd((__m256d)a);
#elif defined __SSE2__
    return (unsigned)_mm_movemask_pd((__m128d)a);
#else
    return (unsigned)(a[0] >> 63 | a[1] >> 63 << 1);
#endif
}

/* ---- Bytes ---- */

typedef uint8_t bytes __attribute__((vector_size(8 * LANES)));

#ifdef __SSSE3__
/* Looks up the lower half of each index below 0x80 in a table of 16; from 0x80 on, returns 0. */
ALWAYS_INLINE masks look_up(const char table[16], masks index) {
    __m128i entries;
    memcpy(&entries, table, sizeof entries);
#ifdef __AVX512F__
    return (masks)_mm512_shuffle_epi8(_mm512_broadcast_i32x4(entries), (__m512i)index);
#elif defined __AVX2__
    return (masks)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(entries), (__m256i)index);
#else
    return (masks)_mm_shuffle_epi8(entries, (__m128i)index);
#endif
}
#endif

/* Returns the highest bit of each byte; bit n is that of byte n. */
ALWAYS_INLINE uint64_t highest_bits_of_bytes(masks a) {
#ifdef __AVX512F__
    return _mm512_movepi8_mask((__m512i)a);
#elif defined __AVX2__
    return (unsigned)_mm256_movemask_epi8((__m256i)a);
#else
    return top_bits((bytes16)a);
#endif
}

/* ---- Conditions of lanes ---- */

#ifdef __AVX512F__
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
#elif defined __AVX2__
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
#endif

#endif
