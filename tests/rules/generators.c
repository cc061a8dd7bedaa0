/* The fast generator against the reference generator, in real positions, starts of Chess960 and random games.
 */
#include <criterion/criterion.h>

#include "cli/fuzz/chess_check.h"
#include "cli/random/chess960.h"
#include "cli/random/games.h"
#include "core/cpu.h"
#include "rules/variant.h"
#include "support/fen.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"

static struct chess_rules rules_under_test;

static void use_library_rules(void) {
    rules_under_test = chess_library_rules;
}

TestSuite(generators, .init = use_library_rules);

static struct move_list expect_right(const ks_position *position, unsigned fen_flags) {
    const struct any_position any = {.chess = *position};
    struct mistake mistake;
    struct move_list moves;
    char text[KS_FEN_SIZE];
    if (!check_chess_position(&rules_under_test, &any, fen_flags, &moves, &mistake)) {
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
    play(1, is_thorough() ? 300000 : SLOW ? 20000 : 80000, kinds);
    for (unsigned kind = 0; kind < 8; kind++)
        cr_expect(kinds[kind] >= 20, "moves of kind %u: %u", kind, kinds[kind]);
}

#ifdef __x86_64__
Test(generators, the_one_with_pext_is_for_processors_that_have_all_it_uses) {
    const unsigned needed = CPU_POPCNT | CPU_LZCNT | CPU_BMI1 | CPU_BMI2, all = (1u << CPU_FEATURES) - 1;
    cr_expect_eq(ks_generator_for(needed, true), &ks_fast_generator);
    cr_expect_eq(ks_generator_for(needed, false), &ks_any_generator);
    for (unsigned bit = 0; bit < CPU_FEATURES; bit++)
        cr_expect_eq(ks_generator_for(all & ~(1u << bit), true),
                     needed >> bit & 1 ? &ks_any_generator : &ks_fast_generator, "without %s",
                     ks_cpu_feature_name(bit));
    cr_expect_eq(ks_generator_in_use(), ks_generator_for(ks_cpu_features(), ks_cpu_has_fast_pext()));
}
#endif

/* The library uses it only where the processor offers nothing better. */
Test(generators, variant_for_any_processor_agrees) {
    unsigned kinds[8] = {0};
    rules_under_test.legal_moves = ks_any_generator.legal_moves;
    rules_under_test.has_legal_move = ks_any_generator.has_legal_move;
    play(3, is_thorough() ? 100000 : SLOW ? 10000 : 30000, kinds);
    const ks_position position = read_position(KIWIPETE, 0);
    cr_expect_eq(ks_any_generator.perft(&position, 3, ks_any_replies), 97862);
}

/* From a real position to the end of the game. */
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
                      KS_LENIENT);
    uint64_t state = 4;
    for (unsigned tries = 0; tries < (SLOW ? 200 : 3000); tries++) {
        for (unsigned square = 0; square < KS_SQUARES - 1; square++)
            position.board[square] = random_below(&state, 3) ? KS_EMPTY : KS_WHITE_QUEEN;
        position.key = ks_position_key(&position);
        expect_right(&position, KS_LENIENT);
    }
}
