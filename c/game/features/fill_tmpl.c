/* Finds the features of a position from its 64 bytes. This file is compiled several times.
 *
 * The pairs of attacker and attacked, and those of pawns, are found once, as rows of squares, and one look
 * into a table has the ranks of both sides. With AVX-512, a target's attackers are found at once: VPERMB lays
 * its lanes out, each a knight's square and a ray, nearest first, with codes doubled. To subtract 65 from a
 * lane makes the knight's byte odd, borrows from the ray, and makes the nearest piece's byte odd, the empty
 * ones before it 255, and leaves those behind it even. A table by the low six bits then has classes of odd
 * bytes alone.
 *
 * With AVX2, each piece lists what it attacks by fours, and eight indices are made at once; a table puts
 * chosen ones next to each other. */
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
#elif defined KS_FOR_AVX2
    struct code_planes planes;
    __m256i codes[2], quarters[4]; /* quarters of the board, twice each */
#endif
};

/* Pairs of squares: attacker and attacked, or two pawns. */
struct pairs {
    unsigned count;
    _Alignas(64) uint8_t from[PAIRS_MOST + 64];
    _Alignas(64) uint8_t to[PAIRS_MOST + 64];
#if defined KS_FOR_AVX2 && !defined KS_FOR_AVX512VBMI2
    _Alignas(64) uint8_t attackers[PAIRS_MOST + 64], attacked[PAIRS_MOST + 64]; /* their codes */
#endif
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

ALWAYS_INLINE __m512i words_of_bytes(const uint8_t bytes[16]) {
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

ALWAYS_INLINE __mmask16 first_lanes(unsigned count) {
    return count >= 16 ? (__mmask16)0xffff : (__mmask16)((1u << count) - 1);
}

/* Returns zeros that a compiler takes for others. With zeros in its place, VPCOMPRESS gets the form that
 * waits for what was in its result on Zen 4: five cycles each, and not one and a half. */
ALWAYS_INLINE __m512i kept_zeros(void) {
    __m512i zeros = _mm512_setzero_si512();
    __asm__("" : "+v"(zeros));
    return zeros;
}

/* Stores the chosen words behind those of a row. */
ALWAYS_INLINE unsigned add_words(int32_t *row, unsigned count, __mmask16 chosen, __m512i indices) {
    _mm512_storeu_si512(row + count, _mm512_mask_compress_epi32(kept_zeros(), chosen, indices));
    return count + (unsigned)__builtin_popcount(chosen);
}

ALWAYS_INLINE __m512i chosen_bytes(__mmask64 chosen, __m512i bytes) {
    return _mm512_mask_compress_epi8(kept_zeros(), chosen, bytes);
}

ALWAYS_INLINE __m128i load_16_bytes(const uint8_t bytes[16]) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

ALWAYS_INLINE void store_16_bytes(uint8_t *to, __m128i bytes) {
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
}

ALWAYS_INLINE uint64_t counted(const struct block_tables *t, const struct filling *f) {
    const __m512i counts = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)(const void *)t->counts));
    return _mm512_movepi8_mask(_mm512_shuffle_epi8(counts, f->codes));
}

ALWAYS_INLINE unsigned turn_for(const struct block_tables *t, const struct filling *f, unsigned side) {
    return t->turn[side][f->kings[side]];
}

/* Four targets are taken without a branch in between: how many loops there are is easier to foresee than how
 * many targets. A square has 16 attackers at most, and square 64 has none. The number of pairs is kept apart
 * from them: a byte that is stored might be a part of it, for all that a compiler knows. */
ALWAYS_INLINE void find_pairs(const struct feature_tables *tables, const struct block_tables *t,
                              const struct filling *f, struct pairs *pairs) {
    const struct feature_lanes *const lanes = &tables->lanes;
    const __m512i doubled = _mm512_add_epi8(f->codes, f->codes), classes = load_64(lanes->classes);
    uint64_t targets = counted(t, f);
    unsigned count = 0;
    do {
#pragma GCC unroll 4
        for (unsigned n = 0; n < 4; n++, targets &= targets - 1) {
            const unsigned to = (unsigned)_tzcnt_u64(targets);
            const __m512i squares = load_64(lanes->squares[to]);
            const __m512i seen =
                _mm512_add_epi64(_mm512_permutexvar_epi8(squares, doubled), _mm512_set1_epi64(-65));
            const __mmask64 attackers =
                _mm512_test_epi8_mask(_mm512_permutexvar_epi8(seen, classes), load_64(lanes->relations[to]));
            store_16_bytes(pairs->from + count, _mm512_castsi512_si128(chosen_bytes(attackers, squares)));
            store_16_bytes(pairs->to + count, load_16_bytes(lanes->sixteen[to]));
            count += (unsigned)__builtin_popcountll(attackers);
        }
    } while (targets);
    pairs->count = count;
}

/* The bytes of 64 pairs. */
struct bytes_of_pairs {
    /* Attackers: their codes, and 16 where black is attacked. Slots: see SLOT_MASK. */
    _Alignas(64) uint8_t attackers[64], slots[64];
};

