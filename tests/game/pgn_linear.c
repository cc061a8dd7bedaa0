/* Readers of games take time in proportion to their texts, whatever stands there and whatever is
 * asked for. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game/pgn/open.h"
#include "game/pgn/reader.h"
#include "support/games/reading.h"
#include "support/length.h"

/* A text is `begin`, many times `unit`, and `end`. */
static const struct {
    const char *begin, *unit, *end;
} texts[] = {
    {"1. e4 ", "{a} ", "*"},
    {"1. e4 ", "{a} ", "{"},
    {"1. e4 ", "{[%clk 0:01:00]} ", "*"},
    {"1. e4 ", "{[%clk ", "}"},
    {"1. e4 {", "[% ", "}"},
    {"1. e4 ", "$1 ", "*"},
    {"1. e4 ", "{a} $1 ", "e5 *"},
    {"1. e4 ", "! ", "*"},
    {"1. e4 ", "N ", "*"},
    {"1. e4 ", "& ", "*"},
    {"1. e4 ", "+0.35 ", "*"},
    {"1. e4 ", "(", "*"},
    {"1. e4 ", ") ", "*"},
    {"1. e4 ", "(1. d4) ", "*"},
    {"1. e4 ", "(1. d4 {a} d5) {b} ", "*"},
    {"1. e4 ", "2. ", "*"},
    {"1. e4 ", "2", "*"},
    {"1. e4 ", "2 - ", "*"},
    {"1. e4 ", "\n", "*"},
    {"1. e4 ", " \r\n2...", "*"},
    {"1. e4 ", "\n\n2.", "*"},
    {"1. e4 ", " ", "*"},
    {"1. e4 e5\n", "% a\n", "*"},
    {"1. e4 ", "; a\n", "*"},
    {"", "1-0 ", ""},
    {"", "1 - 0 (time) ", ""},
    {"", "((", ""},
    {"", "1. e4 e5\n\n", ""},
    {"", "1. e4 e5 *\n", ""},
    {"", "[A \"b\"]\n", "\n1. e4 *"},
    {"", "[A \"b\n", "\n1. e4 *"},
    {"", "[A ", "\n1. e4 *"},
    {"[A \"", "\"", " \"]\n1. e4 *"},
    {"[A \"", "\\\"", " \"]\n1. e4 *"},
    {"[A \"", "\" ", "\n1. e4 *"},
    {"1. ", "e", " *"},
    {"", "Ke4 ", "*"},
    {"", "Nf3 Nf6 Ng1 Ng8 ", "*"},
    {"1. e4 ", "\xe2\x88\x9e", "*"},
};

static const unsigned flags[] = {0, KS_PGN_COMMENTS, KS_PGN_NUMBERS | KS_PGN_COMMANDS,
                                 KS_PGN_COMMENTS | KS_PGN_VARIATIONS | KS_PGN_NUMBERS | KS_PGN_COMMANDS};

static reading make_text(size_t index, size_t length) {
    reading text = {0};
    reading_add(&text, "%s", texts[index].begin);
    while (text.length < length)
        reading_add(&text, "%s", texts[index].unit);
    reading_add(&text, "%s", texts[index].end);
    return text;
}

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Asks for all that a reader knows. */
static void read_all(const reading *text, unsigned asked, bool exactly) {
    ks_pgn *const pgn = ks_pgn_open_memory(text->text, text->length, asked, NULL);
    const ks_pgn_tag *tags;
    cr_assert_not_null(pgn);
    if (exactly)
        ks_read_exactly(pgn);
    while (ks_pgn_next_game(pgn)) {
        ks_pgn_get_tags(pgn, &tags);
        while (ks_pgn_next_item(pgn)) {
            ks_pgn_get_place(pgn);
            if (asked & KS_PGN_COMMANDS)
                ks_pgn_get_commands(pgn);
        }
    }
    ks_pgn_close(pgn);
}

/* Returns the least time of some readings: others may use the processor. */
static double time_of(const reading *text, unsigned asked, bool exactly, unsigned times) {
    double least = 1e9;
    for (unsigned i = 0; i < times; i++) {
        const double begin = processor_seconds();
        read_all(text, asked, exactly);
        const double taken = processor_seconds() - begin;
        least = taken < least ? taken : least;
    }
    return least;
}

/* Eight times as much text would take 64 times as long where time grows with the square. Both texts fit into
 * a window. */
Test(pgn_linear, eight_times_the_text_takes_no_longer_than_it_should) {
    enum { SHORT = 1 << 14, LONG = 8 * SHORT };
    const double unmeasurable = 0.0005;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        reading small = make_text(i, SHORT), large = make_text(i, LONG);
        for (size_t way = 0; way < 2 * LENGTH(flags); way++) {
            const unsigned asked = flags[way / 2];
            double expected = time_of(&small, asked, way & 1, 2);
            expected = 24 * (expected < unmeasurable ? unmeasurable : expected);
            double taken = time_of(&large, asked, way & 1, 1);
            if (taken > expected)
                taken = time_of(&large, asked, way & 1, 3);
            cr_expect_leq(taken, expected, "%s%s...: flags %x, exactly %d: %.4f s", texts[i].begin,
                          texts[i].unit, asked, (int)(way & 1), taken);
        }
        free(small.text);
        free(large.text);
    }
}

static uint64_t counted; /* bytes in which line feeds are counted */

static uint64_t count_noticed(const char *text, size_t length) {
    counted += length;
    return ks_any_count_line_feeds(text, length);
}

/* The place of the tag FEN is found before the one of its game, which is asked for later. */
Test(pgn_linear, places_of_games_count_lines_once) {
    enum { GAMES = 1000 };
    reading text = {0};
    ks_pgn_place place;
    for (unsigned i = 0; i < GAMES; i++)
        reading_add(&text, "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1 *\n\n");
    ks_pgn *const pgn = ks_pgn_open_memory(text.text, text.length, 0, NULL);
    cr_assert_not_null(pgn);
    pgn->window.count_line_feeds = count_noticed;
    for (unsigned i = 0; i < GAMES; i++) {
        cr_assert(ks_pgn_next_game(pgn));
        place = ks_pgn_get_place(pgn);
        cr_assert_eq(place.line, 4 * i + 1);
    }
    cr_expect_leq(counted, 20 * text.length, "%zu bytes of a text of %zu", (size_t)counted, text.length);
    ks_pgn_close(pgn);
    free(text.text);
}
