/* The README's pictures are those that docs/pictures/draw.py makes of what the program prints now. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(pictures, .disabled = SANITIZED, .timeout = 120);

#define DRAWN                                                                                                \
    "top=$PWD; " IN_NEW_DIRECTORY "\"$top/docs/pictures/draw.py\" \"$KINGSCAN\" \"$top/" BUILD               \
    "/broken\" . && "

/* `make pictures` draws them anew. */
Test(pictures, are_what_the_program_prints) {
    expect_run(
        DRAWN
        "for name in show diff bench; do cmp $name.svg \"$top/docs/pictures/$name.svg\"; done; ls | wc -l",
        0, "3\n", "");
}

/* Nothing is loaded, and nothing runs; each is XML. */
Test(pictures, stand_alone) {
    expect_run(
        "cd docs/pictures; cat *.svg | grep -c '<script\\|@font-face\\|<image\\|url('\n"
        "cat *.svg | grep -o 'https\\?://[^\" ]*' | sort | uniq -c | tr -s ' '\n"
        "python3 -c 'import sys, xml.etree.ElementTree as t; [t.parse(f) for f in sys.argv[1:]]' *.svg",
        0, "0\n 3 http://www.w3.org/2000/svg\n", "");
}

/* The figures are those of the benchmark's file: of plain C by the best compiler, and of a kernel. */
Test(pictures, have_the_figures_of_the_benchmark) {
    expect_run(
        "best() { awk -F'\\t' -v name=\"$1\" '$1 == \"in_check\" && $2 == \"middlegames\" && $4 == name && "
        "(!ns || $6 < ns) { ns = $6 } END { printf \"%.1f\\n\", ns }' bench/plots/bench.tsv; }\n"
        "for name in 'plain C' scan avx2 avx512; do grep -c \">$(best \"$name\")<\" docs/pictures/bench.svg; "
        "done",
        0, "1\n1\n1\n1\n", "");
}

/* Titles, commands and results can be read: light on the picture's own dark ground. */
Test(pictures, have_a_background_of_their_own) {
    expect_run(
        "grep -c '<rect x=\".5\" y=\".5\".*fill=\"#1d2027\"' docs/pictures/show.svg docs/pictures/diff.svg "
        "docs/pictures/bench.svg",
        0, "docs/pictures/show.svg:1\ndocs/pictures/diff.svg:1\ndocs/pictures/bench.svg:1\n", "");
}
