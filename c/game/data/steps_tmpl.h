/* Boards and targets of pieces, as the reader and the writer of chains see them: both are built for the same
 * processors.
 *
 * Squares of the data count from a1: a set is turned by reversing its bytes. */
#ifndef KS_DATA_STEPS_H
#define KS_DATA_STEPS_H

#include "game/data/batch.h"
#include "rules/attacks.h"
#include "rules/build.h"
#include "rules/generator/tables.h"
#include "rules/position.h"

#define RARE(condition) __builtin_expect(!!(condition), 0)

/* ==== Boards ==== */

/* A board in registers: the next one is made of them, and no load waits for a store of a single byte. */
#ifdef __AVX512BW__
typedef __m512i whole_board;

ALWAYS_INLINE whole_board load_board(const uint8_t board[64]) {
    return _mm512_loadu_si512(board);
}

ALWAYS_INLINE void store_board(uint8_t board[64], whole_board stored) {
    _mm512_storeu_si512(board, stored);
}

ALWAYS_INLINE whole_board with_piece(whole_board board, unsigned square, unsigned code) {
    return _mm512_mask_mov_epi8(board, bit(square), _mm512_set1_epi8((char)code));
}
#elif defined __AVX2__
typedef struct {
    __m256i low, high;
} whole_board;

ALWAYS_INLINE whole_board load_board(const uint8_t board[64]) {
    return (whole_board){_mm256_loadu_si256((const __m256i *)(const void *)board),
                         _mm256_loadu_si256((const __m256i *)(const void *)(board + 32))};
}

ALWAYS_INLINE void store_board(uint8_t board[64], whole_board stored) {
    _mm256_storeu_si256((__m256i *)(void *)board, stored.low);
    _mm256_storeu_si256((__m256i *)(void *)(board + 32), stored.high);
}

ALWAYS_INLINE whole_board with_piece(whole_board board, unsigned square, unsigned code) {
    const __m256i first = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                           19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    const __m256i codes = _mm256_set1_epi8((char)code), low = _mm256_set1_epi8((char)square),
                  high = _mm256_set1_epi8((char)(square - 32));
    return (whole_board){_mm256_blendv_epi8(board.low, codes, _mm256_cmpeq_epi8(low, first)),
                         _mm256_blendv_epi8(board.high, codes, _mm256_cmpeq_epi8(high, first))};
}
#else
typedef struct {
    uint8_t at[64];
} whole_board;

ALWAYS_INLINE whole_board load_board(const uint8_t board[64]) {
    whole_board loaded;
    memcpy(loaded.at, board, 64);
    return loaded;
}

ALWAYS_INLINE void store_board(uint8_t board[64], whole_board stored) {
    memcpy(board, stored.at, 64);
}

ALWAYS_INLINE whole_board with_piece(whole_board board, unsigned square, unsigned code) {
    board.at[square] = (uint8_t)code;
    return board;
}
#endif

/* Empties a single square. */
ALWAYS_INLINE whole_board without_piece(whole_board board, unsigned square) {
#ifdef __AVX512BW__
    return _mm512_maskz_mov_epi8(~bit(square), board);
#else
    return with_piece(board, square, KS_EMPTY);
#endif
}

/* ==== Targets ==== */

ALWAYS_INLINE uint64_t turned(uint64_t squares) {
    return __builtin_bswap64(squares);
}

ALWAYS_INLINE uint64_t pushed(uint64_t occupied, unsigned square, unsigned side) {
    const uint64_t one = push(bit(square), side) & ~occupied;
    return one | (push(one, side) & ~occupied & row_mask(row_of_rank(side, 3)));
}

/* Returns the squares that a piece of the side to move may go to, whatever comes of it: by arithmetic,
 * since tables of sliders do not fit into the nearest caches beside the data: with them, reading took 1.2
 * times as long (Intel Emerald Rapids, beside other work). */
ALWAYS_INLINE uint64_t targets_by_rays(unsigned code, unsigned square, unsigned side, uint64_t own,
                                       uint64_t their, uint64_t passed) {
    const uint64_t occupied = own | their, alone = ks_attacks_from[square][code];
    const unsigned piece = code & 7;
    const bool is_pawn = piece == KS_WHITE_PAWN,
               slides = piece - KS_WHITE_BISHOP <= KS_WHITE_QUEEN - KS_WHITE_BISHOP;
    const uint64_t lines =
        orthogonal_attacks_by_rays(square, occupied) | diagonal_attacks_by_rays(square, occupied);
    const uint64_t reached =
        alone & (lines | (slides ? 0 : ~(uint64_t)0)) & (is_pawn ? their | passed : ~own);
    return reached | (is_pawn ? pushed(occupied, square, side) : 0);
}

/* Returns how many bits a number below n takes. */
ALWAYS_INLINE unsigned width_of(unsigned n) {
    return 63 - (unsigned)__builtin_clzll((uint64_t)(n - 1) << 1 | 1);
}

/* Returns whether a pawn that `side` has pushed from `from` to `to` stands beside one of the other side,
 * which may capture it en passant then. their: the other side's pieces. */
ALWAYS_INLINE bool has_neighbour(const uint8_t board[64], unsigned side, unsigned from, unsigned to,
                                 uint64_t their) {
    const unsigned pawn = code_of(KS_WHITE_PAWN, side ^ 1);
    bool found = false;
    for (uint64_t beside = ks_attacks_from[(from + to) / 2][code_of(KS_WHITE_PAWN, side)] & their; beside;
         beside &= beside - 1)
        found |= board[lowest_square(beside)] == pawn;
    return found;
}

#endif
