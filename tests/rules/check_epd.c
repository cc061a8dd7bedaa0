/* Compares ks_check_epd, line by line, with the exact reader, the reference's checkers and its legal moves:
 * with every kernel, in calls for any number of lines. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/area.h"
#include "kingscan.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/random.h"
#include "support/readings.h"
#include "support/sanitized.h"
#include "support/texts.h"

static const ks_kernel *kernels[KERNELS_MAX];
static size_t kernel_count;

static void set_up(void) {
    kernel_count = usable_kernels(kernels);
}

TestSuite(check_epd, .init = set_up);

static const size_t maxima[] = {1, 2, 3, 4, 6, 33, 1000};

/* Runs with every kernel. */
static void expect_agreement(const char *text, size_t n, unsigned flags, size_t max) {
    for (size_t i = 0; i < kernel_count; i++) {
        ks_kernel_select(kernels[i]->name, NULL);
        const char *trouble = epd_difference(text, n, flags, max);
        cr_assert(!trouble, "flags %u, %zu a call, %s", flags, max, trouble);
    }
}

/* ---- Texts of many lines ---- */

enum { LINES_MAX = 40, OPERATIONS_MAX = 5000 };

static size_t put(char *text, const char *what) {
    const size_t length = strlen(what);
    memcpy(text, what, length);
    return length;
}

/* Writes a line of any kind; blank lines and comments occur, and sometimes a very long line. */
static size_t write_line(text_source *source, char *text) {
    static const char *const others[] = {"", " ", "\t \t", "# a comment", " # none", "#", "\r"};
    size_t length;
    if (random_below(&source->random, 8) == 0)
        return put(text, others[random_below(&source->random, LENGTH(others))]);
    length = any_text(source, text);
    if (random_below(&source->random, 100) == 0) {
        const size_t more = random_below(&source->random, OPERATIONS_MAX);
        memset(text + length, 'x', more);
        length += more;
    }
    return length;
}

/* Writes lines. The last one may lack its end or end in a CR alone. */
static size_t write_lines(text_source *source, char *text) {
    static const char *const ends[] = {"\n", "\n", "\n", "\r\n", "\n\n", "\r\r\n"};
    static const char *const last_ends[] = {"\n", "", "\r\n", "\r"};
    size_t n = 0;
    for (unsigned left = random_below(&source->random, LINES_MAX); left > 0; left--) {
        n += write_line(source, text + n);
        n += left > 1 ? put(text + n, ends[random_below(&source->random, LENGTH(ends))])
                      : put(text + n, last_ends[random_below(&source->random, LENGTH(last_ends))]);
    }
    return n;
}

Test(check_epd, agrees_with_the_references_on_any_lines) {
    const area memory = new_area(LINES_MAX * (TEXT_MAX + OPERATIONS_MAX + 4));
    char *text = malloc((size_t)(memory.end - memory.begin));
    text_source source;
    texts_start(&source, 5);
    for (unsigned i = 0; i < (SLOW ? 200 : 4000); i++) {
        const size_t n = write_lines(&source, text);
        expect_agreement(memcpy(memory.end - n, text, n), n, random_below(&source.random, 4),
                         maxima[i % LENGTH(maxima)]);
    }
    free(text);
}

/* ---- Verdicts ---- */

/* Positions of games, in which mates, stalemates and pins are frequent; the first look settles most of
 * them. */
Test(check_epd, agrees_with_the_references_on_games) {
    enum { POSITIONS = SLOW ? 5000 : 60000 };
    static struct games games;
    char *text = malloc(POSITIONS * KS_FEN_SIZE);
    size_t n = 0;
    games_start(&games, NULL, 6);
    for (unsigned i = 0; i < POSITIONS; i++) {
        any_move moves[ANY_MOVES_MAX];
        n += ks_write_x_fen(&games.position.chess, text + n);
        text[n++] = '\n';
        games_next(&games, moves, any_legal_moves(&games.position, moves));
    }
    expect_agreement(text, n, KS_FEN_LENIENT, 1000);
    free(text);
}

