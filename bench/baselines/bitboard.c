/* Finds check as engines with bitboards do, as a baseline of the benchmark: five look-ups by the king's
 * square, each intersected with the pieces that attack so, and no branch. Sliders come from tables indexed
 * by the occupied squares that matter, gathered by PEXT, or by "fancy" magic products where that is missing
 * or slow.
 *
 * Timed three times: on bitboards that lie prepared, as an engine has them that keeps nothing else; and on
 * the 64 bytes, with the bitboards built from them at each call, in plain C and by vector intrinsics. */
#include <stdbool.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "baselines/baseline.h"
#include "baselines/geometry.h"

/* The masks that this question needs, sliders by their lines. One board is one cache line. */
struct bitboards {
    uint64_t white, black, pawns, knights, diagonal, orthogonal, kings, occupied;
};

_Static_assert(sizeof(struct bitboards) == 64, "the benchmark's boards take 64 bytes");

/* ---- Tables ---- */

struct slider {
    uint64_t mask;            /* the squares that matter: rays without their last */
    const uint64_t *attacked; /* [index_of]: squares that it attacks */
    uint64_t magic;
    unsigned shift;
};

static struct king_row {
    struct slider orthogonal, diagonal;
    uint64_t leaps, steps, pawns[2];
} king_rows[KS_SQUARES];

static uint64_t orthogonal_table[102400], diagonal_table[5248];

static uint64_t bit(int square) {
    return square < 0 ? 0 : (uint64_t)1 << square;
}

/* Returns what a slider on `square` attacks along the four directions from `first` on, without the last
 * square of each ray when only squares that can hide others are wanted. */
static uint64_t walk(int square, int first, uint64_t occupied, int without_last) {
    uint64_t walked = 0;
    for (int d = first; d < first + 4; d++) {
        const int files = directions[d][0], rows = directions[d][1];
        for (int at = target(square, files, rows); at >= 0; at = target(at, files, rows)) {
            if (!without_last || target(at, files, rows) >= 0)
                walked |= bit(at);
            if (occupied & bit(at))
                break;
        }
    }
    return walked;
}

/* Zen 1 and Zen 2 have PEXT, but a slow one. */
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)

static inline uint64_t index_of(const struct slider *slider, uint64_t occupied) {
    return _pext_u64(occupied, slider->mask);
}

static bool find_magic(struct slider *slider, int square, int first, uint64_t *table) {
    uint64_t some = 0;
    do { /* all subsets of the mask */
        table[index_of(slider, some)] = walk(square, first, some, 0);
        some = (some - slider->mask) & slider->mask;
    } while (some);
    return true;
}

#else

static inline uint64_t index_of(const struct slider *slider, uint64_t occupied) {
    return (occupied & slider->mask) * slider->magic >> slider->shift;
}

/* Tries one factor. Returns false when it sends two subsets with different attacks to one place. */
static bool find_magic(struct slider *slider, int square, int first, uint64_t *table) {
    static uint64_t state = 0x9e3779b97f4a7c15u;
    slider->magic = UINT64_MAX;
    for (int i = 0; i < 3; i++) { /* few bits set: the and of three random numbers (xorshift64*) */
        state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
        slider->magic &= state * 0x2545f4914f6cdd1du;
    }
    memset(table, 0, sizeof *table << (64 - slider->shift));
    uint64_t some = 0;
    do {
        const uint64_t attacked = walk(square, first, some, 0);
        uint64_t *place = &table[index_of(slider, some)];
        if (*place && *place != attacked)
            return 0;
        *place = attacked;
        some = (some - slider->mask) & slider->mask;
    } while (some);
    return 1;
}

#endif

/* Returns the end of the part of the table that it uses. */
static uint64_t *start_slider(struct slider *slider, int square, int first, uint64_t *table) {
    slider->mask = walk(square, first, 0, 1);
    const unsigned bits = (unsigned)__builtin_popcountll(slider->mask);
    slider->shift = 64 - bits;
    slider->attacked = table;
    while (!find_magic(slider, square, first, table))
        continue;
    return table + ((size_t)1 << bits);
}

static void start(void) {
    uint64_t *orthogonal = orthogonal_table, *diagonal = diagonal_table;
    for (int king = 0; king < KS_SQUARES; king++) {
        struct king_row *row = &king_rows[king];
        orthogonal = start_slider(&row->orthogonal, king, 0, orthogonal);
        diagonal = start_slider(&row->diagonal, king, DIAGONALS, diagonal);
        row->leaps = row->steps = 0;
        for (int i = 0; i < LEAPS; i++)
            row->leaps |= bit(target(king, leaps[i][0], leaps[i][1]));
        for (int d = 0; d < DIRECTIONS; d++)
            row->steps |= bit(target(king, directions[d][0], directions[d][1]));
        row->pawns[KS_WHITE] = bit(target(king, -1, -1)) | bit(target(king, 1, -1));
        row->pawns[KS_BLACK] = bit(target(king, -1, 1)) | bit(target(king, 1, 1));
    }
}

