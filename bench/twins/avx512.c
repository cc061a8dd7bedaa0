/* The method of asm/avx512.asm with intrinsics: eight lanes of eight squares, laid out by one vpermb. */
#include <immintrin.h>

#include "twins/twin.h"

enum { LANES = 8, SLOTS = 64 };

static struct king_row {
    uint8_t squares[SLOTS];            /* the square in the slot; off the board, the king's */
    uint8_t relations[COLOURS][SLOTS]; /* the classes with which a piece in that slot attacks the king */
} __attribute__((aligned(64))) king_rows[KS_SQUARES];

static void put_slot(int king, int slot, int square) {
    struct king_row *const row = &king_rows[king];
    row->squares[slot] = (uint8_t)(square >= 0 ? square : king);
    for (int colour = 0; colour < COLOURS; colour++)
        row->relations[colour][slot] = square >= 0 ? relation(king, square, colour) : 0;
}

/* A lane for each direction: a knight's leap, then the seven squares of the ray, nearest first. */
static void start(void) {
    static const int steps[LANES][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    for (int king = 0; king < KS_SQUARES; king++)
        for (int lane = 0; lane < LANES; lane++) {
            put_slot(king, 8 * lane, target(king, leaps[lane][0], leaps[lane][1]));
            for (int n = 1; n <= STEPS; n++)
                put_slot(king, 8 * lane + n, target(king, steps[lane][0] * n, steps[lane][1] * n));
        }
}

static inline __mmask8 attacked_lanes(const uint8_t board[64], unsigned king, unsigned side) {
    const struct king_row *const row = &king_rows[king];
    const __m512i table = _mm512_loadu_si512(ks_chess_pieces.classes[side]);
    const __m512i blocking = _mm512_and_si512(table, _mm512_set1_epi8((char)KS_CLASS_OCCUPIED));
    const __m512i codes = _mm512_and_si512(_mm512_loadu_si512(board), _mm512_set1_epi8(15));
    const __m512i slots = _mm512_permutexvar_epi8(_mm512_load_si512(row->squares), codes);
    const __m512i occupied = _mm512_shuffle_epi8(blocking, slots);
    const __m512i classes = _mm512_shuffle_epi8(table, slots);
    const __m512i before = _mm512_add_epi64(occupied, _mm512_set1_epi64(-(KS_CLASS_OCCUPIED + 1)));
    return _mm512_test_epi64_mask(_mm512_and_si512(classes, _mm512_load_si512(row->relations[side])), before);
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
