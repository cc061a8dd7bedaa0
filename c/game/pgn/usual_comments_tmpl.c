/* Reads the comments between moves as a server writes them, such as { [%eval 0.17] [%clk 0:03:00] }, those
 * after as many moves at once as a vector has lanes. Which bytes stand where depends on the digits before, so
 * each lane loads its own. This file is compiled for each width of vectors: see quick.h. */

#include <stddef.h>

#include "game/pgn/eight_bytes.h"
#include "game/pgn/notes.h"
#include "game/pgn/reader.h"
#include "rules/build.h"
#include "rules/vectors.h"

#ifdef KS_FOR_AVX2
typedef uint32_t halves __attribute__((vector_size(8 * LANES)));
typedef int64_t numbers __attribute__((vector_size(8 * LANES)));

/* Indices in a text, a lane each. */
struct places {
    _Alignas(64) uint64_t lanes[LANES];
};

/* Members of struct told, as two words of eight bytes in each lane. */
struct usual_comments {
    _Alignas(64) uint64_t first[LANES], second[LANES];
};
#define SCORES_IN_FIRST(seen, score) (((seen)&0xffff) << 32 | (score) << 48)
#define FLAGS_IN_SECOND(is_eval) (((is_eval)&1) << 8 | 1 << 16)
#define MOVES_IN_SECOND(played) (((played)&0xffff) << 32)
_Static_assert(sizeof(struct told) == 16 && offsetof(struct told, clock) == 0 &&
                   offsetof(struct told, eval) == 4 && offsetof(struct told, note) == 6 &&
                   offsetof(struct told, has_eval) == 9 && offsetof(struct told, has_clock) == 10 &&
                   offsetof(struct told, move) == 12 && offsetof(struct played, length) == 2,
               "the words have these members");

/* Returns numbers of 32 bits as such of 64. */
ALWAYS_INLINE masks load_halves(const uint32_t *lanes) {
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)lanes));
#else
    return (masks)_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)lanes));
#endif
}

/* Returns all lanes of b but the last one, behind the last one of a. */
ALWAYS_INLINE masks last_and_first(masks a, masks b) {
#ifdef KS_FOR_AVX512BW
    return (masks)_mm512_alignr_epi64((__m512i)b, (__m512i)a, 7);
#else
    const __m256i between = _mm256_permute2x128_si256((__m256i)a, (__m256i)b, 0x21);
    return (masks)_mm256_alignr_epi8((__m256i)b, between, 8);
#endif
}

ALWAYS_INLINE masks load_at(const char *text, const struct places *places) {
#define EIGHT_BYTES(n) eight_bytes(text + places->lanes[n])
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

/* Reads pawns such as -0.24]. Sets *length to the number of bytes. Returns the hundredths; *bad gets what is
 * not 0 where these are none. */
ALWAYS_INLINE masks read_evals(masks text, masks *length, masks *bad) {
    const masks minus = ones_if_equal(text & 0xff, '-'), number = (minus & text >> 8) | (~minus & text),
                points = ~number & EVAL_POINTS, point = points & -points,
                missing = (ones_if_equal(point, EVAL_POINTS & 0xff00) & 16) |
                          (ones_if_equal(point, EVAL_POINTS & 0xff0000) & 8),
                written = ((in_all(EVAL_WHOLE) << missing) & EVAL_WHOLE) | EVAL_REST | (uint64_t)']' << 48,
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

/* Reads the comments from some indices to others. Returns which moves have one of another form, as bits.
 * black: all ones where black is to move then. *some_eval: not 0 in lanes with an evaluation. */
ALWAYS_INLINE unsigned read_group(const char *text, masks begin, masks end, masks black,
                                  struct usual_comments *said, masks *some_eval) {
    enum { TO_COMMAND = 2 /* " {" */, TO_EVAL = 10, TO_TIME = 7 /* " [%clk " */, TO_REST = TO_TIME + 7 };
    struct places at, last;
    masks length, bad_eval, bad_time;
    store(at.lanes, begin);
    store(last.lanes, end - 8);
    const masks command = load_at(text + TO_COMMAND, &at), opening = load_at(text, &at),
                is_eval = ones_if_equal(command, EIGHT(' ', '[', '%', 'e', 'v', 'a', 'l', ' ')),
                score = read_evals(load_at(text + TO_EVAL, &at), &length, &bad_eval) & is_eval,
                clock = begin + ((is_eval & (TO_EVAL + length)) | (~is_eval & TO_COMMAND));
    store(at.lanes, clock);
    const masks named = (load_at(text, &at) ^ EIGHT(' ', '[', '%', 'c', 'l', 'k', ' ', 0)) << 8,
                time = read_times(load_at(text + TO_TIME, &at), &bad_time),
                rest = find_brackets(load_at(text + TO_REST, &at)) | find_brackets(load_at(text, &last)),
                bad = ((opening ^ EIGHT(' ', '{', 0, 0, 0, 0, 0, 0)) & 0xffff) | named | bad_time | rest |
                      (bad_eval & is_eval) | ((end - clock - TO_REST - 1) & ~(uint64_t)15);
    store(said->first, time | SCORES_IN_FIRST((score ^ black) - black, score));
    store(said->second, FLAGS_IN_SECOND(is_eval));
    *some_eval = is_eval;
    return highest_bits(bad | -bad);
}

unsigned IN_BUILD(read_usual_comments)(const char *text, size_t at, const uint32_t *words,
                                       const struct played *played, unsigned count, unsigned side,
                                       struct told *told, uint32_t *forms) {
    static const uint64_t ones = ~(uint64_t)0, blacks[9] = {0, ones, 0, ones, 0, ones, 0, ones, 0};
    const masks black = load(blacks + side);
    masks before = in_all(at), is_eval;
    struct usual_comments said;
    unsigned n = 0, good = LANES;
    while (good == LANES && n + LANES <= count && words[n] >= 8) {
        const masks end = load_halves(words + n), moves = load(played + n), next = end + (moves >> 16 & 0xff);
        const unsigned bad = read_group(text, last_and_first(before, next), end, black, &said, &is_eval),
                       evals = highest_bits(is_eval);
        store(said.second, load(said.second) | MOVES_IN_SECOND(moves));
        before = next;
        good = bad ? (unsigned)__builtin_ctz(bad) : (unsigned)LANES;
        *forms |= (uint32_t)((evals & ((1u << good) - 1)) != 0) << KS_PGN_SCORES_EVAL;
        for (unsigned i = 0; i < good; i++, n++) {
            memcpy(&told[n], &said.first[i], 8);
            memcpy((char *)&told[n] + 8, &said.second[i], 8);
        }
    }
    return n;
}
#endif
