/* Tests perft by counts that many programs agree on (chessprogramming.org/Perft_Results). */
#include <criterion/criterion.h>
#include <string.h>

#include "rules/movegen_reference.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/sanitized.h"

static const struct suite {
    const char *text;
    unsigned depth;
    uint64_t nodes[7]; /* by depth */
} suites[] = {
    {START, 5, {1, 20, 400, 8902, 197281, 4865609}},
    {KIWIPETE, 4, {1, 48, 2039, 97862, 4085603}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 6, {1, 14, 191, 2812, 43238, 674624, 11030083}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, {1, 6, 264, 9467, 422333}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 4, {1, 44, 1486, 62379, 2103487}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 4, {1, 46, 2079, 89890, 3894594}},
};

enum { SHALLOWER = SLOW ? 1 : 0 };

Test(perft, suites) {
    for (size_t i = 0; i < LENGTH(suites); i++) {
        const ks_position position = read_position(suites[i].text, 0);
        for (unsigned depth = 0; depth <= suites[i].depth - SHALLOWER; depth++)
            cr_expect_eq(ks_perft(&position, depth), suites[i].nodes[depth], "depth %u of %s", depth,
                         suites[i].text);
    }
}

/* Counts by making each move on a copy. */
static uint64_t count_plainly(const ks_position *position, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    uint64_t nodes = 0;
    if (depth == 0)
        return 1;
    for (size_t i = ks_legal_moves_reference(position, moves); i-- > 0;) {
        ks_position child = *position;
        ks_undo undo;
        ks_make_move(&child, moves[i], &undo);
        nodes += count_plainly(&child, depth - 1);
    }
    return nodes;
}

/* Positions with no enemy king or two, with two kings a side, with pawns on any rank, with castling and en
 * passant against an enemy without a king. */
Test(perft, lenient_positions) {
    static const struct {
        const char *text;
        uint64_t nodes[4]; /* by depth, counted by hand; the trailing 0 means not counted */
    } positions[] = {
        {"8/8/8/8/8/8/8/K7 w - - 0 1", {1, 3, 0}},        {"8/8/8/8/8/7p/8/K7 w - - 0 1", {1, 3, 3}},
        {"8/8/8/8/8/8/7p/K7 w - - 0 1", {1, 3, 12}},      {"kk6/8/8/8/8/8/8/K7 w - - 0 1", {1, 3}},
        {"3r4/1p6/8/2P5/8/8/P2Q4/R3K2R w KQ - 0 1", {1}}, {"8/1p6/8/PpP5/8/8/1P6/K7 w - b6 0 1", {1}},
        {"k5k1/1pP5/8/8/8/8/1PN5/K7 w - - 0 1", {1}},     {"k1p1P3/8/8/8/8/8/8/K1P1p3 w - - 0 1", {1}},
    };
    for (size_t i = 0; i < LENGTH(positions); i++) {
        const ks_position position = read_position(positions[i].text, KS_FEN_LENIENT);
        for (unsigned depth = 0; depth < LENGTH(positions->nodes); depth++) {
            const uint64_t nodes = ks_perft(&position, depth), by_hand = positions[i].nodes[depth];
            cr_expect_eq(nodes, count_plainly(&position, depth), "depth %u of %s", depth, positions[i].text);
            cr_expect(by_hand == 0 || nodes == by_hand, "depth %u of %s", depth, positions[i].text);
        }
    }
}

/* The side to move has no king, as after a move from a lenient position: its other pieces move. */
Test(perft, without_a_king) {
    static const struct {
        const char *text; /* before white's move */
        size_t moves;     /* black's moves afterwards */
    } positions[] = {
        {"8/8/8/8/8/8/8/K7 w - - 0 1", 0},  {"8/8/8/8/8/7p/7P/K7 w - - 0 1", 0},
        {"8/8/8/8/8/7p/8/K7 w - - 0 1", 1}, {"8/8/8/8/7p/8/8/K7 w - - 0 1", 1},
        {"8/7p/8/8/8/8/8/K7 w - - 0 1", 2}, {"q7/pp6/8/8/8/8/8/6K1 w - - 0 1", 4 + 7},
    };
    for (size_t i = 0; i < LENGTH(positions); i++) {
        ks_position position = read_position(positions[i].text, KS_FEN_LENIENT);
        ks_move_list legal;
        ks_undo undo;
        cr_assert_gt(ks_legal_moves(&position, &legal), 0);
        ks_make_move(&position, legal.moves[0], &undo);
        cr_expect_eq(ks_legal_moves(&position, &legal), positions[i].moves, "%s", positions[i].text);
        cr_expect_eq(ks_has_legal_move(&position), positions[i].moves > 0, "%s", positions[i].text);
        cr_expect_eq(ks_perft(&position, 1), positions[i].moves, "%s", positions[i].text);
    }
}

static void expect_stats(const char *text, unsigned depth, const ks_perft_counts *expected) {
    static const char *const names[] = {"nodes",      "captures", "en passant",    "castles",
                                        "promotions", "checks",   "double checks", "checkmates"};
    const ks_position position = read_position(text, 0);
    uint64_t found[LENGTH(names)], right[LENGTH(names)];
    ks_perft_counts counts = {0};
    ks_perft_stats(&position, depth, &counts);
    memcpy(found, &counts, sizeof found);
    memcpy(right, expected, sizeof right);
    for (size_t i = 0; i < LENGTH(names); i++)
        cr_expect_eq(found[i], right[i], "depth %u of %s: expected %llu %s, found %llu", depth, text,
                     (unsigned long long)right[i], names[i], (unsigned long long)found[i]);
}

Test(perft, stats) {
    expect_stats(suites[0].text, 1, &(ks_perft_counts){20, 0, 0, 0, 0, 0, 0, 0, {0}});
    expect_stats(suites[0].text, 4, &(ks_perft_counts){197281, 1576, 0, 0, 0, 469, 0, 8, {0}});
    expect_stats(suites[1].text, 3, &(ks_perft_counts){97862, 17102, 45, 3162, 0, 993, 0, 1, {0}});
    expect_stats(suites[3].text, 3, &(ks_perft_counts){9467, 1021, 4, 0, 120, 38, 0, 22, {0}});
    /* Qf8 is mate, Qf7 stalemate, and Qa1, Qf6, Qh1 and Qh3 give check. */
    expect_stats("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 1, &(ks_perft_counts){27, 0, 0, 0, 0, 5, 0, 1, {0}});
    if (SLOW)
        return;
    expect_stats(suites[0].text, 5, &(ks_perft_counts){4865609, 82719, 258, 0, 0, 27351, 0, 347, {0}});
    expect_stats(suites[1].text, 4,
                 &(ks_perft_counts){4085603, 757163, 1929, 128013, 15172, 25523, 6, 43, {0}});
    expect_stats(suites[2].text, 5, &(ks_perft_counts){674624, 52051, 1165, 0, 0, 52950, 3, 0, {0}});
    expect_stats(suites[3].text, 4, &(ks_perft_counts){422333, 131393, 0, 7795, 60032, 15492, 0, 5, {0}});
}

/* Counts are added to the previous ones. */
Test(perft, stats_add_up) {
    const ks_position position = read_position(suites[0].text, 0);
    ks_perft_counts counts = {.nodes = 1000, .captures = 10};
    ks_perft_stats(&position, 3, &counts);
    cr_expect_eq(counts.nodes, 1000 + 8902);
    cr_expect_eq(counts.captures, 10 + 34);
}
