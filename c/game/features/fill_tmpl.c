/* Finds the features of a position from its 64 bytes. This file is compiled several times.
 *
 * The pairs of attacker and attacked, and those of pawns, are found once, as rows of squares; both sides then
 * look their own indices up. With AVX-512, a target's attackers are found at once: VPERMB lays its lanes out,
 * each a knight's square and a ray, nearest first, with codes doubled. To subtract 65 from a lane makes the
 * knight's byte odd, borrows from the ray, and makes the nearest piece's byte odd, the empty ones before it
 * 255, and leaves those behind it even. A table by the low six bits then has classes of odd bytes alone. */
#include <string.h>

#include "core/board/planes.h"
#include "core/processor/processor.h"
#include "game/features/tables.h"
#include "rules/attacks.h"
#include "rules/build.h"

/* A position that is being filled in. */
struct filling {
    const uint8_t *board;
    unsigned kings[2];
    uint64_t pawns, occupied;
    int32_t (*rows)[ROW_ROOM];
    unsigned *counts;
#ifdef KS_FOR_AVX512VBMI2
    __m512i codes;
#endif
};

/* Pairs of squares: attacker and attacked, or two pawns. */
struct pairs {
    unsigned count;
    _Alignas(64) uint8_t from[PAIRS_MOST + 64];
    _Alignas(64) uint8_t to[PAIRS_MOST + 64];
};

/* Returns whether the planes of a board are those of a position, and finds its kings. */
ALWAYS_INLINE bool find_kings(const struct code_planes *planes, struct filling *f) {
    const uint64_t kings = planes->bits[1] & planes->bits[2] & ~planes->bits[0],
                   white = kings & ~planes->bits[3], black = kings & planes->bits[3];
    f->pawns = planes->bits[0] & ~planes->bits[1] & ~planes->bits[2];
    f->occupied = filled_squares(planes) & ~(planes->bits[0] & planes->bits[1] & planes->bits[2]);
    f->kings[KS_WHITE] = lowest_square(white | bit(63));
    f->kings[KS_BLACK] = lowest_square(black | bit(63));
    return has_one_bit(white) && has_one_bit(black) && !(f->pawns & UINT64_C(0xff000000000000ff));
}

#ifdef KS_FOR_AVX512VBMI2

/* ==== AVX-512 ==== */

/* Without optimization gcc's own macros convert masks. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

ALWAYS_INLINE __m512i load_64(const void *bytes) {
    return _mm512_loadu_si512(bytes);
}

ALWAYS_INLINE __m512i words(int32_t word) {
    return _mm512_set1_epi32(word);
}

/* Returns bytes of a table by their numbers, a word each. */
ALWAYS_INLINE __m512i bytes_by_words(__m512i numbers, __m512i table) {
    return _mm512_maskz_permutexvar_epi8(UINT64_C(0x1111111111111111), numbers, table);
}

ALWAYS_INLINE __m512i words_of_bytes(const uint8_t bytes[16]) {
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

ALWAYS_INLINE __mmask16 first_lanes(unsigned count) {
    return count >= 16 ? (__mmask16)0xffff : (__mmask16)((1u << count) - 1);
}

/* Stores the chosen words behind those of a row. */
ALWAYS_INLINE unsigned add_words(int32_t *row, unsigned count, __mmask16 chosen, __m512i indices) {
    _mm512_storeu_si512(row + count, _mm512_maskz_compress_epi32(chosen, indices));
    return count + (unsigned)__builtin_popcount(chosen);
}

ALWAYS_INLINE uint64_t counted(const struct block_tables *t, const struct filling *f) {
    const __m512i counts = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)(const void *)t->counts));
    return _mm512_movepi8_mask(_mm512_shuffle_epi8(counts, f->codes));
}

/* An attacked square has 16 attackers at most. The number of pairs is kept apart from them: a byte that is
 * stored might be a part of it, for all that a compiler knows. */
