/* Finds words 64 bytes at a time, a bit a byte, skips tags, and counts line feeds. This file is compiled for
 * each width of vectors: see scan_words.h. Source: the two shuffles and the arithmetic on masks are those of
 * simdjson, by G. Langdale and D. Lemire. */
#include "rules/games/scan_words.h"

#include "core/processor/processor.h"
#include "core/text/characters.h"
#include "rules/build.h"

/* The classes of 64 bytes. Some stops are characters of words; then the word before ends after the stop. */
struct characters {
    uint64_t open, close;     /* braces */
    uint64_t letters, digits; /* ASCII */
    uint64_t stops;           /* ( ) * , ; < = > [ \ ] ^ */
    uint64_t solid;           /* all but these, blanks, '.' and '$' */
};

/* ---- Classes of characters ---- */

#ifdef __AVX2__
/* A class is the characters whose upper and lower halves are in two sets. */
enum { OPEN, CLOSE, LETTER_AO, LETTER_PZ, DIGIT, STOP_2, STOP_35, POINT }; /* bits */
enum { ALPHANUMERIC = 1 << LETTER_AO | 1 << LETTER_PZ | 1 << DIGIT };

/* [upper half], [lower half]: the classes whose set has it. */
#define UPPER_HALVES                                                                                         \
    0, 0, (char)(1 << STOP_2 | 1 << POINT), 1 << DIGIT | 1 << STOP_35, 1 << LETTER_AO,                       \
        1 << LETTER_PZ | 1 << STOP_35, 1 << LETTER_AO, 1 << LETTER_PZ | 1 << OPEN | 1 << CLOSE, 0, 0, 0, 0,  \
        0, 0, 0, 0
#define LOWER_HALVES                                                                                         \
    1 << LETTER_PZ | 1 << DIGIT, ALPHANUMERIC, ALPHANUMERIC, ALPHANUMERIC,                                   \
        (char)(ALPHANUMERIC | 1 << POINT), ALPHANUMERIC, ALPHANUMERIC, ALPHANUMERIC,                         \
        ALPHANUMERIC | 1 << STOP_2, ALPHANUMERIC | 1 << STOP_2,                                              \
        1 << LETTER_AO | 1 << LETTER_PZ | 1 << STOP_2, 1 << LETTER_AO | 1 << OPEN | 1 << STOP_35,            \
        1 << LETTER_AO | 1 << STOP_2 | 1 << STOP_35, 1 << LETTER_AO | 1 << CLOSE | 1 << STOP_35,             \
        (char)(1 << LETTER_AO | 1 << STOP_35 | 1 << POINT), 1 << LETTER_AO
#endif

#ifdef __AVX512BW__
static inline struct characters look_at(const char *text) {
    const __m512i bytes = _mm512_loadu_si512(text), low = _mm512_set1_epi8(15);
    const __m512i upper = _mm512_broadcast_i32x4(_mm_setr_epi8(UPPER_HALVES));
    const __m512i lower = _mm512_broadcast_i32x4(_mm_setr_epi8(LOWER_HALVES));
    const __m512i classes =
        _mm512_and_si512(_mm512_shuffle_epi8(upper, _mm512_and_si512(_mm512_srli_epi16(bytes, 4), low)),
                         _mm512_shuffle_epi8(lower, _mm512_and_si512(bytes, low)));
    const uint64_t blanks = _mm512_cmple_epu8_mask(bytes, _mm512_set1_epi8(' '));
#define OF_CLASSES(set) _mm512_test_epi8_mask(classes, _mm512_set1_epi8((char)(set)))
    return (struct characters){
        .open = OF_CLASSES(1 << OPEN),
        .close = OF_CLASSES(1 << CLOSE),
        .letters = OF_CLASSES(1 << LETTER_AO | 1 << LETTER_PZ),
        .digits = OF_CLASSES(1 << DIGIT),
        .stops = OF_CLASSES(1 << STOP_2 | 1 << STOP_35),
        .solid = ~(blanks | OF_CLASSES(~ALPHANUMERIC)),
    };
}
#elif defined __AVX2__
struct half {
    __m256i classes, blanks;
};

static inline struct half look_at_half(const char *text) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)text), low = _mm256_set1_epi8(15);
    const __m256i upper = _mm256_broadcastsi128_si256(_mm_setr_epi8(UPPER_HALVES));
    const __m256i lower = _mm256_broadcastsi128_si256(_mm_setr_epi8(LOWER_HALVES));
    return (struct half){
        _mm256_and_si256(_mm256_shuffle_epi8(upper, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low)),
                         _mm256_shuffle_epi8(lower, _mm256_and_si256(bytes, low))),
        _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(' ')), bytes)};
}

