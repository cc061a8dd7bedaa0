/* Finds check by the method of asm/scan.asm in plain C: a mask of the occupied squares, then each ray by one
 * bit scan. C without intrinsics has no pmovmskb, so the mask is made of the board's eight words by
 * arithmetic. */
#include "twins/twin.h"

static struct {
    uint64_t rays[DIRECTIONS]; /* the squares of the ray, or the king's square when there is none */
    uint64_t ends;             /* the last square of each ray, and the king's own */
    uint8_t leaps[LEAPS];      /* targets; one off the board is replaced by another */
    uint8_t relations[KS_SQUARES];
} king_rows[COLOURS][KS_SQUARES];

/* Clockwise from the top, as in FOR_DIRECTIONS: square numbers grow along the third to the sixth. */
static const int clockwise[DIRECTIONS][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                             {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};

static uint64_t ray_of(int king, const int step[2], uint64_t *ends) {
    uint64_t ray = 0;
    int last = king;
    for (int n = 1; n <= STEPS && target(king, step[0] * n, step[1] * n) >= 0; n++) {
        last = target(king, step[0] * n, step[1] * n);
        ray |= UINT64_C(1) << last;
    }
    *ends |= UINT64_C(1) << last;
    return ray ? ray : UINT64_C(1) << king;
}

static void start(void) {
    for (int colour = 0; colour < COLOURS; colour++)
        for (int king = 0; king < KS_SQUARES; king++) {
            int leap = 0;
            king_rows[colour][king].ends = UINT64_C(1) << king;
            for (int n = 0; n < DIRECTIONS; n++)
                king_rows[colour][king].rays[n] = ray_of(king, clockwise[n], &king_rows[colour][king].ends);
            for (int n = 0; n < 2 * LEAPS;
                 n++) { /* twice, so that there is one to repeat from the first on */
                const int square = target(king, leaps[n % LEAPS][0], leaps[n % LEAPS][1]);
                leap = square >= 0 ? square : leap;
                king_rows[colour][king].leaps[n % LEAPS] = (uint8_t)leap;
            }
            for (int square = 0; square < KS_SQUARES; square++)
                king_rows[colour][king].relations[square] = relation(king, square, colour);
        }
}

#define EACH_BYTE (~UINT64_C(0) / 255)

/* A code means an empty square when its low three bits are 0 or 7; one more makes them 1 or 8, and those of a
 * piece 2 to 7, which have bit 1 or 2. The product puts the eight bits side by side. */
static inline uint64_t occupied_in(const uint8_t row[8]) {
    uint64_t word;
    memcpy(&word, row, sizeof word);
    word = (word & 7 * EACH_BYTE) + EACH_BYTE;
    word = (word >> 1 | word >> 2) & EACH_BYTE;
    return word * UINT64_C(0x0102040810204080) >> 56;
}

static inline __attribute__((always_inline)) int answer(const uint8_t board[64], unsigned king,
                                                        unsigned side) {
    const uint8_t *const table = ks_chess_pieces.classes[side];
    uint64_t occupied = king_rows[side][king].ends;
    unsigned found = 0;
    for (int row = 0; row < 8; row++)
        occupied |= occupied_in(board + 8 * row) << 8 * row;
    for (int n = 0; n < LEAPS; n++)
        found |= table[board[king_rows[side][king].leaps[n]]];
    found &= KS_CLASS_KNIGHT;
#define NEAREST(n, square_of)                                                                                \
    {                                                                                                        \
        const int square = square_of(king_rows[side][king].rays[n] & occupied);                              \
        found |= (unsigned)table[board[square]] & king_rows[side][king].relations[square];                   \
    }
#define LOWEST(mask) __builtin_ctzll(mask)
#define HIGHEST(mask) (63 ^ __builtin_clzll(mask))
    NEAREST(0, HIGHEST)
    NEAREST(1, HIGHEST)
    NEAREST(2, LOWEST)
    NEAREST(3, LOWEST)
    NEAREST(4, LOWEST)
    NEAREST(5, LOWEST)
    NEAREST(6, HIGHEST)
    NEAREST(7, HIGHEST)
    return found != 0;
}

static inline uint64_t pack(const uint8_t answers[WORD_BOARDS]) {
    uint64_t bits = 0;
    for (int i = 0; i < WORD_BOARDS; i++)
        bits |= (uint64_t)answers[i] << i;
    return bits;
}

TWIN_FUNCTIONS(answer, answer, pack)
TWIN("scan", start);