/* some: the pairs that are there. */
ALWAYS_INLINE void find_bytes(const struct feature_tables *tables, const struct block_tables *t,
                              const struct filling *f, const struct pairs *pairs, unsigned i, __mmask64 some,
                              struct bytes_of_pairs *b) {
    const __m512i from = load_64(pairs->from + i), to = load_64(pairs->to + i),
                  rows = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_load_si128(
                                                 (const __m128i *)(const void *)tables->lanes.rows)),
                                             f->codes),
                  blacks = _mm512_and_si512(f->codes, _mm512_set1_epi8(KS_BLACK_BIT)),
                  both = _mm512_or_si512(_mm512_permutexvar_epi8(from, _mm512_slli_epi16(rows, 3)),
                                         _mm512_permutexvar_epi8(to, rows));
    _mm512_store_si512(b->attackers,
                       _mm512_or_si512(_mm512_permutexvar_epi8(from, f->codes),
                                       _mm512_permutexvar_epi8(to, _mm512_slli_epi16(blacks, 1))));
    _mm512_store_si512(b->slots, _mm512_mask_permutexvar_epi8(_mm512_set1_epi8((char)NO_FEATURE), some, both,
                                                              load_64(t->slots)));
}

/* Fills in both sides: an index is a base by both sides' codes, slots of one size, and a rank. */
static void fill_pairs(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, const struct pairs *pairs) {
    const uint32_t *const ranks = t->ranks[turns_of(t, f->kings)][0][0];
    const __m512i of_ranks = load_64(tables->lanes.ranks), sizes = load_64(t->sizes);
    unsigned counts[2] = {f->counts[KS_WHITE], f->counts[KS_BLACK]};
    for (unsigned first = 0; first < pairs->count; first += 64) {
        const unsigned left = pairs->count - first;
        struct bytes_of_pairs b;
        find_bytes(tables, t, f, pairs, first, left < 64 ? bit(left) - 1 : ~(uint64_t)0, &b);
        for (unsigned i = 0; i < 64 && i < left; i += 16) {
            const __m512i from = words_of_bytes(pairs->from + first + i),
                          to = words_of_bytes(pairs->to + first + i),
                          attackers = words_of_bytes(b.attackers + i), slots = words_of_bytes(b.slots + i);
            const __m512i place = _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi32(from, 6), to),
                                                  _mm512_permutexvar_epi32(attackers, of_ranks)),
                          both = _mm512_i32gather_epi32(place, ranks, 4),
                          before = _mm512_mullo_epi32(_mm512_and_si512(slots, words(SLOT_MASK)),
                                                      _mm512_permutexvar_epi32(attackers, sizes));
            const __mmask16 there = _mm512_testn_epi32_mask(slots, words(NO_FEATURE));
            const __m512i once = _mm512_or_si512(_mm512_slli_epi32(slots, ONCE_TO_LOWER),
                                                 _mm512_slli_epi32(slots, ONCE_TO_LOWER + 16)),
                          lower = _mm512_and_si512(both, once);
#pragma GCC unroll 2
            for (unsigned side = 0; side < 2; side++) {
                const __m512i base = _mm512_permutex2var_epi32(load_64(t->bases[side][0]), attackers,
                                                               load_64(t->bases[side][1])),
                              rank = _mm512_and_si512(side ? _mm512_srli_epi32(both, 16) : both,
                                                      words(RANK_MASK));
                const __mmask16 chosen = _mm512_mask_testn_epi32_mask(
                    there, lower, words((int32_t)((uint32_t)RANK_LOWER << 16 * side)));
                counts[side] = add_words(f->rows[side], counts[side], chosen,
                                         _mm512_add_epi32(_mm512_add_epi32(base, before), rank));
            }
        }
    }
    f->counts[KS_WHITE] = counts[KS_WHITE];
    f->counts[KS_BLACK] = counts[KS_BLACK];
}

/* Pairs each pawn with those behind it, of which any bytes may have more than 16. */
ALWAYS_INLINE void find_pawn_pairs(const struct feature_tables *tables, const struct block_tables *t,
                                   const struct filling *f, struct pairs *pairs) {
    const __m512i numbers = load_64(tables->lanes.numbers);
    uint64_t rest = f->pawns;
    unsigned count = 0;
    do {
#pragma GCC unroll 4
        for (unsigned n = 0; n < 4; n++, rest &= rest - 1) {
            const unsigned pawn = (unsigned)_tzcnt_u64(rest);
            const uint64_t near = f->pawns & t->near[pawn];
            const __m512i to = chosen_bytes(near, numbers);
            const unsigned more = (unsigned)__builtin_popcountll(near);
            store_16_bytes(pairs->from + count, load_16_bytes(tables->lanes.sixteen[pawn]));
            store_16_bytes(pairs->to + count, _mm512_castsi512_si128(to));
            if (__builtin_expect(more > 16, 0)) {
                _mm512_storeu_si512(pairs->from + count, _mm512_set1_epi8((char)pawn));
                _mm512_storeu_si512(pairs->to + count, to);
            }
            count += more;
        }
    } while (rest);
    pairs->count = count;
}

