/* Tests that the fast reader of games gives what the exact one gives. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "abi/area.h"
#include "core/processor/cpu.h"
#include "core/text/characters.h"
#include "game/pgn/open.h"
#include "game/pgn/reader.h"
#include "rules/generator/generator.h"
#include "support/games/random.h"
#include "support/kernels/usable.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"

TestSuite(pgn_fast);

#define ALL_FLAGS (KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NUMBERS | KS_PGN_NULL_MOVES)
enum { SMALLEST_WINDOW = 2 * TAG_READABLE };

/* ---- Words ---- */

static size_t usable_scanners(scan_words *scanners[4]) {
    size_t count = 0;
    scanners[count++] = ks_any_scan_words;
#ifdef KS_VECTOR_ASSEMBLY
    if (ks_tier_runs(TIER_ssse3, ks_cpu_features()))
        scanners[count++] = ks_ssse3_scan_words;
    if (ks_tier_runs(TIER_avx2, ks_cpu_features()))
        scanners[count++] = ks_avx2_scan_words;
    if (ks_tier_runs(TIER_avx512, ks_cpu_features()))
        scanners[count++] = ks_avx512_scan_words;
#endif
    return count;
}

static bool is_one_of(char c, const char *set) {
    return c && strchr(set, c);
}

static bool is_solid(char c) {
    return (unsigned char)c > ' ' && !is_one_of(c, "{}()*,;<=>[\\]^.$");
}

static bool is_empty(char c) {
    return (unsigned char)c <= ' ' || c == '.' || c == '$';
}

/* Returns whether a scanner stops at this line feed, since a blank line may end there. It sees `seen` bytes
 * before it. */
static bool may_end_blank_line(const char *at, size_t seen) {
    return (seen > 0 && at[-1] == '\n') || ((seen < 1 || is_empty(at[-1])) && (seen < 2 || is_empty(at[-2])));
}

/* Does what scanners do, one character after the other. */
static void scan_plainly(struct scan *scan, const char *text, size_t begin, size_t end) {
    bool in_comment = false, in_word = false, in_number = false, stopped = true;
    size_t at = begin;
    *scan = (struct scan){0};
    for (;; at++) {
        const char c = text[at];
        const bool first = is_solid(c) && !in_word && !in_number;
        if ((at - begin) % SCAN_BYTES == 0 && (at >= end || scan->count > SCAN_WORDS - SCAN_BYTES)) {
            stopped = false;
            break;
        }
        if (in_comment) {
            in_comment = c != '}';
            continue;
        }
        if (is_one_of(c, "}()*,;<=>[\\]^") || (in_number && is_solid(c) && !is_digit(c)) ||
            (first && (c == '0' || (!is_letter(c) && !is_digit(c)))) ||
            (c == '\n' && may_end_blank_line(text + at, (at - begin) % SCAN_BYTES)))
            break;
        if (first && is_letter(c))
            scan->words[scan->count++] = (uint32_t)at;
        in_comment = c == '{';
        in_number = is_solid(c) && !in_word && is_digit(c);
        in_word = is_solid(c) && !in_number;
    }
    scan->in_comment = in_comment;
    scan->resume = at;
    if (in_comment)
        return;
    if (!stopped || (text[at] && strchr("\n-:", text[at])) || (unsigned char)text[at] >= 0x80)
        while (scan->resume > begin && (unsigned char)text[scan->resume - 1] <= ' ')
            scan->resume--;
    while (scan->resume > begin && is_digit(text[scan->resume - 1]))
        scan->resume--;
    scan->resume -= scan->resume > begin && text[scan->resume - 1] == '$';
}

/* Most are usual; some have few brackets, and some any bytes. */
static void fill_randomly(char *text, size_t length, uint64_t *random) {
    static const char usual[] = "1234567890..  abcdefgh NBRQK x-+$ \n {} {}",
                      all[] = "1 e a\n${}()*,;<=>[\\]^.-0/\xef";
    const unsigned kind = random_below(random, 4), rare = 1 + random_below(random, 200);
    for (size_t i = 0; i < length; i++)
        text[i] = kind == 3 || random_below(random, rare) == 0
                      ? (char)(random_below(random, 2) ? random_below(random, 256)
                                                       : (unsigned)all[random_below(random, sizeof all)])
                      : usual[random_below(random, kind == 0 ? 34 : sizeof usual - 1)];
}

