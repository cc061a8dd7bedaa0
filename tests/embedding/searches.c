/* Tests examples/search.c and search.cpp: both answer the same, find mates, know draws, and play legal
 * chess. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(searches, .disabled = SANITIZED);

/* Asks both searches; $search is the program. */
static void expect_answer(const char *question, const char *answer) {
    expect_run_with("search=" BUILD "/examples/search-c", question, 0, answer, "");
    expect_run_with("search=" BUILD "/examples/search-cpp", question, 0, answer, "");
}

Test(searches, find_mate_in_three) {
    expect_answer("grep -v '^#' examples/mates_in_three.epd | "
                  "awk '{ print \"position fen\", $1, $2, $3, $4; print \"go depth 5\" }' | $search | "
                  "awk '/score/ { said = $5 \" \" $6 } /bestmove/ { print said, $2 }'",
                  "mate 3 b2f2\nmate 3 a3a8\nmate 3 h5h6\nmate 3 a7e3\nmate 3 d3e5\nmate 3 b4d3\n"
                  "mate 3 f2f1q\nmate 3 e7h4\nmate 3 b5e8\nmate 3 f5e4\n");
}

/* A position occurs again in the line that is searched, or in the game. */
Test(searches, know_repetition) {
    expect_answer("printf '%s\\n' 'position fen 6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1' 'go depth 6' | $search | "
                  "tail -n 2",
                  "info depth 6 score cp 0\nbestmove h5e8\n");
    expect_answer("printf '%s\\n' 'position fen 6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1 moves h5e8 g8h7 e8h5' "
                  "'go depth 1' | $search",
                  "info depth 1 score cp 0\nbestmove h7g8\n");
}

Test(searches, know_fifty_moves) {
    expect_answer("printf '%s\\n' 'position fen 7k/8/8/8/8/P7/8/K5R1 w - - 99 100' 'go depth 3' | $search | "
                  "tail -n 1",
                  "bestmove a3a4\n");
}

Test(searches, speak_uci) {
    expect_answer(
        "printf '%s\\n' uci isready 'position startpos moves e2e5' 'position startpos moves f2f3 e7e5 "
        "g2g4 d8h4' go quit isready | $search",
        "id name search\nuciok\nreadyok\ninfo string expected a legal move in UCI, found 'e2e5'\n"
        "info depth 1 score mate 0\nbestmove 0000\n");
}

/* The two play each other, and each would refuse a game with an illegal move. */
Test(searches, play_legal_chess) {
    expect_run("game='position startpos moves'; for n in $(seq 30); do for search in c cpp; do\n"
               "answer=$(printf '%s\\n' \"$game\" 'go depth 3' | " BUILD "/examples/search-$search)\n"
               "case $answer in *string*) echo \"$game: $answer\" ;; esac\n"
               "game=\"$game ${answer##* }\"; done; done; echo $game | wc -w",
               0, "63\n", "");
}

struct compiler {
    char command[64];
};

static struct compiler compilers[] = {
    {"gcc -std=c11 -x c examples/search.c"},           {"clang -std=c11 -x c examples/search.c"},
    {"clang-19 -std=c17 -x c examples/search.c"},      {"g++ -std=c++20 -x c++ examples/search.cpp"},
    {"clang++ -std=c++17 -x c++ examples/search.cpp"}, {"clang++-19 -std=c++20 -x c++ examples/search.cpp"},
};

ParameterizedTestParameters(searches, compile_without_a_warning) {
    return cr_make_param_array(struct compiler, compilers, sizeof compilers / sizeof *compilers);
}

ParameterizedTest(struct compiler *compiler, searches, compile_without_a_warning) {
    leave_to_test_all("it compiles the searches by many standards");
    char command[256];
    snprintf(command, sizeof command, "%s -O2 -Wall -Wextra -pedantic -Werror -Iinclude -c -o /dev/null",
             compiler->command);
    expect_run(command, 0, "", "");
}
