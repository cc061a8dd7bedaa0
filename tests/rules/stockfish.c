/* Perft against Stockfish, in short; tests/peers/against_stockfish.py says how to run it at length. Skipped
 * with a line where there is no Stockfish or no Python. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(stockfish, .disabled = SANITIZED);

static void require_stockfish(void) {
    struct ran ran = run_shell("PATH=$PATH:/usr/games; command -v stockfish && command -v python3");
    const int missing = ran.status != 0;
    free_ran(&ran);
    if (missing)
        cr_skip_test("stockfish or python3 is missing");
}

#define COMPARE "PATH=$PATH:/usr/games tests/peers/against_stockfish.py $KINGSCAN "

static void expect_agreement(const char *arguments) {
    char command[512];
    snprintf(command, sizeof command, COMPARE "%s", arguments);
    struct ran ran = run_shell(command);
    cr_expect_eq(ran.status, 0, "%s\n%s%s", command, ran.out, ran.err);
    free_ran(&ran);
}

Test(stockfish, real_positions, .init = require_stockfish) {
    expect_agreement("--depth 2 --limit 300 tests/data/positions.epd");
}

Test(stockfish, chess960_starts, .init = require_stockfish) {
    expect_agreement("--depth 2 --limit 200 --chess960-starts");
}

Test(stockfish, chess960_games, .init = require_stockfish) {
    expect_agreement("--depth 3 --chess960-games 10");
}

Test(stockfish, hard_set, .init = require_stockfish) {
    expect_agreement("--depth 4 --numbers c/cli/diff/hard.epd");
}

/* kingscan diff, which asks the same of any engine. */
static void expect_no_difference(const char *engine) {
    char command[512];
    snprintf(command, sizeof command,
             "PATH=$PATH:/usr/games; command -v %s || exit 77\n"
             "$KINGSCAN diff 3 --engine %s && $KINGSCAN diff 2 --random 300 --seed 1 --engine %s",
             engine, engine, engine);
    struct ran ran = run_shell(command);
    const int status = ran.status;
    cr_expect(status == 0 || status == 77, "%s\n%s%s", command, ran.out, ran.err);
    free_ran(&ran);
    if (status == 77)
        cr_skip_test("%s is missing", engine);
}

Test(stockfish, diff) {
    expect_no_difference("stockfish");
}

Test(stockfish, diff_with_fairy_stockfish) {
    expect_no_difference("fairy-stockfish");
}

/* make test POSITIONS='FILE...' adds files. */
Test(stockfish, files_asked_for, .init = require_stockfish) {
    const char *files = getenv("TEST_POSITIONS");
    char arguments[400];
    if (!files || !*files)
        return;
    snprintf(arguments, sizeof arguments, "--depth 3 %s", files);
    expect_agreement(arguments);
}