Test(pgn_fast, scanners_find_the_same_words) {
    enum { LENGTH = 4096 };
    static struct scan expected, found;
    const area page = new_area(LENGTH);
    char *const text = (char *)page.end - LENGTH;
    scan_words *scanners[4];
    const size_t count = usable_scanners(scanners);
    uint64_t random = 1;
    for (unsigned round = 0; round < 20000 / stride(); round++) {
        fill_randomly(text, LENGTH, &random);
        const size_t at = random_below(&random, LENGTH), most = (LENGTH - at) / SCAN_BYTES * SCAN_BYTES;
        const size_t end = at + (most ? random_below(&random, (unsigned)most + 1) : 0);
        scan_plainly(&expected, text, at, end);
        for (size_t i = 0; i < count; i++) {
            scanners[i](&found, text, at, end);
            cr_assert_eq(found.count, expected.count, "scanner %zu, round %u", i, round);
            cr_assert_eq(found.next, 0);
            cr_assert(memcmp(found.words, expected.words, found.count * sizeof *found.words) == 0);
            cr_assert_eq(found.resume, expected.resume, "scanner %zu, round %u: %zu, not %zu", i, round,
                         found.resume, expected.resume);
            cr_assert_eq(found.in_comment, expected.in_comment);
        }
    }
}

/* ---- Tags ---- */

static size_t usable_skippers(skip_tags *skippers[4]) {
    size_t count = 0;
    skippers[count++] = ks_any_skip_tags;
#ifdef KS_VECTOR_ASSEMBLY
    if (ks_tier_runs(TIER_ssse3, ks_cpu_features()))
        skippers[count++] = ks_ssse3_skip_tags;
    if (ks_tier_runs(TIER_avx2, ks_cpu_features()))
        skippers[count++] = ks_avx2_skip_tags;
    if (ks_tier_runs(TIER_avx512, ks_cpu_features()))
        skippers[count++] = ks_avx512_skip_tags;
#endif
    return count;
}

/* Returns the length of a plain tag and its line feed, or 0. */
static size_t plain_tag_length(const char *text) {
    size_t at = 1;
    while (is_letter(text[at]))
        at++;
    if (text[0] != '[' || at == 1 || text[1] == 'F' || text[1] == 'V' || text[at] != ' ' ||
        text[at + 1] != '"' || at + 1 >= SCAN_BYTES)
        return 0;
    for (at += 2; text[at] != '"'; at++)
        if ((unsigned char)text[at] < ' ' || text[at] == '\\')
            return 0;
    return at < TAG_BYTES && text[at + 1] == ']' && text[at + 2] == '\n' ? at + 3 : 0;
}

/* Most names and values are short. */
static void add_tag(reading *text, uint64_t *random) {
    static const char names[] = "EventFENRoundWhiteVariantBlackResultOpeningTerminationTimeControlSite";
    const unsigned begin = random_below(random, sizeof names - 1),
                   length = random_below(random, random_below(random, 8) ? 20 : 140);
    reading_add(text, "[%.*s \"", 1 + (int)random_below(random, random_below(random, 8) ? 12 : 70),
                names + begin);
    for (unsigned i = 0; i < length; i++)
        reading_add(text, "%c", ' ' + (int)random_below(random, 94));
    reading_add(text, "\"]\n");
}

Test(pgn_fast, tags_are_skipped_alike) {
    skip_tags *skippers[4];
    const size_t count = usable_skippers(skippers);
    uint64_t random = 1;
    unsigned skipped = 0;
    for (unsigned round = 0; round < 20000 / stride(); round++) {
        reading text = {0};
        for (unsigned tags = random_below(&random, 8); tags; tags--)
            add_tag(&text, &random);
        if (text.length > 0)
            mutate_text(&text, &random, random_below(&random, 3));
        const size_t length = text.length, end = random_below(&random, (unsigned)length + 1);
        size_t expected = 0, tag;
        reading_add(&text, "%*s", TAG_BYTES + 64, "");
        while (expected < end && (tag = plain_tag_length(text.text + expected)) > 0) {
            expected += tag;
            skipped++;
        }
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(skippers[i](text.text, 0, end), expected, "skipper %zu, round %u: %s", i, round,
                         text.text);
        free(text.text);
    }
    cr_assert_gt(skipped, 10000 / stride());
}

/* ---- Line feeds ---- */

