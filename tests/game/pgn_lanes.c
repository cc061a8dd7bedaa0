/* Compares two parts of the fast reader of games by vectors of any width with plain code: words that are
 * read, and kings that are guarded. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/processor/cpu.h"
#include "core/processor/processor.h"
#include "game/pgn/quick.h"
#include "rules/generator/generator.h"
#include "rules/generator/tables.h"
#include "support/random.h"
#include "support/sanitized.h"

TestSuite(pgn_lanes);

static size_t usable_builds(struct by_vectors builds[4]) {
    size_t count = 0;
    builds[count++] = (struct by_vectors){ks_any_read_words, ks_any_guard_kings, NULL};
#ifdef KS_VECTOR_ASSEMBLY
    if (ks_tier_runs(TIER_ssse3, ks_cpu_features()))
        builds[count++] = (struct by_vectors){ks_ssse3_read_words, ks_any_guard_kings, NULL};
    if (ks_tier_runs(TIER_avx2, ks_cpu_features()))
        builds[count++] = (struct by_vectors){ks_avx2_read_words, ks_avx2_guard_kings, NULL};
    if (ks_tier_runs(TIER_avx512, ks_cpu_features()))
        builds[count++] = (struct by_vectors){ks_avx512_read_words, ks_avx512_guard_kings, NULL};
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

/* Returns whether the character may stand between a piece's letter and its target. */
static bool is_origin(char c) {
    return is_between(c, 'a', 'h') || is_between(c, '1', '8') || c == 'x';
}

static bool is_mark(char c) {
    return c && strchr("+#!?", c);
}

static unsigned find_piece(char letter) {
    static const char letters[] = "PNBRQK";
    return is_between(letter, 'a', 'h') ? KS_WHITE_PAWN
                                        : (unsigned)(strchr(letters, letter) - letters) + KS_WHITE_PAWN;
}

