/* Reads the comments between moves as a server writes them, such as { [%eval 0.17] [%clk 0:03:00] }, and as
 * cutechess does, such as {+0.31/12 1.2s}: those after as many moves at once as a vector has lanes. Which
 * bytes stand where depends on the digits before, so each lane loads its own. This file is compiled for each
 * width of vectors: see quick.h. */

#include <stddef.h>

#include "game/pgn/eight_bytes.h"
#include "game/pgn/notes.h"
#include "game/pgn/reader.h"
#include "rules/build.h"
#include "rules/vectors.h"

#ifdef KS_FOR_AVX2
typedef uint32_t halves __attribute__((vector_size(8 * LANES)));
typedef int64_t numbers __attribute__((vector_size(8 * LANES)));

/* Texts between moves, a lane each. One step after the other is taken for all of them, since each waits for
 * the place that the one before has found. */
struct texts {
    _Alignas(64) uint64_t at[PLAYED_AT_ONCE]; /* the index that has been reached */
    uint64_t last[PLAYED_AT_ONCE];            /* its last eight bytes, with those before it if need be */
    uint64_t bad[PLAYED_AT_ONCE];             /* not 0: the text is written in another way */
    uint64_t first[PLAYED_AT_ONCE], second[PLAYED_AT_ONCE]; /* members of struct told */
    uint64_t scored;                                        /* bit n: text n has a score */
};
#define SCORES_IN_FIRST(seen, score) (((seen)&0xffff) << 32 | (score) << 48)
#define FLAGS_IN_SECOND(is_eval) (((is_eval)&1) << 8 | 1 << 16)
#define MOVES_IN_SECOND(played) (((played)&0xffff) << 32 | (played) >> 32 << 48)
_Static_assert(sizeof(struct told) == 16 && offsetof(struct told, clock) == 0 &&
                   offsetof(struct told, eval) == 4 && offsetof(struct told, note) == 6 &&
                   offsetof(struct told, has_eval) == 9 && offsetof(struct told, has_clock) == 10 &&
                   offsetof(struct told, move) == 12 && offsetof(struct told, number) == 14 &&
                   offsetof(struct played, length) == 2 && offsetof(struct played, number) == 4,
               "the words have these members");

/* Returns numbers of 32 bits as such of 64. */
ALWAYS_INLINE masks load_halves(const uint32_t *lanes) {
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)lanes));
#else
    return (masks)_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)lanes));
#endif
}

/* Returns eight bytes from each of some indices on. */
ALWAYS_INLINE masks load_at(const char *text, const uint64_t at[LANES]) {
#define EIGHT_BYTES(n) eight_bytes(text + at[n])
#ifdef KS_FOR_AVX512BW
    return (masks){EIGHT_BYTES(0), EIGHT_BYTES(1), EIGHT_BYTES(2), EIGHT_BYTES(3),
                   EIGHT_BYTES(4), EIGHT_BYTES(5), EIGHT_BYTES(6), EIGHT_BYTES(7)};
#else
    return (masks){EIGHT_BYTES(0), EIGHT_BYTES(1), EIGHT_BYTES(2), EIGHT_BYTES(3)};
#endif
}

/* Returns a product of numbers of 32 bits. */
ALWAYS_INLINE masks times(masks a, uint32_t factor) {
    return (masks)((halves)a * factor);
}

/* Returns what is not 0 where bytes are no digits from 0 to 9, or others, which are all ones in their bytes,
 * are not 0. */
ALWAYS_INLINE masks find_no_digits(masks bytes_8, uint64_t others) {
    return (bytes_8 | (bytes_8 + (DIGIT_ROOM & ~others))) & (DIGIT_UPPER | others);
}

ALWAYS_INLINE masks pairs_in(masks digits) {
    return (digits << 3) + (digits << 1) + (digits >> 8);
}

/* Reads pawns such as -0.24], or with another character behind them. Sets *length to the number of bytes.
 * Returns the hundredths; *bad gets what is not 0 where these are none. */
ALWAYS_INLINE masks read_pawns(masks text, char behind, masks *length, masks *bad) {
    const masks minus = ones_if_equal(text & 0xff, '-'), number = (minus & text >> 8) | (~minus & text),
                points = ~number & EVAL_POINTS, point = points & -points,
                missing = (ones_if_equal(point, EVAL_POINTS & 0xff00) & 16) |
                          (ones_if_equal(point, EVAL_POINTS & 0xff0000) & 8),
                written = ((in_all(EVAL_WHOLE) << missing) & EVAL_WHOLE) | EVAL_REST |
                          (uint64_t)(uint8_t)behind << 48,
                digits = ((number << missing) ^ written) << 8 >> 8, pairs = pairs_in(digits);
    const masks cents = times(pairs & 0xff, 1000) + times(digits >> 16 & 0xff, 100) + (pairs >> 32 & 0xff);
    *length = (minus & 1) + 7 - (missing >> 3);
    *bad = ones_if_equal(point, 0) | find_no_digits(digits, EVAL_OTHERS) |
           (masks)((numbers)cents >= LEAST_MATE_SCORE);
    return (cents ^ minus) - minus;
}