static size_t usable_counters(count_line_feeds *counters[4]) {
    size_t count = 0;
    counters[count++] = ks_any_count_line_feeds;
#ifdef KS_VECTOR_ASSEMBLY
    if (ks_tier_runs(TIER_ssse3, ks_cpu_features()))
        counters[count++] = ks_ssse3_count_line_feeds;
    if (ks_tier_runs(TIER_avx2, ks_cpu_features()))
        counters[count++] = ks_avx2_count_line_feeds;
    if (ks_tier_runs(TIER_avx512, ks_cpu_features()))
        counters[count++] = ks_avx512_count_line_feeds;
#endif
    return count;
}

/* The first rounds have many more line feeds than a lane can count. */
Test(pgn_fast, line_feeds_are_counted_in_texts_of_any_length) {
    enum { LENGTH = 1 << 16 };
    const area page = new_area(LENGTH);
    char *const text = (char *)page.end - LENGTH;
    count_line_feeds *counters[4];
    const size_t count = usable_counters(counters);
    uint64_t random = 1;
    for (unsigned round = 0; round < 200; round++) {
        const unsigned rare = 1 + round / 4;
        const size_t begin = round == 0 ? 0 : random_below(&random, LENGTH + 1);
        uint64_t expected = 0;
        for (size_t at = 0; at < LENGTH; at++) {
            text[at] = random_below(&random, rare) ? (char)random_below(&random, 256) : '\n';
            expected += at >= begin && text[at] == '\n';
        }
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(counters[i](text + begin, LENGTH - begin), expected, "counter %zu, round %u", i,
                         round);
    }
}

/* ---- Games ---- */

/* How a text is read. */
struct way {
    size_t window, most;
    unsigned flags, what;
    const struct player *player; /* NULL: that of the kernel */
    const ks_variants *variants;
};

static char *read_in_a_way(const reading *text, const struct way *way, bool exactly) {
    trickle t = {text->text, text->length, way->most};
    reading r = {0};
    ks_pgn *const pgn = ks_open_games(way->window, read_trickle, &t, way->flags, NULL);
    cr_assert_not_null(pgn);
    ks_pgn_use_variants(pgn, way->variants);
    if (way->player)
        pgn->line.player = way->player;
    if (exactly)
        ks_read_exactly(pgn);
    reading_add_games(&r, pgn, way->what);
    ks_pgn_close(pgn);
    return r.text;
}

static void expect_agreement(const reading *text, const struct way *way) {
    char *const exact = read_in_a_way(text, way, true), *const fast = read_in_a_way(text, way, false);
    size_t at = 0;
    while (exact[at] && exact[at] == fast[at])
        at++;
    const size_t begin = at < 300 ? 0 : at - 300;
    cr_assert_eq(exact[at], fast[at], "%s, flags %u: exact\n%.400s\nfast\n%.400s",
                 ks_kernel_get_current()->name, way->flags, exact + begin, fast + begin);
    free(exact);
    free(fast);
}

/* Draws a way, and selects a kernel. */
static struct way random_way(uint64_t *random, const ks_variants *variants) {
    static const unsigned flags[] = {0,
                                     KS_PGN_NUMBERS,
                                     KS_PGN_NULL_MOVES,
                                     KS_PGN_VARIATIONS,
                                     KS_PGN_COMMENTS,
                                     KS_PGN_COMMENTS | KS_PGN_NUMBERS,
                                     ALL_FLAGS};
    enum { FLAGS = sizeof flags / sizeof *flags };
    const ks_kernel *kernels[KERNELS_MAX];
    const size_t count = usable_kernels(kernels);
    ks_kernel_select(kernels[random_below(random, (unsigned)count)]->name, NULL);
    return (struct way){
        .window = random_below(random, 4) ? SMALLEST_WINDOW + random_below(random, 5000) : WINDOW_SIZE,
        .most = random_below(random, 4) ? SIZE_MAX : 1 + random_below(random, 5000),
        .flags = flags[random_below(random, FLAGS)],
        .what = random_below(random, 2) ? WITH_POSITIONS | WITH_PLACES | WITH_KEYS : WITH_KEYS,
        .player = random_below(random, 2) ? &ks_any_player : NULL,
        .variants = variants};
}

static void expect_agreement_on_random_games(unsigned rounds, unsigned plies, unsigned changes, int usual) {
    uint64_t random = rounds;
    for (unsigned round = 0; round < rounds; round++) {
        reading text = {0};
        const unsigned games = 1 + random_below(&random, 4);
        if (random_below(&random, 2)) /* the window ends among the games */
            reading_add(&text, "%*s\n", (int)(SMALLEST_WINDOW / 2 - 500), ""),
                reading_add(&text, "%*s\n", (int)(SMALLEST_WINDOW / 2 - 500), "");
        for (unsigned i = 0; i < games; i++)
            add_random_game(&text, &random, 1 + random_below(&random, plies), usual);
        mutate_text(&text, &random, changes ? random_below(&random, changes) : 0);
        const struct way way = random_way(&random, NULL);
        expect_agreement(&text, &way);
        free(text.text);
    }
}

