/* Reads the rows of a placement without a loop over its characters, with AVX-512.
 *
 * Eight rows at a time lie in lanes of eight bytes, or four in lanes of 16. A character has a width, the
 * number of its squares; marks have none. The sums of the widths before each character are the squares on
 * which it begins in its row. Expanding the codes by the set of these squares puts each character on its
 * first square; the code of a number is "empty", as are the squares between. The reader of chess in
 * asm/text/avx512_placement.asm does the same with rows of eight squares. */
#include "variant/notation/rows_avx512.h"

#include "core/processor/intrinsics.h"
#include "core/processor/processor.h"

enum { VECTOR = 64, SHORT = 8, LONG = 16 }; /* bytes: of a vector, and of a lane */

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

/* Return the first, or the last, bytes of the lanes. lane: SHORT or LONG, a constant, as below. */
ALWAYS_INLINE uint64_t first_bytes(unsigned lane) {
    return lane == SHORT ? 0x0101010101010101 : 0x0001000100010001;
}

ALWAYS_INLINE uint64_t last_bytes(unsigned lane) {
    return first_bytes(lane) << (lane - 1);
}

/* ---- Characters ---- */

/* The characters of the rows, as in row_letters. */
struct text {
    __m512i low, high;
    unsigned count;
};

/* Reads up to 64 characters. Returns the set of those that mean nothing in rows. */
static uint64_t read_some(const ks_variant *v, const char *text, size_t left, __m512i *characters) {
    const __m512i bytes = _mm512_maskz_loadu_epi8(lowest(left < VECTOR ? (unsigned)left : VECTOR), text);
    *characters = _mm512_permutex2var_epi8(_mm512_loadu_si512(v->row_letters), bytes,
                                           _mm512_loadu_si512(v->row_letters + VECTOR));
    return _mm512_cmpeq_epi8_mask(*characters, every(ROW_STOP)) | _mm512_movepi8_mask(bytes);
}

/* Reads the characters up to the first one that means nothing. Returns false when they are too many. */
static bool read_characters(const ks_variant *v, const reader *r, struct text *t) {
    const char *const text = r->text + r->at;
    const size_t left = r->length - r->at;
    uint64_t stops = read_some(v, text, left, &t->low);
    t->count = (unsigned)_tzcnt_u64(stops);
    t->high = every(ROW_STOP);
    if (stops)
        return true;
    stops = left > VECTOR ? read_some(v, text + VECTOR, left - VECTOR, &t->high) : 1;
    t->count += (unsigned)_tzcnt_u64(stops);
    return stops != 0;
}

/* Returns the codes of pieces, and zeros for other characters. */
ALWAYS_INLINE __m512i code_of(__m512i characters) {
    return _mm512_maskz_mov_epi8(_mm512_cmplt_epu8_mask(characters, every(ROW_SLASH)), characters);
}

/* Returns the widths of the characters. A digit stands alone. */
ALWAYS_INLINE __m512i width_of(__m512i characters) {
    const __mmask64 pieces = _mm512_cmplt_epu8_mask(characters, every(ROW_SLASH));
    return _mm512_mask_mov_epi8(_mm512_maskz_mov_epi8(pieces, every(1)), _mm512_movepi8_mask(characters),
                                _mm512_and_si512(characters, every(15)));
}

/* ---- Rows ---- */

/* The places in the text where each row begins and ends. */
struct places {
    __m128i begins, ends;
};

/* Returns the width of lanes that have room for all rows, or 0 when there is none or the number of rows is
 * wrong. */
