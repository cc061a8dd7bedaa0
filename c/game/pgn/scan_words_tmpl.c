/* Finds words 64 bytes at a time, a bit a byte, skips tags, and counts line feeds. This file is compiled for
 * each width of vectors: see scan_words.h. Source: simdjson, by G. Langdale and D. Lemire, for the two
 * shuffles and the arithmetic on masks. */
#include "game/pgn/scan_words.h"

#include "core/text/characters.h"
#include "rules/build.h"
#include "rules/vectors.h"

/* The kinds of characters, as numbers of three bits; EMPTY are blanks, '.' and '$'. Characters of words are
 * LETTER, DIGIT, both ASCII, and OTHER. */
enum { OTHER = 0, EMPTY = 1, LETTER = 2, OPENING = 3, DIGIT = 4, CLOSING = 5, STOP = 6 };

/* The kinds of 64 bytes: [n] has bit n of each. */
struct kinds {
    uint64_t planes[3];
    uint64_t marked; /* zeros, with which no move number begins, and line feeds */
};

/* ---- Kinds of characters ---- */

#ifdef KS_FOR_SSSE3
/* A class has the characters with upper and lower halves in two sets. The last four are the kinds with bit
 * 2. */
enum { POINT, BRACE, LETTER_PZ, LETTER_AO, STOP_35, STOP_2, BRACE_END, NUMERAL }; /* bits */
#define STOPS (1 << STOP_2 | 1 << STOP_35)
#define LETTERS (1 << LETTER_AO | 1 << LETTER_PZ)
#define CLASSES(set) ((char)(uint8_t)(set))
#define ALPHANUMERIC_AND(set) CLASSES(LETTERS | 1 << NUMERAL | (set))

/* [upper half], [lower half]: the classes with it in their set. */
static const char classes_by_upper[16] =
    {[2] = CLASSES(1 << STOP_2 | 1 << POINT), [3] = CLASSES(1 << NUMERAL | 1 << STOP_35),
     [4] = CLASSES(1 << LETTER_AO),           [5] = CLASSES(1 << LETTER_PZ | 1 << STOP_35),
     [6] = CLASSES(1 << LETTER_AO),           [7] = CLASSES(1 << LETTER_PZ | 1 << BRACE | 1 << BRACE_END)},
                  classes_by_lower[16] = {CLASSES(1 << LETTER_PZ | 1 << NUMERAL),
                                          ALPHANUMERIC_AND(0),
                                          ALPHANUMERIC_AND(0),
                                          ALPHANUMERIC_AND(0),
                                          ALPHANUMERIC_AND(1 << POINT),
                                          ALPHANUMERIC_AND(0),
                                          ALPHANUMERIC_AND(0),
                                          ALPHANUMERIC_AND(0),
                                          ALPHANUMERIC_AND(1 << STOP_2),
                                          ALPHANUMERIC_AND(1 << STOP_2),
                                          CLASSES(LETTERS | 1 << STOP_2),
                                          CLASSES(1 << LETTER_AO | 1 << BRACE | 1 << STOP_35),
                                          CLASSES(1 << LETTER_AO | STOPS),
                                          CLASSES(1 << LETTER_AO | 1 << BRACE_END | 1 << STOP_35),
                                          CLASSES(1 << LETTER_AO | 1 << STOP_35 | 1 << POINT),
                                          CLASSES(1 << LETTER_AO)};

/* The classes of the kinds that have bit n. All blanks are added to the first. */
#define WITH_BIT_0 (1 << POINT | 1 << BRACE | 1 << BRACE_END)
#define WITH_BIT_1 (LETTERS | 1 << BRACE | STOPS)
#define WITH_BIT_2 (1 << NUMERAL | 1 << BRACE_END | STOPS)

/* [lower half]: the marked character that has it. */
static const char marked_by_lower[16] = {['0' & 15] = '0', ['\n' & 15] = '\n'};

static inline masks classify(masks text) {
    return look_up(classes_by_upper, text >> 4 & in_all(0x0f0f0f0f0f0f0f0f)) &
           look_up(classes_by_lower, text);
}
#endif

