/* Finds check by the method of asm/ssse3.asm with intrinsics: the four lanes in two registers of 128 bits. */
#include <tmmintrin.h>

#include "twins/four_lanes.h"

static inline __m128i sixteen(const uint8_t bytes[16]) {
    return _mm_loadu_si128((const __m128i *)bytes);
}

static inline __m128i half(const uint8_t bytes[16]) {
    return _mm_load_si128((const __m128i *)bytes);
}

/* The bytes of the lower or upper sixteen slots. */
static inline __m128i gather(const __m128i quarters[QUARTERS], const struct four_lanes *row, int first) {
    const __m128i one = _mm_shuffle_epi8(quarters[0], half(row->gather[0] + first));
    const __m128i two = _mm_shuffle_epi8(quarters[1], half(row->gather[1] + first));
    const __m128i three = _mm_shuffle_epi8(quarters[2], half(row->gather[2] + first));
    const __m128i four = _mm_shuffle_epi8(quarters[3], half(row->gather[3] + first));
    return _mm_or_si128(_mm_or_si128(one, two), _mm_or_si128(three, four));
}

/* The classes of attackers in sixteen slots. */
static inline __m128i attackers(__m128i codes, __m128i table, const struct four_lanes *row, int first) {
    const __m128i seen_kinds = _mm_sub_epi64(_mm_shuffle_epi8(table, codes), half(row->starts + first));
    return _mm_and_si128(_mm_shuffle_epi8(sixteen(kinds.classes), seen_kinds), half(row->seen + first));
}

static inline int answer(const uint8_t board[64], unsigned king, unsigned side) {
    const struct four_lanes *const row = &king_rows[king];
    const __m128i table = sixteen(kinds.of_side[side]), low_bits = _mm_set1_epi8(15);
    const __m128i quarters[QUARTERS] = {sixteen(board), sixteen(board + 16), sixteen(board + 32),
                                        sixteen(board + 48)};
    const __m128i window = _mm_shuffle_epi8(table, _mm_and_si128(sixteen(board + windows[king]), low_bits));
    const __m128i low = _mm_and_si128(gather(quarters, row, 0), low_bits);
    const __m128i high = _mm_and_si128(gather(quarters, row, 16), low_bits);
    __m128i found = _mm_or_si128(attackers(low, table, row, 0), attackers(high, table, row, 16));
    found = _mm_or_si128(found, _mm_and_si128(window, half(row->leaps)));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128())) != 0xffff;
}

static inline uint64_t pack(const uint8_t answers[WORD_BOARDS]) {
    uint64_t bits = 0;
    for (int n = 0; n < WORD_BOARDS / 16; n++)
        bits |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_slli_epi16(half(answers + 16 * n), 7)) << 16 * n;
    return bits;
}

TWIN_FUNCTIONS(answer, answer, pack)
TWIN("ssse3", start);