/* Returns the number of each square's pawn, as in index_of_pawns. */
ALWAYS_INLINE __m512i numbers_of_pawns(const struct feature_tables *tables, const struct block_tables *t,
                                       const struct filling *f, unsigned side) {
    const __m512i turned =
        _mm512_xor_si512(load_64(tables->lanes.numbers), _mm512_set1_epi8((char)turn_for(t, f, side)));
    const __mmask64 black = _mm512_test_epi8_mask(f->codes, _mm512_set1_epi8(KS_BLACK_BIT));
    return _mm512_mask_add_epi8(_mm512_sub_epi8(turned, _mm512_set1_epi8(8)),
                                side == KS_WHITE ? black : ~black, turned,
                                _mm512_set1_epi8(PAWN_SQUARES - 8));
}

/* Stores the indices of 32 pairs behind those of a row. */
ALWAYS_INLINE void add_indices_of_pawns(int32_t *row, __m256i numbers, __m256i others, __m512i first) {
    const __m512i high = _mm512_cvtepu8_epi16(_mm256_max_epu8(numbers, others)),
                  low = _mm512_cvtepu8_epi16(_mm256_min_epu8(numbers, others)),
                  twice = _mm512_mullo_epi16(high, _mm512_sub_epi16(high, _mm512_set1_epi16(1))),
                  all = _mm512_add_epi16(_mm512_srli_epi16(twice, 1), low);
    for (unsigned half = 0; half < 2; half++) {
        const __m256i part = half ? _mm512_extracti64x4_epi64(all, 1) : _mm512_castsi512_si256(all);
        _mm512_storeu_si512(row + 16 * half, _mm512_add_epi32(_mm512_cvtepu16_epi32(part), first));
    }
}

static void fill_pawns(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, const struct pairs *pairs) {
    const __m512i first = words(t->first);
    for (unsigned side = 0; side < 2; side++) {
        const __m512i numbers = numbers_of_pawns(tables, t, f, side);
        int32_t *const row = f->rows[side] + f->counts[side];
        for (unsigned i = 0; i < pairs->count; i += 64) {
            const __m512i from = _mm512_permutexvar_epi8(load_64(pairs->from + i), numbers),
                          to = _mm512_permutexvar_epi8(load_64(pairs->to + i), numbers);
            add_indices_of_pawns(row + i, _mm512_castsi512_si256(from), _mm512_castsi512_si256(to), first);
            if (pairs->count - i > 32)
                add_indices_of_pawns(row + i + 32, _mm512_extracti64x4_epi64(from, 1),
                                     _mm512_extracti64x4_epi64(to, 1), first);
        }
        f->counts[side] += pairs->count;
    }
}

/* Lists counted squares and their codes, in the place of pairs. */
static void find_squares(const struct feature_tables *tables, const struct block_tables *t,
                         const struct filling *f, struct pairs *pairs) {
    const uint64_t chosen = counted(t, f);
    _mm512_store_si512(pairs->from, chosen_bytes(chosen, load_64(tables->lanes.numbers)));
    _mm512_store_si512(pairs->to, chosen_bytes(chosen, f->codes));
    pairs->count = (unsigned)__builtin_popcountll(chosen);
}

static void fill_squares(const struct block_tables *t, const struct filling *f, const struct pairs *squares) {
    const unsigned all = squares->count;
    for (unsigned side = 0; side < 2; side++) {
        const unsigned turn = turn_for(t, f, side);
        const __m512i planes = load_64(t->plane[side]), factors = load_64(t->factor[side]),
                      turns = words((int32_t)turn), bucket = words(t->bucket[f->kings[side] ^ turn]);
        int32_t *row = f->rows[side] + f->counts[side];
        for (unsigned i = 0; i < all; i += 16) {
            const unsigned more = all - i < 16 ? all - i : 16;
            const __m512i code = words_of_bytes(squares->to + i),
                          square = _mm512_xor_si512(words_of_bytes(squares->from + i), turns);
            _mm512_storeu_si512(
                row,
                _mm512_add_epi32(_mm512_add_epi32(_mm512_permutexvar_epi32(code, planes), square), bucket));
            row += more;
            if (!t->factors)
                continue;
            _mm512_storeu_si512(row, _mm512_add_epi32(_mm512_permutexvar_epi32(code, factors), square));
            row += more;
        }
        f->counts[side] = (unsigned)(row - f->rows[side]);
    }
}

#pragma GCC diagnostic pop

#elif defined KS_FOR_AVX2

/* ==== AVX2 ==== */

enum { EIGHT = 8 };

ALWAYS_INLINE __m256i load_32(const void *bytes) {
    return _mm256_loadu_si256(bytes);
}

ALWAYS_INLINE __m256i words(int32_t word) {
    return _mm256_set1_epi32(word);
}

ALWAYS_INLINE __m256i words_of_bytes(const uint8_t bytes[8]) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)bytes));
}

ALWAYS_INLINE __m256i twice(const uint8_t bytes[16]) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