#ifdef KS_FOR_AVX512BW
static inline struct kinds look_at(const char *text) {
    const masks loaded = load(text);
    const __m512i classes = (__m512i)classify(loaded);
    const uint64_t blanks = _mm512_cmple_epu8_mask((__m512i)loaded, _mm512_set1_epi8(' '));
#define OF_CLASSES(set) _mm512_test_epi8_mask(classes, _mm512_set1_epi8((char)(set)))
    return (struct kinds){{blanks | OF_CLASSES(WITH_BIT_0), OF_CLASSES(WITH_BIT_1), OF_CLASSES(WITH_BIT_2)},
                          _mm512_cmpeq_epi8_mask((__m512i)loaded, (__m512i)look_up(marked_by_lower, loaded))};
}
#else
#ifdef KS_FOR_SSSE3
/* Add and subtract bytes with saturation. */
#ifdef KS_FOR_AVX2
#define ADD_BYTES(a, number) ((masks)_mm256_adds_epu8((__m256i)(a), _mm256_set1_epi8(number)))
#define SUBTRACT_FROM(number, a) ((masks)_mm256_subs_epu8(_mm256_set1_epi8((char)(number)), (__m256i)(a)))
#else
#define ADD_BYTES(a, number) ((masks)_mm_adds_epu8((__m128i)(a), _mm_set1_epi8(number)))
#define SUBTRACT_FROM(number, a) ((masks)_mm_subs_epu8(_mm_set1_epi8((char)(number)), (__m128i)(a)))
#endif

/* Only the highest bit of each byte counts. 0x80 + ' ' - character has that bit for characters up to
 * a blank. */
static inline void find_kinds(masks text, masks planes[3]) {
    const masks classes = classify(text);
#define IN_SET(set) (classes & in_all((set)*UINT64_C(0x0101010101010101)))
    planes[0] = SUBTRACT_FROM(0x80 + ' ', text) | ADD_BYTES(IN_SET(WITH_BIT_0), 0x7f);
    planes[1] = ADD_BYTES(IN_SET(WITH_BIT_1), 0x7f);
    planes[2] = ADD_BYTES(classes, 0x80 - (1 << STOP_35));
}

static inline masks find_marked(masks text) {
    return (masks)((bytes)text == (bytes)look_up(marked_by_lower, text));
}
#else
static inline void find_kinds(masks text, masks planes[3]) {
    const bytes b = (bytes)text, opening = (bytes)(b == '{'), closing = (bytes)(b == '}'),
                stops = (bytes)((b - '(' < 3) | (b == ',') | (b - ';' < 4) | (b - '[' < 4));
    planes[0] = (masks)((b <= ' ') | (b == '.') | (b == '$')) | (masks)(opening | closing);
    planes[1] = (masks)((b | 0x20) - 'a' < 26) | (masks)(opening | stops);
    planes[2] = (masks)(b - '0' < 10) | (masks)(closing | stops);
}

static inline masks find_marked(masks text) {
    return (masks)(((bytes)text == '0') | ((bytes)text == '\n'));
}
#endif

static inline struct kinds look_at(const char *text) {
    struct kinds found = {{0}, 0};
    for (unsigned at = 0; at < SCAN_BYTES; at += sizeof(masks)) {
        masks planes[3];
        const masks loaded = load(text + at);
        find_kinds(loaded, planes);
        found.marked |= highest_bits_of_bytes(find_marked(loaded)) << at;
        for (unsigned n = 0; n < 3; n++)
            found.planes[n] |= highest_bits_of_bytes(planes[n]) << at;
    }
    return found;
}
#endif

/* ---- Comments ---- */

/* The state that the bytes before leave; all are 0 or 1. */
struct carry {
    uint64_t comment, empty, number; /* `empty` when no word has the last byte */
};

struct comments {
    uint64_t inside; /* the bytes from each opening brace to before the closing one */
    uint64_t stray;  /* closing braces without opening ones */
};

/* Does what find_comments does, for braces that do not take turns. */
static __attribute__((noinline)) struct comments find_uneven_comments(uint64_t open, uint64_t close,
                                                                      uint64_t carry) {
    struct comments c = {-carry, 0};
    for (uint64_t rest = open | close; rest; rest &= rest - 1) {
        const uint64_t here = rest & -rest;
        if (open & here)
            c.inside |= -here; /* from here on */
        else if (c.inside & here)
            c.inside &= here - 1;
        else
            c.stray |= here;
    }
    return c;
}

/* Braces mostly take turns; then a subtraction borrows from each opening brace to the closing one. */
static inline struct comments find_comments(uint64_t open, uint64_t close, uint64_t carry) {
    const uint64_t inside = close - open - carry;
    if (__builtin_expect(((open & ~inside) | (close & inside)) == 0, 1))
        return (struct comments){inside, 0};
    return find_uneven_comments(open, close, carry);
}

