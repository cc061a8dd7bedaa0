/* Reads words that are mostly moves, without chess: target, the characters before it, and marks behind it.
 * This file is compiled for each width of vectors: see quick.h. */
#include "rules/build.h"
#include "rules/games/quick.h"
#include "rules/generator/tables.h"
#include "rules/vectors.h"

#define ONES UINT64_C(0x0101010101010101)
#define TOPS UINT64_C(0x8080808080808080)

ALWAYS_INLINE uint64_t load_word(const char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

#ifdef __AVX2__
/* ---- Many words at once ---- */

typedef double reals __attribute__((vector_size(8 * LANES)));

ALWAYS_INLINE masks shift_right(masks a, masks n) {
#ifdef __AVX512F__
    return (masks)_mm512_srlv_epi64((__m512i)a, (__m512i)n);
#else
    return (masks)_mm256_srlv_epi64((__m256i)a, (__m256i)n);
#endif
}

ALWAYS_INLINE masks equal_bytes(masks a, masks b) {
#ifdef __AVX512F__
    return (masks)_mm512_movm_epi8(_mm512_cmpeq_epi8_mask((__m512i)a, (__m512i)b));
#else
    return (masks)((bytes)a == (bytes)b);
#endif
}

/* Finds the bytes that are no letters and no digits from 1 to 8, mostly; their highest bit is set. */
ALWAYS_INLINE masks find_others(masks word) {
    const masks from_9 = (word & ~TOPS) + 0x47 * ONES, from_1 = (word | TOPS) - 0x31 * ONES;
    return ~(word << 1) & (from_9 | ~from_1) & TOPS;
}

/* Returns BIAS + n for a number whose only bit is bit n, which is below 52; 0 for 0. */
ALWAYS_INLINE masks number_of_bit(masks bit) {
    const reals exact = (reals)(bit | UINT64_C(0x4330000000000000)) - 0x1p52;
    return (masks)exact >> 52;
}
#define BIAS UINT64_C(1023)

/* [lower half of a character]: the mark with this half. Others have another half. */
static const char marks_by_half[16] = {1, '!', 1, '#', 1, 1, 1, 1, 1, 1, 1, '+', 1, 1, 1, '?'};

/* [bits 1 to 4 of a letter]: a letter that has them, and its piece. */
static const char letters_by_bits[16] = {[1] = 'B', [5] = 'K', [7] = 'N', [8] = 'Q', [9] = 'R'},
                  pieces_by_bits[16] = {[1] = KS_WHITE_BISHOP,
                                        [5] = KS_WHITE_KING,
                                        [7] = KS_WHITE_KNIGHT,
                                        [8] = KS_WHITE_QUEEN,
                                        [9] = KS_WHITE_ROOK};

/* Stores what is known of a piece and its target. */
ALWAYS_INLINE void store_squares(masks piece, masks to, struct lanes *lanes, unsigned at) {
    const masks to_bit = in_all(1) << to;
    store(lanes->to + at, to_bit);
    for (unsigned plane = 0; plane < 3; plane++) {
        const condition has = is_some(piece & (UINT64_C(1) << plane));
        store(lanes->code[plane] + at, where(has, in_all(~UINT64_C(0))));
        store(lanes->put[plane] + at, where(has, to_bit));
    }
}

/* Reads words into the lanes from `at` on. */
ALWAYS_INLINE void read(masks word, struct lanes *lanes, unsigned at) {
    const masks others = find_others(word) & UINT64_C(0xffffffffff), end = others & -others;
    const masks end_number = number_of_bit(end), before = end_number - (BIAS + 23); /* bits */
    const masks pair = shift_right(word, before), behind = pair >> 16;
    const masks file_and_row = (masks)((bytes)pair - (bytes)in_all(0x3161)) ^ 0x700;
    const masks to = (file_and_row | file_and_row >> 5) & 63;

    const masks marks = equal_bytes(look_up(marks_by_half, behind), behind),
                past = ~marks & (marks + 1) & 0x01010101;
    const masks blanks = (masks)((bytes)behind <= ' ');
    const masks length = end_number + number_of_bit(past) - (2 * BIAS + 7); /* in bits */

    const condition has_second = are_equal(before, in_all(16));
    const masks first = word & 0xff, second = where(has_second, word >> 8 & 0xff);
    const condition x = are_equal(second, in_all('x')), pawn = ~is_some((first - 'a') & ~UINT64_C(7));
    const condition good =
        ~(is_greater(before, in_all(16)) | is_some(file_and_row & 0xf8f8) | (pawn & has_second & ~x)) &
        is_some(past & blanks);

    const masks index = first >> 1;
    const masks piece =
        where(are_equal(look_up(letters_by_bits, index), first), look_up(pieces_by_bits, index)) |
        where(pawn, in_all(KS_WHITE_PAWN));
    const masks row = where(good, piece | where(pawn & x, in_all(CAPTURING_PAWN)));
    const masks origin = where(pawn, first) | where(~pawn, second);
    store(lanes->words + at, row << 6 | to | where(good, length << 13) | origin << 24 | to << 38 |
                                 where(x, in_all(UINT64_C(1) << 48)));
    store_squares(piece, to, lanes, at);
    const masks king = ones_if_equal(piece, KS_WHITE_KING);
    lanes->king_moves |= (uint64_t)highest_bits(king) << at;
}
_Static_assert((KS_WHITE_PAWN | CAPTURING_PAWN) == CAPTURING_PAWN, "a pawn's row by an OR");

ALWAYS_INLINE void read_group(const char *text, const uint32_t words[LANES], struct lanes *lanes,
                              unsigned at) {
#define WORD(n) load_word(text + words[n])
#ifdef __AVX512F__
    const masks group = {WORD(0), WORD(1), WORD(2), WORD(3), WORD(4), WORD(5), WORD(6), WORD(7)};
#else
    const masks group = {WORD(0), WORD(1), WORD(2), WORD(3)};
#endif
    read(group, lanes, at);
}

void IN_BUILD(read_words)(const char *text, const uint32_t *words, unsigned count, struct lanes *lanes) {
    uint32_t rest[LANES];
    unsigned at = 0;
    lanes->king_moves = 0;
    for (; at + LANES <= count; at += LANES)
        read_group(text, words + at, lanes, at);
    if (at == count)
        return;
    for (unsigned i = 0; i < LANES; i++)
        rest[i] = words[at + i < count ? at + i : at];
    read_group(text, rest, lanes, at);
}
_Static_assert(sizeof(struct word_parts) == 8 && PLAYED_AT_ONCE % LANES == 0,
               "a lane has the parts of a word");
#else
/* ---- One word after the other ---- */

/* Returns the number of letters and digits from 1 to 8 at the beginning of eight bytes, mostly: some other
 * bytes count as letters. The first byte is the lowest. */
ALWAYS_INLINE unsigned count_letters(uint64_t word) {
    const uint64_t from_9 = (word & ~TOPS) + 0x47 * ONES, from_1 = (word | TOPS) - 0x31 * ONES;
    const uint64_t others = ~(word << 1) & (from_9 | ~from_1) & TOPS;
    return others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
}

ALWAYS_INLINE bool is_mark(char c) {
    return c == '+' || c == '#' || c == '!' || c == '?';
}

static unsigned count_marks(const char *text) {
    unsigned marks = 0;
    while (is_mark(text[marks]))
        marks++;
    return (unsigned char)text[marks] <= ' ' ? marks : 4;
}

/* [first letter], [is x the second]: the row of ks_sources, or 0. */
static const uint8_t rows[256][2] = {
#define PAWN                                                                                                 \
    { KS_WHITE_PAWN, CAPTURING_PAWN }
#define BOTH(piece)                                                                                          \
    { piece, piece }
    ['a'] = PAWN,
    ['b'] = PAWN,
    ['c'] = PAWN,
    ['d'] = PAWN,
    ['e'] = PAWN,
    ['f'] = PAWN,
    ['g'] = PAWN,
    ['h'] = PAWN,
    ['N'] = BOTH(KS_WHITE_KNIGHT),
    ['B'] = BOTH(KS_WHITE_BISHOP),
    ['R'] = BOTH(KS_WHITE_ROOK),
    ['Q'] = BOTH(KS_WHITE_QUEEN),
    ['K'] = BOTH(KS_WHITE_KING)};

ALWAYS_INLINE void read_word(const char *text, struct lanes *lanes, unsigned n) {
    const uint64_t word = load_word(text);
    const unsigned letters = count_letters(word), before = 8 * (letters - 2) & 63;
    const unsigned pair = (unsigned)(word >> before), file = (pair & 0xff) - 'a',
                   rank = '8' - (pair >> 8 & 0xff);
    const unsigned second = letters == 4 ? word >> 8 & 0xff : 0, behind = (uint8_t)text[letters];
    const unsigned marks = behind == ' ' ? 0 : count_marks(text + letters);
    const unsigned to = (8 * rank + file) & 63, piece = rows[(uint8_t)word][0];
    const bool takes = second == 'x', pawn = piece == KS_WHITE_PAWN;
    const bool good =
        (letters - 2 <= 2) & ((file | rank) < 8) & (marks < 4) & (!pawn | (letters < 4) | takes);
    const uint64_t to_bit = (uint64_t)1 << to;
    lanes->words[n] =
        (struct word_parts){.way = (uint16_t)(64u * (good ? rows[(uint8_t)word][takes] : 0) + to),
                            .length = (uint8_t)(letters + marks),
                            .origin = (uint8_t)(pawn ? (uint8_t)word : second),
                            .target = (uint16_t)(64 * to),
                            .takes = takes};
    lanes->to[n] = to_bit;
    lanes->king_moves |= (uint64_t)(piece == KS_WHITE_KING) << n;
    for (unsigned plane = 0; plane < 3; plane++) {
        const uint64_t code = ks_code_planes[piece][plane];
        lanes->code[plane][n] = code;
        lanes->put[plane][n] = code & to_bit;
    }
}

void IN_BUILD(read_words)(const char *text, const uint32_t *words, unsigned count, struct lanes *lanes) {
    lanes->king_moves = 0;
    for (unsigned n = 0; n < count; n++)
        read_word(text + words[n], lanes, n);
}
#endif