/* The only pieces that could move are pinned or shut in by their own side; or they are not. */
Test(check_epd, nearly_stalemate) {
    static const struct {
        const char *fen;
        enum ks_verdict verdict;
    } cases[] = {
        {"7k/5Q2/8/8/8/8/8/K7 b - - 0 1", KS_STALEMATE},
        {"7k/5Q2/7p/8/8/8/8/K7 b - - 0 1", KS_SAFE},
        {"7k/5Q2/7p/7P/8/8/8/K7 b - - 0 1", KS_STALEMATE},
        {"6bk/6pp/6P1/8/8/8/8/K6R b - - 0 1", KS_SAFE},
        {"7k/7r/5Q1R/8/8/8/8/K7 b - - 0 1", KS_CHECK},
        {"k1N5/1r1N4/2B5/8/8/8/8/K7 b - - 0 1", KS_STALEMATE},
        {"k7/b7/8/1Q6/8/8/8/K7 b - - 0 1", KS_SAFE},
        {"k7/p7/P7/8/8/8/8/KR6 b - - 0 1", KS_STALEMATE},
        {"k7/p7/P7/8/8/8/6p1/KR6 b - - 0 1", KS_SAFE},
        {"5N1k/4N1p1/8/8/8/8/8/BK6 b - - 0 1", KS_STALEMATE},
        {"5N1k/4N1p1/8/8/8/8/8/1K6 b - - 0 1", KS_SAFE},
        {"5N1k/4N1p1/5B2/8/8/8/8/1K6 b - - 0 1", KS_SAFE},
        {"1k6/8/8/8/8/5b2/4n1P1/5n1K w - - 0 1", KS_SAFE},
        {"1b5k/b1p2Q2/1pP5/1P6/8/8/8/K7 b - - 0 1", KS_STALEMATE},
        {"k5b1/2Q2p1b/5Pp1/6P1/8/8/8/7K b - - 0 1", KS_STALEMATE},
        {"k7/8/8/8/1p6/1Pp5/B1P2q2/1B5K w - - 0 1", KS_STALEMATE},
        {"k7/8/8/8/1p6/1P6/B1P2q2/1B5K w - - 0 1", KS_SAFE},
        {"kb5R/p7/P7/8/8/8/8/K7 b - - 0 1", KS_STALEMATE},
        {"kn5R/p7/P1N5/8/8/8/8/K7 b - - 0 1", KS_STALEMATE},
        {"kn6/p7/P1N5/8/8/8/8/K6R b - - 0 1", KS_SAFE},
        {"kn5R/p7/P1B5/8/8/8/8/K7 b - - 0 1", KS_CHECKMATE},
        /* Castling is the only move: the king stays on its square. */
        {"4k3/8/8/8/8/4p2b/7P/6KR w K - 0 1", KS_SAFE},
        {"4k3/8/8/8/8/1b2p3/1P6/BRK5 w Q - 0 1", KS_SAFE},
        {"6kr/7p/4P2B/8/8/8/8/4K3 b k - 0 1", KS_SAFE},
        {"brk5/1p6/1B2P3/8/8/8/8/4K3 b q - 0 1", KS_SAFE},
        {"6kr/7p/4P2B/8/8/8/8/4K3 b - - 0 1", KS_STALEMATE},
    };
    char all[LENGTH(cases) * KS_FEN_SIZE];
    size_t n = 0;
    for (size_t i = 0; i < LENGTH(cases); i++)
        n += (size_t)sprintf(all + n, "%s\n", cases[i].fen);
    expect_agreement(all, n, 0, 1000);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char line[KS_FEN_SIZE + 160];
        ks_checked_line checked;
        ks_text_cursor cursor = {0};
        const size_t length = put(line, cases[i].fen);
        memset(line + length, '\n', 160);
        expect_agreement(line, length + 160, 0, 1);
        cr_assert_eq(ks_check_epd(line, length + 160, 0, &cursor, &checked, 1), 1);
        cr_expect_eq(checked.verdict, cases[i].verdict, "%s: %s", cases[i].fen,
                     checked.verdict < KS_VERDICTS ? ks_verdict_name(checked.verdict) : "rejected");
    }
}

/* ---- Groups of lines ---- */

/* Each place of a group holds in turn: fields that differ from common ones by one byte, a placement longer
 * than fast readers read, and skipped lines. */