/* ---- Words ---- */

/* Returns the line feeds that may end a blank line: another one, two bytes that may be blanks, or bytes that
 * nobody has looked at stand before them. (The exact reader knows.) feeds, empty: outside comments. */
static inline uint64_t ends_of_blank_lines(uint64_t feeds, uint64_t empty) {
    return feeds & (feeds << 1 | ((empty << 1 | 1) & (empty << 2 | 3)));
}

/* Returns the digits' ends: each bit behind a number that starts here or in the bytes before. */
static inline uint64_t ends_of_numbers(uint64_t digits, uint64_t starts, uint64_t *carry) {
    uint64_t sum;
    *carry = __builtin_add_overflow(digits, starts | *carry, &sum);
    return sum & ~digits;
}

/* Returns where words start. *stops: what the exact reader has to see. */
static inline uint64_t find_words(const struct kinds *found, struct carry *carry, uint64_t *stops) {
    const uint64_t bit_0 = found->planes[0], bit_1 = found->planes[1], bit_2 = found->planes[2];
    const struct comments comments = find_comments(bit_0 & bit_1, bit_0 & bit_2, carry->comment);
    const uint64_t inside = comments.inside, stop = bit_1 & bit_2, empty = bit_0 | stop | inside;
    const uint64_t starts = (empty << 1 | carry->empty) & ~empty, digits = bit_2 & ~empty;
    const uint64_t ends = ends_of_numbers(digits, starts & digits, &carry->number);
    *stops = (stop & ~inside) | comments.stray | (starts & ~(bit_1 | bit_2)) | (ends & ~empty) |
             (starts & found->marked) |
             ends_of_blank_lines(found->marked & bit_0 & ~inside, bit_0 & ~(bit_2 | inside));
    carry->comment = inside >> 63;
    carry->empty = empty >> 63;
    return starts & bit_1;
}