ALWAYS_INLINE void find_pairs(const struct feature_tables *tables, const struct block_tables *t,
                              const struct filling *f, struct pairs *pairs) {
    const struct feature_lanes *const lanes = &tables->lanes;
    const __m512i doubled = _mm512_add_epi8(f->codes, f->codes), classes = load_64(lanes->classes);
    unsigned count = 0;
    for (uint64_t targets = counted(t, f); targets; targets &= targets - 1) {
        const unsigned to = lowest_square(targets);
        const __m512i squares = load_64(lanes->squares[to]);
        const __m512i seen =
            _mm512_add_epi64(_mm512_permutexvar_epi8(squares, doubled), _mm512_set1_epi64(-65));
        const __mmask64 attackers =
            _mm512_test_epi8_mask(_mm512_permutexvar_epi8(seen, classes), load_64(lanes->relations[to]));
        _mm_storeu_si128((__m128i *)(void *)(pairs->from + count),
                         _mm512_castsi512_si128(_mm512_maskz_compress_epi8(attackers, squares)));
        _mm_storeu_si128((__m128i *)(void *)(pairs->to + count), _mm_set1_epi8((char)to));
        count += (unsigned)__builtin_popcountll(attackers);
    }
    pairs->count = count;
}

ALWAYS_INLINE void find_pawn_pairs(const struct feature_tables *tables, const struct block_tables *t,
                                   const struct filling *f, struct pairs *pairs) {
    const __m512i numbers = load_64(tables->lanes.numbers);
    unsigned count = 0;
    for (uint64_t rest = f->pawns; rest; rest &= rest - 1) {
        const unsigned pawn = lowest_square(rest);
        const uint64_t near = f->pawns & t->near[pawn];
        _mm512_storeu_si512(pairs->from + count, _mm512_set1_epi8((char)pawn));
        _mm512_storeu_si512(pairs->to + count, _mm512_maskz_compress_epi8(near, numbers));
        count += (unsigned)__builtin_popcountll(near);
    }
    pairs->count = count;
}

ALWAYS_INLINE void fill_pairs(const struct block_tables *t, const struct filling *f,
                              const struct pairs *pairs, unsigned side) {
    const __m512i turn = words(t->turn[side][f->kings[side]]), flip = words((int)side * KS_BLACK_BIT);
    int32_t *const row = f->rows[side] + f->counts[side];
    unsigned count = 0;
    for (unsigned i = 0; i < pairs->count; i += 16) {
        const __m512i from = words_of_bytes(pairs->from + i), to = words_of_bytes(pairs->to + i);
        const __m512i attacker = bytes_by_words(from, f->codes), attacked = bytes_by_words(to, f->codes);
        const __m512i base = _mm512_i32gather_epi32(_mm512_or_si512(_mm512_slli_epi32(attacked, 4), attacker),
                                                    t->base[side], 4);
        const __m512i own_from = _mm512_xor_si512(from, turn), own_to = _mm512_xor_si512(to, turn);
        const __m512i place = _mm512_or_si512(_mm512_slli_epi32(_mm512_xor_si512(attacker, flip), 12),
                                              _mm512_or_si512(_mm512_slli_epi32(own_from, 6), own_to));
        const __mmask16 lower = _mm512_cmplt_epi32_mask(own_from, own_to),
                        never = _mm512_movepi32_mask(base) |
                                _mm512_mask_test_epi32_mask(lower, base, words(COUNTS_ONCE)),
                        chosen = first_lanes(pairs->count - i) & (__mmask16)~never;
        const __m512i rank = _mm512_and_si512(_mm512_i32gather_epi32(place, t->rank, 2), words(0xffff));
        count =
            add_words(row, count, chosen, _mm512_add_epi32(_mm512_and_si512(base, words(BASE_MASK)), rank));
    }
    f->counts[side] += count;
}

/* The numbers of pawns, and their index, are as in index_of_pawns. */
ALWAYS_INLINE void fill_pawns(const struct block_tables *t, const struct filling *f,
                              const struct pairs *pairs, unsigned side) {
    const __m512i turn = words(t->turn[side][f->kings[side]]), flip = words((int)side * KS_BLACK_BIT),
                  black = words(KS_BLACK_BIT), sides = words(PAWN_SQUARES / KS_BLACK_BIT);
    unsigned count = f->counts[side];
    for (unsigned i = 0; i < pairs->count; i += 16) {
        const __m512i from = words_of_bytes(pairs->from + i), to = words_of_bytes(pairs->to + i);
        const __m512i one = _mm512_and_si512(_mm512_xor_si512(bytes_by_words(from, f->codes), flip), black);
        const __m512i other = _mm512_and_si512(_mm512_xor_si512(bytes_by_words(to, f->codes), flip), black);
        const __m512i a = _mm512_add_epi32(_mm512_xor_si512(from, turn), _mm512_mullo_epi16(one, sides));
        const __m512i b = _mm512_add_epi32(_mm512_xor_si512(to, turn), _mm512_mullo_epi16(other, sides));
        const __m512i high = _mm512_sub_epi32(_mm512_max_epi32(a, b), words(8)),
                      low = _mm512_sub_epi32(_mm512_min_epi32(a, b), words(8));
        const __m512i rows = _mm512_srli_epi32(_mm512_madd_epi16(high, _mm512_sub_epi32(high, words(1))), 1);
        count = add_words(f->rows[side], count, first_lanes(pairs->count - i),
                          _mm512_add_epi32(_mm512_add_epi32(rows, low), words(t->first)));
    }
    f->counts[side] = count;
}

