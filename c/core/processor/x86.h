/* x86 with SSE2, which every x86-64 has. Files compiled for more features get more. */
#ifndef KS_PROCESSOR_X86_H
#define KS_PROCESSOR_X86_H

#include <immintrin.h>

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

#ifdef __SSSE3__
/* Returns table[index] for each index, of which the highest bit is 0 and the lowest four count. */
static inline bytes16 shuffled(bytes16 table, bytes16 indices) {
    return (bytes16)_mm_shuffle_epi8((__m128i)table, (__m128i)indices);
}
#endif

#ifdef __AVX512BW__
#define KS_HAS_BIT_PLANES
static inline void split_into_bit_planes(const uint8_t board[64], uint64_t planes[4]) {
    const __m512i codes = _mm512_loadu_si512(board);
    for (unsigned n = 0; n < 4; n++)
        planes[n] = _mm512_test_epi8_mask(codes, _mm512_set1_epi8((char)(1 << n)));
}
#elif defined __AVX2__
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

/* (-march=native alone allows PEXT even in code for processors with a slow PEXT.) */
#if defined __BMI2__ && defined KS_FAST_PEXT
#define KS_HAS_PEXT
/* Extract the bits of a word at the set bits of another into adjacent bits, and deposit them back. */
static inline uint64_t extract_bits(uint64_t word, uint64_t places) {
    return _pext_u64(word, places);
}

static inline uint64_t deposit_bits(uint64_t word, uint64_t places) {
    return _pdep_u64(word, places);
}
#endif

#endif
