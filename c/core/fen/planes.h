/* The four bits of every code on a board, each as a mask of 64 squares. From these the squares of any code
 * take a few logical operations, without a pass over the board for each. */
#ifndef KS_PLANES_H
#define KS_PLANES_H

#include <stdint.h>

#if defined __AVX512BW__ || defined __AVX2__
#include <immintrin.h>
#else
#include <emmintrin.h>
#endif

struct code_planes {
    uint64_t bits[4]; /* [n]: bit s is bit n of the code on square s */
};

#ifdef __AVX512BW__
static inline void split_board(const uint8_t board[64], struct code_planes *planes) {
    const __m512i codes = _mm512_loadu_si512(board);
    for (unsigned n = 0; n < 4; n++)
        planes->bits[n] = _mm512_test_epi8_mask(codes, _mm512_set1_epi8((char)(1 << n)));
}
#elif defined __AVX2__
static inline void split_board(const uint8_t board[64], struct code_planes *planes) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)board),
                  high = _mm256_loadu_si256((const __m256i *)(board + 32));
    for (unsigned n = 0; n < 4; n++) {
        const uint32_t low_bits = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - (int)n));
        const uint32_t high_bits = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - (int)n));
        planes->bits[n] = (uint64_t)high_bits << 32 | low_bits;
    }
}
#else
static inline void split_board(const uint8_t board[64], struct code_planes *planes) {
    *planes = (struct code_planes){{0}};
    for (unsigned i = 0; i < 64; i += 16) {
        const __m128i codes = _mm_loadu_si128((const __m128i *)(board + i));
        planes->bits[0] |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_slli_epi16(codes, 7)) << i;
        planes->bits[1] |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_slli_epi16(codes, 6)) << i;
        planes->bits[2] |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_slli_epi16(codes, 5)) << i;
        planes->bits[3] |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_slli_epi16(codes, 4)) << i;
    }
}
#endif

/* The squares of one code. */
static inline uint64_t squares_of_code(const struct code_planes *planes, unsigned code) {
    uint64_t squares = ~(uint64_t)0;
    for (unsigned i = 0; i < 4; i++)
        squares &= code >> i & 1 ? planes->bits[i] : ~planes->bits[i];
    return squares;
}

#endif
