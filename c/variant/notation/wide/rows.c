/* Reads the rows of a placement without a loop over its characters, with AVX-512.
 *
 * Four rows at a time lie in lanes of 16 bytes. A character has a width, the number of its squares. The sums
 * of the widths up to each character are the squares on which the next ones begin; as bits, those of all rows
 * make one set. Expanding the codes by this set puts each character on its first square; the code of a number
 * is "empty", as are the squares between. The reader of chess in asm/avx512_placement.asm does the same with
 * rows of eight squares. */
#include "variant/notation/wide/rows.h"

#include <immintrin.h>

enum { LANE = 16, LANES = 4 }; /* bytes; in a vector */

#define EACH_LANE 0x0001000100010001

/* The text of the rows: characters of fen_characters, without marks. */
struct text {
    __m512i characters;
    unsigned count;
    uint64_t marked; /* bit n: a mark followed character n */
};

static uint64_t lowest(unsigned bits) {
    return _bzhi_u64(~(uint64_t)0, bits);
}

static __m512i every(unsigned byte) {
    return _mm512_set1_epi8((char)byte);
}

static __m512i numbered_bytes(void) {
    static const uint8_t numbers[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    return _mm512_loadu_si512(numbers);
}

/* ---- Characters ---- */

/* Takes out the marks. Returns false when one does not follow a piece. */
static bool take_marks(struct text *t, uint64_t marks) {
    const uint64_t kept = lowest(t->count) & ~marks;
    const uint64_t pieces = _mm512_cmplt_epu8_mask(t->characters, every(WIDE_SLASH));
    t->marked = _pext_u64(marks >> 1, kept);
    t->characters = _mm512_maskz_compress_epi8(kept, t->characters);
    t->count = (unsigned)_mm_popcnt_u64(kept);
    return !(marks & ~(pieces << 1));
}

/* Reads the characters up to the first one that means nothing in rows. Returns their number, or 0 when they
 * are too many or a number may have two digits. */
static size_t read_characters(const ks_variant *v, const reader *r, struct text *t) {
    const size_t left = r->length - r->at;
    const __m512i text = _mm512_maskz_loadu_epi8(lowest(left < 64 ? (unsigned)left : 64), r->text + r->at);
    t->characters = _mm512_permutex2var_epi8(_mm512_loadu_si512(v->wide_letters), text,
                                             _mm512_loadu_si512(v->wide_letters + 64));
    const uint64_t stops =
        _mm512_cmpeq_epi8_mask(t->characters, every(WIDE_STOP)) | _mm512_movepi8_mask(text);
    t->count = 0;
    t->marked = 0;
    if (!stops)
        return 0;
    const unsigned length = (unsigned)_tzcnt_u64(stops);
    const uint64_t all = lowest(length), numbers = _mm512_movepi8_mask(t->characters) & all;
    const uint64_t marks = _mm512_cmpeq_epi8_mask(t->characters, every(WIDE_MARK)) & all;
    t->count = length;
    if ((v->files >= 10 && numbers & numbers << 1) || (marks && !take_marks(t, marks)))
        return 0;
    return length;
}

/* ---- Rows ---- */

/* The places in the text where each row begins and ends. */
struct places {
    __m128i begins, ends;
};

/* Returns false when the number of rows is wrong, or one has more characters than squares. */
static bool find_rows(const ks_variant *v, uint64_t slashes, unsigned count, struct places *rows) {
    const uint64_t separators = slashes | (uint64_t)1 << count;
    const __m128i after = _mm_insert_epi8(_mm_set1_epi8(1), 0, 0);
    if (_mm_popcnt_u64(separators) != v->ranks)
        return false;
    rows->ends = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(separators, numbered_bytes()));
    rows->begins = _mm_add_epi8(_mm_slli_si128(rows->ends, 1), after);
    const __m128i limits = _mm_add_epi8(rows->begins, _mm_set1_epi8((char)v->files));
    return !(_mm_cmpgt_epu8_mask(rows->ends, limits) & lowest(v->ranks));
}

/* Returns the sums of the bytes of each lane up to each byte. */
static __m512i sums_in_lanes(__m512i bytes) {
    bytes = _mm512_add_epi8(bytes, _mm512_bslli_epi128(bytes, 1));
    bytes = _mm512_add_epi8(bytes, _mm512_bslli_epi128(bytes, 2));
    bytes = _mm512_add_epi8(bytes, _mm512_bslli_epi128(bytes, 4));
    return _mm512_add_epi8(bytes, _mm512_bslli_epi128(bytes, 8));
}

/* Returns the bits of the numbers in each lane that are below `files`, in 16 bits a lane. All such numbers
 * differ, so they add up; larger ones carry upwards. */