/* Keeps the codes of a board of any bytes. */
ALWAYS_INLINE void take_codes(const struct feature_lanes *lanes, struct filling *f) {
    const __m256i low = _mm256_set1_epi8(15), table = twice(lanes->codes);
    for (unsigned half = 0; half < 2; half++) {
        f->codes[half] = _mm256_shuffle_epi8(table, _mm256_and_si256(load_32(f->board + 32 * half), low));
        f->quarters[2 * half] = _mm256_permute2x128_si256(f->codes[half], f->codes[half], 0x00);
        f->quarters[2 * half + 1] = _mm256_permute2x128_si256(f->codes[half], f->codes[half], 0x11);
    }
}

/* Returns bytes of 64, which stand in quarters, twice each. */
ALWAYS_INLINE __m256i bytes_of_quarters(const __m256i quarters[4], __m256i places) {
    const __m256i odd = _mm256_slli_epi16(places, 3), lower = _mm256_slli_epi16(places, 2);
    __m256i of[4];
    for (unsigned n = 0; n < 4; n++)
        of[n] = _mm256_shuffle_epi8(quarters[n], places);
    return _mm256_blendv_epi8(_mm256_blendv_epi8(of[0], of[1], odd), _mm256_blendv_epi8(of[2], of[3], odd),
                              lower);
}

ALWAYS_INLINE unsigned first_lanes(unsigned count) {
    return count >= EIGHT ? 0xff : (1u << count) - 1;
}

ALWAYS_INLINE unsigned negative_lanes(__m256i lanes) {
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(lanes));
}

/* Stores the chosen words behind those of a row. */
ALWAYS_INLINE unsigned add_words(const struct feature_lanes *lanes, int32_t *row, unsigned count,
                                 unsigned chosen, __m256i indices) {
    _mm256_storeu_si256((__m256i *)(void *)(row + count),
                        _mm256_permutevar8x32_epi32(indices, words_of_bytes(lanes->places[chosen])));
    return count + (unsigned)__builtin_popcount(chosen);
}

/* Returns the squares of codes whose bytes in a table have a bit. */
ALWAYS_INLINE uint64_t squares_with(const uint8_t table[16], unsigned n, const struct filling *f) {
    const __m256i bytes = _mm256_slli_epi16(twice(table), 7 - (int)n);
    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_shuffle_epi8(bytes, f->codes[0])),
                   high = (uint32_t)_mm256_movemask_epi8(_mm256_shuffle_epi8(bytes, f->codes[1]));
    return (uint64_t)high << 32 | low;
}

ALWAYS_INLINE uint64_t counted(const struct block_tables *t, const struct filling *f) {
    return squares_with(t->counts, 7, f);
}

/* Stores the members of a set by fours without a branch in between, since few sets have more. */
ALWAYS_INLINE unsigned list_squares(uint64_t set, uint8_t *squares) {
    const unsigned count = (unsigned)__builtin_popcountll(set);
    do {
#pragma GCC unroll 4
        for (unsigned n = 0; n < 4; n++, set &= set - 1)
            *squares++ = (uint8_t)_tzcnt_u64(set);
    } while (set);
    return count;
}

/* Adds what a piece attacks, eight squares at most. */
ALWAYS_INLINE unsigned add_pairs(struct pairs *pairs, unsigned count, unsigned from, uint64_t hit) {
    _mm_storel_epi64((__m128i *)(void *)(pairs->from + count), _mm_set1_epi8((char)from));
    return count + list_squares(hit, pairs->to + count);
}

/* Adds what pawns attack in one direction, `from` squares from there. */
ALWAYS_INLINE unsigned add_pawn_attacks(struct pairs *pairs, unsigned count, int from, uint64_t hit) {
    const unsigned more = list_squares(hit, pairs->to + count);
    for (unsigned i = 0; i < more; i += 16) {
        const __m128i to = _mm_loadu_si128((const __m128i *)(void *)(pairs->to + count + i));
        _mm_storeu_si128((__m128i *)(void *)(pairs->from + count + i),
                         _mm_add_epi8(to, _mm_set1_epi8((char)from)));
    }
    return count + more;
}

/* Returns the squares of a kind, by white's code. */
ALWAYS_INLINE uint64_t pieces_of_kind(const struct code_planes *planes, unsigned code) {
    uint64_t squares = ~(uint64_t)0;
#pragma GCC unroll 3
    for (unsigned n = 0; n < 3; n++)
        squares &= code >> n & 1 ? planes->bits[n] : ~planes->bits[n];
    return squares;
}

/* Adds what the pawns of a side attack on targets. */
ALWAYS_INLINE unsigned add_attacks_of_pawns(struct pairs *pairs, unsigned count, uint64_t pawns,
                                            unsigned side, uint64_t targets) {
    const int up = side == KS_WHITE ? 8 : -8;
    count = add_pawn_attacks(pairs, count, up + 1, attack_left(pawns, side) & targets);
    return add_pawn_attacks(pairs, count, up - 1, attack_right(pawns, side) & targets);
}

