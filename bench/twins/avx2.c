/* Finds check by the method of asm/avx2.asm with intrinsics: four lanes of eight squares in one register. */
#include <immintrin.h>

#include "twins/four_lanes.h"

static inline __m256i quarter_twice(const uint8_t quarter[16]) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)quarter));
}

static inline __m256i slots(const uint8_t bytes[SLOTS]) {
    return _mm256_load_si256((const __m256i *)bytes);
}

static inline __m256i gather(const uint8_t board[64], const struct four_lanes *row) {
    const __m256i first = _mm256_shuffle_epi8(quarter_twice(board), slots(row->gather[0]));
    const __m256i second = _mm256_shuffle_epi8(quarter_twice(board + 16), slots(row->gather[1]));
    const __m256i third = _mm256_shuffle_epi8(quarter_twice(board + 32), slots(row->gather[2]));
    const __m256i fourth = _mm256_shuffle_epi8(quarter_twice(board + 48), slots(row->gather[3]));
    return _mm256_or_si256(_mm256_or_si256(first, second), _mm256_or_si256(third, fourth));
}

static inline int answer(const uint8_t board[64], unsigned king, unsigned side) {
    const struct four_lanes *const row = &king_rows[king];
    const __m256i table = quarter_twice(kinds.of_side[side]), low_bits = _mm256_set1_epi8(15);
    const __m256i in_slots = _mm256_shuffle_epi8(table, _mm256_and_si256(gather(board, row), low_bits));
    const __m128i window = _mm_and_si128(_mm_loadu_si128((const __m128i *)(board + windows[king])),
                                         _mm256_castsi256_si128(low_bits));
    const __m128i near = _mm_and_si128(_mm_shuffle_epi8(_mm256_castsi256_si128(table), window),
                                       _mm_load_si128((const __m128i *)row->leaps));
    const __m256i seen_kinds = _mm256_sub_epi64(in_slots, slots(row->starts));
    const __m256i seen = _mm256_shuffle_epi8(quarter_twice(kinds.classes), seen_kinds);
    return !_mm256_testz_si256(_mm256_or_si256(seen, _mm256_zextsi128_si256(near)), slots(row->seen));
}

static inline uint64_t pack(const uint8_t answers[WORD_BOARDS]) {
    const __m256i low = _mm256_slli_epi16(slots(answers), 7),
                  high = _mm256_slli_epi16(slots(answers + SLOTS), 7);
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

TWIN_FUNCTIONS(answer, answer, pack)
TWIN("avx2", start);