/* Comments that are given in several pieces, and that end where the window does. */
Test(pgn_fast, long_comments_are_read_alike) {
    static const char *const moves[] = {"1. Nf3", "Nf6", "2. Ng1", "Ng8", "$1", "x"};
    uint64_t random = 1;
    for (unsigned round = 0; round < 500 / stride(); round++) {
        reading text = {0};
        struct way way = random_way(&random, NULL);
        for (unsigned move = 0; move < 200; move++) {
            const bool wrong = random_below(&random, 400) == 0, glyph = random_below(&random, 4) == 0;
            reading_add(&text, "%s ", moves[move % 4]);
            if (wrong || glyph)
                reading_add(&text, "%s ", moves[wrong ? 5 : 4]);
            for (unsigned comments = random_below(&random, 3); comments > 0; comments--)
                reading_add(&text, "{%*s} ", (int)random_below(&random, random_below(&random, 9) ? 60 : 9000),
                            "x");
        }
        reading_add(&text, random_below(&random, 4) ? "*\n1. e4 {y} *" : "{");
        way.flags = KS_PGN_COMMENTS | (random_below(&random, 2) ? KS_PGN_NUMBERS : 0u);
        expect_agreement(&text, &way);
        free(text.text);
    }
}

/* Between two pieces of a comment. */
Test(pgn_fast, games_are_left_within_comments) {
    reading text = {0};
    const ks_pgn_item *item;
    reading_add(&text, "1. e4 {%*s} e5 2. Nf3 *\n1. d4 *", 9000, "x");
    ks_pgn *const pgn = ks_pgn_open_memory(text.text, text.length, KS_PGN_COMMENTS, NULL);
    cr_assert(ks_pgn_next_game(pgn) && ks_pgn_next_item(pgn)->kind == KS_PGN_MOVE);
    item = ks_pgn_next_item(pgn);
    cr_assert(item->kind == KS_PGN_COMMENT && item->length == KS_PGN_COMMENT_MAX);
    cr_assert(ks_pgn_next_game(pgn));
    item = ks_pgn_next_item(pgn);
    cr_assert(item && item->kind == KS_PGN_MOVE && memcmp(item->text, "d4", 2) == 0);
    cr_assert_null(ks_pgn_next_item(pgn));
    ks_pgn_close(pgn);
    free(text.text);
}

Test(pgn_fast, usual_games_are_read_alike) {
    expect_agreement_on_random_games(200 / stride(), 300, 0, true);
}

Test(pgn_fast, unusual_games_are_read_alike) {
    expect_agreement_on_random_games(1000 / stride(), 60, 0, false);
}

Test(pgn_fast, mutated_games_are_read_alike) {
    expect_agreement_on_random_games(1000 / stride(), 60, 10, true);
    expect_agreement_on_random_games(500 / stride(), 60, 6, false);
}

Test(pgn_fast, long_games_are_read_alike) {
    expect_agreement_on_random_games(SLOW ? 4 : 40, 4000, 0, true);
}

Test(pgn_fast, mutated_torture_is_read_alike) {
    ks_variants *const variants = ks_variants_new(NULL, 0, 0, NULL);
    uint64_t random = 1;
    for (unsigned round = 0; round < 200 / stride(); round++) {
        reading text = {0};
        text.text = load_file("tests/data/torture.pgn", &text.length);
        text.room = text.length + 1;
        mutate_text(&text, &random, random_below(&random, 20));
        const struct way way = random_way(&random, variants);
        expect_agreement(&text, &way);
        free(text.text);
    }
    ks_variants_free(variants);
}

static void expect_agreement_on_text(const char *games) {
    reading all = {0};
    reading_add(&all, "%s", games);
    const struct way way = {.window = SMALLEST_WINDOW, .most = SIZE_MAX, .what = WITH_PLACES};
    expect_agreement(&all, &way);
    free(all.text);
}

/* Moves that leave the king in check: by a piece that is pinned, that does not end a check, or by
 * the king. */