static unsigned find_rows(const ks_variant *v, const struct text *t, struct places *rows) {
    const __m512i numbers = numbered_bytes(), slash = every(ROW_SLASH);
    const unsigned high_count = t->count > VECTOR ? t->count - VECTOR : 0;
    uint64_t low = _mm512_cmpeq_epi8_mask(t->low, slash) & lowest(t->count < VECTOR ? t->count : VECTOR);
    uint64_t high = _mm512_cmpeq_epi8_mask(t->high, slash) & lowest(high_count);
    *(t->count < VECTOR ? &low : &high) |= (uint64_t)1 << t->count % VECTOR;
    const unsigned low_rows = count_bits(low);
    if (low_rows + count_bits(high) != v->ranks)
        return 0;
    const __m512i high_ends = _mm512_maskz_compress_epi8(high, _mm512_add_epi8(numbers, every(VECTOR)));
    const __m128i places = _mm_sub_epi8(_mm512_castsi512_si128(numbers), _mm_set1_epi8((char)low_rows));
    rows->ends = _mm_or_si128(_mm512_castsi512_si128(_mm512_maskz_compress_epi8(low, numbers)),
                              _mm_shuffle_epi8(_mm512_castsi512_si128(high_ends), places));
    rows->begins = _mm_add_epi8(_mm_slli_si128(rows->ends, 1), _mm_insert_epi8(_mm_set1_epi8(1), 0, 0));
    const uint64_t all = lowest(v->ranks);
    const __m128i lengths = _mm_sub_epi8(rows->ends, rows->begins);
    return v->files <= SHORT && !(_mm_cmpgt_epu8_mask(lengths, _mm_set1_epi8(SHORT)) & all) ? SHORT
           : !(_mm_cmpgt_epu8_mask(lengths, _mm_set1_epi8(LONG)) & all)                     ? LONG
                                                                                            : 0;
}

/* The characters of some rows, a row a lane. */
struct lanes {
    __m512i place; /* of each byte, in the text */
    uint64_t all;  /* the bytes that hold a character */
    __m512i codes, widths;
};

/* Gathers the bytes of the rows. low, high: one byte for each byte of the text. */
ALWAYS_INLINE __m512i from_text(const struct lanes *l, __m512i low, __m512i high) {
    return _mm512_maskz_permutex2var_epi8(l->all, low, l->place, high);
}

/* Lays out rows, of which the first is number `row`. */
ALWAYS_INLINE void lay_out(const struct text *t, const struct places *rows, unsigned lane, unsigned row,
                           struct lanes *l) {
    const __m512i shifted = _mm512_srli_epi16(numbered_bytes(), lane == SHORT ? 3 : 4);
    const __m512i lane_of_byte =
        _mm512_add_epi8(_mm512_and_si512(shifted, every(VECTOR / lane - 1)), every(row));
    const __m512i begin = _mm512_permutexvar_epi8(lane_of_byte, _mm512_castsi128_si512(rows->begins));
    const __m512i end = _mm512_permutexvar_epi8(lane_of_byte, _mm512_castsi128_si512(rows->ends));
    l->place = _mm512_add_epi8(begin, _mm512_and_si512(numbered_bytes(), every(lane - 1)));
    l->all = _mm512_cmplt_epu8_mask(l->place, end);
    l->codes = from_text(l, code_of(t->low), code_of(t->high));
    l->widths = from_text(l, width_of(t->low), width_of(t->high));
}

/* ---- Special characters ---- */

/* Gives 1 the width 10 where a digit follows. Returns false where other digits follow each other. */
ALWAYS_INLINE bool join_digits(__m512i characters, unsigned lane, struct lanes *l) {
    const uint64_t digits = _mm512_movepi8_mask(characters);
    const uint64_t joined = digits & (digits & ~first_bytes(lane)) >> 1;
    l->widths = _mm512_mask_mov_epi8(l->widths, joined, every(10));
    return !(joined & ~_mm512_cmpeq_epi8_mask(characters, every(ROW_NUMBER | 1))) &&
           !(_mm512_cmpeq_epi8_mask(characters, every(ROW_NUMBER)) & ~(joined << 1));
}

