/* Squares beyond others, four directions at a time: see tally.h, which includes this. */
#ifndef KS_TALLY_AVX2_H
#define KS_TALLY_AVX2_H

#include <immintrin.h>

/* Adds numbers of `bits` bits, lane by lane; the sum has one bit more. */
ALWAYS_INLINE void add_lanes(__m256i *sum, const __m256i *term, unsigned bits) {
    __m256i carry = _mm256_setzero_si256();
    UNROLLED
    for (unsigned i = 0; i < bits; i++) {
        const __m256i half = _mm256_xor_si256(sum[i], term[i]), both = _mm256_and_si256(sum[i], term[i]);
        sum[i] = _mm256_xor_si256(half, carry);
        carry = _mm256_or_si256(both, _mm256_and_si256(half, carry));
    }
    sum[bits] = carry;
}

/* Sets the bits of the counts in four directions. steps: how far the squares beyond are; up: whether their
 * numbers are greater. */
ALWAYS_INLINE void count_four_beyond(__m256i count[3], __m256i rays, __m256i empty, __m256i steps, bool up) {
    const __m256i open = _mm256_and_si256(rays, empty);
    __m256i at_least[7] = {rays};
    UNROLLED
    for (unsigned i = 1; i < 7; i++)
        at_least[i] = _mm256_and_si256(open, up ? _mm256_srlv_epi64(at_least[i - 1], steps)
                                                : _mm256_sllv_epi64(at_least[i - 1], steps));
    const __m256i odd = _mm256_or_si256(_mm256_andnot_si256(at_least[2], at_least[1]),
                                        _mm256_andnot_si256(at_least[4], at_least[3]));
    count[0] = _mm256_or_si256(odd, _mm256_andnot_si256(at_least[6], at_least[5]));
    count[1] = _mm256_or_si256(_mm256_andnot_si256(at_least[4], at_least[2]), at_least[6]);
    count[2] = at_least[4];
}

/* Sets each number to the sum over all directions. */
ALWAYS_INLINE void tally_beyond(struct tally *numbers, const uint64_t rays[8], uint64_t empty) {
    const __m256i squares = _mm256_set1_epi64x((int64_t)empty);
    const __m256i up = _mm256_loadu_si256((const void *)&rays[EAST]);
    const __m256i down = _mm256_set_epi64x((int64_t)rays[NORTH_EAST], (int64_t)rays[NORTH],
                                           (int64_t)rays[NORTH_WEST], (int64_t)rays[WEST]);
    __m256i sum[TALLY_BITS], other[TALLY_BITS - 1];
    count_four_beyond(sum, up, squares, _mm256_set_epi64x(7, 8, 9, 1), true);
    count_four_beyond(other, down, squares, _mm256_set_epi64x(7, 8, 9, 1), false);
    add_lanes(sum, other, 3);
    UNROLLED
    for (unsigned i = 0; i < 4; i++)
        other[i] = _mm256_permute4x64_epi64(sum[i], 0x4e);
    add_lanes(sum, other, 4);
    UNROLLED
    for (unsigned i = 0; i < 5; i++)
        other[i] = _mm256_shuffle_epi32(sum[i], 0x4e);
    add_lanes(sum, other, 5);
    UNROLLED
    for (unsigned i = 0; i < TALLY_BITS; i++)
        numbers->bits[i] = (uint64_t)_mm256_extract_epi64(sum[i], 0);
    _mm256_zeroupper(); /* gcc 12 leaves it out on a way to the end of the counter */
}

#endif