ALWAYS_INLINE uint64_t attacks_of(unsigned code, unsigned square, uint64_t occupied) {
    return code == KS_WHITE_KNIGHT ? ks_leaps[square]
           : code == KS_WHITE_KING
               ? ks_steps[square]
               : (code != KS_WHITE_BISHOP ? orthogonal_attacks_by_rays(square, occupied) : 0) |
                     (code != KS_WHITE_ROOK ? diagonal_attacks_by_rays(square, occupied) : 0);
}

/* Lists the pairs kind by kind, so that no branch depends on a piece. With ks_avx2_attack_pairs, which goes
 * from target to target, Full_Threats took 138 ns a position; it takes 109 (AMD EPYC Zen 5). */
static void find_pairs(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, struct pairs *pairs) {
    const uint64_t black = f->planes.bits[3], hit = squares_with(t->attackers, 0, f);
    unsigned count = add_attacks_of_pawns(pairs, 0, f->pawns & ~black, KS_WHITE, hit);
    (void)tables;
    count = add_attacks_of_pawns(pairs, count, f->pawns & black, KS_BLACK, hit);
#pragma GCC unroll 5
    for (unsigned code = KS_WHITE_KNIGHT; code <= KS_WHITE_KING; code++) {
        const uint64_t targets = squares_with(t->attackers, code - KS_WHITE_PAWN, f),
                       any = targets ? ~(uint64_t)0 : 0;
        for (uint64_t rest = pieces_of_kind(&f->planes, code) & any; rest; rest &= rest - 1) {
            const unsigned from = lowest_square(rest);
            count = add_pairs(pairs, count, from, attacks_of(code, from, f->occupied) & targets);
        }
    }
    _mm256_storeu_si256((__m256i *)(void *)(pairs->from + count), _mm256_setzero_si256());
    _mm256_storeu_si256((__m256i *)(void *)(pairs->to + count), _mm256_setzero_si256());
    for (unsigned i = 0; i < count; i += 32) {
        _mm256_store_si256((__m256i *)(void *)(pairs->attackers + i),
                           bytes_of_quarters(f->quarters, load_32(pairs->from + i)));
        _mm256_store_si256((__m256i *)(void *)(pairs->attacked + i),
                           bytes_of_quarters(f->quarters, load_32(pairs->to + i)));
    }
    pairs->count = count;
}

/* A table of words by codes. Stored indices might change it in memory, for all that a compiler knows. */
struct words_by_code {
    __m256i low, high;
};

ALWAYS_INLINE struct words_by_code table_of(const int32_t table[16]) {
    return (struct words_by_code){load_32(table), load_32(table + 8)};
}

/* Returns the words of lanes whose word is negative, or the others. */
ALWAYS_INLINE __m256i choose_words(__m256i negative, __m256i then, __m256i otherwise) {
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(otherwise), _mm256_castsi256_ps(then),
                                                _mm256_castsi256_ps(negative)));
}

/* The lowest three bits of a code are its place in a half of the table, and the next says which half. */
ALWAYS_INLINE __m256i words_by_codes(struct words_by_code table, __m256i codes) {
    return choose_words(_mm256_slli_epi32(codes, 28), _mm256_permutevar8x32_epi32(table.high, codes),
                        _mm256_permutevar8x32_epi32(table.low, codes));
}

/* Stores the slots of 32 pairs, in the place of what codes are attacked, and 16 beside the attackers of
 * black ones. */
ALWAYS_INLINE void find_slots(const struct feature_lanes *lanes, const struct block_tables *t,
                              uint8_t *attackers, uint8_t *attacked) {
    const __m256i by = load_32(attackers), on = load_32(attacked), rows = twice(lanes->rows);
    const __m256i both =
        _mm256_or_si256(_mm256_slli_epi16(_mm256_shuffle_epi8(rows, by), 3), _mm256_shuffle_epi8(rows, on));
    __m256i of[4];
    for (unsigned n = 0; n < 4; n++)
        of[n] = twice(t->slots + 16 * n);
    const __m256i black = _mm256_and_si256(on, _mm256_set1_epi8(KS_BLACK_BIT));
    _mm256_storeu_si256((__m256i *)(void *)attacked, bytes_of_quarters(of, both));
    _mm256_storeu_si256((__m256i *)(void *)attackers, _mm256_or_si256(by, _mm256_slli_epi16(black, 1)));
}