Test(pgn_fast, illegal_moves_are_refused_alike) {
    expect_agreement_on_text("1. e4 f5 2. Qh5+ a6 *\n[White \"?\"] 1. e4 e5 2. Qh5 Ke7 3. Qxe5+ Kf6 *\n"
                             "[White \"?\"] 1. d4 e6 2. Nc3 Bb4 3. Ne4 *\n[White \"?\"] 1. e4 e5 2. Nxf3 *");
}

/* Words are played before anybody looks at the kings. */
Test(pgn_fast, moves_after_an_illegal_one_do_not_count) {
    expect_agreement_on_text(
        "1. e4 f5 2. Qh5 a6 3. Qxe8 O-O 4. Qd8 b8=N *\n[White \"?\"] 1. e4 f5 2. Qh5 b5 3. Qxe8 "
        "bxa4 4. Qd8 axb3 5. a4 bxc2 6. a5 cxd1=Q *");
}

/* The first move of those that are played at once is en passant, and an illegal one follows a mate: the
 * verdict is that on the mate. */
Test(pgn_fast, moves_before_an_illegal_one_are_played_again) {
    reading text = {0};
    reading_add(&text, "[FEN \"7k/3p4/6K1/4P3/8/8/8/R7 w - - 0 1\"]\n");
    for (unsigned i = 0; i < PLAYED_AT_ONCE / 4 - 1; i++)
        reading_add(&text, "Rb1 Kg8 Ra1 Kh8 ");
    reading_add(&text, "Rb1 Kg8 Ra1 d5 exd6 Kh8 Ra8# Kh7 *");
    expect_agreement_on_text(text.text);
    ks_pgn *const pgn = ks_pgn_open_memory(text.text, text.length, 0, NULL);
    cr_assert(ks_pgn_next_game(pgn));
    while (ks_pgn_next_move(pgn))
        ;
    cr_assert_eq(ks_pgn_judge(pgn, NULL), KS_CHECKMATE);
    ks_pgn_close(pgn);
    free(text.text);
}

/* A pawn has one file. */
Test(pgn_fast, two_files_of_a_pawn_are_refused_alike) {
    expect_agreement_on_text(
        "1. aaa3 *\n[White \"?\"] 1. e4 d5 2. eed5 *\n[White \"?\"] 1. e2e4 d7d5 2. e4d5 *\n"
        "[White \"?\"] 1. e4 d5 2. ed5 Qxd5 *");
}

/* The king has moved and come back, or the rook has, or another rook stands where one was taken. */
Test(pgn_fast, lost_rights_are_lost_alike) {
#define OPENED "[White \"?\"] 1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 "
    expect_agreement_on_text(OPENED "4. Kf1 Kf8 5. Ke1 Ke8 6. O-O *\n" OPENED
                                    "4. Kf1 Kf8 5. Ke1 Ke8 6. a3 O-O *\n" OPENED
                                    "4. Rg1 Rg8 5. Rh1 Rh8 6. O-O *\n" OPENED
                                    "4. Rg1 Rg8 5. Rh1 Rh8 6. a3 O-O *\n" OPENED "4. a3 O-O 5. O-O *\n"
                                    "[FEN \"r3k2r/8/6N1/8/8/8/8/4K3 w kq - 0 1\"] [SetUp \"1\"]\n"
                                    "1. Nxh8 Ra7 2. Ng6 Rh7 3. Nf4 Rh8 4. Kd1 O-O *");
}

/* The only answer to the last move is en passant. */
Test(pgn_fast, last_positions_are_judged_alike) {
    expect_agreement_on_text("[FEN \"8/3Q4/7R/k7/2p5/8/NP6/7K w - - 0 1\"] 1. b4+ *\n[White \"?\"] 1. e4 *");
}

/* A word may be longer than the window; what was found ahead of it is then somewhere else. */
Test(pgn_fast, long_words_move_the_window) {
    for (size_t before = 0; before < 2000; before += 100) {
        reading text = {0};
        for (size_t i = 0; i < SMALLEST_WINDOW - before; i += 8)
            reading_add(&text, "{ wait }");
        reading_add(&text, "1. e4 e5");
        for (size_t i = 0; i < SMALLEST_WINDOW; i += 8)
            reading_add(&text, "!!!!!!!!");
        reading_add(&text, " 1-0\n[White \"?\"]\n1. d4 d5 {%01500d} *\n[White \"?\"] Nf3 1-0 [White \"\"] *",
                    0);
        const struct way way = {.window = SMALLEST_WINDOW, .most = SIZE_MAX, .what = WITH_PLACES};
        expect_agreement(&text, &way);
        free(text.text);
    }
}

