/* Compares every counter of replies, and the counting of moves, with the reference generator, and tests which
 * counter is chosen. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "abi/area.h"
#include "abi/call.h"
#include "cli/random/positions.h"
#include "core/kernels/family.h"
#include "rules/movegen_reference.h"
#include "rules/perft/perft.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/sanitized.h"
#include "support/thorough.h"

/* ---- Counts by each counter ---- */

static uint64_t perft_by_reference(const ks_position *position, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves_reference(position, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count && depth > 1; i++) {
        ks_position played = *position;
        ks_undo undo;
        ks_make_move(&played, moves[i], &undo);
        nodes += perft_by_reference(&played, depth - 1);
    }
    return depth > 1 ? nodes : count;
}

/* Returns the number of counters that were used. */
static unsigned expect_counts(const ks_position *position, unsigned depth, uint64_t expected) {
    const void *counters[TIERS];
    const size_t count = ks_usable_builds(ks_counters_builds, counters);
    unsigned asked = 0;
    char fen[KS_FEN_SIZE];
    for (size_t i = 0; i < count; i++) {
        const struct counter *const counter = counters[i];
        if (!ks_counter_reaches(counter, position))
            continue;
        const uint64_t found = ks_perft_by(counter, position, depth);
        ks_write_fen(position, fen);
        cr_assert_eq(found, expected, "%s, depth %u, by %s: expected %llu, found %llu", fen, depth,
                     counter->name, (unsigned long long)expected, (unsigned long long)found);
        asked++;
    }
    return asked;
}

static size_t usable_counters(void) {
    const void *counters[TIERS];
    return ks_usable_builds(ks_counters_builds, counters);
}

static void expect_as_reference(const ks_position *position, unsigned depth) {
    cr_assert_eq(expect_counts(position, depth, perft_by_reference(position, depth)), usable_counters());
}

/* ---- Agreement ---- */

/* A thorough run counts everything, which takes a quarter of an hour. A position is mirrored at one of the
 * depths 2 and 3. */
Test(counters, agree_on_real_positions) {
    const size_t every = is_thorough() ? 1 : SLOW ? 400 : 20, every_deeper = is_thorough() ? 1 : 10;
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += every) {
        expect_as_reference(&real[i].position, 2);
        if (i / every % every_deeper == 0)
            expect_as_reference(&real[i].position, 3);
    }
}

Test(counters, agree_on_chess960_starts) {
    const unsigned every = SLOW ? 20 : 1, depth = is_thorough() ? 4 : 2;
    for (unsigned number = 0; number < CHESS960_STARTS; number += every) {
        ks_position position;
        chess960_start(number, CHESS960_STARTS - 1 - number, &position);
        expect_as_reference(&position, depth);
    }
}

/* Random pieces on random squares. Not every counter reaches such positions. */
Test(counters, agree_on_lenient_positions) {
    unsigned left = is_thorough() ? 100000 : SLOW ? 300 : 3000, asked = 0;
    uint64_t state = 5;
    while (left > 0) {
        ks_position position;
        if (!(random_chess_start(&state, &position) & KS_FEN_LENIENT))
            continue;
        asked += expect_counts(&position, 2, perft_by_reference(&position, 2));
        left--;
    }
    cr_expect_gt(asked, 0);
}

/* ---- Rare cases ---- */

static void expect_both_colours(const char *fen) {
    const ks_position position = read_position(fen, 0);
    for (unsigned depth = 2; depth <= 3; depth++)
        expect_as_reference(&position, depth);
}

