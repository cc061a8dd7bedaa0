/* Both generators: moves listed by hand where the rules are tricky, counts that others have published, and
 * one generator against the other. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fuzz/game_check.h"
#include "cli/random/games.h"
#include "kingscan.h"
#include "rules/variant.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"

static ks_position read_position(const char *text, unsigned flags) {
    ks_position position;
    ks_error error = {0};
    cr_assert_eq(ks_read_fen(text, strlen(text), flags, &position, &error), KS_OK, "%s: %s", text,
                 error.message);
    return position;
}

/* ---- Moves listed by hand ---- */

static const struct listed {
    const char *text, *moves; /* sorted; * behind en passant, + behind castling */
} listed[] = {
    /* King steps: not next to the enemy king, not into attack, not along the line of a check. */
    {"8/8/8/8/8/k7/8/K7 w - - 0 1", "a1b1"},
    {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1 e1e2 e1f1"},
    {"4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1d2 e1e2 e1f2"},
    {"4k3/8/8/8/4r3/8/4p3/4K3 w - - 0 1", "e1d2 e1f2"},
    /* In check: take the checker or stand between; in double check: neither. */
    {"4k3/4r3/8/8/8/8/3P1P1B/3QKB2 w - - 0 1", "d1e2 f1e2 h2e5"},
    {"4k3/4r3/8/8/8/5n2/3P1P1B/3QKB2 w - - 0 1", ""},
    {"4k3/8/8/8/8/5n2/3P1P1B/3QKB2 w - - 0 1", "d1f3 e1e2"},
    /* Pins: along the line only; a pinned knight not at all; a pinned pawn takes the pinner. */
    {"k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 e2e3 e2e4 e2e5 e2e6 e2e7 e2e8"},
    {"k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2"},
    {"k7/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "e1d1 e1d2 e1e2 e1f1 f2g3"},
    {"k3r3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 e2e3 e2e4"},

    /* Pawns. */
    {"4k3/8/8/8/8/1p6/P7/7K w - - 0 1", "a2a3 a2a4 a2b3 h1g1 h1g2 h1h2"},
    {"7k/8/8/8/p7/7P/P7/7K w - - 0 1", "a2a3 h1g1 h1g2 h1h2 h3h4"},
    {"7k/8/8/8/8/p6P/P7/7K w - - 0 1", "h1g1 h1g2 h1h2 h3h4"},
    {"1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r h1g1 h1g2 h1h2"},
    {"7k/8/8/8/8/8/7p/K5N1 b - - 0 1", "h2g1b h2g1n h2g1q h2g1r h2h1b h2h1n h2h1q h2h1r h8g7 h8g8 h8h7"},

    /* En passant, and where it uncovers a check: along the row, a diagonal, the file. */
    {"7k/8/8/PpP5/8/8/8/7K w - b6 0 1", "a5a6 a5b6* c5b6* c5c6 h1g1 h1g2 h1h2"},
    {"7k/8/8/PpP5/8/8/8/7K w - - 0 1", "a5a6 c5c6 h1g1 h1g2 h1h2"},
    {"7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1", "a5a4 a5a6 a5b5 a5b6 d5d6"},
    {"7k/8/8/K1pPP2r/8/8/8/8 w - c6 0 1", "a5a4 a5a6 a5b5 a5b6 d5c6* d5d6 e5e6"},
    {"7k/3b4/8/1Pp5/K7/8/8/8 w - c6 0 1", "a4a3 a4a5 a4b3 b5c6*"},
    {"7k/4b3/8/1Pp5/K7/8/8/8 w - c6 0 1", "a4a3 a4a5 a4b3 b5b6 b5c6*"},
    {"7k/8/5b2/3Pp3/8/8/8/K7 w - e6 0 1", "a1a2 a1b1 a1b2 d5d6"},
    {"7k/8/8/3Pp3/8/5b2/8/K7 w - e6 0 1", "a1a2 a1b1 a1b2 d5d6 d5e6*"},
    {"3r3k/8/8/2pP4/8/8/8/3K4 w - c6 0 1", "d1c1 d1c2 d1d2 d1e1 d1e2 d5d6"},
    /* It takes a checking pawn; it doesn't help against another checker. */
    {"7k/8/8/2pP4/1K6/8/8/8 w - c6 0 1", "b4a3 b4a4 b4a5 b4b3 b4b5 b4c3 b4c4 b4c5 d5c6*"},
    {"1r5k/8/8/2pP4/1K6/8/8/8 w - c6 0 1", "b4a3 b4a4 b4a5 b4c3 b4c4 b4c5"},

    /* Castling: the way has to be empty, and the king's way safe; the rook's needn't be. */
    {"4k3/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "a1b1 a1c1 a1d1 a2a3 a2a4 e1a1+ e1d1 e1d2 e1e2 e1f1 e1f2 e1h1+ h1f1 h1g1 h2h3 h2h4"},
    {"1r2k3/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "a1b1 a1c1 a1d1 a2a3 a2a4 e1a1+ e1d1 e1d2 e1e2 e1f1 e1f2 e1h1+ h1f1 h1g1 h2h3 h2h4"},
    {"3rk1r1/8/8/8/8/8/P6P/R3K2R w KQ - 0 1", "a1b1 a1c1 a1d1 a2a3 a2a4 e1e2 e1f1 e1f2 h1f1 h1g1 h2h3 h2h4"},
    {"2r1k3/4r3/8/8/8/8/P6P/R3K2R w KQ - 0 1", "e1d1 e1d2 e1f1 e1f2"},
    {"4k3/8/8/8/8/8/P6P/RN2K1NR w KQ - 0 1",
     "a2a3 a2a4 b1a3 b1c3 b1d2 e1d1 e1d2 e1e2 e1f1 e1f2 g1e2 g1f3 g1h3 h2h3 h2h4"},
    /* Chess960: king and rook change places; the rook has hidden the king; the king stays, the rook jumps. */
    {"4k3/8/8/8/8/8/5PPP/5KR1 w K - 0 1", "f1e1 f1e2 f1g1+ f2f3 f2f4 g1h1 g2g3 g2g4 h2h3 h2h4"},
    {"4k3/8/8/8/8/8/2PP4/rRK5 w Q - 0 1", "b1a1 c1b2 c1d1 c2c3 c2c4 d2d3 d2d4"},
    {"4k3/8/8/8/8/8/2PP4/1RK5 w Q - 0 1",
     "b1a1 b1b2 b1b3 b1b4 b1b5 b1b6 b1b7 b1b8 c1b1+ c1b2 c1d1 c2c3 c2c4 d2d3 d2d4"},
    {"1k6/8/8/8/8/8/PPP5/NRK2B2 w Q - 0 1",
     "a1b3 a2a3 a2a4 b2b3 b2b4 c1b1+ c1d1 c1d2 c2c3 c2c4 f1a6 f1b5 f1c4 f1d3 f1e2 f1g2 f1h3"},

    /* Lenient: no king to take, no moves from the last rank, a single push from the first. */
    {"5r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1", "e1e2"},
    {"k4r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1", "e1e2"},
    {"P7/8/8/8/8/8/8/K2P4 w - - 0 1", "a1a2 a1b1 a1b2 d1d2"},
    {"4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
     "a1a2 a1b1 a1b2 e1b1 e1c1 e1d1 e1e2 e1e3 e1e4 e1e5 e1e6 e1e7 e1f1 e1g1 e1h1"},
    {"8/8/8/8/8/8/1k6/K7 w - - 0 1", ""},
};

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static void list(const ks_move *moves, size_t count, char *text) {
    char each[64][8];
    cr_assert_leq(count, 64);
    for (size_t i = 0; i < count; i++) {
        static const char *const kinds[8] = {"", "", "*", "+", "n", "b", "r", "q"};
        sprintf(each[i], "%s%s%s", ks_square_name(KS_MOVE_FROM(moves[i])),
                ks_square_name(KS_MOVE_TO(moves[i])), kinds[KS_MOVE_KIND(moves[i])]);
    }
    qsort(each, count, sizeof *each, by_text);
    *text = '\0';
    for (size_t i = 0; i < count; i++)
        text += sprintf(text, "%s%s", i ? " " : "", each[i]);
}

Test(movegen, moves_listed_by_hand) {
    for (size_t i = 0; i < LENGTH(listed); i++) {
        const ks_position position = read_position(listed[i].text, KS_LENIENT | KS_STRICT);
        ks_move moves[KS_MOVES_MAX];
        char text[64 * 8];
        list(moves, ks_legal_moves(&position, moves), text);
        cr_expect_str_eq(text, listed[i].moves, "%s\nexpected %s\nfound    %s", listed[i].text,
                         listed[i].moves, text);
        list(moves, ks_legal_moves_reference(&position, moves), text);
        cr_expect_str_eq(text, listed[i].moves, "%s\nexpected %s\nreference %s", listed[i].text,
                         listed[i].moves, text);
        cr_expect_eq(ks_has_legal_move(&position), *listed[i].moves != '\0', "%s", listed[i].text);
    }
}

Test(movegen, double_pushes_are_marked) {
    const ks_position position = read_position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 0);
    ks_move moves[KS_MOVES_MAX];
    unsigned kinds[8] = {0};
    for (size_t count = ks_legal_moves(&position, moves); count > 0; count--)
        kinds[KS_MOVE_KIND(moves[count - 1])]++;
    cr_expect_eq(kinds[KS_MOVE_DOUBLE_PUSH], 1);
    cr_expect_eq(kinds[KS_MOVE_PLAIN], 6);
}

/* ---- Perft: counts that many programs agree on (chessprogramming.org/Perft_Results) ---- */

static const struct suite {
    const char *text;
    unsigned depth;
    uint64_t nodes[7]; /* by depth */
} suites[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, {1, 20, 400, 8902, 197281, 4865609}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, {1, 48, 2039, 97862, 4085603}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 6, {1, 14, 191, 2812, 43238, 674624, 11030083}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, {1, 6, 264, 9467, 422333}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 4, {1, 44, 1486, 62379, 2103487}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 4, {1, 46, 2079, 89890, 3894594}},
};

enum { SHALLOWER = SANITIZED ? 1 : 0 };

Test(perft_counts, suites) {
    for (size_t i = 0; i < LENGTH(suites); i++) {
        const ks_position position = read_position(suites[i].text, 0);
        for (unsigned depth = 0; depth <= suites[i].depth - SHALLOWER; depth++)
            cr_expect_eq(ks_perft(&position, depth), suites[i].nodes[depth], "depth %u of %s", depth,
                         suites[i].text);
    }
}

static void expect_stats(const char *text, unsigned depth, const ks_perft_counts *expected) {
    static const char *const names[] = {"nodes",      "captures", "en passant",    "castles",
                                        "promotions", "checks",   "double checks", "checkmates"};
    const ks_position position = read_position(text, 0);
    uint64_t found[LENGTH(names)], right[LENGTH(names)];
    ks_perft_counts counts = {0};
    ks_perft_stats(&position, depth, &counts);
    memcpy(found, &counts, sizeof counts);
    memcpy(right, expected, sizeof right);
    for (size_t i = 0; i < LENGTH(names); i++)
        cr_expect_eq(found[i], right[i], "depth %u of %s: expected %llu %s, found %llu", depth, text,
                     (unsigned long long)right[i], names[i], (unsigned long long)found[i]);
}

Test(perft_counts, stats) {
    expect_stats(suites[0].text, 1, &(ks_perft_counts){20, 0, 0, 0, 0, 0, 0, 0});
    expect_stats(suites[0].text, 4, &(ks_perft_counts){197281, 1576, 0, 0, 0, 469, 0, 8});
    expect_stats(suites[1].text, 3, &(ks_perft_counts){97862, 17102, 45, 3162, 0, 993, 0, 1});
    expect_stats(suites[3].text, 3, &(ks_perft_counts){9467, 1021, 4, 0, 120, 38, 0, 22});
    /* Qf8 is mate, Qf7 stalemate, and Qa1, Qf6, Qh1 and Qh3 give check. */
    expect_stats("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 1, &(ks_perft_counts){27, 0, 0, 0, 0, 5, 0, 1});
    if (SANITIZED)
        return;
    expect_stats(suites[0].text, 5, &(ks_perft_counts){4865609, 82719, 258, 0, 0, 27351, 0, 347});
    expect_stats(suites[1].text, 4, &(ks_perft_counts){4085603, 757163, 1929, 128013, 15172, 25523, 6, 43});
    expect_stats(suites[2].text, 5, &(ks_perft_counts){674624, 52051, 1165, 0, 0, 52950, 3, 0});
    expect_stats(suites[3].text, 4, &(ks_perft_counts){422333, 131393, 0, 7795, 60032, 15492, 0, 5});
}

/* Counts are added to what is there. */
Test(perft_counts, stats_add_up) {
    const ks_position position = read_position(suites[0].text, 0);
    ks_perft_counts counts = {.nodes = 1000, .captures = 10};
    ks_perft_stats(&position, 3, &counts);
    cr_expect_eq(counts.nodes, 1000 + 8902);
    cr_expect_eq(counts.captures, 10 + 34);
}

/* ---- One generator against the other ---- */

static struct rules rules_under_test;

static void use_library_rules(void) {
    rules_under_test = library_rules;
}

TestSuite(generators, .init = use_library_rules);

static size_t expect_right(const ks_position *position, unsigned fen_flags, ks_move moves[KS_MOVES_MAX]) {
    struct mistake mistake;
    size_t count;
    char text[KS_FEN_SIZE];
    if (!check_position(&rules_under_test, position, fen_flags, moves, &count, &mistake)) {
        ks_write_fen(&mistake.position.chess, text);
        cr_assert_fail("%s\n%s", text, mistake.text);
    }
    return count;
}

Test(generators, agree_on_real_positions) {
    enum { EVERY = SANITIZED ? 20 : 1 };
    ks_move moves[KS_MOVES_MAX];
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += EVERY)
        expect_right(&real[i].position, 0, moves);
}

Test(generators, agree_on_all_chess960_starts) {
    ks_move moves[KS_MOVES_MAX];
    for (unsigned number = 0; number < CHESS960_STARTS; number++) {
        ks_position position;
        games_chess960(number, CHESS960_STARTS - 1 - number, &position);
        expect_right(&position, 0, moves);
    }
}

static void play(uint64_t seed, unsigned positions, unsigned kinds[8]) {
    static struct games games;
    ks_move moves[KS_MOVES_MAX];
    games_start(&games, seed);
    for (; positions > 0; positions--) {
        const size_t count = expect_right(&games.position, games.fen_flags, moves);
        for (size_t i = 0; i < count; i++)
            kinds[KS_MOVE_KIND(moves[i])]++;
        games_next(&games, moves, count);
    }
}

Test(generators, agree_in_random_games) {
    unsigned kinds[8] = {0};
    play(1, SANITIZED ? 20000 : 300000, kinds);
    for (unsigned kind = 0; kind < 8; kind++)
        cr_expect(kinds[kind] >= 20, "moves of kind %u: %u", kind, kinds[kind]);
}

/* The library uses it only where the processor offers nothing better. */
Test(generators, variant_for_any_processor_agrees) {
    extern const struct generator ks_any_generator;
    unsigned kinds[8] = {0};
    rules_under_test.legal_moves = ks_any_generator.legal_moves;
    rules_under_test.has_legal_move = ks_any_generator.has_legal_move;
    play(3, SANITIZED ? 10000 : 100000, kinds);
    const ks_position position = read_position(suites[1].text, 0);
    cr_expect_eq(ks_any_generator.perft(&position, 3), suites[1].nodes[3]);
}

/* From a real position to the end of the game. */
Test(generators, agree_in_games_that_go_on_from_real_positions) {
    enum { EVERY = SANITIZED ? 4000 : 200 };
    static struct games games;
    size_t real_count;
    const real_position *real = real_positions(&real_count);
    games_start(&games, 2);
    for (size_t i = 0; i < real_count; i += EVERY) {
        const uint64_t game = games.count;
        games.position = real[i].position;
        games.fen_flags = 0;
        games.plies = 0;
        while (games.count == game) {
            ks_move moves[KS_MOVES_MAX];
            const size_t count = expect_right(&games.position, games.fen_flags, moves);
            games_next(&games, moves, count);
        }
    }
}

/* Hundreds of moves: a third of the squares are queens. */
Test(generators, agree_on_boards_full_of_queens) {
    ks_position position =
        read_position("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQ1QQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK "
                      "w - -",
                      KS_LENIENT);
    uint64_t state = 4;
    for (unsigned tries = 0; tries < (SANITIZED ? 200 : 3000); tries++) {
        ks_move moves[KS_MOVES_MAX];
        for (unsigned square = 0; square < KS_SQUARES - 1; square++)
            position.board[square] = random_below(&state, 3) ? KS_EMPTY : KS_WHITE_QUEEN;
        position.key = ks_position_key(&position);
        expect_right(&position, KS_LENIENT, moves);
    }
}

/* ---- What checks them ---- */

static size_t with_one_less(const ks_position *position, ks_move *moves) {
    const size_t count = ks_legal_moves(position, moves);
    return count ? count - 1 : 0;
}

static size_t with_one_twice(const ks_position *position, ks_move *moves) {
    const size_t count = ks_legal_moves(position, moves);
    moves[count] = moves[0];
    return count + 1;
}

static size_t with_one_more(const ks_position *position, ks_move *moves) {
    const size_t count = ks_legal_moves(position, moves);
    moves[count] = KS_MOVE(63, 0, KS_MOVE_TO_KNIGHT);
    return count + 1;
}

static int never_a_legal_move(const ks_position *position) {
    (void)position;
    return 0;
}

static void make_without_key(ks_position *position, ks_move move, ks_undo *undo) {
    ks_make_move(position, move, undo);
    position->key = undo->key;
}

static void unmake_without_clock(ks_position *position, ks_move move, const ks_undo *undo) {
    const uint16_t clock = position->halfmove_clock;
    ks_unmake_move(position, move, undo);
    position->halfmove_clock = clock;
}

static size_t write_without_castling(const ks_position *position, char *text) {
    ks_position copy = *position;
    memset(copy.castling_rook, KS_NO_SQUARE, sizeof copy.castling_rook);
    return ks_write_fen(&copy, text);
}

static size_t write_nonsense(const ks_position *position, char *text) {
    (void)position;
    strcpy(text, "8/7 w - -");
    return strlen(text);
}

Test(check_position, finds_what_is_wrong) {
    const struct {
        struct rules rules;
        const char *text;
    } wrong[] = {
        {{.legal_moves = with_one_less}, "the generator misses "},
        {{.legal_moves = with_one_twice}, "the generator lists "},
        {{.legal_moves = with_one_more}, "the generator lists h1a8n, which is not legal"},
        {{.has_legal_move = never_a_legal_move}, "whether there is a legal move is answered with no"},
        {{.make_move = make_without_key}, "the key is not that of the new position"},
        {{.unmake_move = unmake_without_clock}, "is taken back, the halfmove clock is not what it was"},
        {{.write_fen = write_without_castling}, "read again, the castling right differs"},
        {{.write_fen = write_nonsense}, "as FEN it is refused: expected eight squares in a row"},
    };
    ks_position position;
    games_chess960(518, 518, &position);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct rules rules = library_rules;
        struct mistake mistake;
        ks_move moves[KS_MOVES_MAX];
        size_t count;
#define REPLACE(function) rules.function = wrong[i].rules.function ? wrong[i].rules.function : rules.function
        REPLACE(legal_moves);
        REPLACE(has_legal_move);
        REPLACE(make_move);
        REPLACE(unmake_move);
        REPLACE(write_fen);
#undef REPLACE
        cr_assert_not(check_position(&rules, &position, 0, moves, &count, &mistake), "%s", wrong[i].text);
        cr_expect(strstr(mistake.text, wrong[i].text), "expected %s, found %s", wrong[i].text, mistake.text);
        cr_expect_null(differing_field(&mistake.position.chess, &position));
    }
}

/* ---- Where the games come from ---- */

Test(games, chess960_starts_have_their_numbers) {
    static const struct {
        unsigned number;
        const char *white;
    } starts[] = {{0, "/BBQNNRKR "}, {518, "/RNBQKBNR "}, {959, "/RKRNNQBB "}};
    for (size_t i = 0; i < LENGTH(starts); i++) {
        ks_position position;
        char text[KS_FEN_SIZE];
        games_chess960(starts[i].number, 518, &position);
        ks_write_fen(&position, text);
        cr_expect(strstr(text, starts[i].white), "%u: %s", starts[i].number, text);
        cr_expect_eq(strncmp(text, "rnbqkbnr/", 9), 0, "%s", text);
        cr_expect(strstr(text, " w KQkq - 0 1"), "%s", text);
    }
}

Test(games, chess960_starts_are_all_different) {
    char starts[CHESS960_STARTS][KS_FEN_SIZE];
    for (unsigned number = 0; number < CHESS960_STARTS; number++) {
        ks_position position;
        games_chess960(number, number, &position);
        ks_write_fen(&position, starts[number]);
    }
    qsort(starts, CHESS960_STARTS, sizeof *starts, by_text);
    for (unsigned i = 1; i < CHESS960_STARTS; i++)
        cr_expect_str_neq(starts[i - 1], starts[i]);
}

static void next_position(struct games *games) {
    ks_move moves[KS_MOVES_MAX];
    games_next(games, moves, ks_legal_moves(&games->position, moves));
}

/* A mistake is repeated by the seed of its game alone. */
Test(games, seed_of_a_game_brings_it_back) {
    static struct games games, again;
    games_start(&games, 5);
    while (games.count < 20)
        next_position(&games);
    games_start(&again, games.seed);
    for (unsigned i = 0; i < 500; i++) {
        const char *field = differing_field(&games.position, &again.position);
        cr_assert_null(field, "position %u: %s", i, field);
        cr_assert_eq(games.seed, again.seed);
        next_position(&games);
        next_position(&again);
    }
}
