/* kingscan completions --candidates: the words that may complete a line. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"

/* words: those after "kingscan", as sh reads them. */
static void expect_candidates(const char *words, const char *expected) {
    char command[256];
    snprintf(command, sizeof command, "$KINGSCAN completions --candidates -- %s", words);
    expect_run(command, 0, expected, "");
}

Test(candidates, are_followed_by_their_meaning) {
    expect_candidates("fu", "fuzz\tcompare the kernels with the reference on random boards\n");
    expect_candidates("check --uni", "--unique\tskip positions that were there before\n");
    expect_candidates("--v", "--version\tprint the version\n");
    expect_candidates("help kern", "kernels\tlist the kernels, and which of them is used here\n");
}

Test(candidates, are_the_values_of_the_option_before) {
    expect_candidates("check --only check", "check\t\ncheckmate\t\n");
    expect_candidates("check --only=check", "--only=check\t\n--only=checkmate\t\n");
    expect_candidates("check --only safe,stalemate,s", "");
    expect_candidates("check --only safe,st", "safe,stalemate\t\n");
    expect_candidates("check -j ''", "");
    expect_candidates("check -j 2 --format e", "epd\t\n");
    expect_candidates("check -j2 --format e", "epd\t\n");
    expect_candidates("check --colour n", "never\t\n");
    expect_candidates("perft 3 --threads 2 --variant alm", "almost\t\n");
    expect_candidates("check --count=x", "");
    expect_candidates("check --nothing=x", "");
}

Test(candidates, are_the_operands) {
    expect_candidates("check ''", "FILE\t\n");
    expect_candidates("check a b -- --co", "");
    expect_candidates("check a -- x", "FILE\t\n");
    expect_candidates("diff ''", "");
    expect_candidates("diff --engine x 3 ''", "FILE\t\n");
    expect_candidates("diff --engine x ''", "");
    expect_candidates("show ''", "startpos\t\n-\t\n");
    expect_candidates("perft 3 st", "startpos\t\n");
    expect_candidates("kernels ''", "");
    expect_candidates("nothing ''", "");
}
