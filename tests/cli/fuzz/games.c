/* Tests `kingscan fuzz --games`: its comparisons, its reports, and how these are repeated. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/fuzz/differential.h"
#include "cli/commands/fuzz/report.h"
#include "cli/random/positions.h"
#include "kingscan.h"
#include "support/plugins.h"
#include "support/run.h"

/* ---- The parts ---- */

static int in_check_never(const uint8_t board[64], unsigned king_square, unsigned side) {
    (void)board, (void)king_square, (void)side;
    return 0;
}

Test(fuzz_games, kernels_answer_about_the_king_to_move) {
    const ks_kernel wrong = {.name = "wrong", .in_check = in_check_never};
    static struct differential differential;
    static struct games games;
    struct difference difference;
    struct question question;
    struct mistake mistake;
    differential_add(&differential, &wrong, false);
    games_start(&games, NULL, 1);
    for (unsigned number = 0; number < 10000; number++) {
        game_question(&games, number, &question);
        if (differential_ask(&differential, &question, &difference)) {
            const ks_position *position = &games.position.chess;
            const unsigned side = position->side_to_move;
            cr_expect(ks_in_check(position->board, ks_king_of(position, side), side));
            return;
        }
        cr_assert(play_on(&games, NULL, &mistake), "%s", mistake.text);
    }
    cr_assert_fail("no king was in check");
}

Test(fuzz_games, a_mistake_ends_the_game) {
    static struct games games;
    struct mistake mistake;
    games_start(&games, NULL, 1);
    cr_assert(play_on(&games, NULL, &mistake), "%s", mistake.text);
    games.position.chess.key ^= 1;
    const ks_position position = games.position.chess;
    cr_expect_not(play_on(&games, NULL, &mistake));
    cr_expect_null(differing_field(&games.position.chess, &position), "the game stays where it was");
    cr_expect_str_eq(mistake.text, "written as FEN and read again, the key differs");
}

Test(fuzz_games, programs_get_a_report_of_a_mistake) {
    static struct output out;
    struct mistake mistake = {.text = "a \"text\""};
    chess960_start(518, 518, &mistake.position.chess);
    put_mistake(&(struct json){.out = &out}, &mistake);
    put(&out, "", 1);
    cr_expect_str_eq(out.bytes, "\"message\":\"a \\\"text\\\"\","
                                "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"");
}

/* ---- The command ---- */

Test(fuzz_games, finds_nothing_wrong) {
    struct ran ran = run_shell("$KINGSCAN fuzz --games --boards 20000 --seed 7");
    cr_expect_eq(ran.status, 0);
    cr_expect(strncmp(ran.out, "20000 positions of ", 19) == 0, "%s", ran.out);
    cr_expect(strstr(ran.out, " no difference between the reference and c, portable"), "%s", ran.out);
    cr_expect(strstr(ran.out, "; seed 7\n"), "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz_games, programs_get_a_report_of_no_mistake) {
    struct ran ran = run_shell("$KINGSCAN fuzz --games --boards 1000 --seed 7 --json");
    cr_expect_eq(ran.status, 0);
    cr_expect(strncmp(ran.out, "{\"boards\":1000,", 15) == 0 && strstr(ran.out, "]}\n"), "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz_games, the_seed_of_the_game_repeats_its_finding) {
    build_plugin("in_games", "-DRAYS_WRAP");
    struct ran first = run_shell("$KINGSCAN fuzz --games --seed 7 --plugin " PLUGINS "in_games.so");
    cr_expect_eq(first.status, 1, "%s", first.err);
    const char *repeat = strstr(first.out, "\nrepeat     ");
    cr_assert(repeat && strstr(repeat, "/kingscan fuzz --games --seed "), "%s", first.out);

    char command[512];
    snprintf(command, sizeof command, "%.*s", (int)strcspn(repeat + 12, "\n"), repeat + 12);
    struct ran second = run_shell(command);
    cr_expect_eq(second.status, 1, "%s", second.err);
    const size_t same = (size_t)(strstr(first.out, "\nseed ") - first.out);
    cr_expect_eq(strncmp(first.out, second.out, same), 0, "%s\n%s", first.out, second.out);
    free_ran(&first);
    free_ran(&second);
}