ALWAYS_INLINE void fill_squares(const struct feature_tables *tables, const struct block_tables *t,
                                const struct filling *f, unsigned side) {
    const uint64_t chosen = counted(t, f);
    const unsigned own_king = f->kings[side] ^ t->turn[side][f->kings[side]];
    const __m512i planes = load_64(t->plane[side]), factors = load_64(t->factor[side]),
                  turn = words(t->turn[side][f->kings[side]]), bucket = words(t->bucket[own_king]);
    _Alignas(64) uint8_t squares[64], codes[64];
    _mm512_store_si512(squares, _mm512_maskz_compress_epi8(chosen, load_64(tables->lanes.numbers)));
    _mm512_store_si512(codes, _mm512_maskz_compress_epi8(chosen, f->codes));
    unsigned count = f->counts[side];
    for (unsigned i = 0, all = (unsigned)__builtin_popcountll(chosen); i < all; i += 16) {
        const __m512i code = words_of_bytes(codes + i),
                      square = _mm512_xor_si512(words_of_bytes(squares + i), turn);
        const __m512i index = _mm512_add_epi32(_mm512_permutexvar_epi32(code, planes), square);
        count = add_words(f->rows[side], count, first_lanes(all - i), _mm512_add_epi32(index, bucket));
        if (t->factors)
            count = add_words(f->rows[side], count, first_lanes(all - i),
                              _mm512_add_epi32(_mm512_permutexvar_epi32(code, factors), square));
    }
    f->counts[side] = count;
}

#pragma GCC diagnostic pop

#else

/* ==== Other processors ==== */

ALWAYS_INLINE void add_pair(struct pairs *pairs, unsigned from, unsigned to) {
    pairs->from[pairs->count] = (uint8_t)from;
    pairs->to[pairs->count++] = (uint8_t)to;
}

static uint64_t counted(const struct block_tables *t, const struct filling *f) {
    uint64_t found = 0;
    for (uint64_t rest = f->occupied; rest; rest &= rest - 1)
        if (t->counts[f->board[lowest_square(rest)] & 15])
            found |= rest & -rest;
    return found;
}

static uint64_t attacks_of(unsigned code, unsigned square, uint64_t occupied) {
    switch (code & 7) {
    case KS_WHITE_PAWN:
        return attack_left(bit(square), code >> 3) | attack_right(bit(square), code >> 3);
    case KS_WHITE_KNIGHT:
        return ks_leaps[square];
    case KS_WHITE_KING:
        return ks_steps[square];
    default:
        return ((code & 7) != KS_WHITE_BISHOP ? orthogonal_attacks_by_rays(square, occupied) : 0) |
               ((code & 7) != KS_WHITE_ROOK ? diagonal_attacks_by_rays(square, occupied) : 0);
    }
}

static void find_pairs(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, struct pairs *pairs) {
    const uint64_t targets = counted(t, f);
    (void)tables;
    pairs->count = 0;
    for (uint64_t rest = f->occupied; rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest), code = f->board[from] & 15;
        for (uint64_t hit = attacks_of(code, from, f->occupied) & targets; hit; hit &= hit - 1)
            add_pair(pairs, from, lowest_square(hit));
    }
}

static void find_pawn_pairs(const struct feature_tables *tables, const struct block_tables *t,
                            const struct filling *f, struct pairs *pairs) {
    (void)tables;
    pairs->count = 0;
    for (uint64_t rest = f->pawns; rest; rest &= rest - 1)
        for (uint64_t near = f->pawns & t->near[lowest_square(rest)]; near; near &= near - 1)
            add_pair(pairs, lowest_square(rest), lowest_square(near));
}