static void fill_pairs(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, struct pairs *pairs) {
    const int *const ranks = (const int *)(const void *)t->ranks[turns_of(t, f->kings)];
    const struct words_by_code of_ranks = table_of(tables->lanes.ranks), sizes = table_of(t->sizes);
    const struct words_by_code bases[2][2] = {{table_of(t->bases[0][0]), table_of(t->bases[0][1])},
                                              {table_of(t->bases[1][0]), table_of(t->bases[1][1])}};
    unsigned counts[2] = {f->counts[KS_WHITE], f->counts[KS_BLACK]};
    for (unsigned i = 0; i < pairs->count; i += 32)
        find_slots(&tables->lanes, t, pairs->attackers + i, pairs->attacked + i);
    for (unsigned i = 0; i < pairs->count; i += EIGHT) {
        const __m256i attacker = words_of_bytes(pairs->attackers + i),
                      slots = words_of_bytes(pairs->attacked + i),
                      squares = _mm256_or_si256(_mm256_slli_epi32(words_of_bytes(pairs->from + i), 6),
                                                words_of_bytes(pairs->to + i)),
                      rows = words_by_codes(of_ranks, attacker),
                      both = _mm256_i32gather_epi32(ranks, _mm256_or_si256(rows, squares), 4);
        const __m256i before = _mm256_mullo_epi32(_mm256_and_si256(slots, words(SLOT_MASK)),
                                                  words_by_codes(sizes, attacker)),
                      black = _mm256_slli_epi32(attacker, 27),
                      once = _mm256_slli_epi32(slots, 16 + ONCE_TO_LOWER), no = _mm256_slli_epi32(slots, 24);
        const unsigned there = first_lanes(pairs->count - i);
#pragma GCC unroll 2
        for (unsigned side = 0; side < 2; side++) {
            const __m256i base = choose_words(black, words_by_codes(bases[side][1], attacker),
                                              words_by_codes(bases[side][0], attacker)),
                          own = side ? both : _mm256_slli_epi32(both, 16),
                          never = _mm256_or_si256(no, _mm256_and_si256(own, once)),
                          rank = _mm256_and_si256(_mm256_srli_epi32(own, 16), words(RANK_MASK));
            counts[side] =
                add_words(&tables->lanes, f->rows[side], counts[side], there & ~negative_lanes(never),
                          _mm256_add_epi32(_mm256_add_epi32(base, before), rank));
        }
    }
    f->counts[KS_WHITE] = counts[KS_WHITE];
    f->counts[KS_BLACK] = counts[KS_BLACK];
}

/* ---- Rows of the board, a word a square, for both sides ---- */

ALWAYS_INLINE __m256i turn_for(const struct block_tables *t, const struct filling *f, unsigned side) {
    return words(t->turn[side][f->kings[side]]);
}

ALWAYS_INLINE __m256i squares_of_row(unsigned row) {
    return _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), words((int)row));
}

/* Pawns in the order of their squares: numbers, as in index_of_pawns, and files. Those behind the last one
 * are far from all. */
struct pawns {
    unsigned count;
    _Alignas(32) int32_t numbers[2][PAWN_SQUARES + EIGHT], files[PAWN_SQUARES + EIGHT];
};

ALWAYS_INLINE void list_pawns(const struct feature_lanes *lanes, const struct block_tables *t,
                              const struct filling *f, struct pawns *pawns) {
    const __m256i white = turn_for(t, f, KS_WHITE), black = turn_for(t, f, KS_BLACK),
                  others = words(KS_BLACK_BIT), sides = words(PAWN_SQUARES / KS_BLACK_BIT),
                  numbered = words(8);
    unsigned count = 0;
    for (unsigned row = 8; row < 56; row += 8) {
        const unsigned chosen = f->pawns >> row & 0xff;
        const __m256i square = squares_of_row(row), codes = words_of_bytes(f->board + row),
                      blacks = _mm256_mullo_epi16(_mm256_and_si256(codes, others), sides),
                      whites = _mm256_mullo_epi16(_mm256_andnot_si256(codes, others), sides);
        add_words(lanes, pawns->files, count, chosen, squares_of_row(0));
        add_words(lanes, pawns->numbers[KS_WHITE], count, chosen,
                  _mm256_sub_epi32(_mm256_add_epi32(_mm256_xor_si256(square, white), blacks), numbered));
        count =
            add_words(lanes, pawns->numbers[KS_BLACK], count, chosen,
                      _mm256_sub_epi32(_mm256_add_epi32(_mm256_xor_si256(square, black), whites), numbered));
    }
    _mm256_storeu_si256((__m256i *)(void *)(pawns->files + count), words(PAWN_SQUARES));
    for (unsigned side = 0; side < 2; side++)
        _mm256_storeu_si256((__m256i *)(void *)(pawns->numbers[side] + count), _mm256_setzero_si256());
    pawns->count = count;
}

/* Returns the indices of a pawn with others, less the first one of the block. */
ALWAYS_INLINE __m256i indices_of_pawns(int32_t pawn, const int32_t others[EIGHT]) {
    const __m256i a = words(pawn), b = load_32(others), high = _mm256_max_epi32(a, b),
                  low = _mm256_min_epi32(a, b),
                  twice_rows = _mm256_madd_epi16(high, _mm256_sub_epi32(high, words(1)));
    return _mm256_add_epi32(_mm256_srli_epi32(twice_rows, 1), low);
}