/* Reads times such as 0:03:00]. Returns milliseconds. */
ALWAYS_INLINE masks read_times(masks text, masks *bad) {
    const masks digits = text ^ PLAIN_TIME, pairs = pairs_in(digits);
    *bad = find_no_digits(digits, PLAIN_TIME_OTHERS);
    return times(digits & 0xff, 3600000) + times(pairs >> 16 & 0xff, 60000) + times(pairs >> 40 & 0xff, 1000);
}

/* Returns what is not 0 where a bracket opens in some bytes. */
ALWAYS_INLINE masks find_brackets(masks text) {
    return (masks)(((bytes)text | ('[' ^ '{')) == ('[' | '{'));
}

/* Returns what is not 0 where a text does not begin with a blank or a line's end, and a brace. */
ALWAYS_INLINE masks find_no_opening(masks text) {
    return (((text & 0xff) - 1) & ~(uint64_t)31) | ((text ^ '{' << 8) & 0xff00);
}

/* ---- Commands ---- */

enum { TO_COMMAND = 2 /* " {" */, TO_EVAL = 10, TO_TIME = 7 /* " [%clk " */, AFTER_TIME = TO_TIME + 7 };

/* Reads the evaluations that some texts begin with. black: all ones where black is to move then. */
ALWAYS_INLINE void read_evals(const char *text, struct texts *texts, unsigned n, masks black) {
    masks length, bad_eval;
    const uint64_t *const at = texts->at + n;
    const masks command = load_at(text + TO_COMMAND, at), opening = load_at(text, at),
                is_eval = ones_if_equal(command, EIGHT(' ', '[', '%', 'e', 'v', 'a', 'l', ' ')),
                score = read_pawns(load_at(text + TO_EVAL, at), ']', &length, &bad_eval) & is_eval;
    texts->scored |= (uint64_t)highest_bits(is_eval) << n;
    store(texts->bad + n, find_no_opening(opening) | (bad_eval & is_eval));
    store(texts->first + n, SCORES_IN_FIRST((score ^ black) - black, score));
    store(texts->second + n, FLAGS_IN_SECOND(is_eval));
    store(texts->at + n, load(at) + ((is_eval & (TO_EVAL + length)) | (~is_eval & TO_COMMAND)));
}

/* Reads the clocks that follow. */
ALWAYS_INLINE void read_clocks(const char *text, struct texts *texts, unsigned n) {
    masks bad_time;
    const uint64_t *const at = texts->at + n;
    const masks other = (load_at(text, at) ^ EIGHT(' ', '[', '%', 'c', 'l', 'k', ' ', 0)) << 8,
                time = read_times(load_at(text + TO_TIME, at), &bad_time);
    store(texts->bad + n, load(texts->bad + n) | other | bad_time);
    store(texts->first + n, load(texts->first + n) | time);
    store(texts->at + n, load(at) + AFTER_TIME);
}

/* ---- Notes ---- */

/* Returns the bytes that are c, as all ones. */
ALWAYS_INLINE masks bytes_equal(masks text, char c) {
    return (masks)((bytes)text == (uint8_t)c);
}

ALWAYS_INLINE masks lowest_bit(masks set) {
    return set & -set;
}

/* Returns how many bytes are below the one with this lowest bit; 8 when there is none. */
ALWAYS_INLINE masks count_below(masks lowest) {
    const masks below = (lowest - 1) & UINT64_C(0x0101010101010101);
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_sad_epu8((__m512i)below, _mm512_setzero_si512());
#else
    return (masks)_mm256_sad_epu8((__m256i)below, _mm256_setzero_si256());
#endif
}

/* Returns all ones in the bytes that are no digits. */
ALWAYS_INLINE masks bytes_without_digit(masks text) {
    return (masks)((bytes)text - '0' > 9);
}

/* Reads the scores that some notes begin with. black: all ones where black is to move then. */
ALWAYS_INLINE void read_scores(const char *text, struct texts *texts, unsigned n, masks black) {
    enum { TO_SCORE = 2 /* " {" */ };
    masks length, bad_score;
    const uint64_t *const at = texts->at + n;
    const masks written = load_at(text + TO_SCORE, at), opening = load_at(text, at),
                plus = ones_if_equal(written & 0xff, '+'), rest = (plus & written >> 8) | (~plus & written),
                score = read_pawns(rest, '/', &length, &bad_score);
    store(texts->bad + n, find_no_opening(opening) | bad_score | (plus & ones_if_equal(rest & 0xff, '-')));
    store(texts->first + n, SCORES_IN_FIRST((score ^ black) - black, score));
    store(texts->second + n, in_all(KS_PGN_SCORES_CUTECHESS));
    store(texts->at + n, load(at) + TO_SCORE + (plus & 1) + length);
}

/* Passes the depths that follow, and a blank. */
ALWAYS_INLINE void pass_depths(const char *text, struct texts *texts, unsigned n) {
    const masks depth = load_at(text, texts->at + n), end = lowest_bit(bytes_without_digit(depth)),
                blank = end & (bytes_equal(depth, ' ') | bytes_equal(depth, '\n'));
    store(texts->bad + n, load(texts->bad + n) | (end & 1) | ones_if_equal(blank, 0));
    store(texts->at + n, load(texts->at + n) + count_below(end) + 1);
}

