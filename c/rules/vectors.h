/* Defines vectors of 64 bits a lane for gcc and clang, of as many bytes as the build has: 16 bytes, or those
 * of AVX2 or AVX-512. */
#ifndef KS_VECTORS_H
#define KS_VECTORS_H

#include <string.h>

#include "core/board/geometry.h"
#include "core/processor/processor.h"

#ifdef KS_FOR_AVX512BW
typedef uint64_t masks __attribute__((vector_size(64)));
#elif defined KS_FOR_AVX2
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
#ifdef KS_FOR_AVX512BW
    return _mm512_movepi64_mask((__m512i)a);
#elif defined KS_FOR_AVX2
    return (unsigned)_mm256_movemask_pd((__m256d)a);
#elif defined __SSE2__
    return (unsigned)_mm_movemask_pd((__m128d)a);
#else
    return (unsigned)(a[0] >> 63 | a[1] >> 63 << 1);
#endif
}

#ifdef KS_FOR_AVX2
/* Returns all lanes of b but the last one, behind the last one of a. */
ALWAYS_INLINE masks last_and_first(masks a, masks b) {
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_alignr_epi64((__m512i)b, (__m512i)a, 7);
#else
    const __m256i between = _mm256_permute2x128_si256((__m256i)a, (__m256i)b, 0x21);
    return (masks)_mm256_alignr_epi8((__m256i)b, between, 8);
#endif
}
#endif

/* ---- Bytes ---- */

typedef uint8_t bytes __attribute__((vector_size(8 * LANES)));

#ifdef KS_FOR_SSSE3
/* Returns the bytes of each 16 that stand at these indices. From 0x80 on, an index stands for 0; else its
 * lower half counts. */
ALWAYS_INLINE masks shuffle_by(masks bytes_16, masks indices) {
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_shuffle_epi8((__m512i)bytes_16, (__m512i)indices);
#elif defined KS_FOR_AVX2
    return (masks)_mm256_shuffle_epi8((__m256i)bytes_16, (__m256i)indices);
#else
    return (masks)_mm_shuffle_epi8((__m128i)bytes_16, (__m128i)indices);
#endif
}

/* Returns these 16 bytes, over and over. */
ALWAYS_INLINE masks all_of(const char bytes_16[16]) {
    __m128i loaded;
    memcpy(&loaded, bytes_16, sizeof loaded);
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_broadcast_i32x4(loaded);
#elif defined KS_FOR_AVX2
    return (masks)_mm256_broadcastsi128_si256(loaded);
#else
    return (masks)loaded;
#endif
}

ALWAYS_INLINE masks look_up(const char table[16], masks indices) {
    return shuffle_by(all_of(table), indices);
}

ALWAYS_INLINE masks shuffle(masks a, const char indices[16]) {
    return shuffle_by(a, all_of(indices));
}
#endif

/* Returns the highest bit of each byte; bit n is that of byte n. */
ALWAYS_INLINE uint64_t highest_bits_of_bytes(masks a) {
#ifdef KS_FOR_AVX512BW
    return _mm512_movepi8_mask((__m512i)a);
#elif defined KS_FOR_AVX2
    return (unsigned)_mm256_movemask_epi8((__m256i)a);
#else
    return top_bits((bytes16)a);
#endif
}

#endif