/* Pairs each pawn with those behind it in the list. */
static void fill_pawns(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f) {
    const struct feature_lanes *const lanes = &tables->lanes;
    const __m256i near = words((int)t->files), first = words(t->first);
    struct pawns pawns;
    list_pawns(lanes, t, f, &pawns);
    int32_t *const rows[2] = {f->rows[KS_WHITE] + f->counts[KS_WHITE],
                              f->rows[KS_BLACK] + f->counts[KS_BLACK]};
    unsigned count = 0;
    for (unsigned pawn = 0; pawn < pawns.count; pawn++)
        for (unsigned i = pawn + 1; i < pawns.count; i += EIGHT) {
            const __m256i apart =
                _mm256_abs_epi32(_mm256_sub_epi32(load_32(pawns.files + i), words(pawns.files[pawn])));
            const unsigned chosen = 0xff & ~negative_lanes(_mm256_cmpgt_epi32(apart, near));
            const __m256i white =
                              indices_of_pawns(pawns.numbers[KS_WHITE][pawn], pawns.numbers[KS_WHITE] + i),
                          black =
                              indices_of_pawns(pawns.numbers[KS_BLACK][pawn], pawns.numbers[KS_BLACK] + i);
            add_words(lanes, rows[KS_WHITE], count, chosen, _mm256_add_epi32(white, first));
            count = add_words(lanes, rows[KS_BLACK], count, chosen, _mm256_add_epi32(black, first));
        }
    f->counts[KS_WHITE] += count;
    f->counts[KS_BLACK] += count;
}

/* What the indices of a side's squares are made of. */
struct side_of_squares {
    __m256i turn, bucket;
    struct words_by_code planes, factors;
    int32_t *row;
};

ALWAYS_INLINE struct side_of_squares side_of(const struct block_tables *t, const struct filling *f,
                                             unsigned side) {
    const unsigned king = f->kings[side], turn = t->turn[side][king];
    return (struct side_of_squares){words((int)turn), words(t->bucket[king ^ turn]), table_of(t->plane[side]),
                                    table_of(t->factor[side]), f->rows[side] + f->counts[side]};
}

static void fill_squares(const struct feature_tables *tables, const struct block_tables *t,
                         const struct filling *f) {
    const struct feature_lanes *const lanes = &tables->lanes;
    const struct side_of_squares sides[2] = {side_of(t, f, KS_WHITE), side_of(t, f, KS_BLACK)};
    const uint64_t all = counted(t, f);
    const uint8_t *const board = f->board;
    const bool factored = t->factors;
    unsigned count = 0;
#pragma GCC unroll 8
    for (unsigned row = 0; row < 64; row += 8) {
        const __m256i codes = words_of_bytes(board + row);
        const unsigned chosen = all >> row & 0xff, first = count;
#pragma GCC unroll 2
        for (unsigned side = 0; side < 2; side++) {
            const struct side_of_squares *const s = &sides[side];
            const __m256i square = _mm256_xor_si256(squares_of_row(row), s->turn),
                          index = _mm256_add_epi32(words_by_codes(s->planes, codes), square);
            count = add_words(lanes, s->row, first, chosen, _mm256_add_epi32(index, s->bucket));
            if (factored)
                count = add_words(lanes, s->row, count, chosen,
                                  _mm256_add_epi32(words_by_codes(s->factors, codes), square));
        }
    }
    f->counts[KS_WHITE] += count;
    f->counts[KS_BLACK] += count;
}

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

static void fill_pairs(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, const struct pairs *pairs) {
    const uint32_t *const ranks = t->ranks[turns_of(t, f->kings)][0][0];
    int32_t *next[2] = {f->rows[KS_WHITE] + f->counts[KS_WHITE], f->rows[KS_BLACK] + f->counts[KS_BLACK]};
    for (unsigned i = 0; i < pairs->count; i++) {
        const unsigned from = pairs->from[i], to = pairs->to[i];
        const unsigned attacker = f->board[from] & 15, attacked = f->board[to] & 15;
        const uint32_t both = ranks[(unsigned)tables->lanes.ranks[attacker] + 64 * from + to];
        const unsigned slot = t->slots[rank_row(attacker) << 3 | rank_row(attacked)];
        const int32_t before = (int32_t)(slot & SLOT_MASK) * t->sizes[attacker];
        for (unsigned side = 0; side < 2; side++) {
            const uint32_t own = both >> 16 * side;
            *next[side] = t->bases[side][attacked >> 3][attacker] + before + (int32_t)(own & RANK_MASK);
            next[side] += !((slot & NO_FEATURE) | (slot << ONCE_TO_LOWER & own & RANK_LOWER));
        }
    }
    for (unsigned side = 0; side < 2; side++)
        f->counts[side] = (unsigned)(next[side] - f->rows[side]);
}

static void fill_pawns_of(const struct block_tables *t, const struct filling *f, const struct pairs *pairs,
                          unsigned side) {
    const unsigned turn = t->turn[side][f->kings[side]];
    for (unsigned i = 0; i < pairs->count; i++) {
        const unsigned one = (f->board[pairs->from[i]] >> 3 & 1) ^ side,
                       other = (f->board[pairs->to[i]] >> 3 & 1) ^ side;
        f->rows[side][f->counts[side]++] =
            t->first + (int32_t)index_of_pawns(one, pairs->from[i] ^ turn, other, pairs->to[i] ^ turn);
    }
}

