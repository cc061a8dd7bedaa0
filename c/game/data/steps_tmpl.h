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
#ifdef KS_FOR_AVX512BW
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
#elif defined KS_FOR_AVX2
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

/* Returns ones in the byte of a square. */
ALWAYS_INLINE whole_board mask_of(unsigned square) {
    static const uint8_t one[127] = {[63] = 255};
    return load_board(one + 63 - square);
}

ALWAYS_INLINE whole_board with_piece(whole_board board, unsigned square, unsigned code) {
    const __m256i codes = _mm256_set1_epi8((char)code);
    const whole_board mask = mask_of(square);
    return (whole_board){_mm256_blendv_epi8(board.low, codes, mask.low),
                         _mm256_blendv_epi8(board.high, codes, mask.high)};
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
#ifdef KS_FOR_AVX512BW
    return _mm512_maskz_mov_epi8(~bit(square), board);
#elif defined KS_FOR_AVX2
    const whole_board mask = mask_of(square);
    return (whole_board){_mm256_andnot_si256(mask.low, board.low),
                         _mm256_andnot_si256(mask.high, board.high)};
#else
    return with_piece(board, square, KS_EMPTY);
#endif
}

/* ==== Targets ==== */

ALWAYS_INLINE uint64_t rotate_left(uint64_t word, unsigned bits) {
    return word << (bits & 63) | word >> (-bits & 63);
}

ALWAYS_INLINE uint64_t turned(uint64_t squares) {
    return __builtin_bswap64(squares);
}

/* Returns all squares or none. Which piece moves is hard to foresee, so no branch is made of it. */
ALWAYS_INLINE uint64_t all_if(bool condition) {
    uint64_t squares = -(uint64_t)condition;
    __asm__("" : "+r"(squares)); /* else the compiler sees what it is for */
    return squares;
}

/* Returns one of two numbers, without a branch. */
ALWAYS_INLINE unsigned choose(bool condition, unsigned then, unsigned otherwise) {
    const unsigned mask = (unsigned)all_if(condition);
    return (then & mask) | (otherwise & ~mask);
}

ALWAYS_INLINE uint64_t pushed(uint64_t occupied, unsigned square, unsigned side) {
    const unsigned turn = 56 - 48 * side; /* up the board or down; no pawn stands on an edge */
    const uint64_t one = rotate_left(bit(square), turn) & ~occupied,
                   fourth = (uint64_t)0xff << (8 * 4 - 8 * side);
    return one | (rotate_left(one, turn) & ~occupied & fourth);
}

#ifdef KS_FOR_AVX2
ALWAYS_INLINE __m128i load_pair(const uint64_t words[2]) {
    return _mm_load_si128((const __m128i *)(const void *)words);
}

ALWAYS_INLINE uint64_t join_words(__m256i words) {
    const __m128i halves = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves)));
}
#endif

#if defined KS_FOR_AVX2 && !defined KS_FOR_AVX512CD
/* Returns the squares of four rays that grow, up to the lowest piece of each. */
ALWAYS_INLINE __m256i up_to_lowest(__m256i rays, __m256i occupied) {
    const __m256i met = _mm256_and_si256(rays, occupied),
                  seen = _mm256_xor_si256(met, _mm256_add_epi64(met, _mm256_set1_epi64x(-1)));
    return _mm256_and_si256(seen, rays);
}

ALWAYS_INLINE __m256i with_bytes_turned(__m256i words) {
    return _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(_mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15,
                                                                                14, 13, 12, 11, 10, 9, 8)));
}
#endif

/* Returns the squares that a queen attacks. With vectors several rays are followed at once: a ray that grows
 * ends at its lowest piece, and one that falls at its highest. AVX2 finds the lowest alone: with their bytes
 * reversed, falling rays grow, but for the one that stays in its row. */
ALWAYS_INLINE uint64_t queen_attacks(unsigned square, uint64_t occupied) {
#ifdef KS_FOR_AVX512CD
    const uint64_t *const rays = ks_rays[square];
    const __m256i all = _mm256_set1_epi64x((long long)occupied),
                  growing = _mm256_loadu_si256((const __m256i *)(const void *)(rays + EAST)),
                  falling = _mm256_set_m128i(load_pair(rays + WEST), load_pair(rays + NORTH));
    const __m256i met = _mm256_and_si256(growing, all),
                  up = _mm256_xor_si256(met, _mm256_add_epi64(met, _mm256_set1_epi64x(-1))),
                  down = _mm256_srav_epi64(_mm256_set1_epi64x(INT64_MIN),
                                           _mm256_lzcnt_epi64(_mm256_and_si256(falling, all)));
    enum { OR_OF_AND = 0xf8 }; /* a | b & c */
    const __m256i found = _mm256_ternarylogic_epi64(_mm256_and_si256(up, growing), down, falling, OR_OF_AND);
    return join_words(found);
#elif defined KS_FOR_AVX2
    const uint64_t *const rays = ks_rays[square], west = rays[WEST],
                          nearest_west = bit(63 - (unsigned)__builtin_clzll((west & occupied) | 1));
    const __m256i all = _mm256_set1_epi64x((long long)occupied),
                  growing = _mm256_loadu_si256((const __m256i *)(const void *)(rays + EAST)),
                  northern = _mm256_set_m128i(_mm_unpackhi_epi64(_mm_setzero_si128(), load_pair(rays + WEST)),
                                              load_pair(rays + NORTH));
    const __m256i turned_rays = up_to_lowest(with_bytes_turned(northern), with_bytes_turned(all)),
                  found = _mm256_or_si256(up_to_lowest(growing, all), with_bytes_turned(turned_rays));
    return join_words(found) | (west & -nearest_west);
#else
    return orthogonal_attacks_by_rays(square, occupied) | diagonal_attacks_by_rays(square, occupied);
#endif
}

/* Returns the squares that a piece of the side to move may go to, whatever comes of it: by arithmetic,
 * since tables of sliders do not fit into the nearest caches beside the data: with them, reading took 1.2
 * times as long (Intel Emerald Rapids, beside other work). */
ALWAYS_INLINE uint64_t targets_by_rays(unsigned code, unsigned square, unsigned side, uint64_t own,
                                       uint64_t their, uint64_t passed) {
    const uint64_t occupied = own | their, alone = ks_attacks_from[square][code];
    const unsigned piece = code & 7;
    const uint64_t pawns = all_if(piece == KS_WHITE_PAWN),
                   steps = all_if(piece - KS_WHITE_BISHOP > KS_WHITE_QUEEN - KS_WHITE_BISHOP);
    return (alone & (queen_attacks(square, occupied) | steps) &
            ((pawns & (their | passed)) | (~pawns & ~own))) |
           (pawns & pushed(occupied, square, side));
}

/* Returns how many bits a number below n takes. */
ALWAYS_INLINE unsigned width_of(unsigned n) {
    return 63 - (unsigned)__builtin_clzll(2 * (uint64_t)n - 1);
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
