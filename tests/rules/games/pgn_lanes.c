/* Vectors read words and guard kings as plain code does, whatever their width. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/processor/cpu.h"
#include "core/processor/processor.h"
#include "rules/games/quick.h"
#include "rules/generator/generator.h"
#include "support/random.h"
#include "support/sanitized.h"

TestSuite(pgn_lanes);

static size_t usable_builds(struct by_vectors builds[3]) {
    size_t count = 0;
    builds[count++] = (struct by_vectors){ks_any_read_words, ks_any_guard_kings};
#ifdef KS_VECTOR_ASSEMBLY
    if (ks_cpu_features() & CPU_AVX2)
        builds[count++] = (struct by_vectors){ks_avx2_read_words, ks_avx2_guard_kings};
    if (ks_cpu_features() & CPU_AVX512BW)
        builds[count++] = (struct by_vectors){ks_avx512_read_words, ks_avx512_guard_kings};
#endif
    return count;
}

/* ---- Words ---- */

enum { WORD = 16 };

static bool is_between(char c, char first, char last) {
    return c >= first && c <= last;
}

static bool is_letter(char c) {
    return is_between(c, 'a', 'z') || is_between(c, 'A', 'Z');
}

static bool is_letter_or_digit(char c) {
    return is_letter(c) || is_between(c, '1', '8');
}

static bool is_mark(char c) {
    return c && strchr("+#!?", c);
}

static bool has_two_files(const char *text) {
    return text[0] >= 'a' && text[1] >= 'a' && text[1] != 'x';
}

/* Returns the parts of a word [first] [second] file rank marks blank; length 0: it is none. */
static struct word_parts read_plainly(const char *text) {
    for (unsigned before = 0; before <= 2; before++) {
        const char *const target = text + before;
        unsigned marks = 0;
        if (!is_between(target[0], 'a', 'h') || !is_between(target[1], '1', '8') || !is_letter(text[0]) ||
            (before == 2 && !is_letter_or_digit(text[1])) || (before == 2 && has_two_files(text)))
            continue;
        while (is_mark(target[2 + marks]))
            marks++;
        if ((unsigned char)target[2 + marks] <= ' ' && marks < 4)
            return (struct word_parts){
                .first = (uint8_t)text[0],
                .second = before == 2 ? (uint8_t)text[1] : 0,
                .to = (uint8_t)KS_SQUARE((unsigned)(target[0] - 'a'), (unsigned)('8' - target[1])),
                .length = (uint8_t)(before + 2 + marks),
                .takes = before == 2 && text[1] == 'x'};
    }
    return (struct word_parts){0};
}

/* Most are moves with few changes. */
static void write_word(char word[WORD], uint64_t *random) {
    static const char any[] = "abcdefghNBRQK12345678x+#!?=-O09 \n.${}`@_~\xef";
    char text[WORD + 8];
    memset(word, ' ', WORD);
    const int length =
        snprintf(text, sizeof text, "%.*s%.*s%c%c%.*s", (int)random_below(random, 2),
                 &"NBRQKabcdefgh"[random_below(random, 13)], (int)random_below(random, 2),
                 &"abcdefgh12345678xxxxx"[random_below(random, 21)], 'a' + (char)random_below(random, 8),
                 '1' + (char)random_below(random, 8), (int)random_below(random, 5),
                 &"+!?#!"
                  "?"
                  "?!+#"[random_below(random, 6)]);
    memcpy(word, text, (size_t)length);
    for (unsigned changes = random_below(random, 3); changes; changes--)
        word[random_below(random, 8)] = any[random_below(random, sizeof any)];
    if (random_below(random, 8) == 0)
        word[random_below(random, 8)] = (char)random_below(random, 256);
}

/* Readers may take some other characters for letters before the target: no move begins so. */
static bool is_strange(const struct word_parts *parts) {
    return !is_letter((char)parts->first) || !(parts->second == 0 || is_letter_or_digit((char)parts->second));
}

Test(pgn_lanes, words_are_read_alike) {
    struct by_vectors builds[3];
    const size_t count = usable_builds(builds);
    uint64_t random = 1;
    unsigned good = 0;
    for (unsigned round = 0; round < (SLOW ? 3000 : 30000); round++) {
        char text[PLAYED_AT_ONCE * WORD + 8];
        uint32_t words[PLAYED_AT_ONCE];
        const unsigned length = 1 + random_below(&random, PLAYED_AT_ONCE);
        for (unsigned i = 0; i < length; i++) {
            words[i] = WORD * i;
            write_word(text + WORD * i, &random);
        }
        for (size_t build = 0; build < count; build++) {
            struct word_parts parts[PLAYED_AT_ONCE];
            builds[build].read(text, words, length, parts);
            for (unsigned i = 0; i < length; i++) {
                const char *const word = text + words[i];
                const struct word_parts expected = read_plainly(word);
                if (expected.length == 0 && parts[i].length > 0 && is_strange(&parts[i]))
                    continue;
                cr_assert_eq(parts[i].length, expected.length, "build %zu, %.16s: %u, not %u", build, word,
                             parts[i].length, expected.length);
                good += expected.length > 0;
                if (expected.length > 0)
                    cr_assert(memcmp(&parts[i], &expected, sizeof expected) == 0, "build %zu, %.16s", build,
                              word);
            }
        }
    }
    cr_assert_gt(good, 100000 / (SLOW ? 10 : 1));
}

