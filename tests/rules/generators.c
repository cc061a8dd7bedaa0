/* Compares the generators with the reference generator, in real positions, starts of Chess960 and random
 * games. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/commands/fuzz/chess_check.h"
#include "cli/random/games.h"
#include "cli/random/positions.h"
#include "core/board/key.h"
#include "core/processor/cpu.h"
#include "rules/generator/generator.h"
#include "rules/perft/perft.h"
#include "support/fen.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"

static struct move_list expect_right(const ks_position *position, unsigned fen_flags) {
    const struct any_position any = {.chess = *position};
    struct mistake mistake;
    struct move_list moves;
    char text[KS_FEN_SIZE];
    if (!check_chess_position(&chess_library_rules, &any, fen_flags, &moves, &mistake)) {
        ks_write_x_fen(&mistake.position.chess, text);
        cr_assert_fail("%s\n%s", text, mistake.text);
    }
    return moves;
}

Test(generators, agree_on_real_positions) {
    enum { EVERY = SLOW ? 20 : 1 };
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += EVERY)
        expect_right(&real[i].position, 0);
}

Test(generators, agree_on_all_chess960_starts) {
    for (unsigned number = 0; number < CHESS960_STARTS; number++) {
        ks_position position;
        chess960_start(number, CHESS960_STARTS - 1 - number, &position);
        expect_right(&position, 0);
    }
}

/* ---- Counts by lists, against the counters of perft ---- */

static uint64_t perft_by_lists(const struct generator *generator, const ks_position *position,
                               unsigned depth) {
    const unsigned us = position->side_to_move;
    ks_move_list list;
    const size_t count = generator->legal_moves[us](position, &list);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count && depth > 1; i++) {
        ks_position after;
        generator->after_move[us](position, list.moves[i], &after);
        nodes += perft_by_lists(generator, &after, depth - 1);
    }
    return depth > 1 ? nodes : count;
}

static void expect_count(const ks_position *position, unsigned depth) {
    const void *generators[TIERS];
    const size_t count = ks_usable_generators(generators);
    const uint64_t nodes = ks_perft(position, depth);
    char text[KS_FEN_SIZE];
    ks_write_x_fen(position, text);
    for (size_t i = 0; i < count; i++) {
        const struct generator *const generator = generators[i];
        cr_assert_eq(perft_by_lists(generator, position, depth), nodes, "%s: %s, depth %u", generator->name,
                     text, depth);
    }
}

enum { DEPTH = SLOW ? 2 : 3 };

Test(generators, count_as_perft_does_from_real_positions) {
    const size_t every = is_thorough() ? 1 : SLOW ? 400 : 40 * stride();
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += every)
        expect_count(&real[i].position, DEPTH);
}

Test(generators, count_as_perft_does_from_all_chess960_starts) {
    for (unsigned number = 0; number < CHESS960_STARTS; number += SLOW ? 10 : stride()) {
        ks_position position;
        chess960_start(number, CHESS960_STARTS - 1 - number, &position);
        expect_count(&position, DEPTH);
    }
}

static void expect_hard_count(const ks_position *position) {
    expect_count(position, DEPTH);
}

Test(generators, count_as_perft_does_in_the_hard_set) {
    each_hard_position(expect_hard_count);
}

Test(generators, agree_on_lenient_boards) {
    uint64_t state = 6;
    for (unsigned left = is_thorough() ? 100000 : SLOW ? 500 : 5000 / stride(); left > 0;) {
        ks_position position;
        const unsigned flags = random_chess_start(&state, &position);
        if (!(flags & KS_FEN_LENIENT))
            continue;
        expect_right(&position, flags);
        left--;
    }
}

/* ---- Games ---- */

static void play(uint64_t seed, unsigned positions, unsigned kinds[8]) {
    static struct games games;
    games_start(&games, NULL, seed);
    for (; positions > 0; positions--) {
        const struct move_list moves = expect_right(&games.position.chess, games.fen_flags);
        for (size_t i = 0; i < moves.count; i++)
            kinds[KS_MOVE_KIND(moves.moves[i])]++;
        games_next(&games, moves.moves, moves.count);
    }
}

Test(generators, agree_in_random_games) {
    unsigned kinds[8] = {0};
    play(1, is_thorough() ? 350000 : SLOW ? 20000 : 80000 / stride(), kinds);
    for (unsigned kind = 0; kind < 8; kind++)
        cr_expect(kinds[kind] >= 20, "moves of kind %u: %u", kind, kinds[kind]);
}

/* The library uses this build only on processors that cannot run the other. */
Test(generators, perft_for_any_processor_agrees) {
    const ks_position position = read_position(KIWIPETE, 0);
    cr_expect_eq(ks_any_perft_build.perft(&position, 3, ks_any_replies), 97862);
}

/* Plays from a real position to the end of the game. */
Test(generators, agree_in_games_that_go_on_from_real_positions) {
    enum { EVERY = SLOW ? 4000 : 200 };
    static struct games games;
    size_t real_count;
    const real_position *real = real_positions(&real_count);
    games_start(&games, NULL, 2);
    for (size_t i = 0; i < real_count; i += EVERY) {
        const uint64_t game = games.count;
        games.position.chess = real[i].position;
        games.fen_flags = 0;
        games.plies = 0;
        while (games.count == game) {
            const struct move_list moves = expect_right(&games.position.chess, games.fen_flags);
            games_next(&games, moves.moves, moves.count);
        }
    }
}

/* Hundreds of moves: a third of the squares are queens. */
Test(generators, agree_on_boards_full_of_queens) {
    ks_position position =
        read_position("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQ1QQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK "
                      "w - -",
                      KS_FEN_LENIENT);
    uint64_t state = 4;
    for (unsigned tries = 0; tries < (SLOW ? 200 : 3000); tries++) {
        for (unsigned square = 0; square < KS_SQUARES - 1; square++)
            position.board[square] = random_below(&state, 3) ? KS_EMPTY : KS_WHITE_QUEEN;
        ks_complete_position(&position);
        expect_right(&position, KS_FEN_LENIENT);
    }
}
