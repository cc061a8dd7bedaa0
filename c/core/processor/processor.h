/* Defines the few operations that differ between processors, and says what is assumed of all of them. A
 * processor has a section here; all others use the last one. KS_FOR_AVX2 and its like say what a build is
 * for: c/builds.mk. */
#ifndef KS_PROCESSOR_H
#define KS_PROCESSOR_H

#include <stdint.h>
#include <string.h>

#if defined __x86_64__ || defined __i386__
#include <emmintrin.h>
#if defined KS_FOR_SSSE3 || defined KS_FOR_BMI2 ||                                                           \
    defined __clang_analyzer__ /* without options, as clang-tidy */
#include "core/processor/intrinsics.h"
#endif
#elif defined __aarch64__
#include <arm_neon.h>
#endif

/* ---- All processors ---- */

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Kingscan takes texts and boards apart as words whose first byte is the lowest: this processor's isn't"
#endif

/* KS_QUICK_TO_COMPILE is for builds with sanitizers, for fuzzers, and for files that are as fast with it: the
 * compiler chooses what it inlines. See c/builds.mk. */
#ifdef KS_QUICK_TO_COMPILE
#define ALWAYS_INLINE static inline
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

typedef uint8_t bytes16 __attribute__((vector_size(16)));

static inline bytes16 load_16(const void *from) {
    bytes16 bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

/* A processor's section has two functions:
 *     unsigned top_bits(bytes16 bytes)       bit n: the highest bit of byte n
 *     void pause_spinning(void)              a hint to the processor that a loop waits for another thread
 * If the processor has faster instructions, its section also defines equal_pairs, as below, and
 * KS_HAS_EQUAL_PAIRS; split_into_bit_planes and KS_HAS_BIT_PLANES; or extract_bits, deposit_bits and
 * KS_HAS_PEXT. */
#if defined __x86_64__ || defined __i386__

/* ---- x86 ---- */

/* x86 with SSE2, which every x86-64 has. Files compiled for more features get more. */
static inline unsigned top_bits(bytes16 bytes) {
    return (unsigned)_mm_movemask_epi8((__m128i)bytes);
}

static inline void pause_spinning(void) {
    _mm_pause();
}

#define KS_HAS_EQUAL_PAIRS

/* Compares two pairs with a third in units of 32 bits: 16 one bits for each equal unit. */
static inline __m128i compare_two_pairs(const __m128i pairs[2], __m128i wanted) {
    return _mm_packs_epi32(_mm_cmpeq_epi32(_mm_load_si128(pairs), wanted),
                           _mm_cmpeq_epi32(_mm_load_si128(pairs + 1), wanted));
}

/* Each word comes from a register or from memory: loading both as one vector would wait until they are
 * stored. */
static inline unsigned equal_pairs(const uint64_t pairs[8], uint64_t first, uint64_t second) {
    const __m128i *at = (const __m128i *)(const void *)pairs;
    const __m128i wanted = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)&first),
                                              _mm_loadl_epi64((const __m128i *)(const void *)&second));
    const unsigned words = (unsigned)_mm_movemask_epi8(
        _mm_packs_epi16(compare_two_pairs(at, wanted), compare_two_pairs(at + 2, wanted)));
    return words & words >> 1 & words >> 2 & words >> 3 & 0x1111;
}

#ifdef KS_FOR_SSSE3
/* Returns table[index] for each index. Its highest bit is 0, and its lowest four count. */
static inline bytes16 shuffled(bytes16 table, bytes16 indices) {
    return (bytes16)_mm_shuffle_epi8((__m128i)table, (__m128i)indices);
}
#endif

#ifdef KS_FOR_AVX512BW
#define KS_HAS_BIT_PLANES
static inline void split_into_bit_planes(const uint8_t board[64], uint64_t planes[4]) {
    const __m512i codes = _mm512_loadu_si512(board);
    for (unsigned n = 0; n < 4; n++)
        planes[n] = _mm512_test_epi8_mask(codes, _mm512_set1_epi8((char)(1 << n)));
}
#elif defined KS_FOR_AVX2
#define KS_HAS_BIT_PLANES
static inline void split_into_bit_planes(const uint8_t board[64], uint64_t planes[4]) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)board),
                  high = _mm256_loadu_si256((const __m256i *)(board + 32));
    for (unsigned n = 0; n < 4; n++) {
        const uint32_t low_bits = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - (int)n));
        const uint32_t high_bits = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - (int)n));
        planes[n] = (uint64_t)high_bits << 32 | low_bits;
    }
}
#endif

#ifdef KS_FOR_FAST_PEXT
#define KS_HAS_PEXT
/* Extract the bits of a word at the set bits of another into adjacent bits, and deposit them back. */
static inline uint64_t extract_bits(uint64_t word, uint64_t places) {
    return _pext_u64(word, places);
}

static inline uint64_t deposit_bits(uint64_t word, uint64_t places) {
    return _pdep_u64(word, places);
}
#endif

#elif defined __aarch64__

/* ---- aarch64 ---- */

/* 64-bit Arm; all of these processors have NEON. */
static inline unsigned top_bits(bytes16 bytes) {
    static const int8_t places[16] = {-7, -6, -5, -4, -3, -2, -1, 0, -7, -6, -5, -4, -3, -2, -1, 0};
    const uint8x16_t tops = vandq_u8((uint8x16_t)bytes, vdupq_n_u8(0x80));
    const uint8x16_t bits = vshlq_u8(tops, vld1q_s8(places));
    return vaddv_u8(vget_low_u8(bits)) | (unsigned)vaddv_u8(vget_high_u8(bits)) << 8;
}

static inline void pause_spinning(void) {
    __asm__ volatile("yield");
}

#else

/* ---- Any other ---- */

/* Any processor with words of 64 bits: C alone. */
/* The product brings bit 8n of the factor to bit 56 + n. */
static inline unsigned top_bits_of_word(uint64_t word) {
    return (unsigned)((word >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56);
}

static inline unsigned top_bits(bytes16 bytes) {
    uint64_t words[2];
    memcpy(words, &bytes, sizeof words);
    return top_bits_of_word(words[0]) | top_bits_of_word(words[1]) << 8;
}

static inline void pause_spinning(void) {
}

#endif

/* ---- Common forms ---- */

/* Returns which of four pairs of words equal (first, second): bit 4n tells of pair n. pairs is at an address
 * that is a multiple of 16. Has no branch, since the end of a search cannot be predicted. */
#ifndef KS_HAS_EQUAL_PAIRS
static inline unsigned equal_pairs(const uint64_t pairs[8], uint64_t first, uint64_t second) {
    unsigned equal = 0;
    for (unsigned n = 0; n < 4; n++)
        equal |= (unsigned)(((pairs[2 * n] ^ first) | (pairs[2 * n + 1] ^ second)) == 0) << 4 * n;
    return equal;
}
#endif

#endif
