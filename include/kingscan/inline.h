/* kingscan/inline.h: ks_in_check and ks_attackers as inline functions, for callers whose compiler may use
 * AVX-512 VBMI or AVX2 (-march=x86-64-v3, -march=native). In other builds the functions here call those.
 *
 *     const ks_inline_tables *const tables = ks_inline_get_tables();
 *     if (ks_in_check_inline(tables, board, king_square, KS_WHITE))
 *
 * The answers and the preconditions are those of check.h. The choice of a kernel does not matter here. A copy
 * takes 100 to 300 bytes of code: docs/embedding.md says when it pays. It is tested, but not proved. */
#ifndef KINGSCAN_INLINE_H
#define KINGSCAN_INLINE_H

#include "check.h"

/* The bytes of the vectors that the functions here use: 64, 32, or 0 where they call. */
#if (defined(__x86_64__) || defined(_M_X64)) && defined(__AVX512VBMI__) && defined(__AVX512BW__)
#define KS_INLINE_VECTOR_BYTES 64
#elif (defined(__x86_64__) || defined(_M_X64)) && defined(__AVX2__)
#define KS_INLINE_VECTOR_BYTES 32
#else
#define KS_INLINE_VECTOR_BYTES 0
#endif
#if KS_INLINE_VECTOR_BYTES
#include <immintrin.h>
#endif

/* Marks the functions here. They are static in C++ too: of the copies that files for different processors
 * have, the linker would keep one. */
#ifdef __cplusplus
#define KS_INLINE_COPY static inline
#else
#define KS_INLINE_COPY KS_INLINE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The row of one square of the king in the tables of the kernel avx512, and the tables: asm/avx512.asm
 * describes them. */
struct ks_inline_eight_lanes {
    uint8_t private_squares[64], private_relations[64];
};
struct ks_inline_avx512 {
    uint8_t private_kinds[2][16], private_classes[16];
    int64_t private_minus_one, private_code_bits;
    struct ks_inline_eight_lanes private_rows[64];
};
struct ks_inline_eight_slots {
    uint8_t private_others[192], private_slots[64];
};

/* The same for the kernel avx2: asm/four_lanes.inc. */
struct ks_inline_four_lanes {
    uint8_t private_gather[4][32], private_starts[32], private_relations[32];
    uint8_t private_leaps[64]; /* zeros after the first 16 */
};
struct ks_inline_avx2 {
    struct ks_inline_four_lanes private_rows[64];
    uint8_t private_windows[64], private_kinds[2][16], private_classes[16];
};
struct ks_inline_four_slots {
    uint8_t private_slots[4][32], private_others[544];
};

/* The places of the tables. Only the library makes this struct. A later version of the library has a higher
 * number in `version`, and all that is here. */
typedef struct ks_inline_tables {
    unsigned version; /* 1 */
    unsigned reserved;
    const struct ks_inline_avx512 *private_avx512;
    const struct ks_inline_avx2 *private_avx2;
    /* For each square, the way back from the slots of its row to squares. */
    const struct ks_inline_eight_slots *private_avx512_slots;
    const struct ks_inline_four_slots *private_avx2_slots;
} ks_inline_tables;

/* Returns the tables. They are constant, and belong to the library. Returns NULL in a library that was built
 * without assembly, whose callers have ks_in_check and ks_attackers. */
KS_API const ks_inline_tables *ks_inline_get_tables(void);

/* ---- What the king sees ---------------------------------------------------------------------- */

#if KS_INLINE_VECTOR_BYTES == 64

/* (The masks are all ones: gcc 12 warns of its own intrinsics without masks.) */
KS_INLINE_COPY __m512i ks_inline_four_times(const uint8_t bytes[16]) {
    return _mm512_maskz_broadcast_i32x4(
        0xffff, _mm_loadu_si128(KS_CAST(const __m128i *, KS_CAST(const void *, bytes))));
}

KS_INLINE_COPY __m512i ks_inline_permute(const uint8_t indices[64], __m512i bytes) {
    const __mmask64 all = ~KS_CAST(__mmask64, 0);
    return _mm512_maskz_permutexvar_epi8(all, _mm512_loadu_si512(indices), bytes);
}

/* Returns the classes of what the king sees, by slots: FIND_SEEN of asm/avx512.asm. */
KS_INLINE_COPY __m512i ks_inline_seen(const struct ks_inline_avx512 *tables, const uint8_t board[64],
                                      unsigned king_square, unsigned side) {
    const struct ks_inline_eight_lanes *const row = &tables->private_rows[king_square];
    const __m512i codes =
        _mm512_and_si512(_mm512_loadu_si512(board), _mm512_set1_epi64(tables->private_code_bits));
    const __m512i kinds = _mm512_shuffle_epi8(ks_inline_four_times(tables->private_kinds[side]), codes);
    const __m512i slots = ks_inline_permute(row->private_squares, kinds);
    const __m512i less_1 = _mm512_add_epi64(slots, _mm512_set1_epi64(tables->private_minus_one));
    return _mm512_shuffle_epi8(ks_inline_four_times(tables->private_classes), less_1);
}

#elif KS_INLINE_VECTOR_BYTES == 32

KS_INLINE_COPY __m256i ks_inline_load(const uint8_t bytes[32]) {
    return _mm256_loadu_si256(KS_CAST(const __m256i *, KS_CAST(const void *, bytes)));
}

KS_INLINE_COPY __m256i ks_inline_twice(const uint8_t bytes[16]) {
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128(KS_CAST(const __m128i *, KS_CAST(const void *, bytes))));
}