/* Turns the pieces after pluses into their promoted forms. Returns false when there is none. */
ALWAYS_INLINE bool promote(const ks_variant *v, __m512i characters, unsigned lane, struct lanes *l) {
    const uint64_t pluses = _mm512_cmpeq_epi8_mask(characters, every(ROW_PLUS)), promoted = pluses << 1;
    const __m512i forms = _mm512_permutexvar_epi8(l->codes, _mm512_loadu_si512(v->promoted_codes));
    l->codes = _mm512_mask_mov_epi8(l->codes, promoted, forms);
    return !(pluses & last_bytes(lane)) && !(promoted & ~_mm512_test_epi8_mask(l->codes, l->codes));
}

/* Finds the pieces that a mark follows. Returns false when a mark follows something else. */
ALWAYS_INLINE bool find_marked(__m512i characters, unsigned lane, const struct lanes *l, uint64_t *marked) {
    const uint64_t marks = _mm512_cmpeq_epi8_mask(characters, every(ROW_MARK));
    *marked = (marks & ~first_bytes(lane)) >> 1;
    return !(marks & first_bytes(lane)) && !(*marked & ~_mm512_test_epi8_mask(l->codes, l->codes));
}

/* Does these things in variants that have such characters. */
ALWAYS_INLINE bool read_special(const ks_variant *v, const struct text *t, unsigned lane, struct lanes *l,
                                uint64_t *marked) {
    const bool marks = v->to_hand || v->marks_promoted;
    *marked = 0;
    if (v->files < 10 && !v->turns && !marks)
        return true;
    const __m512i characters = from_text(l, t->low, t->high);
    return (v->files < 10 || join_digits(characters, lane, l)) &&
           (!v->turns || promote(v, characters, lane, l)) &&
           (!marks || find_marked(characters, lane, l, marked));
}

/* ---- Squares ---- */

/* Returns the sums of the bytes of each lane up to each byte. */
ALWAYS_INLINE __m512i sums_in_lanes(__m512i bytes, unsigned lane) {
    bytes = _mm512_add_epi8(bytes, _mm512_slli_epi64(bytes, 8));
    bytes = _mm512_add_epi8(bytes, _mm512_slli_epi64(bytes, 16));
    bytes = _mm512_add_epi8(bytes, _mm512_slli_epi64(bytes, 32));
    if (lane == SHORT)
        return bytes;
    const __m128i last_of_first = _mm_set_epi64x(0x0707070707070707, -1);
    return _mm512_add_epi8(bytes, _mm512_shuffle_epi8(bytes, _mm512_broadcast_i32x4(last_of_first)));
}

/* Returns the numbers in each lane as bits of the lane. Those below its width differ; others have the highest
 * bit. */
