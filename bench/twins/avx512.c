/* Finds check by the method of asm/avx512.asm with intrinsics: eight lanes of eight squares, laid out by one
 * vpermb. */
#include <immintrin.h>

#include "twins/twin.h"

enum { LANES = 8, SLOTS = 64 };

static struct king_row {
    uint8_t squares[SLOTS]; /* the square in the slot; off the board, the king's */
    uint8_t seen[SLOTS];    /* the classes with which a piece in that slot attacks the king */
} __attribute__((aligned(64))) king_rows[KS_SQUARES];

static struct kinds kinds;

static void put_slot(int king, int slot, int square) {
    struct king_row *const row = &king_rows[king];
    row->squares[slot] = (uint8_t)(square >= 0 ? square : king);
    row->seen[slot] = square >= 0 ? seen_relation(king, square) : 0;
}

/* A lane for each direction: a knight's leap, then the seven squares of the ray, nearest first. */
static void start(void) {
    static const int steps[LANES][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    fill_kinds(&kinds);
    for (int king = 0; king < KS_SQUARES; king++)
        for (int lane = 0; lane < LANES; lane++) {
            put_slot(king, 8 * lane, target(king, leaps[lane][0], leaps[lane][1]));
            for (int n = 1; n <= STEPS; n++)
                put_slot(king, 8 * lane + n, target(king, steps[lane][0] * n, steps[lane][1] * n));
        }
}

/* A table of sixteen bytes in each quarter of a register. */
static inline __m512i four_times(const uint8_t table[16]) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

static inline __mmask8 attacked_lanes(const uint8_t board[64], unsigned king, unsigned side) {
    const struct king_row *const row = &king_rows[king];
    const __m512i codes = _mm512_and_si512(_mm512_loadu_si512(board), _mm512_set1_epi8(15));
    const __m512i on_board = _mm512_shuffle_epi8(four_times(kinds.of_side[side]), codes);
    const __m512i slots = _mm512_permutexvar_epi8(_mm512_load_si512(row->squares), on_board);
    const __m512i seen_kinds = _mm512_add_epi64(slots, _mm512_set1_epi64(-(LEAP_LENDS + 1)));
    const __m512i seen = _mm512_shuffle_epi8(four_times(kinds.classes), seen_kinds);
    return _mm512_test_epi64_mask(seen, _mm512_load_si512(row->seen));
}

static inline int answer(const uint8_t board[64], unsigned king, unsigned side) {
    return attacked_lanes(board, king, side) != 0;
}

static inline uint64_t pack(const uint8_t answers[WORD_BOARDS]) {
    const __m512i bytes = _mm512_load_si512(answers);
    return _mm512_test_epi8_mask(bytes, bytes);
}

/* In a batch the byte that is stored is the mask of lanes. */
static inline uint8_t lanes_of(const uint8_t board[64], unsigned king, unsigned side) {
    return attacked_lanes(board, king, side);
}

TWIN_FUNCTIONS(answer, lanes_of, pack)
TWIN("avx512", start);