/* Passes the times that follow, and the end of the note: 1.2s}. */
ALWAYS_INLINE void pass_times(const char *text, struct texts *texts, unsigned n) {
    const masks time = load_at(text, texts->at + n), others = bytes_without_digit(time),
                point = lowest_bit(others) & bytes_equal(time, '.'),
                unit = lowest_bit(others & ~((point << 8) - point));
    store(texts->bad + n, load(texts->bad + n) | ones_if_equal(unit & bytes_equal(time, 's'), 0) |
                              ones_if_equal(unit << 8 & bytes_equal(time, '}'), 0) | ((point | unit) & 1) |
                              (point << 8 & unit));
    store(texts->at + n, load(texts->at + n) + count_below(unit) + 2);
}

/* ---- All ---- */

/* Returns which texts are written in another way, as bits: what is left of each is no more than 16 bytes, and
 * at least one, without brackets. */
ALWAYS_INLINE uint64_t find_bad(const char *text, struct texts *texts, unsigned n) {
    const masks length = load(texts->last + n) + 8 - load(texts->at + n),
                is_short = ones_if_equal(length & 24, 0), first = load_at(text, texts->at + n);
    const masks last = load_at(text, texts->last + n),
                bad = load(texts->bad + n) | (find_brackets(first) & ~is_short) | find_brackets(last) |
                      ((length - 1) & ~(uint64_t)15);
    return (uint64_t)highest_bits(bad | -bad) << n;
}

/* Loads indices of words, the last one again and again where there are fewer than lanes. */
ALWAYS_INLINE masks load_words(const uint32_t *words, unsigned count) {
    uint32_t padded[LANES];
    if (count >= LANES)
        return load_halves(words);
    for (unsigned n = 0; n < LANES; n++)
        padded[n] = words[n < count ? n : count - 1];
    return load_halves(padded);
}

/* Sets where texts begin and end, and the moves that follow them. */
ALWAYS_INLINE void find_texts(struct texts *texts, size_t at, const uint32_t *words,
                              const struct played *played, unsigned count) {
    masks before = in_all(at);
    for (unsigned n = 0; n < count; n += LANES) {
        const masks end = load_words(words + n, count - n), next = end + (load(played + n) >> 16 & 0xff);
        store(texts->at + n, last_and_first(before, next));
        store(texts->last + n, end - 8);
        before = next;
    }
}

/* Stores what is told, as two words a lane. */
ALWAYS_INLINE void store_told(struct told *told, masks first, masks second) {
#ifdef KS_FOR_AVX512BW
    const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11),
                  high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    _mm512_storeu_si512(told, _mm512_permutex2var_epi64((__m512i)first, low, (__m512i)second));
    _mm512_storeu_si512(told + 4, _mm512_permutex2var_epi64((__m512i)first, high, (__m512i)second));
#else
    const __m256i even = _mm256_unpacklo_epi64((__m256i)first, (__m256i)second),
                  odd = _mm256_unpackhi_epi64((__m256i)first, (__m256i)second);
    store(told, (masks)_mm256_permute2x128_si256(even, odd, 0x20));
    store(told + 2, (masks)_mm256_permute2x128_si256(even, odd, 0x31));
#endif
}

#define FOR_ALL for (unsigned n = 0; n < count; n += LANES)

unsigned IN_BUILD(read_usual_comments)(const char *text, size_t at, const uint32_t *words,
                                       const struct played *played, unsigned count, unsigned side,
                                       struct told *told, uint32_t *forms) {
    static const uint64_t ones = ~(uint64_t)0, blacks[9] = {0, ones, 0, ones, 0, ones, 0, ones, 0};
    const bool notes = text[at + 2] != ' ';
    const masks black = load(blacks + side);
    struct texts texts;
    uint64_t bad = 0;
    count = count < PLAYED_AT_ONCE ? count : PLAYED_AT_ONCE;
    if (count == 0 || *words < 8)
        return 0;
    find_texts(&texts, at, words, played, count);
    texts.scored = 0;
    if (notes) {
        texts.scored = ones;
        FOR_ALL read_scores(text, &texts, n, black);
        FOR_ALL pass_depths(text, &texts, n);
        FOR_ALL pass_times(text, &texts, n);
    } else {
        FOR_ALL read_evals(text, &texts, n, black);
        FOR_ALL read_clocks(text, &texts, n);
    }
    FOR_ALL bad |= find_bad(text, &texts, n);
    const unsigned good = (unsigned)__builtin_ctzll(bad | (uint64_t)1 << count);
    for (unsigned n = 0; n < good; n += LANES)
        store_told(told + n, load(texts.first + n),
                   load(texts.second + n) | MOVES_IN_SECOND(load(played + n)));
    if (texts.scored & (((uint64_t)1 << good) - 1))
        *forms |= (uint32_t)1 << (notes ? KS_PGN_SCORES_CUTECHESS : KS_PGN_SCORES_EVAL);
    return good;
}
#endif
