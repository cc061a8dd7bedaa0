/* Reads words that are mostly moves, without chess: target, the characters before it, and marks behind it.
 * This file is compiled for each width of vectors: see quick.h. */
#include <string.h>

#include "core/processor/processor.h"
#include "rules/build.h"
#include "rules/games/quick.h"
#include "rules/generator/tables.h"

#define ONES UINT64_C(0x0101010101010101)
#define TOPS UINT64_C(0x8080808080808080)

ALWAYS_INLINE uint64_t load_word(const char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

#ifdef __AVX2__
/* ---- Many words at once ---- */

#ifdef __AVX512F__
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif

/* Eight bytes of a word in each lane. */
typedef uint64_t words_of_text __attribute__((vector_size(8 * LANES)));
typedef uint8_t bytes_of_text __attribute__((vector_size(8 * LANES)));

/* Returns `yes` where a condition, all ones or zeros, holds. */
#define IF(condition, yes) ((words_of_text)(condition) & (yes))

/* Finds the bytes that are no letters and no digits from 1 to 8, mostly; their highest bit is set. */
ALWAYS_INLINE words_of_text find_others(words_of_text word) {
    const words_of_text from_9 = (word & ~TOPS) + 0x47 * ONES, from_1 = (word | TOPS) - 0x31 * ONES;
    return ~(word << 1) & (from_9 | ~from_1) & TOPS;
}

/* [lower half of a character]: the mark with this half. Others have another half. */
#define MARKS 1, '!', 1, '#', 1, 1, 1, 1, 1, 1, 1, '+', 1, 1, 1, '?'

/* Returns which characters are marks, + # ! and ?: all ones in these bytes. */
ALWAYS_INLINE words_of_text find_marks(bytes_of_text c) {
#ifdef __AVX512F__
    const __m512i marks = _mm512_broadcast_i32x4(_mm_setr_epi8(MARKS));
    return (words_of_text)(c == (bytes_of_text)_mm512_shuffle_epi8(marks, (__m512i)c));
#else
    const __m256i marks = _mm256_broadcastsi128_si256(_mm_setr_epi8(MARKS));
    return (words_of_text)(c == (bytes_of_text)_mm256_shuffle_epi8(marks, (__m256i)c));
#endif
}

/* Returns the number of marks that a text begins with, if a blank follows; else 4 or more. */
ALWAYS_INLINE words_of_text count_marks(words_of_text text) {
    const bytes_of_text c = (bytes_of_text)text;
    const words_of_text marks = find_marks(c), blanks = (words_of_text)(c <= ' '), first = ~marks & -~marks;
    const words_of_text count = IF(first == UINT64_C(1) << 8, (words_of_text){0} + 1) |
                                IF(first == UINT64_C(1) << 16, (words_of_text){0} + 2) |
                                IF(first == UINT64_C(1) << 24, (words_of_text){0} + 3);
    return count | IF((first & blanks & UINT64_C(0x01010101)) == 0, (words_of_text){0} + 4);
}

/* Returns whether the first two characters are lower-case letters, or few others. */
ALWAYS_INLINE words_of_text both_lower_case(words_of_text word) {
    return (words_of_text)((word & 0x6060) == 0x6060);
}

/* Returns what struct word_parts has. */
ALWAYS_INLINE words_of_text read(words_of_text word) {
    const words_of_text others = find_others(word), end = others & -others;
    const words_of_text is_3 = (words_of_text)(end == TOPS >> 56 << 24),
                        is_4 = (words_of_text)(end == TOPS >> 56 << 32),
                        is_2 = (words_of_text)(end == TOPS >> 56 << 16);
    const words_of_text before = (is_3 & 8) | (is_4 & 16), pair = word >> before;
    const words_of_text file = (pair & 0xff) - 'a', row = '8' - (pair >> 8 & 0xff);
    const words_of_text second = word >> 8 & 0xff & is_4, marks = count_marks(pair >> 16);
    const words_of_text x = (words_of_text)(second == 'x'), two_files = ~x & is_4 & both_lower_case(word);
    const words_of_text good = (is_2 | is_3 | is_4) & ~two_files &
                               (words_of_text)(((file | row) & ~UINT64_C(7)) == 0) &
                               (words_of_text)(marks < 4);
    const words_of_text length = ((before >> 3) + marks + 2) & good;
    return (word & 0xff) | second << 8 | ((row << 3 | file) & 63) << 16 | length << 24 | (x & 1) << 32;
}

ALWAYS_INLINE void read_group(const char *text, const uint32_t words[LANES], struct word_parts *parts) {
#define WORD(n) load_word(text + words[n])
#ifdef __AVX512F__
    words_of_text group = {WORD(0), WORD(1), WORD(2), WORD(3), WORD(4), WORD(5), WORD(6), WORD(7)};
#else
    words_of_text group = {WORD(0), WORD(1), WORD(2), WORD(3)};
#endif
    group = read(group);
    memcpy(parts, &group, sizeof group);
}

void IN_BUILD(read_words)(const char *text, const uint32_t *words, unsigned count, struct word_parts *parts) {
    uint32_t rest[LANES];
    unsigned at = 0;
    for (; at + LANES <= count; at += LANES)
        read_group(text, words + at, parts + at);
    if (at == count)
        return;
    for (unsigned i = 0; i < LANES; i++)
        rest[i] = words[at + i < count ? at + i : at];
    read_group(text, rest, parts + at);
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

ALWAYS_INLINE struct word_parts read_word(const char *text) {
    const uint64_t word = load_word(text);
    const unsigned letters = count_letters(word), before = 8 * (letters - 2) & 63;
    const unsigned pair = (unsigned)(word >> before), file = (pair & 0xff) - 'a',
                   row = '8' - (pair >> 8 & 0xff);
    const unsigned second = letters == 4 ? word >> 8 & 0xff : 0, behind = (uint8_t)text[letters];
    const unsigned marks = behind == ' ' ? 0 : count_marks(text + letters);
    const bool two_files = letters == 4 && (word & 0x6060) == 0x6060 && second != 'x';
    const bool good = (letters - 2 <= 2) & !two_files & ((file | row) < 8) & (marks < 4);
    return (struct word_parts){.first = (uint8_t)word,
                               .second = (uint8_t)second,
                               .to = (8 * row + file) & 63,
                               .length = good ? (uint8_t)(letters + marks) : 0,
                               .takes = second == 'x'};
}

void IN_BUILD(read_words)(const char *text, const uint32_t *words, unsigned count, struct word_parts *parts) {
    for (unsigned i = 0; i < count; i++)
        parts[i] = read_word(text + words[i]);
}
#endif
