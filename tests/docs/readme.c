/* The README's examples, run as they are written there. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(readme, .disabled = SANITIZED, .timeout = 240);

/* A directory in which the README's commands find what they name; block LANGUAGE NUMBER prints one of its
 * fenced blocks. */
#define LIKE_A_READER                                                                                        \
    "top=$PWD; mkdir -p " BUILD "; build=$(cd " BUILD " && pwd)\n" IN_NEW_DIRECTORY                          \
    "ln -s \"$top/include\" \"$top/README.md\" .; ln -s \"$build\" build\n"                                  \
    "block() { awk -v fence=\"\\`\\`\\`$1\" -v number=\"$2\" '"                                              \
    "/^```/ { inside = !inside && $0 == fence && ++count == number; next } inside' README.md; }\n"

/* All of them, in their order: tests/docs/snippets.py. */
Test(readme, every_command_runs) {
    expect_run("tests/docs/snippets.py " BUILD, 0, "", "");
}

Test(readme, a_command_that_does_not_run_is_named) {
    expect_run("printf '%s\\n' '```' '$ build/kingscan chekc' '```' '```' '$ build/kingscan show startpos' "
               "'x' '```' "
               "'```sh' '/no/such/program' '```' '```perl' 'y' '```' '```' '$ seq 100' '```' '```sh' 'make "
               "rnu' '```' "
               ">page.$$; tests/docs/snippets.py " BUILD
               " page.$$ | sed -n 's/^\\([^:]*\\): .*/\\1/p'; rm page.$$",
               0, "build/kingscan chekc\nx\n/no/such/program\ny\nseq 100\nmake rnu\n", "");
}

/* pgn-extract tells on standard error what it processes. */
Test(readme, games_through_a_pipe) {
    expect_run(LIKE_A_READER "ln -s \"$top/tests\" .; export PATH=$PATH:/usr/games\n"
                             "sh -e -c \"$(block sh 2)\" 2>said || cat said",
               0, "checkmate\td8\n", "");
}

Test(readme, example_in_c) {
    expect_run(LIKE_A_READER "block c 1 >example.c; KINGSCAN_KERNEL=scan sh -e -c \"$(block sh 5)\"", 0,
               "in check: 1, by 2 pieces, kernel scan\nchecker on h4\nchecker on e2\n", "");
}

Test(readme, example_with_a_pieceset) {
    expect_run(LIKE_A_READER "{ echo '#include \"kingscan.h\"'\n"
                             "echo 'int test(const uint8_t *board, unsigned king_square);'\n"
                             "echo 'int test(const uint8_t *board, unsigned king_square) {'\n"
                             "block c 2; echo 'return check; }'; } >set.c\n"
                             "gcc -std=c11 -Wall -Wextra -Werror -Iinclude -c set.c",
               0, "", "");
}

Test(readme, example_in_assembly) {
    expect_run(LIKE_A_READER "block nasm 1 >example.asm; sh -c \"$(block sh 6)\"", 0, "1\n", "");
}

Test(readme, diff_finds_the_bug) {
    expect_run(LIKE_A_READER "block text 1 >expected; sh -c \"$(block sh 3)\" | diff expected -", 0, "", "");
}

Test(readme, variant_in_five_lines) {
    expect_run(LIKE_A_READER "block ini 1 >dragons.ini; block text 2 >expected\n"
                             "sh -c \"$(block sh 4)\" | diff expected -",
               0, "", "");
}
