/* Reads words that are mostly moves, without chess: target, the characters before it, and marks behind it.
 * This file is compiled for each width of vectors: see quick.h. */

#include "game/pgn/quick.h"
#include "rules/build.h"
#include "rules/generator/tables.h"
#include "rules/vectors.h"

#define ONES UINT64_C(0x0101010101010101)
#define TOPS UINT64_C(0x8080808080808080)

ALWAYS_INLINE uint64_t load_word(const char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* Numbers that vectors need in all lanes. They stand in memory, and gcc does not know them: it would load
 * each into a register before its use. */
#define NUMBERS(ROW)                                                                                         \
    ROW(FIVE_BYTES, UINT64_C(0xffffffffff))                                                                  \
    ROW(LOWER_HALVES, 0x0f * ONES)                                                                           \
    ROW(LOWEST_BITS, 0x01010101)                                                                             \
    ROW(EXPONENT, UINT64_C(0x4330000000000000))                                                              \
    ROW(TWO_LETTERS, 0 - (BIAS + 16))                                                                        \
    ROW(TWO_BIASES, 0 - 2 * BIAS)                                                                            \
    ROW(FIRST_SQUARE, 'a' | '1' << 8)                                                                        \
    ROW(ROWS, 7 << 8)                                                                                        \
    ROW(NO_FILE_OR_ROW, 0xf8f8)                                                                              \
    ROW(SQUARE, 63)                                                                                          \
    ROW(BLANKS, ' ' * ONES)                                                                                  \
    ROW(BYTE, 0xff)                                                                                          \
    ROW(FILE_A, 'a')                                                                                         \
    ROW(NO_FILE, ~UINT64_C(7))
#define BIAS UINT64_C(1023) /* of the exponent of a double */

#define NAME(name, number) name,
enum { NUMBERS(NAME) NUMBERS_COUNT };
extern const uint64_t ks_numbers_of_words[NUMBERS_COUNT][8]
    __attribute__((visibility("hidden"), aligned(64)));

#ifdef KS_FOR_SSSE3
/* ---- Many words at once ---- */

ALWAYS_INLINE masks all(unsigned number) {
    const uint64_t *numbers =
        ks_numbers_of_words[number]; /* with sanitizers, clang 14 crashes on an array here */
    return load(__builtin_assume_aligned(numbers, 64));
}

typedef double reals __attribute__((vector_size(8 * LANES)));
typedef uint32_t halves __attribute__((vector_size(8 * LANES)));

ALWAYS_INLINE masks equal_bytes(masks a, masks b) {
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_movm_epi8(_mm512_cmpeq_epi8_mask((__m512i)a, (__m512i)b));
#else
    return (masks)((bytes)a == (bytes)b);
#endif
}

/* Returns all ones in the lower half of lanes with this number in their lower half, zeros in others. The
 * upper half may be anything. */
ALWAYS_INLINE masks ones_if_half_is(masks a, uint32_t number) {
    return (masks)((halves)a == (halves)in_all(number));
}

/* [byte of two lanes]: the lowest byte of its lane, or the second. */
#define LOWEST_BYTES 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8
#define SECOND_BYTES 1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9, 9, 9

/* Returns the lowest byte of each lane in all its bytes. */
ALWAYS_INLINE masks spread(masks a) {
    static const char lowest[16] = {LOWEST_BYTES};
    return shuffle(a, lowest);
}

/* Returns a word without its first bytes; n: their number in bits: 0, 8 or 16. For other numbers, what is
 * returned begins with no target, if fewer than two characters of the word occur in moves, or n is high. */
ALWAYS_INLINE masks leave_out(masks word, masks n) {
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_srlv_epi64((__m512i)word, (__m512i)n);
#elif defined KS_FOR_AVX2
    return (masks)_mm256_srlv_epi64((__m256i)word, (__m256i)n);
#else
    static const char starts[16] = {0, 1, 2, [14] = (char)0x80};
    const bytes places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (masks)_mm_shuffle_epi8((__m128i)word, (__m128i)((bytes)spread(look_up(starts, n >> 3)) + places));
#endif
}

/* Returns the bit of a square. file_and_row: its file, and in the next byte its row. */
ALWAYS_INLINE masks bit_of_square(masks file_and_row, masks square) {
#ifdef KS_FOR_AVX2
    (void)file_and_row;
    return in_all(1) << square;
#else
    static const char bits[16] = {1, 2, 4, 8, 16, 32, 64, (char)128}, seconds[16] = {SECOND_BYTES};
    const bytes places = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
    (void)square;
    return look_up(bits, spread(file_and_row)) & (masks)((bytes)shuffle(file_and_row, seconds) == places);
#endif
}

/* A class of characters of a move: their upper and lower halves are in two sets. [upper half] and [lower
 * half] have the classes with the half in their set. */
enum { FILES_AND_RANKS = 1, B_K_N = 2, Q_R = 4, X = 8 };
static const char classes_by_upper[16] =
    {[3] = FILES_AND_RANKS, [4] = B_K_N, [5] = Q_R, [6] = FILES_AND_RANKS, [7] = X},
                  classes_by_lower[16] = {[1] = FILES_AND_RANKS | Q_R, [2] = FILES_AND_RANKS | B_K_N | Q_R,
                                          [3] = FILES_AND_RANKS,       [4] = FILES_AND_RANKS,
                                          [5] = FILES_AND_RANKS,       [6] = FILES_AND_RANKS,
                                          [7] = FILES_AND_RANKS,       [8] = FILES_AND_RANKS | X,
                                          ['K' & 15] = B_K_N,          ['N' & 15] = B_K_N};

/* [lower half of a character]: the mark with this half. Others have another half. */
static const char marks_by_half[16] = {1, '!', 1, '#', 1, 1, 1, 1, 1, 1, 1, '+', 1, 1, 1, '?'};

/* [bits 1 to 4 of a letter]: its piece; pawns apart. */
#define BITS_OF(letter) ((letter) >> 1 & 15)
static const char pieces_by_bits[16] = {[BITS_OF('N')] = KS_WHITE_KNIGHT,
                                        [BITS_OF('B')] = KS_WHITE_BISHOP,
                                        [BITS_OF('R')] = KS_WHITE_ROOK,
                                        [BITS_OF('Q')] = KS_WHITE_QUEEN,
                                        [BITS_OF('K')] = KS_WHITE_KING};

/* Returns the lowest bit of the first byte that is no character of a move, if that is one of the
 * first five. */
ALWAYS_INLINE masks find_end(masks word) {
    const masks classes =
        look_up(classes_by_upper, word >> 4 & all(LOWER_HALVES)) & look_up(classes_by_lower, word);
    const masks others = equal_bytes(classes, in_all(0)) & all(FIVE_BYTES);
    return others & -others;
}

/* Returns BIAS + n for a number with bit n alone, which is below 52; 0 for 0. */
ALWAYS_INLINE masks number_of_bit(masks bit) {
    const reals exact = (reals)(bit | all(EXPONENT)) - (reals)all(EXPONENT);
    return (masks)exact >> 52;
}

/* [plane][piece]: all ones if the code has the bit. */
static const char code_planes[3][16] = {
    {0, -1, 0, -1, 0, -1, 0}, {0, 0, -1, -1, 0, 0, -1}, {0, 0, 0, 0, -1, -1, -1}};

/* Vectors that take each step in turn: one alone would fill the scheduler with operations that wait. */
enum { IN_TURN = LANES < 8 ? 2 : 1, AT_ONCE = IN_TURN * LANES };
#define IN_EACH for (unsigned v = 0; v < IN_TURN; v++)

/* Stores what is known of pieces and their targets. */
ALWAYS_INLINE void store_squares(const masks piece[IN_TURN], const masks to_bit[IN_TURN], struct lanes *lanes,
                                 unsigned at) {
    masks pieces[IN_TURN], code[3][IN_TURN];
    IN_EACH pieces[v] = spread(piece[v]);
    IN_EACH store(lanes->to + at + v * LANES, to_bit[v]);
    for (unsigned plane = 0; plane < 3; plane++) {
        IN_EACH code[plane][v] = look_up(code_planes[plane], pieces[v]);
        IN_EACH store(lanes->code[plane] + at + v * LANES, code[plane][v]);
        IN_EACH store(lanes->put[plane] + at + v * LANES, code[plane][v] & to_bit[v]);
    }
    IN_EACH lanes->king_moves |= (uint64_t)highest_bits(code[1][v] & code[2][v]) << (at + v * LANES);
}
_Static_assert(KS_WHITE_KING == 6, "no other piece has bits 1 and 2");

/* Reads words into the lanes from `at` on. */
ALWAYS_INLINE void read(const masks word[IN_TURN], struct lanes *lanes, unsigned at) {
    masks end[IN_TURN], before[IN_TURN], pair[IN_TURN], behind[IN_TURN], file_and_row[IN_TURN], to[IN_TURN];
    IN_EACH end[v] = number_of_bit(find_end(word[v])); /* in bits */
    IN_EACH before[v] = end[v] + all(TWO_LETTERS);
    IN_EACH pair[v] = leave_out(word[v], before[v]);
    IN_EACH behind[v] = pair[v] >> 16;
    IN_EACH file_and_row[v] = (masks)((bytes)pair[v] - (bytes)all(FIRST_SQUARE)) ^ all(ROWS);
    IN_EACH to[v] = (file_and_row[v] | file_and_row[v] >> 5) & all(SQUARE);

    masks marks[IN_TURN], past[IN_TURN], blanks[IN_TURN], length[IN_TURN];
    IN_EACH marks[v] = equal_bytes(look_up(marks_by_half, behind[v]), behind[v]);
    IN_EACH past[v] = ~marks[v] & (marks[v] + 1);
    IN_EACH blanks[v] = (masks)((bytes)behind[v] <= (bytes)all(BLANKS)) & all(LOWEST_BITS);
    IN_EACH length[v] = end[v] + number_of_bit(past[v] & all(LOWEST_BITS)) + all(TWO_BIASES);

    masks first[IN_TURN], second[IN_TURN], x[IN_TURN], pawn[IN_TURN], piece[IN_TURN], bad[IN_TURN];
    IN_EACH first[v] = word[v] & all(BYTE);
    IN_EACH second[v] = word[v] >> 8 & all(BYTE) & ones_if_half_is(before[v], 16);
    IN_EACH x[v] = ones_if_half_is(second[v], 'x') & all(BYTE);
    IN_EACH pawn[v] = ones_if_half_is((first[v] - all(FILE_A)) & all(NO_FILE), 0) & all(BYTE);
    IN_EACH piece[v] = (look_up(pieces_by_bits, first[v] >> 1) & ~pawn[v]) | (pawn[v] & KS_WHITE_PAWN);
    IN_EACH bad[v] = ones_if_half_is(past[v] & blanks[v], 0) | (file_and_row[v] & all(NO_FILE_OR_ROW)) |
                     (pawn[v] & second[v] & ~x[v]) | ones_if_half_is(piece[v], 0);

    masks row[IN_TURN], origin[IN_TURN], to_bit[IN_TURN];
    IN_EACH row[v] = piece[v] | (pawn[v] & x[v] & CAPTURING_PAWN);
    IN_EACH origin[v] = (pawn[v] & first[v]) | (~pawn[v] & second[v]);
    IN_EACH store(lanes->words + at + v * LANES,
                  (row[v] << 6 | to[v] | length[v] << 13 | origin[v] << 24 | to[v] << 38 | (x[v] & 1) << 48) &
                      spread(ones_if_half_is(bad[v], 0)));
    IN_EACH to_bit[v] = bit_of_square(file_and_row[v], to[v]);
    store_squares(piece, to_bit, lanes, at);
}
_Static_assert((KS_WHITE_PAWN | CAPTURING_PAWN) == CAPTURING_PAWN, "a pawn's row by an OR");

ALWAYS_INLINE masks load_words(const char *text, const uint32_t words[LANES]) {
#define WORD(n) load_word(text + words[n])
#ifdef KS_FOR_AVX512BW
    return (masks){WORD(0), WORD(1), WORD(2), WORD(3), WORD(4), WORD(5), WORD(6), WORD(7)};
#elif defined KS_FOR_AVX2
    return (masks){WORD(0), WORD(1), WORD(2), WORD(3)};
#else
    return (masks){WORD(0), WORD(1)};
#endif
}

ALWAYS_INLINE void read_group(const char *text, const uint32_t words[AT_ONCE], struct lanes *lanes,
                              unsigned at) {
    masks loaded[IN_TURN];
    IN_EACH loaded[v] = load_words(text, words + v * LANES);
    read(loaded, lanes, at);
}

void IN_BUILD(read_words)(const char *text, const uint32_t *words, unsigned count, struct lanes *lanes) {
    uint32_t rest[AT_ONCE];
    unsigned at = 0;
    lanes->king_moves = 0;
    for (; at + AT_ONCE <= count; at += AT_ONCE)
        read_group(text, words + at, lanes, at);
    if (at == count)
        return;
    for (unsigned i = 0; i < AT_ONCE; i++)
        rest[i] = words[at + i < count ? at + i : at];
    read_group(text, rest, lanes, at);
}
_Static_assert(sizeof(struct word_parts) == 8 && PLAYED_AT_ONCE % AT_ONCE == 0,
               "a lane has the parts of a word");
#else
/* ---- One word after the other ---- */

#define IN_EIGHT_LANES(name, number)                                                                         \
    [name] = {number, number, number, number, number, number, number, number},
const uint64_t ks_numbers_of_words[NUMBERS_COUNT][8] = {NUMBERS(IN_EIGHT_LANES)};

/* Returns the number of letters and digits from 1 to 8 at the beginning of eight bytes, mostly, at most 7:
 * some other bytes count as letters. The first byte is the lowest. */
ALWAYS_INLINE unsigned count_letters(uint64_t word) {
    const uint64_t from_9 = (word & ~TOPS) + 0x47 * ONES, from_1 = (word | TOPS) - 0x31 * ONES;
    const uint64_t others = (~(word << 1) & (from_9 | ~from_1) & TOPS) | (uint64_t)1 << 63;
    return (unsigned)__builtin_ctzll(others) / 8;
}

/* [character]: 1 if it is a mark. */
static const uint8_t is_mark[256] = {['+'] = 1, ['#'] = 1, ['!'] = 1, ['?'] = 1};

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

/* Nobody can predict what a word has, so that there is no branch. */
ALWAYS_INLINE void read_word(const char *text, struct lanes *lanes, unsigned n) {
    const uint64_t word = load_word(text);
    const unsigned letters = count_letters(word), pair = (unsigned)(word >> (8 * (letters - 2) & 63)),
                   file = (pair & 0xff) - 'a', rank = '8' - (pair >> 8 & 0xff);
    const unsigned has_second = 0 - (unsigned)(letters == 4),
                   second = (unsigned)(word >> 8) & 0xff & has_second, takes = second == 'x';
    const uint8_t *const behind = (const uint8_t *)text + letters;
    const unsigned one = is_mark[behind[0]], two = one & is_mark[behind[1]], three = two & is_mark[behind[2]],
                   marks = one + two + three;
    const unsigned to = (8 * rank + file) & 63, piece = rows[(uint8_t)word][0],
                   pawn = 0 - (unsigned)(piece == KS_WHITE_PAWN);
    const unsigned good = (letters - 2 <= 2) & ((file | rank) < 8) & (behind[marks] <= ' ') &
                          ((pawn & has_second) <= 0 - takes);
    const unsigned row = rows[(uint8_t)word][takes] & (0 - good),
                   origin = ((unsigned)word & 0xff & pawn) | (second & ~pawn);
    const uint64_t to_bit = (uint64_t)1 << to, parts = row << 6 | to | (letters + marks) << 16 |
                                                       origin << 24 | (uint64_t)to << 38 |
                                                       (uint64_t)takes << 48;
    memcpy(&lanes->words[n], &parts, sizeof parts);
    lanes->to[n] = to_bit;
    for (unsigned plane = 0; plane < 3; plane++) {
        const uint64_t code = ks_code_planes[piece][plane];
        lanes->code[plane][n] = code;
        lanes->put[plane][n] = code & to_bit;
    }
    lanes->king_moves |= (uint64_t)(piece == KS_WHITE_KING) << n;
}

void IN_BUILD(read_words)(const char *text, const uint32_t *words, unsigned count, struct lanes *lanes) {
    lanes->king_moves = 0;
    for (unsigned n = 0; n < count; n++)
        read_word(text + words[n], lanes, n);
}
#endif