Test(counters, agree_on_en_passant) {
    static const char *const fens[] = {
        "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",   /* black's reply uncovers the rank, */
        "8/4p3/8/K2P3r/8/8/8/4k3 b - - 0 1",   /* or white's does */
        "8/8/8/1k6/3p4/8/4P1B1/4K3 w - - 0 1", /* the move uncovers a diagonal */
        "8/8/8/2k5/3p4/8/4P3/4K3 w - - 0 1",   /* the pawn gives check */
        "4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1", /* two pawns may capture */
        "3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", /* en passant opens a file */
        "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1",   /* or would open a rank */
        "8/5k2/8/3pP3/8/1B6/8/4K3 w - d6 0 1", /* or gives check */
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"};
    for (size_t i = 0; i < LENGTH(fens); i++)
        expect_both_colours(fens[i]);
}

Test(counters, agree_on_castling) {
    static const char *const fens[] = {
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",   "r3k2r/8/8/2Q5/8/8/8/4K3 w kq - 0 1",
        "r3k2r/8/4N3/8/8/8/8/4K3 w kq - 0 1",     "r3k2r/1P4P1/8/8/8/8/8/4K3 w kq - 0 1",
        "r3k2r/8/8/8/8/8/6B1/B3K3 w kq - 0 1",    "4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1",
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1", /* castling gives check */
        "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",         "8/8/8/8/8/8/2k5/R3K2R w KQ - 0 1",
        "1rk5/8/8/8/8/8/8/R5K1 w b - 0 1", /* the rook blocks the file of the rook on a1 */
        "Rrk5/8/8/8/8/8/8/6K1 w b - 0 1",         "1k4r1/8/8/8/8/8/8/1K4R1 w Gg - 0 1",
        "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",     "6kr/6p1/8/8/8/8/6P1/5KRR w Hh - 0 1",
        "5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",     "2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1",
        "r1k4r/8/8/1N6/8/8/8/R1K4R w HAha - 0 1", "4k3/8/8/8/8/8/8/qRK4R w HB - 0 1"};
    for (size_t i = 0; i < LENGTH(fens); i++)
        expect_both_colours(fens[i]);
}

Test(counters, agree_on_checks_and_pins) {
    static const char *const fens[] = {
        "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1",      "4k3/3p1p2/8/1B5Q/8/8/8/6K1 w - - 0 1",
        "4k3/4p3/8/8/8/8/8/4R1K1 w - - 0 1",      "4k3/3q4/8/1B6/8/8/8/6K1 w - - 0 1",
        "4k3/4r3/8/8/8/8/8/4R1K1 w - - 0 1",      "4k3/8/4N3/8/8/8/8/4R1K1 w - - 0 1", /* double checks */
        "6k1/5N1p/8/8/8/8/1B6/6K1 w - - 0 1",     "3k4/1P1P4/8/8/8/8/8/6K1 w - - 0 1", /* promotions */
        "3nkn2/2P1P1P1/8/8/8/8/8/R5K1 w - - 0 1", "8/8/8/8/8/2k5/1p1p4/R1B1K3 w - - 0 1",
        "k7/1p6/2B5/3Q4/8/8/8/K7 w - - 0 1",      "r6k/6pp/7N/3Q4/8/8/8/K7 w - - 0 1",
        "3k4/3p4/8/8/3R4/8/8/3K4 w - - 0 1",      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/8/8/8/8/8/4q3/4K2R w K - 0 1",       "1k6/3QQQQQ/8/8/8/8/8/K6Q w - - 0 1"};
    for (size_t i = 0; i < LENGTH(fens); i++)
        expect_both_colours(fens[i]);
}

Test(counters, moves_are_counted) {
    enum { EVERY = SLOW ? 20 : 1 };
    size_t count;
    const real_position *real = real_positions(&count);
    ks_move_list legal;
    for (size_t i = 0; i < count; i += EVERY)
        cr_assert_eq(ks_count_legal_moves(&real[i].position), ks_legal_moves(&real[i].position, &legal), "%s",
                     real[i].line);
}

/* Only a position read with KS_FEN_LENIENT has such kings, and no counter notices that one attacks
 * the other. */
Test(counters, kings_side_by_side_are_left_to_the_reference) {
    static const char *const fens[] = {"R2K4/pb1nkP2/8/7P/1B5P/8/8/3P4 w - - 0 1",
                                       "8/8/8/3kK3/4Q3/8/8/8 b - - 0 1"};
    for (size_t i = 0; i < LENGTH(fens); i++) {
        const ks_position position = read_position(fens[i], KS_FEN_LENIENT);
        cr_expect_eq(expect_counts(&position, 2, 0), 0);
        for (unsigned depth = 1; depth <= 3; depth++)
            cr_expect_eq(ks_perft(&position, depth), perft_by_reference(&position, depth), "%s", fens[i]);
    }
}

/* The king is one of the sixteen. */
Test(counters, reach_sixteen_pieces_of_a_side) {
    static const struct {
        const char *fen;
        bool ordinary;
    } cases[] = {{"4k3/8/8/8/8/NNNNNNNN/NNNNNNN1/4K3 w - - 0 1", true},
                 {"4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", false},
                 {"4k3/1nnnnnnn/nnnnnnnn/8/8/8/8/4K3 w - - 0 1", true},
                 {"4k3/nnnnnnnn/nnnnnnnn/8/8/8/8/4K3 w - - 0 1", false}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const ks_position position = read_position(cases[i].fen, 0);
        for (unsigned tier = 0; tier < TIERS; tier++) {
            const struct counter *const counter = ks_counters_builds[tier];
            if (counter)
                cr_expect_eq(ks_counter_reaches(counter, &position),
                             counter->reach == USUAL_KINGS || cases[i].ordinary, "%s: %s", counter->name,
                             cases[i].fen);
        }
    }
}

/* ---- The calling convention ---- */

/* The node lies where one more byte is a fault, and is read-only. */
static void expect_good_call(const struct counter *counter, const area *memory, const struct node *node) {
    const uint64_t expected = counter->replies(node);
    for (unsigned at_end = 0; at_end < 2; at_end++) {
        uint8_t *const place = at_end ? memory->end - sizeof *node : memory->begin;
        watched_call call = {
            .function = (void (*)(void))counter->replies, .arguments = {(uintptr_t)place}, .count = 1};
        uint64_t found;
        protect_area(memory, PROT_READ | PROT_WRITE);
        memcpy(place, node, sizeof *node);
        protect_area(memory, PROT_READ);
        const char *const trouble = call_watched(&call, &found);
        cr_assert(!trouble, "%s %s", counter->name, trouble);
        cr_assert_eq(found, expected);
    }
}

Test(counters, keep_the_callers_state_and_read_only_the_node) {
    size_t real_count;
    const void *counters[TIERS];
    const size_t count = ks_usable_builds(ks_counters_builds, counters);
    const real_position *const real = real_positions(&real_count);
    const area memory = new_area(sizeof(struct node));
    ks_perft(&real[0].position, 2); /* fills the tables of sliders.h */
    for (size_t i = 0; i < real_count; i += 500) {
        struct node node;
        if (real[i].position.side_to_move != KS_WHITE)
            continue;
        start_node(&node, &real[i].position);
        for (size_t c = 0; c < count; c++)
            expect_good_call(counters[c], &memory, &node);
    }
}