/* ---- Kings ---- */

static void put_board(struct trail *trail, unsigned n, const uint8_t board[64]) {
    for (unsigned plane = 0; plane < 4; plane++) {
        trail->planes[plane][n] = 0;
        for (unsigned square = 0; square < 64; square++)
            trail->planes[plane][n] |= (uint64_t)(board[square] >> plane & 1) << square;
    }
}

static unsigned find_king(const uint8_t board[64], unsigned side) {
    const uint8_t *const king = memchr(board, KS_WHITE_KING | (side == KS_BLACK ? KS_BLACK_BIT : 0), 64);
    return (unsigned)(king - board);
}

/* Moves any piece anywhere; kings seldom. */
static void change_board(uint8_t board[64], uint64_t *random) {
    const unsigned from = random_below(random, 64), to = random_below(random, 64);
    const bool king = (board[from] & 7) == KS_WHITE_KING;
    if ((board[to] & 7) == KS_WHITE_KING || (king && random_below(random, 4) > 0))
        return;
    board[to] = board[from];
    if (from != to)
        board[from] = KS_EMPTY;
}

static void start_board(uint8_t board[64], uint64_t *random) {
    static const uint8_t codes[] = {KS_WHITE_PAWN, KS_WHITE_KNIGHT, KS_WHITE_BISHOP, KS_WHITE_ROOK,
                                    KS_WHITE_QUEEN};
    memset(board, KS_EMPTY, 64);
    for (unsigned pieces = random_below(random, 24); pieces; pieces--)
        board[random_below(random, 64)] =
            codes[random_below(random, 5)] | (uint8_t)(random_below(random, 2) ? KS_BLACK_BIT : 0);
    const unsigned white = random_below(random, 64), black = (white + 1 + random_below(random, 63)) % 64;
    board[white] = KS_WHITE_KING;
    board[black] = KS_BLACK_KING;
}

Test(pgn_lanes, kings_are_guarded_alike) {
    struct by_vectors builds[3];
    const size_t count = usable_builds(builds);
    uint64_t random = 1;
    unsigned checks = 0, exposed = 0;
    ks_generator_in_use(); /* fills the tables */
    for (unsigned round = 0; round < (SLOW ? 3000 : 30000); round++) {
        static struct trail trail;
        uint8_t boards[PLAYED_AT_ONCE][64];
        const unsigned length = 1 + random_below(&random, PLAYED_AT_ONCE), first = random_below(&random, 2);
        start_board(boards[0], &random);
        for (unsigned i = 0; i < length; i++) {
            if (i > 0)
                memcpy(boards[i], boards[i - 1], 64);
            change_board(boards[i], &random);
            /* Mostly no king of the side that has moved is attacked. */
            for (unsigned tries = random_below(&random, 16) ? 200 : 0, mover = first ^ (i & 1);
                 tries && ks_attackers(boards[i], find_king(boards[i], mover), mover ^ 1); tries--)
                change_board(boards[i], &random);
            put_board(&trail, i, boards[i]);
        }
        for (size_t build = 0; build < count; build++) {
            struct played played[PLAYED_AT_ONCE];
            const unsigned good = builds[build].guard(&trail, length, first, played);
            for (unsigned i = 0; i < length; i++) {
                const unsigned mover = first ^ (i & 1);
                const uint8_t *const board = boards[i];
                if (ks_attackers(board, find_king(board, mover), mover ^ 1)) {
                    cr_assert_eq(good, i, "build %zu", build);
                    exposed++;
                    break;
                }
                cr_assert_gt(good, i, "build %zu", build);
                /* Kings that are neighbours give check to each other: then the mover's is attacked too. */
                const uint64_t checkers = ks_attackers(board, find_king(board, mover ^ 1), mover);
                cr_assert_eq(played[i].checkers, checkers, "build %zu", build);
                checks += checkers != 0;
            }
        }
    }
    cr_assert_gt(checks, 1000 / (SLOW ? 10 : 1));
    cr_assert_gt(exposed, 1000 / (SLOW ? 10 : 1));
}
