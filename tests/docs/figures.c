/* Tests that the figures and plots of the pages are those of the recorded runs in bench/figures/. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(figures, .disabled = SANITIZED);

/* Some lines of a page, the way docs/performance.md writes figures, to be altered by a test. */
#define A_PAGE                                                                                               \
    "page=$(mktemp); trap 'rm -f \"$page\"' EXIT\n"                                                          \
    "{ echo '<!-- zen5 speed -->'; echo; echo '7 to 28 times as fast as plain C'; } >$page\n"                \
    "bench/figures.py --write $page\n"

/* `make pictures` writes and draws them anew. */
Test(figures, pages_have_those_of_the_runs) {
    expect_run("bench/figures.py", 0, "", "");
}

Test(figures, plots_are_drawn_from_a_run) {
    expect_run("top=$PWD; " IN_NEW_DIRECTORY "for run in zen5 variants; do \"$top/bench/plot.py\" "
               "\"$top/bench/figures/$run.tsv\" .; done\n"
               "for plot in *; do cmp $plot \"$top/bench/plots/$plot\"; done; ls",
               0, "batch.svg\nin_check.svg\nperft.svg\ntext.svg\nvariants.svg\n", "");
}

Test(figures, what_a_run_says_is_let_through) {
    expect_run(A_PAGE "bench/figures.py $page; wc -l <$page", 0, "12\n", "");
}

/* A cell, a sentence, and a figure that no claim covers. */
Test(figures, another_number_is_found) {
    expect_run(A_PAGE "sed -i '/avx512/s/ ns / 1 ns /' $page; bench/figures.py $page | grep -c avx512", 0,
               "1\n", "");
    expect_run(A_PAGE "sed -i 's/7 to 28/10 to 30/' $page; bench/figures.py $page | sed 's/.*page: //; "
                      "s/^[^:]*: //'",
               0, "expected '7 to 28 times as fast as plain C', found '10 to 30 times as fast as plain C'\n",
               "");
    expect_run(
        A_PAGE "echo '7 to 20 times on those of books' >>$page; bench/figures.py $page | sed 's/^[^:]*: //'",
        0, "expected '3 to 17 times on those of books', found '7 to 20 times on those of books'\n", "");
    expect_run(A_PAGE "echo 'in 3.5 ns' >>$page; bench/figures.py $page | sed 's/^[^:]*: //'", 0,
               "no recorded run says '3.5 ns'\n", "");
    expect_run(A_PAGE "sed -i '/scan/d' $page; bench/figures.py $page >/dev/null", 1, "", "");
}

/* The page of a run loads nothing, has a bar and its whisker for each row, and says the same as its JSON. */
Test(figures, a_page_shows_a_run_beside_recorded_ones) {
    expect_run(
        "top=$PWD; " IN_NEW_DIRECTORY
        "\"$top/bench/page.py\" \"$top/bench/figures/twins.tsv\" page.html --json page.json\n"
        "grep -c 'src=\\|href=\\|url(\\|<script' page.html\n"
        "grep -c '<path class=\"whisker\"' page.html >whiskers; python3 -c 'import json; "
        "tables = json.load(open(\"page.json\"))[\"tables\"]; runs = [r for t in tables for row in "
        "t[\"rows\"] "
        "for r in row[\"runs\"]]; print(len(tables)); assert len(runs) == int(open(\"whiskers\").read()); "
        "page = open(\"page.html\").read(); assert all(\"%.2f\" % r[\"ns\"] in page for r in runs)'",
        0, "0\n7\n", "");
    expect_run("bench/page.py README.md /dev/null 2>&1 | cut -c-43", 0,
               "README.md: expected a run of the benchmark:\n", "");
}

/* The kernels' instructions and bytes are those of today; their twins' belong to the compilers of
 * that day. */
Test(figures, code_of_the_kernels_is_counted_today) {
    expect_run("bench/twins/count.py " BUILD
               "/libkingscan.a /nowhere --tsv /dev/stdout | grep -P '\\tassembly\\t' "
               ">counted.$$; grep -P '\\tassembly\\t' bench/figures/code.tsv | diff counted.$$ - && wc -l "
               "<counted.$$; "
               "rm counted.$$",
               0, "7\n", "");
}
