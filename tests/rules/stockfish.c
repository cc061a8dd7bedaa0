/* Tests perft briefly against Stockfish; tests/peers/against_stockfish.py says how to run a long
 * comparison. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(stockfish, .disabled = SANITIZED);

static void need_stockfish(void) {
    need_more("command -v stockfish", "stockfish");
}

#define COMPARE "tests/peers/against_stockfish.py $KINGSCAN "

static void expect_agreement(const char *arguments) {
    char command[512];
    snprintf(command, sizeof command, COMPARE "%s", arguments);
    struct ran ran = run_shell(command);
    cr_expect_eq(ran.status, 0, "%s\n%s%s", command, ran.out, ran.err);
    free_ran(&ran);
}

Test(stockfish, real_positions, .init = need_stockfish) {
    expect_agreement("--depth 2 --limit 300 tests/data/positions.epd");
}

Test(stockfish, chess960_starts, .init = need_stockfish) {
    expect_agreement("--depth 2 --limit 200 --chess960-starts");
}

Test(stockfish, chess960_games, .init = need_stockfish) {
    expect_agreement("--depth 3 --chess960-games 10");
}

Test(stockfish, hard_set, .init = need_stockfish) {
    expect_agreement("--depth 4 --numbers c/cli/commands/diff/hard.epd");
}

/* kingscan diff compares any engine in the same way. */
static void expect_no_difference(const char *engine) {
    char command[512];
    snprintf(command, sizeof command, "command -v %s", engine);
    need_more(command, engine);
    snprintf(command, sizeof command,
             "$KINGSCAN diff 3 --engine %s && $KINGSCAN diff 2 --random 300 --seed 1 --engine %s", engine,
             engine);
    struct ran ran = run_shell(command);
    cr_expect_eq(ran.status, 0, "%s\n%s%s", command, ran.out, ran.err);
    free_ran(&ran);
}

Test(stockfish, diff) {
    expect_no_difference("stockfish");
}

Test(stockfish, diff_with_fairy_stockfish) {
    expect_no_difference("fairy-stockfish");
}

/* `make test POSITIONS='FILE...'` adds files. */
Test(stockfish, files_asked_for, .init = need_stockfish) {
    const char *files = getenv("TEST_POSITIONS");
    char arguments[400];
    if (!files || !*files)
        return;
    snprintf(arguments, sizeof arguments, "--depth 3 %s", files);
    expect_agreement(arguments);
}