/* Returns the number of the lowest bit, or any if there is none. */
static inline uint32_t lowest_bit(uint64_t bits) {
#ifdef KS_FOR_BMI2
    return (uint32_t)_tzcnt_u64(bits);
#else
    return (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
#endif
}

/* Returns the number of bits, at most two; without a branch. */
static inline size_t count_two(uint64_t bits) {
#ifdef __POPCNT__
    return (size_t)__builtin_popcountll(bits);
#else
    const uint64_t others = bits & (bits - 1);
    return (size_t)(((bits | -bits) >> 63) + ((others | -others) >> 63));
#endif
}

/* Adds words two at a time, since nobody can predict how many there are. Returns where the next one goes. */
static inline uint32_t *add_words(uint32_t *out, size_t at, uint64_t starts) {
    for (;;) {
        const uint64_t second = starts & (starts - 1), others = second & (second - 1);
        out[0] = (uint32_t)at + lowest_bit(starts);
        out[1] = (uint32_t)at + lowest_bit(second);
        if (__builtin_expect(others == 0, 1))
            return out + count_two(starts);
        starts = others;
        out += 2;
    }
}

/* Returns whether blanks and a number before this character may belong to it: they are the rest of a blank
 * line, or of a result such as 1 - 0. */
static bool may_go_on(char c) {
    return c == '\n' || c == '-' || c == ':' || (unsigned char)c >= 0x80;
}

/* Returns where the exact reader has to begin to read what stands at `at`: at the blanks, number or NAG
 * before it. stopped: the character there is known. */
static size_t go_back(const char *text, size_t begin, size_t at, bool stopped) {
    const bool goes_on = !stopped || may_go_on(text[at]);
    while (goes_on && at > begin && (unsigned char)text[at - 1] <= ' ')
        at--;
    while (at > begin && is_digit(text[at - 1]))
        at--;
    return at - (at > begin && text[at - 1] == '$');
}

void IN_BUILD(scan_words)(struct scan *scan, const char *text, size_t at, size_t end) {
    const size_t begin = at;
    struct carry carry = {.empty = 1};
    uint64_t stops = 0;
    uint32_t *out = scan->words;
    const uint32_t *const most = out + (SCAN_WORDS - SCAN_BYTES);
    for (; at < end && out <= most; at += SCAN_BYTES) {
        const struct kinds found = look_at(text + at);
        const uint64_t starts = find_words(&found, &carry, &stops);
        out = add_words(out, at, starts & (stops ^ (stops - 1)));
        if (stops) {
            at += (unsigned)__builtin_ctzll(stops);
            break;
        }
    }
    scan->count = (size_t)(out - scan->words);
    scan->next = 0;
    scan->in_comment = !stops && carry.comment;
    scan->resume = scan->in_comment ? at : go_back(text, begin, at, stops);
}

/* ---- Tags ---- */

/* The classes of 64 bytes of tags. */
struct tag_characters {
    uint64_t quotes, letters, strange; /* `strange` ones are backslashes, and below a blank */
};

#ifdef KS_FOR_AVX512BW
static inline struct tag_characters look_at_tag(const char *text) {
    const __m512i loaded = _mm512_loadu_si512(text);
    const __m512i letters =
        _mm512_sub_epi8(_mm512_or_si512(loaded, _mm512_set1_epi8(0x20)), _mm512_set1_epi8('a'));
    return (struct tag_characters){.quotes = _mm512_cmpeq_epi8_mask(loaded, _mm512_set1_epi8('"')),
                                   .letters = _mm512_cmplt_epu8_mask(letters, _mm512_set1_epi8(26)),
                                   .strange = _mm512_cmplt_epu8_mask(loaded, _mm512_set1_epi8(' ')) |
                                              _mm512_cmpeq_epi8_mask(loaded, _mm512_set1_epi8('\\'))};
}
#else
static inline struct tag_characters look_at_tag(const char *text) {
    struct tag_characters found = {0, 0, 0};
    for (unsigned at = 0; at < SCAN_BYTES; at += sizeof(masks)) {
        const bytes b = (bytes)load(text + at);
        found.quotes |= highest_bits_of_bytes((masks)(b == '"')) << at;
        found.letters |= highest_bits_of_bytes((masks)((b | 0x20) - 'a' < 26)) << at;
        found.strange |= highest_bits_of_bytes((masks)((b < ' ') | (b == '\\'))) << at;
    }
    return found;
}
#endif

/* Returns the index behind the tag that begins at a text, or 0. */
static inline size_t end_of_tag(const char *text) {
    const struct tag_characters found = look_at_tag(text);
    const uint64_t opening = found.quotes & -found.quotes, others = found.quotes ^ opening;
    uint64_t strange = found.strange, closing = others & -others;
    size_t end = 0;
    if (!opening || (~found.letters & ((opening >> 1) - 1)) != 1 || opening < 8)
        return 0;
    if (__builtin_expect(closing == 0, 0)) {
        const struct tag_characters further = look_at_tag(text + SCAN_BYTES);
        if (strange || !further.quotes)
            return 0;
        strange = further.strange;
        closing = further.quotes & -further.quotes;
        end = SCAN_BYTES;
    }
    end += (unsigned)__builtin_ctzll(closing);
    const bool fine = *text == '[' && text[__builtin_ctzll(opening) - 1] == ' ' &&
                      !(strange & (closing - 1)) && text[end + 1] == ']' && text[end + 2] == '\n' &&
                      text[1] != 'F' && text[1] != 'V';
    return fine ? end + 3 : 0;
}

size_t IN_BUILD(skip_tags)(const char *text, size_t at, size_t end) {
    size_t length;
    while (at < end && (length = end_of_tag(text + at)) > 0)
        at += length;
    return at;
}

/* ---- Line feeds ---- */

/* Returns all ones in the bytes that are line feeds. */
static inline bytes find_line_feeds(const char *text) {
    return (bytes)((bytes)load(text) == '\n');
}

static uint64_t sum_of(bytes lanes) {
    uint64_t sum = 0;
    for (unsigned lane = 0; lane < sizeof lanes; lane++)
        sum += lanes[lane];
    return sum;
}

/* Lines are short: to find the end of each takes longer. */
uint64_t IN_BUILD(count_line_feeds)(const char *text, size_t length) {
    enum { TOGETHER = 2 * sizeof(bytes), TIMES_MAX = 255 / 2 }; /* a lane holds 255 line feeds */
    uint64_t count = 0;
    while (length >= TOGETHER) {
        bytes lanes = {0};
        for (unsigned i = 0; i < TIMES_MAX && length >= TOGETHER; i++, length -= TOGETHER) {
            lanes -= find_line_feeds(text) + find_line_feeds(text + sizeof(bytes));
            text += TOGETHER;
        }
        count += sum_of(lanes);
    }
    unsigned rest = 0; /* clang 14 fails on a sum of 64 bits */
    for (; length > 0; length--)
        rest += *text++ == '\n';
    return count + rest;
}
