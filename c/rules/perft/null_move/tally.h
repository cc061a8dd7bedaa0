/* A small number for each of the 64 squares, bit by bit in masks. All numbers are added to at once, and
 * summed over any set of squares by a few popcounts. */
#ifndef KS_TALLY_H
#define KS_TALLY_H

#include "rules/perft/node.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* gcc with -O2 unrolls a loop only when a pragma says so. */
#ifdef __clang__
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif

enum { TALLY_BITS = 6 };

struct tally {
    uint64_t bits[TALLY_BITS]; /* [n]: bit s is bit n of the number of square s */
};

ALWAYS_INLINE int size_of(uint64_t squares) {
    return __builtin_popcountll(squares);
}

/* Adds numbers of term_bits bits to numbers of sum_bits bits. */
ALWAYS_INLINE void add_bits(uint64_t *sum, unsigned sum_bits, const uint64_t *term, unsigned term_bits) {
    uint64_t carry = 0;
    UNROLLED
    for (unsigned i = 0; i < sum_bits; i++) {
        const uint64_t a = sum[i], b = i < term_bits ? term[i] : 0, half = a ^ b;
        sum[i] = half ^ carry;
        carry = (a & b) | (half & carry);
    }
}

/* Adds 1 on each of the squares. */
ALWAYS_INLINE void tally(struct tally *numbers, uint64_t squares) {
    add_bits(numbers->bits, TALLY_BITS, &squares, 1);
}

/* Adds 1 on the squares of each of five sets. */
ALWAYS_INLINE void tally_five(struct tally *numbers, const uint64_t sets[5]) {
    const uint64_t half = sets[0] ^ sets[1], three = half ^ sets[2], next = three ^ sets[3];
    const uint64_t twos = (sets[0] & sets[1]) | (half & sets[2]);
    const uint64_t other_twos = (three & sets[3]) | (next & sets[4]);
    const uint64_t sum[3] = {next ^ sets[4], twos ^ other_twos, twos & other_twos};
    add_bits(numbers->bits, TALLY_BITS, sum, 3);
}

ALWAYS_INLINE int tally_sum(const struct tally *numbers, uint64_t squares) {
    int sum = 0;
    UNROLLED
    for (unsigned i = 0; i < TALLY_BITS; i++)
        sum += size_of(numbers->bits[i] & squares) << i;
    return sum;
}

/* ---- Squares beyond others ---- */

/* Each counts the squares of rays in one direction beyond each empty square of a ray: at most six, since a
 * ray has at most seven. Rays of one direction do not overlap: when two sliders share a line, the nearer one
 * blocks the other. */
#ifdef __AVX2__
/* Four directions at a time. */
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
#else
ALWAYS_INLINE void count_beyond(uint64_t count[3], uint64_t rays, uint64_t empty, unsigned direction) {
    static const int steps[8] = {-8, -7, 1, 9, 8, 7, -1, -9};
    const int step = steps[direction];
    uint64_t at_least[7] = {rays};
    UNROLLED
    for (unsigned i = 1; i < 7; i++)
        at_least[i] = rays & empty & (step > 0 ? at_least[i - 1] >> step : at_least[i - 1] << -step);
    count[0] = (at_least[1] & ~at_least[2]) | (at_least[3] & ~at_least[4]) | (at_least[5] & ~at_least[6]);
    count[1] = (at_least[2] & ~at_least[4]) | at_least[6];
    count[2] = at_least[4];
}

/* Sets each number to the sum over all directions. The numbers grow from 3 bits for one direction to 6 for
 * eight. */
ALWAYS_INLINE void tally_beyond(struct tally *numbers, const uint64_t rays[8], uint64_t empty) {
    uint64_t twos[4][4] = {{0}}, fours[2][5] = {{0}};
    *numbers = (struct tally){{0}};
    UNROLLED
    for (unsigned i = 0; i < 4; i++) {
        uint64_t back[3];
        count_beyond(twos[i], rays[i], empty, i);
        count_beyond(back, rays[i + 4], empty, i + 4);
        add_bits(twos[i], 4, back, 3);
    }
    UNROLLED
    for (unsigned i = 0; i < 4; i++)
        add_bits(fours[i / 2], 5, twos[i], 4);
    UNROLLED
    for (unsigned i = 0; i < 2; i++)
        add_bits(numbers->bits, TALLY_BITS, fours[i], 5);
}
#endif

#endif