/* Returns the highest bit of each byte. */
static inline uint64_t join(__m256i low, __m256i high) {
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

static inline struct characters look_at(const char *text) {
    const struct half a = look_at_half(text), b = look_at_half(text + 32);
#define AT_TOP(half, n) _mm256_slli_epi16((half).classes, 7 - (n))
#define OF_CLASS(n) join(AT_TOP(a, n), AT_TOP(b, n))
#define OF_TWO(n, m)                                                                                         \
    join(_mm256_or_si256(AT_TOP(a, n), AT_TOP(a, m)), _mm256_or_si256(AT_TOP(b, n), AT_TOP(b, m)))
    struct characters found = {.open = OF_CLASS(OPEN),
                               .close = OF_CLASS(CLOSE),
                               .letters = OF_TWO(LETTER_AO, LETTER_PZ),
                               .digits = OF_CLASS(DIGIT),
                               .stops = OF_TWO(STOP_2, STOP_35)};
    const uint64_t blanks_and_points =
        join(_mm256_or_si256(a.blanks, AT_TOP(a, POINT)), _mm256_or_si256(b.blanks, AT_TOP(b, POINT)));
    found.solid = ~(blanks_and_points | found.open | found.close | found.stops);
    return found;
}
#else
static inline uint64_t marked(bytes16 bytes, unsigned part) {
    return (uint64_t)top_bits(bytes) << 16 * part;
}

static inline struct characters look_at(const char *text) {
    struct characters found = {0};
    uint64_t blanks_and_points = 0;
    for (unsigned part = 0; part < 4; part++) {
        const bytes16 b = load_16(text + 16 * part);
        found.open |= marked((bytes16)(b == '{'), part);
        found.close |= marked((bytes16)(b == '}'), part);
        found.letters |= marked((bytes16)((b | 0x20) - 'a' < 26), part);
        found.digits |= marked((bytes16)(b - '0' < 10), part);
        found.stops |= marked((bytes16)((b - '(' < 3) | (b == ',') | (b - ';' < 4) | (b - '[' < 4)), part);
        blanks_and_points |= marked((bytes16)((b <= ' ') | (b == '.') | (b == '$')), part);
    }
    found.solid = ~(blanks_and_points | found.open | found.close | found.stops);
    return found;
}
#endif

/* ---- Comments ---- */

/* The state that the bytes before leave; all are 0 or 1. */
struct carry {
    uint64_t comment, empty, number; /* empty: the last byte is none of a word */
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

/* Returns the digits' ends: each bit behind a number that starts here or in the bytes before. */
static inline uint64_t ends_of_numbers(uint64_t digits, uint64_t starts, uint64_t *carry) {
    uint64_t sum;
    *carry = __builtin_add_overflow(digits, starts | *carry, &sum);
    return sum & ~digits;
}

/* Returns where words start. *stops: what the exact reader has to see. */
static inline uint64_t find_words(const struct characters *found, struct carry *carry, uint64_t *stops) {
    const struct comments comments = find_comments(found->open, found->close, carry->comment);
    const uint64_t inside = comments.inside, empty = ~found->solid | inside;
    const uint64_t starts = (empty << 1 | carry->empty) & ~empty;
    const uint64_t ends = ends_of_numbers(found->digits, starts & found->digits, &carry->number);
    *stops = (found->stops & ~inside) | comments.stray | (starts & ~(found->letters | found->digits)) |
             (ends & ~empty);
    carry->comment = inside >> 63;
    carry->empty = empty >> 63;
    return starts & found->letters;
}

/* Returns the number of the lowest bit, or any if there is none. */
static inline uint32_t lowest_bit(uint64_t bits) {
#ifdef __BMI__
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
    return ((bits | -bits) >> 63) + ((others | -others) >> 63);
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

/* Returns where the exact reader has to begin to read what stands at `at`: at the number or NAG before it. */
static size_t go_back(const char *text, size_t begin, size_t at) {
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
        const struct characters found = look_at(text + at);
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
    scan->resume = scan->in_comment ? at : go_back(text, begin, at);
}

/* ---- Tags ---- */

/* The classes of 64 bytes of tags. */
struct tag_characters {
    uint64_t quotes, letters, strange; /* strange: a backslash, or below a blank */
};

#ifdef __AVX512BW__
static inline struct tag_characters look_at_tag(const char *text) {
    const __m512i bytes = _mm512_loadu_si512(text);
    const __m512i letters =
        _mm512_sub_epi8(_mm512_or_si512(bytes, _mm512_set1_epi8(0x20)), _mm512_set1_epi8('a'));
    return (struct tag_characters){.quotes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')),
                                   .letters = _mm512_cmplt_epu8_mask(letters, _mm512_set1_epi8(26)),
                                   .strange = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(' ')) |
                                              _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\'))};
}
#else
static inline struct tag_characters look_at_tag(const char *text) {
    struct tag_characters found = {0, 0, 0};
    for (unsigned part = 0; part < 4; part++) {
        const bytes16 b = load_16(text + 16 * part);
        found.quotes |= (uint64_t)top_bits((bytes16)(b == '"')) << 16 * part;
        found.letters |= (uint64_t)top_bits((bytes16)((b | 0x20) - 'a' < 26)) << 16 * part;
        found.strange |= (uint64_t)top_bits((bytes16)((b < ' ') | (b == '\\'))) << 16 * part;
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

#ifdef __AVX512F__
typedef uint8_t bytes __attribute__((vector_size(64)));
#elif defined __AVX2__
typedef uint8_t bytes __attribute__((vector_size(32)));
#else
typedef bytes16 bytes;
#endif

/* Returns all ones in the bytes that are line feeds. */
static inline bytes find_line_feeds(const char *text) {
    bytes loaded;
    memcpy(&loaded, text, sizeof loaded);
    return (bytes)(loaded == '\n');
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
    for (; length > 0; length--)
        count += *text++ == '\n';
    return count;
}