Test(check_epd, a_line_that_is_not_common_among_others) {
    static const char *const lines[] = {
        "4k3/8/8/8/8/8/4P3/4K3 w KQkq -b",
        "4k3/8/8/8/8/8/4P3/4K3 w KQkq -",
        "4k3/8/8/8/8/8/4P3/4K3,w - -",
        "4k3/8/8/8/8/8/4P3/4K3\tw\t-\t-\t10\t11",
        "rnbqkbnr/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/8 w - - 0 1",
        "/4k38/8/8/8/8/4P3/4K3 w - -",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "",
        "# 4k3/8/8/8/8/8/4P3/4K3 w - -",
        "7k/5Q2/8/8/8/8/8/K7 b - -",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 3 4 c0;",
        "5r1k/8/8/8/8/7p/7P/6KR w K - 0 1",     /* castling is the only move */
        "4k3/8/8/8/8/4p2p/4P2P/5BRK w - - 0 1", /* a rook and a bishop may move to g2 */
    };
    static const char common[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 60\n";
    for (size_t i = 0; i < LENGTH(lines); i++)
        for (unsigned before = 0; before < 40; before++) {
            char text[4000];
            size_t n = 0;
            for (unsigned line = 0; line < 48; line++) {
                if (line == before)
                    n += (size_t)sprintf(text + n, "%s\n", lines[i]);
                n += put(text + n, common);
            }
            expect_agreement(text, n, before % 2 ? KS_FEN_RIGHTS : 0, maxima[(before + i) % LENGTH(maxima)]);
        }
}

/* A zero byte is neither the end of a field nor a blank. */
Test(check_epd, zeros_after_any_byte_of_common_lines) {
    static const char *const lines[] = {"4k3/8/8/8/8/8/8/4K3 w - -\n", "4k3/8/8/8/8/8/8/4K3 b Kq - 0 1\n",
                                        "4k3/8/8/8/8/8/8/4K3 w KQkq - c0;\n"};
    for (size_t i = 0; i < LENGTH(lines); i++)
        for (size_t zeros = 1; zeros <= 3; zeros++)
            for (size_t at = 0, length = strlen(lines[i]); at < length; at++) {
                char text[1000];
                size_t n = 0;
                for (unsigned line = 0; line < 12; line++) {
                    memcpy(text + n, lines[i], at);
                    memset(text + n + at, 0, zeros);
                    memcpy(text + n + at + zeros, lines[i] + at, length - at);
                    n += length + zeros;
                }
                expect_agreement(text, n, 0, 1000);
            }
}

/* The text ends at each place of a group, and at the end of a page. */
Test(check_epd, groups_cut_by_the_end_of_a_block) {
    enum { LENGTH_MAX = 3000 };
    const area memory = new_area(LENGTH_MAX);
    static char text[LENGTH_MAX + TEXT_MAX];
    text_source source;
    texts_start(&source, 31);
    for (unsigned round = 0; round < (SLOW ? 2 : 10); round++) {
        size_t n = 0;
        while (n < LENGTH_MAX) {
            n += (round % 2 ? real_text : game_text)(&source, text + n);
            n += put(text + n, round % 3 ? "\n" : "\r\n");
        }
        for (size_t length = LENGTH_MAX - 600; length <= LENGTH_MAX; length += 7)
            expect_agreement(memcpy(memory.end - length, text, length), length, 0, 1000);
    }
}

/* ---- Ends of texts ---- */

/* All lengths up to a few lines, between pages that may not be accessed. */
Test(check_epd, reads_no_byte_outside_the_text) {
    enum { LENGTHS = 300 };
    const area memory = new_area(LENGTHS);
    text_source source;
    texts_start(&source, 7);
    for (unsigned round = 0; round < (SLOW ? 2 : 20); round++) {
        char *text = malloc(LINES_MAX * (TEXT_MAX + OPERATIONS_MAX + 4));
        size_t n = 0;
        while (n < LENGTHS) {
            n += real_text(&source, text + n);
            n += put(text + n, round % 2 ? "\n" : "\r\n");
        }
        for (size_t length = 0; length <= LENGTHS; length++) {
            expect_agreement(memcpy(memory.begin, text, length), length, 0, 1000);
            expect_agreement(memcpy(memory.end - length, text, length), length, 0, 1 + length % 3);
            /* now cut at the beginning */
            expect_agreement(memcpy(memory.end - length, text + n - length, length), length, 0, 1000);
        }
        free(text);
    }
}

/* There are so many blanks that the fast reader stops among them. */
Test(check_epd, lines_that_end_in_blanks) {
    static const char *const beginnings[] = {"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"};
    enum { LENGTHS = 300 };
    const area memory = new_area(LENGTHS);
    memset(memory.begin, ' ', (size_t)(memory.end - memory.begin));
    for (size_t i = 0; i < LENGTH(beginnings); i++)
        for (size_t length = strlen(beginnings[i]); length < LENGTHS; length++) {
            char *text = (char *)memory.end - length;
            put(text, beginnings[i]);
            expect_agreement(text, length, 0, 1);
            memset(text, ' ', length);
        }
}

Test(check_epd, goes_on_with_the_number_of_the_line) {
    static const char text[] = "\n# a comment\n4k3/8/8/8/8/8/8/4K3 w - -\nno position\n";
    ks_text_cursor cursor = {.line = 41};
    ks_checked_line lines[3];
    cr_assert_eq(ks_check_epd(text, sizeof text - 1, 0, &cursor, lines, 3), 2);
    cr_expect_eq(lines[0].number, 44);
    cr_expect_eq(lines[0].verdict, KS_SAFE);
    cr_expect_eq(lines[1].number, 45);
    cr_expect_eq(lines[1].verdict, KS_VERDICTS);
    cr_expect_eq(cursor.line, 45);
    cr_expect_eq(cursor.offset, sizeof text - 1);
    cr_expect_eq(ks_check_epd(text, sizeof text - 1, 0, &cursor, lines, 3), 0);
    cr_expect_eq(ks_check_epd(NULL, 0, 0, &(ks_text_cursor){0}, lines, 3), 0);
}