ALWAYS_INLINE uint64_t bits_in_lanes(__m512i numbers, unsigned lane) {
    const __m128i bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m512i low = _mm512_broadcast_i32x4(bits), high = _mm512_bslli_epi128(low, 8);
    const __m512i zero = _mm512_setzero_si512();
    const __m512i low_sums = _mm512_sad_epu8(_mm512_shuffle_epi8(low, numbers), zero);
    if (lane == SHORT)
        return (uint64_t)_mm_cvtsi128_si64(_mm512_cvtepi64_epi8(low_sums));
    const __m512i high_sums = _mm512_sad_epu8(_mm512_shuffle_epi8(high, numbers), zero);
    const __m512i sums = _mm512_add_epi64(low_sums, _mm512_slli_epi64(high_sums, 8));
    const __m128i lanes = _mm_madd_epi16(_mm512_cvtepi64_epi16(sums), _mm_set1_epi16(1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_packus_epi32(lanes, lanes));
}

/* The board without gaps between rows. */
struct board {
    __m512i low, high;
    ks_variant_squares promoted;
};

/* Adds the squares of some rows to the board. first: the square with which these rows begin; count: the
 * number of their squares. */
static void add_squares(struct board *b, __m512i squares, uint64_t promoted, unsigned first, unsigned count) {
    const unsigned in_low = first >= VECTOR ? 0 : VECTOR - first < count ? VECTOR - first : count;
    if (in_low) {
        b->low = _mm512_mask_expand_epi8(b->low, lowest(in_low) << first, squares);
        b->promoted.half[0] |= promoted << first;
    }
    if (in_low < count) {
        const unsigned begin = first + in_low - VECTOR;
        const __m512i rest =
            _mm512_permutexvar_epi8(_mm512_add_epi8(numbered_bytes(), every(in_low)), squares);
        b->high = _mm512_mask_expand_epi8(b->high, lowest(count - in_low) << begin, rest);
        b->promoted.half[1] |= promoted >> in_low << begin;
    }
}

/* Adds rows to the board. Returns false when one has a mistake. */
ALWAYS_INLINE bool add_rows(const ks_variant *v, const struct lanes *l, uint64_t marked, unsigned lane,
                            unsigned row, struct board *b) {
    const unsigned most = VECTOR / lane, rows = v->ranks - row < most ? v->ranks - row : most;
    const uint64_t kept = _mm512_test_epi8_mask(l->widths, l->widths);
    const __m512i sums = sums_in_lanes(l->widths, lane);
    if (_mm512_cmpneq_epi8_mask(sums, every(v->files)) & last_bytes(lane) & lowest(lane * rows))
        return false;
    const __m512i begins = _mm512_mask_sub_epi8(every(128), kept, sums, l->widths);
    const uint64_t first_squares = bits_in_lanes(begins, lane), all = first_bytes(lane) * lowest(v->files);
    const __m512i spread =
        _mm512_maskz_expand_epi8(first_squares, _mm512_maskz_compress_epi8(kept, l->codes));
    const uint64_t promoted =
        marked && v->marks_promoted ? _pdep_u64(_pext_u64(marked, kept), first_squares) : 0;
    if (v->files == lane && v->ranks <= most) /* there are no gaps */
        *b = (struct board){spread, _mm512_setzero_si512(), {{promoted, 0}}};
    else
        add_squares(b, _mm512_maskz_compress_epi8(all, spread), _pext_u64(promoted, all), row * v->files,
                    rows * v->files);
    return true;
}

/* ---- All ---- */

static void fill_half(ks_variant_position *p, unsigned half, __m512i squares) {
    const uint64_t occupied = _mm512_test_epi8_mask(squares, squares);
    p->pieces[KS_BLACK].half[half] = _mm512_test_epi8_mask(squares, every(1));
    p->pieces[KS_WHITE].half[half] = occupied & ~p->pieces[KS_BLACK].half[half];
    _mm512_mask_storeu_epi8(p->board + 64 * half, lowest(half ? KS_VARIANT_SQUARES_MAX - 64 : 64), squares);
}

ALWAYS_INLINE bool read_lanes(const ks_variant *v, const struct text *t, const struct places *rows,
                              unsigned lane, struct board *board) {
    for (unsigned row = 0; row < v->ranks; row += VECTOR / lane) {
        struct lanes lanes;
        uint64_t marked;
        lay_out(t, rows, lane, row, &lanes);
        if (!read_special(v, t, lane, &lanes, &marked) || !add_rows(v, &lanes, marked, lane, row, board))
            return false;
    }
    return true;
}

bool ks_variant_read_rows_avx512(const ks_variant *v, reader *r, ks_variant_position *p) {
    struct text t;
    struct places rows;
    struct board board = {_mm512_setzero_si512(), _mm512_setzero_si512(), {{0}}};
    reader end = *r;
    if (!read_characters(v, r, &t))
        return false;
    end.at += t.count;
    if (!is_end_of_rows(v, &end))
        return false;
    const unsigned lane = find_rows(v, &t, &rows);
    if (!lane ||
        !(lane == SHORT ? read_lanes(v, &t, &rows, SHORT, &board) : read_lanes(v, &t, &rows, LONG, &board)))
        return false;
    fill_half(p, 0, board.low);
    fill_half(p, 1, board.high);
    p->promoted = board.promoted;
    r->at = end.at;
    return true;
}