/* Returns the parts of a word [first] [second] file rank marks blank; row 0: it is none. */
static struct word_parts read_plainly(const char *text) {
    const bool pawn = is_between(text[0], 'a', 'h');
    for (unsigned before = 0; before <= 2; before++) {
        const char *const target = text + before;
        unsigned marks = 0;
        if (!is_between(target[0], 'a', 'h') || !is_between(target[1], '1', '8') ||
            !(pawn || (text[0] && strchr("NBRQK", text[0]))) ||
            (before == 2 && (pawn ? text[1] != 'x' : !is_origin(text[1]))))
            continue;
        while (is_mark(target[2 + marks]))
            marks++;
        if ((unsigned char)target[2 + marks] > ' ' || marks >= 4)
            continue;
        const unsigned to = KS_SQUARE((unsigned)(target[0] - 'a'), (unsigned)('8' - target[1]));
        const bool takes = before == 2 && text[1] == 'x';
        const unsigned row = pawn && takes ? CAPTURING_PAWN : find_piece(text[0]);
        return (struct word_parts){.way = (uint16_t)(KS_SQUARES * row + to),
                                   .length = (uint8_t)(before + 2 + marks),
                                   .origin = (uint8_t)(pawn          ? text[0]
                                                       : before == 2 ? text[1]
                                                                     : 0),
                                   .target = (uint16_t)(64 * to),
                                   .takes = takes};
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

/* Words begin with letters. Readers may take some other characters for letters before the target: no move has
 * them. */
static bool is_strange(const char *word, const struct word_parts *parts) {
    return !is_letter(*word) || (parts->origin != 0 && !is_origin((char)parts->origin));
}

static void expect_squares(const struct lanes *lanes, unsigned n, const char *word) {
    const unsigned piece = find_piece(word[0]);
    const uint64_t to = (uint64_t)1 << (lanes->words[n].way & 63);
    cr_assert_eq(lanes->to[n], to, "%.16s", word);
    for (unsigned plane = 0; plane < 3; plane++) {
        cr_assert_eq(lanes->code[plane][n], piece >> plane & 1 ? ~(uint64_t)0 : 0, "%.16s", word);
        cr_assert_eq(lanes->put[plane][n], piece >> plane & 1 ? to : 0, "%.16s", word);
    }
}

Test(pgn_lanes, words_are_read_alike) {
    struct by_vectors builds[4];
    const size_t count = usable_builds(builds);
    uint64_t random = 1;
    unsigned good = 0;
    ks_generator_in_use(); /* fills the tables */
    for (unsigned round = 0; round < (SLOW ? 3000 : 30000); round++) {
        char text[PLAYED_AT_ONCE * WORD + 8];
        uint32_t words[PLAYED_AT_ONCE];
        const unsigned length = 1 + random_below(&random, PLAYED_AT_ONCE);
        for (unsigned i = 0; i < length; i++) {
            words[i] = WORD * i;
            write_word(text + WORD * i, &random);
        }
        for (size_t build = 0; build < count; build++) {
            static struct lanes lanes;
            builds[build].read(text, words, length, &lanes);
            for (unsigned i = 0; i < length; i++) {
                const char *const word = text + words[i];
                const struct word_parts expected = read_plainly(word), *const parts = &lanes.words[i];
                if (expected.way < 64) {
                    cr_assert(parts->way < 64 || is_strange(word, parts), "build %zu, %.16s", build, word);
                    continue;
                }
                cr_assert(memcmp(parts, &expected, sizeof expected) == 0, "build %zu, %.16s", build, word);
                expect_squares(&lanes, i, word);
                good++;
            }
        }
    }
    cr_assert_gt(good, 100000 / (SLOW ? 10 : 1));
}

/* ---- Kings ---- */

/* after: a move has made this position; else the first move is made in it. */
static void put_board(struct lanes *lanes, unsigned n, const uint8_t board[64], bool after) {
    for (unsigned plane = 0; plane < 4; plane++) {
        uint64_t *const squares = &lanes->planes[plane][after ? BEFORE + n : BEFORE - 1 + n];
        *squares = 0;
        for (unsigned square = 0; square < 64; square++)
            *squares |= (uint64_t)(board[square] >> plane & 1) << square;
    }
}

static unsigned find_king(const uint8_t board[64], unsigned side) {
    const uint8_t *const king = memchr(board, KS_WHITE_KING | (side == KS_BLACK ? KS_BLACK_BIT : 0), 64);
    return (unsigned)(king - board);
}

/* Moves any piece anywhere; the mover's king seldom, the other one never. Returns whether it is the king. */
static bool change_board(uint8_t board[64], uint64_t *random, unsigned mover) {
    const unsigned from = random_below(random, 64), to = random_below(random, 64);
    const bool king = (board[from] & 7) == KS_WHITE_KING, own = (board[from] != KS_WHITE_KING) == mover;
    if ((board[to] & 7) == KS_WHITE_KING || (king && (!own || random_below(random, 2) > 0)))
        return false;
    board[to] = board[from];
    if (from != to)
        board[from] = KS_EMPTY;
    return king;
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
    struct by_vectors builds[4];
    const size_t count = usable_builds(builds);
    uint64_t random = 1;
    unsigned checks = 0, exposed = 0;
    ks_generator_in_use(); /* fills the tables */
    for (unsigned round = 0; round < (SLOW ? 3000 : 30000); round++) {
        static struct lanes lanes; /* nothing is in the way of moves to no square */
        uint8_t boards[PLAYED_AT_ONCE][64];
        const unsigned length = 1 + random_below(&random, PLAYED_AT_ONCE), first = random_below(&random, 2);
        start_board(boards[0], &random);
        lanes.king_moves = 1; /* they may be neighbours */
        for (unsigned i = 0; i < length; i++) {
            const unsigned mover = first ^ (i & 1);
            if (i > 0)
                memcpy(boards[i], boards[i - 1], 64);
            bool king = change_board(boards[i], &random, mover);
            /* Mostly no king of the side that has moved is attacked. */
            for (unsigned tries = random_below(&random, 16) ? 200 : 0;
                 tries && ks_attackers(boards[i], find_king(boards[i], mover), mover ^ 1); tries--)
                king |= change_board(boards[i], &random, mover);
            lanes.king_moves |= (uint64_t)king << i;
            put_board(&lanes, i, boards[i], true);
        }
        for (size_t build = 0; build < count; build++) {
            struct played played[PLAYED_AT_ONCE];
            uint64_t found[PLAYED_AT_ONCE];
            const unsigned good = builds[build].guard(&lanes, length, first, played, found);
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
                cr_assert_eq(found[i], checkers, "build %zu", build);
                checks += checkers != 0;
            }
        }
    }
    cr_assert_gt(checks, 1000 / (SLOW ? 10 : 1));
    cr_assert_gt(exposed, 1000 / (SLOW ? 10 : 1));
}

/* ---- Moves ---- */

/* A move of white's or black's on boards with kings in corners, and what is wrong with it. */
static const struct {
    const char *before, *after; /* rows, as in FEN */
    struct word_parts word;
    unsigned mover, from;
    bool good;
} moves[] = {
#define WAY(row, to) .way = 64 * (row) + (to), .target = 64 * (to), .length = 5
#define FREE "1k6/8/8/8/R7/8/8/7K"
    {FREE, "1k6/8/8/8/7R/8/8/7K", {WAY(KS_WHITE_ROOK, 39)}, KS_WHITE, 32, true},
    {"1k6/8/8/8/R2n4/8/8/7K", "1k6/8/8/8/3n3R/8/8/7K", {WAY(KS_WHITE_ROOK, 39)}, KS_WHITE, 32, false},
    {"1k6/8/8/8/R6n/8/8/7K", "1k6/8/8/8/7R/8/8/7K", {WAY(KS_WHITE_ROOK, 39), .takes = 1}, KS_WHITE, 32, true},
    {"1k6/8/8/8/R6n/8/8/7K", "1k6/8/8/8/7R/8/8/7K", {WAY(KS_WHITE_ROOK, 39)}, KS_WHITE, 32, true},
    {FREE, "1k6/8/8/8/7R/8/8/7K", {WAY(KS_WHITE_ROOK, 39), .takes = 1}, KS_WHITE, 32, false},
    {"1k6/8/8/8/R6N/8/8/7K", "1k6/8/8/8/7R/8/8/7K", {WAY(KS_WHITE_ROOK, 39)}, KS_WHITE, 32, false},
    {"1k6/8/8/8/r6n/8/8/7K", "1k6/8/8/8/7r/8/8/7K", {WAY(KS_WHITE_ROOK, 39)}, KS_BLACK, 32, false},
    {"1k6/8/8/8/8/8/P7/7K", "1k6/8/8/8/P7/8/8/7K", {WAY(KS_WHITE_PAWN, 32)}, KS_WHITE, 48, true},
    {"1k6/8/8/8/n7/8/P7/7K", "1k6/8/8/8/P7/8/8/7K", {WAY(KS_WHITE_PAWN, 32)}, KS_WHITE, 48, false},
    {"1k6/8/8/8/8/n7/P7/7K", "1k6/8/8/8/P7/n7/8/7K", {WAY(KS_WHITE_PAWN, 32)}, KS_WHITE, 48, false},
    {"1k6/p7/8/8/8/8/8/7K", "1k6/8/8/p7/8/8/8/7K", {WAY(KS_WHITE_PAWN, 24)}, KS_BLACK, 8, true},
};

static void put_rows(struct lanes *lanes, unsigned n, const char *rows, bool after) {
    char fen[100];
    ks_position position;
    snprintf(fen, sizeof fen, "%s w - - 0 1", rows);
    cr_assert_eq(ks_read_fen(fen, strlen(fen), KS_FEN_LENIENT, &position, NULL), KS_OK, "%s", fen);
    put_board(lanes, n, position.board, after);
}

/* Each move stands in each lane, behind others that nothing is wrong with. */
Test(pgn_lanes, nothing_may_stand_in_the_way) {
    struct by_vectors builds[4];
    const size_t count = usable_builds(builds);
    ks_generator_in_use();
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++)
        for (unsigned n = 0; n < PLAYED_AT_ONCE; n++) {
            static struct lanes lanes;
            const unsigned to = moves[i].word.way & 63;
            memset(&lanes, 0, sizeof lanes);
            for (unsigned before = 0; before <= n; before++)
                put_rows(&lanes, before, moves[i].before, false);
            put_rows(&lanes, n, moves[i].after, true);
            lanes.words[n] = moves[i].word;
            lanes.to[n] = (uint64_t)1 << to;
            lanes.from[n] = moves[i].from;
            lanes.line[n] = ks_lines_between[to][moves[i].from];
            for (size_t build = 0; build < count; build++) {
                struct played played[PLAYED_AT_ONCE];
                uint64_t checkers[PLAYED_AT_ONCE];
                cr_assert_eq(builds[build].guard(&lanes, n + 1, moves[i].mover ^ (n & 1), played, checkers),
                             n + moves[i].good, "build %zu, move %u", build, i);
                const bool jumps = moves[i].word.way / 64 == KS_WHITE_PAWN;
                const unsigned kind = jumps ? KS_MOVE_DOUBLE_PUSH : KS_MOVE_PLAIN;
                cr_assert_eq(played[n].move, KS_MOVE(moves[i].from, to, kind));
                cr_assert_eq(played[n].length, 5);
            }
        }
}