/* ---- Building ---- */

/* Makes them from masks of the squares whose code has bit 0, 1, 2 and 3. */
static inline struct bitboards from_planes(const uint64_t plane[4]) {
    const uint64_t occupied = plane[0] | plane[1] | plane[2];
    const uint64_t queens = plane[2] & plane[0];
    _Static_assert(KS_WHITE_PAWN == 1 && KS_WHITE_KNIGHT == 2 && KS_WHITE_BISHOP == 3 && KS_WHITE_ROOK == 4 &&
                       KS_WHITE_QUEEN == 5 && KS_WHITE_KING == 6 && KS_BLACK_BIT == 8,
                   "the masks below");
    return (struct bitboards){
        .white = occupied & ~plane[3],
        .black = occupied & plane[3],
        .pawns = plane[0] & ~(plane[1] | plane[2]),
        .knights = plane[1] & ~(plane[0] | plane[2]),
        .diagonal = (plane[0] & plane[1]) | queens,
        .orthogonal = (plane[2] & ~(plane[0] | plane[1])) | queens,
        .kings = plane[2] & plane[1],
        .occupied = occupied,
    };
}

/* Row by row: a product gathers one bit of each of eight bytes. Half the time of a PEXT each, and an eighth
 * of the obvious loop that sets a bit a piece. */
static inline struct bitboards build(const uint8_t board[64]) {
    uint64_t plane[4] = {0};
    for (int row = 0; row < 8; row++) {
        uint64_t bytes;
        memcpy(&bytes, board + 8 * row, 8);
        for (int i = 0; i < 4; i++)
            plane[i] |= ((bytes >> i & 0x0101010101010101u) * 0x0102040810204080u >> 56) << 8 * row;
    }
    return from_planes(plane);
}

static void prepare(const uint8_t board[64], uint8_t prepared[64]) {
    const struct bitboards b = build(board);
    memcpy(prepared, &b, sizeof b);
}

/* ---- The question ---- */

static inline bool is_attacked(const struct bitboards *b, unsigned king_square, unsigned side) {
    const struct king_row *row = &king_rows[king_square];
    const uint64_t orthogonal = row->orthogonal.attacked[index_of(&row->orthogonal, b->occupied)];
    const uint64_t diagonal = row->diagonal.attacked[index_of(&row->diagonal, b->occupied)];
    const uint64_t attackers = (orthogonal & b->orthogonal) | (diagonal & b->diagonal) |
                               (row->leaps & b->knights) | (row->steps & b->kings) |
                               (row->pawns[side] & b->pawns);
    /* The squares of the other side, and for black's king others too, on which no piece stands. */
    const uint64_t enemies = b->black ^ -(uint64_t)(side == KS_BLACK);
    return (attackers & enemies) != 0;
}

static int in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    const struct bitboards b = build(board);
    return is_attacked(&b, king_square, side);
}

static int in_check_prepared(const uint8_t prepared[64], unsigned king_square, unsigned side) {
    return is_attacked((const void *)prepared, king_square, side);
}

static const struct form prepared_form = {.convert = prepare};

/* ---- The same, built by vector instructions ---- */

#if defined(__AVX512BW__)
#define INTRINSICS "AVX-512"

static inline void planes_by_vectors(const uint8_t board[64], uint64_t plane[4]) {
    const __m512i codes = _mm512_loadu_si512(board);
    for (int i = 0; i < 4; i++)
        plane[i] = _mm512_test_epi8_mask(codes, _mm512_set1_epi8((char)(1 << i)));
}

#elif defined(__AVX2__)
#define INTRINSICS "AVX2"

static inline void planes_by_vectors(const uint8_t board[64], uint64_t plane[4]) {
    const __m256i low = _mm256_loadu_si256((const void *)board);
    const __m256i high = _mm256_loadu_si256((const void *)(board + 32));
    for (int i = 0; i < 4; i++) {
        const uint32_t low_bits = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - i));
        const uint32_t high_bits = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - i));
        plane[i] = low_bits | (uint64_t)high_bits << 32;
    }
}

#endif

#ifdef INTRINSICS
static int in_check_by_vectors(const uint8_t board[64], unsigned king_square, unsigned side) {
    uint64_t plane[4];
    planes_by_vectors(board, plane);
    const struct bitboards b = from_planes(plane);
    return is_attacked(&b, king_square, side);
}

#define BY_VECTORS {.name = "bitboards, built by " INTRINSICS, .in_check = in_check_by_vectors},
#else
#define BY_VECTORS
#endif

// clang-format off
BASELINES(start,
          {.name = "bitboards, built", .in_check = in_check},
          BY_VECTORS
          {.name = "bitboards, prepared", .in_check = in_check_prepared, .form = &prepared_form});