static uint64_t bits_in_lanes(__m512i numbers, unsigned files) {
    const __m128i bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m512i low = _mm512_broadcast_i32x4(bits), high = _mm512_bslli_epi128(low, 8);
    const __m512i zero = _mm512_setzero_si512();
    const __m512i sums =
        _mm512_add_epi64(_mm512_sad_epu8(_mm512_shuffle_epi8(low, numbers), zero),
                         _mm512_slli_epi64(_mm512_sad_epu8(_mm512_shuffle_epi8(high, numbers), zero), 8));
    const __m128i halves = _mm_and_si128(_mm512_cvtepi64_epi16(sums), _mm_set1_epi16((short)lowest(files)));
    const __m128i lanes = _mm_madd_epi16(halves, _mm_set1_epi16(1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_packus_epi32(lanes, lanes)) & EACH_LANE * lowest(files);
}

/* Finds the first squares of the characters in four rows, of which the first is number `row`, as bits without
 * gaps. Returns false when a row has too many or too few squares. */
static bool find_first_squares(const ks_variant *v, const struct places *rows, __m512i widths, unsigned row,
                               uint64_t *squares) {
    const __m512i lane_of_byte =
        _mm512_add_epi8(_mm512_and_si512(_mm512_srli_epi16(numbered_bytes(), 4), every(3)), every(row));
    const __m512i place =
        _mm512_add_epi8(_mm512_permutexvar_epi8(lane_of_byte, _mm512_castsi128_si512(rows->begins)),
                        _mm512_and_si512(numbered_bytes(), every(LANE - 1)));
    const __m512i end = _mm512_permutexvar_epi8(lane_of_byte, _mm512_castsi128_si512(rows->ends));
    const __m512i sums =
        sums_in_lanes(_mm512_maskz_permutexvar_epi8(_mm512_cmplt_epu8_mask(place, end), place, widths));
    const unsigned count = v->ranks - row < LANES ? v->ranks - row : LANES;
    const uint64_t last_bytes = 0x8000800080008000 & lowest(LANE * count);
    const uint64_t bits = bits_in_lanes(sums, v->files) | EACH_LANE;
    *squares = _pext_u64(bits, EACH_LANE * lowest(v->files)) & lowest(count * v->files);
    return !(_mm512_cmpneq_epi8_mask(sums, every(v->files)) & last_bytes);
}

/* Adds bits to a set from a square on. */
static void add_bits(ks_squares *set, uint64_t bits, unsigned first) {
    if (first < 64)
        set->half[0] |= bits << first;
    if (first >= 64)
        set->half[1] |= bits << (first - 64);
    else if (first > 0)
        set->half[1] |= bits >> (64 - first);
}

/* ---- The board ---- */

/* Fills in half of the board. codes: of the characters, of which the first number of them begin on `first`.
 */
static void fill_half(ks_variant_position *p, unsigned half, __m512i codes, uint64_t marked, uint64_t first) {
    const __m512i squares = _mm512_maskz_expand_epi8(first, codes);
    const uint64_t occupied = _mm512_test_epi8_mask(squares, squares);
    p->pieces[KS_BLACK].half[half] = _mm512_test_epi8_mask(squares, every(1));
    p->pieces[KS_WHITE].half[half] = occupied & ~p->pieces[KS_BLACK].half[half];
    p->promoted.half[half] = _pdep_u64(marked, first);
    _mm512_mask_storeu_epi8(p->board + 64 * half, lowest(half ? KS_VARIANT_SQUARES - 64 : 64), squares);
}

/* Fills in the board. first: the first squares of all characters that are not slashes. */
static void fill_board(const ks_variant *v, const struct text *t, uint64_t slashes, const ks_squares *first,
                       ks_variant_position *p) {
    const uint64_t kept = lowest(t->count) & ~slashes;
    const uint64_t pieces = _mm512_cmplt_epu8_mask(t->characters, every(WIDE_SLASH));
    const uint64_t marked = v->marks_promoted ? _pext_u64(t->marked, kept) : 0;
    const unsigned upper = (unsigned)_mm_popcnt_u64(first->half[0]); /* characters before the second half */
    const __m512i codes = _mm512_maskz_compress_epi8(kept, _mm512_maskz_mov_epi8(pieces, t->characters));
    const __m512i upper_codes =
        _mm512_permutexvar_epi8(_mm512_add_epi8(numbered_bytes(), every(upper)), codes);
    fill_half(p, 0, codes, marked, first->half[0]);
    fill_half(p, 1, upper_codes, marked >> upper, first->half[1]);
}

bool ks_variant_read_wide_rows(const ks_variant *v, reader *r, ks_variant_position *p) {
    struct text t;
    struct places rows;
    ks_squares first = {{0}};
    reader end = *r;
    end.at += read_characters(v, r, &t);
    const uint64_t slashes = _mm512_cmpeq_epi8_mask(t.characters, every(WIDE_SLASH)) & lowest(t.count);
    const __m512i widths = _mm512_mask_blend_epi8(_mm512_movepi8_mask(t.characters), every(1),
                                                  _mm512_and_si512(t.characters, every(15)));
    if (end.at == r->at || !is_end_of_rows(v, &end) || !find_rows(v, slashes, t.count, &rows))
        return false;
    for (unsigned row = 0; row < v->ranks; row += LANES) {
        uint64_t bits;
        if (!find_first_squares(v, &rows, widths, row, &bits))
            return false;
        add_bits(&first, bits, row * v->files);
    }
    fill_board(v, &t, slashes, &first, p);
    r->at = end.at;
    return true;
}