static void fill_squares_of(const struct feature_tables *tables, const struct block_tables *t,
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

#if !defined KS_FOR_AVX2

static void fill_squares(const struct feature_tables *tables, const struct block_tables *t,
                         const struct filling *f) {
    fill_squares_of(tables, t, f, KS_WHITE);
    fill_squares_of(tables, t, f, KS_BLACK);
}

static void fill_pawns(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f) {
    struct pairs pairs;
    find_pawn_pairs(tables, t, f, &pairs);
    fill_pawns_of(t, f, &pairs, KS_WHITE);
    fill_pawns_of(t, f, &pairs, KS_BLACK);
}

#endif

/* ==== All blocks ==== */

#ifdef KS_FOR_AVX512VBMI2

static void find_block(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, struct pairs *pairs) {
    if (t->kind == BLOCK_SQUARES)
        find_squares(tables, t, f, pairs);
    else if (t->kind == BLOCK_PAIRS)
        find_pairs(tables, t, f, pairs);
    else
        find_pawn_pairs(tables, t, f, pairs);
}

static void fill_block(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f, const struct pairs *pairs) {
    if (t->kind == BLOCK_SQUARES)
        fill_squares(t, f, pairs);
    else if (t->kind == BLOCK_PAIRS)
        fill_pairs(tables, t, f, pairs);
    else
        fill_pawns(tables, t, f, pairs);
}

/* A block's pairs are found before those of the last block are looked up: a vector waits until all the
 * small stores that it is made of have left. */
static bool fill_blocks(const struct feature_tables *tables, const struct filling *f) {
    struct pairs pairs[2];
    find_block(tables, &tables->blocks[0], f, &pairs[0]);
    for (unsigned b = 0; b < tables->count; b++) {
        if (b + 1 < tables->count)
            find_block(tables, &tables->blocks[b + 1], f, &pairs[(b + 1) % 2]);
        fill_block(tables, &tables->blocks[b], f, &pairs[b % 2]);
        if (f->counts[KS_WHITE] > KS_FEATURES_WIDTH_MAX || f->counts[KS_BLACK] > KS_FEATURES_WIDTH_MAX)
            return false;
    }
    return true;
}

#else

static void fill_block(const struct feature_tables *tables, const struct block_tables *t,
                       const struct filling *f) {
    if (t->kind == BLOCK_SQUARES) {
        fill_squares(tables, t, f);
    } else if (t->kind == BLOCK_PAIRS) {
        struct pairs pairs;
        find_pairs(tables, t, f, &pairs);
        fill_pairs(tables, t, f, &pairs);
    } else {
        fill_pawns(tables, t, f);
    }
}

static bool fill_blocks(const struct feature_tables *tables, const struct filling *f) {
    for (unsigned b = 0; b < tables->count; b++) {
        fill_block(tables, &tables->blocks[b], f);
        if (f->counts[KS_WHITE] > KS_FEATURES_WIDTH_MAX || f->counts[KS_BLACK] > KS_FEATURES_WIDTH_MAX)
            return false;
    }
    return true;
}

#endif

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
#elif defined KS_FOR_AVX2
    f.planes = planes;
    take_codes(&tables->lanes, &f);
#endif
    *counts = (struct feature_counts){{0, 0}, (unsigned)__builtin_popcountll(f.occupied)};
    return fill_blocks(tables, &f);
}

#ifdef KS_FOR_AVX2

#ifdef KS_FOR_AVX512VBMI2

/* A row is made of whole parts: features with -1 behind them, and then -1 alone. With a mask for each part,
 * all took 1.04 of the time (medians of three runs in turn, AMD Zen 4). */
static void store(int32_t *to, int32_t *row, size_t count, size_t width) {
    const __m512i none = words(-1);
    size_t i = 0;
    _mm512_storeu_si512(row + count, none);
    for (; i < count && i + 16 <= width; i += 16)
        _mm512_storeu_si512(to + i, load_64(row + i));
    for (; i + 16 <= width; i += 16)
        _mm512_storeu_si512(to + i, none);
    if (i < width)
        _mm512_mask_storeu_epi32(to + i, first_lanes((unsigned)(width - i)),
                                 i < count ? load_64(row + i) : none);
}

#endif

static void stream(int32_t *to, const int32_t *from, size_t words) {
    for (size_t i = 0; i < words; i += 4)
        _mm_stream_si128((__m128i *)(void *)(to + i),
                         _mm_loadu_si128((const __m128i *)(const void *)(from + i)));
}

static void end_streams(void) {
    _mm_sfence();
}

#ifdef KS_FOR_AVX512VBMI2
const struct feature_filler IN_BUILD(feature_filler) = {fill, store, stream, end_streams,
                                                        IN_BUILD(find_likely)};
#else
const struct feature_filler IN_BUILD(feature_filler) = {fill, NULL, stream, end_streams,
                                                        IN_BUILD(find_likely)};
#endif

#else

const struct feature_filler IN_BUILD(feature_filler) = {fill, NULL, NULL, NULL, IN_BUILD(find_likely)};

#endif