/* Moves with so many marks that some would be found before their marks are in the window. The window's size
 * decides how far the scan goes past the words that are wanted. */
Test(pgn_fast, marks_are_read_to_their_end) {
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (unsigned marks = 100; marks < KS_PGN_WORD_MAX - 3; marks += marks < 190 ? 30 : 2) {
        reading text = {0};
        reading_add(&text, "[White \"?\"] ");
        for (unsigned i = 0; i < 4 * SMALLEST_WINDOW / marks; i++) {
            reading_add(&text, "%s", moves[i % 4]);
            for (unsigned mark = 0; mark < marks; mark++)
                reading_add(&text, "!");
            reading_add(&text, "%*s", 1 + (int)(i % 5), "");
        }
        const struct way way = {
            .window = SMALLEST_WINDOW + marks % 64, .most = SIZE_MAX, .what = WITH_PLACES};
        expect_agreement(&text, &way);
        free(text.text);
    }
}

/* ---- Is it the fast reader at all? ---- */

/* A move that ks_read_move has read leaves none that were played ahead. */
Test(pgn_fast, usual_moves_need_no_explanation) {
    uint64_t random = 1;
    unsigned moves = 0;
    for (unsigned game = 0; game < 200; game++) {
        reading text = {0};
        add_random_game(&text, &random, 200, true);
        ks_pgn *const pgn = ks_open_games_in_memory(WINDOW_SIZE, text.text, text.length, 0, NULL);
        if (game % 2)
            pgn->line.player = &ks_any_player;
        while (ks_pgn_next_game(pgn))
            for (const ks_pgn_item *item; (item = ks_pgn_next_move(pgn)); moves++)
                cr_assert_gt(pgn->line.given, 0, "%.*s in %s", (int)item->length, item->text, text.text);
        ks_pgn_close(pgn);
        free(text.text);
    }
    cr_assert_gt(moves, 5000);
}

/* ---- Moves passed ---- */

/* Whatever is passed, the next item and its position are those of a reader that passes none. */
static unsigned expect_same_moves(ks_pgn *passing, ks_pgn *all, uint64_t passed[KS_VERDICTS],
                                  uint64_t counted[KS_VERDICTS]) {
    const ks_pgn_item *item, *same;
    unsigned count = 0;
    while ((item = ks_pgn_next_item(passing)) != NULL) {
        cr_assert_not_null(same = ks_pgn_next_item(all));
        cr_assert_eq(item->move, same->move);
        cr_assert_eq(item->kind, same->kind);
        cr_assert_eq(item->number, same->number);
        cr_assert_eq(ks_pgn_get_position(passing)->key, ks_pgn_get_position(all)->key);
        const size_t more = ks_pgn_pass_moves(passing, passed);
        ks_pgn_place place, same_place;
        for (size_t i = 0; i < more; i++) {
            cr_assert_not_null(ks_pgn_next_item(all));
            counted[ks_pgn_judge(all, NULL)]++;
        }
        place = ks_pgn_get_place(passing);
        same_place = ks_pgn_get_place(all);
        cr_assert_eq(place.offset, same_place.offset);
        cr_assert_eq(ks_pgn_judge(passing, NULL), ks_pgn_judge(all, NULL));
        count += (unsigned)more;
    }
    cr_assert_null(ks_pgn_next_item(all));
    return count;
}

Test(pgn_fast, moves_are_passed_as_if_given) {
    uint64_t random = 1, passed[KS_VERDICTS] = {0}, counted[KS_VERDICTS] = {0};
    unsigned count = 0;
    for (unsigned round = 0; round < 200; round++) {
        reading text = {0};
        add_random_game(&text, &random, 200, true);
        mutate_text(&text, &random, random_below(&random, 4));
        ks_pgn *const passing = ks_pgn_open_memory(text.text, text.length, 0, NULL), *const all =
                                                                                         ks_pgn_open_memory(
                                                                                             text.text,
                                                                                             text.length, 0,
                                                                                             NULL);
        while (ks_pgn_next_game(passing)) {
            cr_assert(ks_pgn_next_game(all));
            if (ks_pgn_get_position(passing))
                count += expect_same_moves(passing, all, passed, counted);
        }
        ks_pgn_close(passing);
        ks_pgn_close(all);
        free(text.text);
    }
    cr_assert_gt(count, 5000);
    cr_assert_gt(passed[KS_CHECK], 100);
    cr_assert(memcmp(passed, counted, sizeof passed) == 0);
}