/* Returns the bytes of one quarter of the board in the slots. */
KS_INLINE_COPY __m256i ks_inline_gather(const struct ks_inline_four_lanes *row, const uint8_t board[64],
                                        int quarter) {
    return _mm256_shuffle_epi8(ks_inline_twice(board + 16 * quarter),
                               ks_inline_load(row->private_gather[quarter]));
}

/* Returns the classes of what the king sees, by slots, and sets *leaps to KNIGHT_BIT for the knights of the
 * window: FIND_SEEN of asm/four_lanes.inc. */
KS_INLINE_COPY __m256i ks_inline_seen(const struct ks_inline_avx2 *tables, const uint8_t board[64],
                                      unsigned king_square, unsigned side, __m256i *leaps) {
    const struct ks_inline_four_lanes *const row = &tables->private_rows[king_square];
    const __m256i kinds = ks_inline_twice(tables->private_kinds[side]), low_bits = _mm256_set1_epi8(15);
    const __m256i upper = _mm256_or_si256(ks_inline_gather(row, board, 0), ks_inline_gather(row, board, 1));
    const __m256i lower = _mm256_or_si256(ks_inline_gather(row, board, 2), ks_inline_gather(row, board, 3));
    const __m256i codes = _mm256_and_si256(_mm256_or_si256(upper, lower), low_bits);
    const __m256i less_1 =
        _mm256_sub_epi64(_mm256_shuffle_epi8(kinds, codes), ks_inline_load(row->private_starts));
    const __m256i window =
        _mm256_and_si256(ks_inline_twice(board + tables->private_windows[king_square]), low_bits);
    *leaps = _mm256_and_si256(_mm256_shuffle_epi8(kinds, window), ks_inline_load(row->private_leaps));
    return _mm256_shuffle_epi8(ks_inline_twice(tables->private_classes), less_1);
}

/* Returns the squares whose slots have a bit of `found` below the top one. */
KS_INLINE_COPY uint64_t ks_inline_squares(__m256i found, const struct ks_inline_four_slots *row) {
    const __m256i first = _mm256_permute4x64_epi64(found, 0x44),
                  second = _mm256_permute4x64_epi64(found, 0xee);
    const __m256i upper = _mm256_or_si256(_mm256_shuffle_epi8(first, ks_inline_load(row->private_slots[0])),
                                          _mm256_shuffle_epi8(second, ks_inline_load(row->private_slots[1])));
    const __m256i lower = _mm256_or_si256(_mm256_shuffle_epi8(first, ks_inline_load(row->private_slots[2])),
                                          _mm256_shuffle_epi8(second, ks_inline_load(row->private_slots[3])));
    const __m256i none = _mm256_setzero_si256();
    const uint64_t high = KS_CAST(uint32_t, _mm256_movemask_epi8(_mm256_cmpgt_epi8(lower, none)));
    return high << 32 | KS_CAST(uint32_t, _mm256_movemask_epi8(_mm256_cmpgt_epi8(upper, none)));
}

#endif

/* ---- The functions --------------------------------------------------------------------------- */

/* Returns what ks_in_check returns. tables: of ks_inline_get_tables, and not NULL (precondition). */
KS_INLINE_COPY int ks_in_check_inline(const ks_inline_tables *tables, const uint8_t board[64],
                                      unsigned king_square, unsigned side) {
#if KS_INLINE_VECTOR_BYTES == 64
    const struct ks_inline_avx512 *const avx512 = tables->private_avx512;
    const __m512i seen = ks_inline_seen(avx512, board, king_square, side);
    return _mm512_test_epi32_mask(
               seen, _mm512_loadu_si512(avx512->private_rows[king_square].private_relations)) != 0;
#elif KS_INLINE_VECTOR_BYTES == 32
    const struct ks_inline_avx2 *const avx2 = tables->private_avx2;
    __m256i leaps;
    const __m256i seen = ks_inline_seen(avx2, board, king_square, side, &leaps);
    /* (KNIGHT_BIT stands in all relations.) */
    return !_mm256_testz_si256(_mm256_or_si256(seen, leaps),
                               ks_inline_load(avx2->private_rows[king_square].private_relations));
#else
    (void)tables;
    return ks_in_check(board, king_square, side);
#endif
}

/* Returns what ks_attackers returns. tables: as above. */
KS_INLINE_COPY uint64_t ks_attackers_inline(const ks_inline_tables *tables, const uint8_t board[64],
                                            unsigned square, unsigned by_side) {
#if KS_INLINE_VECTOR_BYTES == 64
    const struct ks_inline_avx512 *const avx512 = tables->private_avx512;
    const __m512i seen = ks_inline_seen(avx512, board, square, by_side ^ 1u);
    const __m512i found =
        _mm512_and_si512(seen, _mm512_loadu_si512(avx512->private_rows[square].private_relations));
    const __m512i squares = ks_inline_permute(tables->private_avx512_slots[square].private_slots, found);
    return _mm512_test_epi8_mask(squares, squares);
#elif KS_INLINE_VECTOR_BYTES == 32
    const struct ks_inline_avx2 *const avx2 = tables->private_avx2;
    __m256i leaps;
    const __m256i seen = ks_inline_seen(avx2, board, square, by_side ^ 1u, &leaps);
    const __m256i found =
        _mm256_and_si256(seen, ks_inline_load(avx2->private_rows[square].private_relations));
    const unsigned in_window = KS_CAST(unsigned, _mm256_movemask_epi8(_mm256_add_epi8(leaps, leaps)));
    return ks_inline_squares(found, &tables->private_avx2_slots[square]) |
           KS_CAST(uint64_t, in_window) << avx2->private_windows[square];
#else
    (void)tables;
    return ks_attackers(board, square, by_side);
#endif
}

#ifdef __cplusplus
}
#endif
#endif