static void fill_pairs(const struct block_tables *t, const struct filling *f, const struct pairs *pairs,
                       unsigned side) {
    const unsigned turn = t->turn[side][f->kings[side]], flip = side * KS_BLACK_BIT;
    int32_t *next = f->rows[side] + f->counts[side];
    for (unsigned i = 0; i < pairs->count; i++) {
        const unsigned attacker = f->board[pairs->from[i]] & 15, attacked = f->board[pairs->to[i]] & 15;
        const unsigned from = pairs->from[i] ^ turn, to = pairs->to[i] ^ turn;
        const int32_t base = t->base[side][attacked][attacker];
        *next = (base & BASE_MASK) + t->rank[attacker ^ flip][from][to];
        next += !((base == NO_INDEX) | (base & COUNTS_ONCE && from < to));
    }
    f->counts[side] = (unsigned)(next - f->rows[side]);
}

static void fill_pawns(const struct block_tables *t, const struct filling *f, const struct pairs *pairs,
                       unsigned side) {
    const unsigned turn = t->turn[side][f->kings[side]];
    for (unsigned i = 0; i < pairs->count; i++) {
        const unsigned one = (f->board[pairs->from[i]] >> 3 & 1) ^ side,
                       other = (f->board[pairs->to[i]] >> 3 & 1) ^ side;
        f->rows[side][f->counts[side]++] =
            t->first + (int32_t)index_of_pawns(one, pairs->from[i] ^ turn, other, pairs->to[i] ^ turn);
    }
}

static void fill_squares(const struct feature_tables *tables, const struct block_tables *t,
                         const struct filling *f, unsigned side) {
    const unsigned turn = t->turn[side][f->kings[side]];
    const int32_t bucket = t->bucket[f->kings[side] ^ turn];
    int32_t *next = f->rows[side] + f->counts[side];
    (void)tables;
    for (uint64_t rest = f->occupied; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest), code = f->board[square] & 15;
        if (t->plane[side][code] == NO_INDEX)
            continue;
        *next++ = t->plane[side][code] + bucket + (int32_t)(square ^ turn);
        if (t->factors)
            *next++ = t->factor[side][code] + (int32_t)(square ^ turn);
    }
    f->counts[side] = (unsigned)(next - f->rows[side]);
}

#endif

/* ==== All blocks ==== */

static void fill_block(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f) {
    struct pairs pairs;
    if (t->kind == BLOCK_SQUARES) {
        fill_squares(tables, t, f, KS_WHITE);
        fill_squares(tables, t, f, KS_BLACK);
    } else if (t->kind == BLOCK_PAIRS) {
        find_pairs(tables, t, f, &pairs);
        fill_pairs(t, f, &pairs, KS_WHITE);
        fill_pairs(t, f, &pairs, KS_BLACK);
    } else {
        find_pawn_pairs(tables, t, f, &pairs);
        fill_pawns(t, f, &pairs, KS_WHITE);
        fill_pawns(t, f, &pairs, KS_BLACK);
    }
}

static bool fill(const struct feature_tables *tables, const uint8_t board[64], int32_t (*rows)[ROW_ROOM],
                 struct feature_counts *counts) {
    struct filling f = {.board = board, .rows = rows, .counts = counts->active};
    struct code_planes planes;
    split_board(board, &planes);
    if (!find_kings(&planes, &f))
        return false;
#ifdef KS_FOR_AVX512VBMI2
    const __m512i low = _mm512_and_si512(load_64(board), _mm512_set1_epi8(15));
    f.codes = _mm512_permutexvar_epi8(low, load_64(tables->lanes.codes));
#endif
    *counts = (struct feature_counts){{0, 0}, (unsigned)__builtin_popcountll(f.occupied)};
    for (unsigned b = 0; b < tables->count; b++) {
        fill_block(tables, &tables->blocks[b], &f);
        if (f.counts[KS_WHITE] > KS_FEATURES_WIDTH_MAX || f.counts[KS_BLACK] > KS_FEATURES_WIDTH_MAX)
            return false;
    }
    return true;
}

const struct feature_filler IN_BUILD(feature_filler) = {fill};
