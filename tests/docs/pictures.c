/* Tests that the README's pictures are those that docs/pictures/draw.py draws from the program's current
 * output. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(pictures, .disabled = SANITIZED);

#define DRAWN                                                                                                \
    "top=$PWD; " IN_NEW_DIRECTORY "\"$top/docs/pictures/draw.py\" \"$KINGSCAN\" \"$top/" BUILD               \
    "/broken\" . && "

/* `make pictures` draws them anew. */
Test(pictures, show_the_programs_output, .init = need_terminal) {
    expect_run(DRAWN "for name in show diff castling groups; do cmp $name.svg "
                     "\"$top/docs/pictures/$name.svg\"; done; ls | wc -l",
               0, "4\n", "");
}

/* Each picture loads nothing, runs nothing, and is XML. */
Test(pictures, stand_alone) {
    expect_run(
        "cd docs/pictures; cat *.svg | grep -c '<script\\|@font-face\\|<image\\|url('\n"
        "cat *.svg | grep -o 'https\\?://[^\" ]*' | sort | uniq -c | tr -s ' '\n"
        "python3 -c 'import sys, xml.etree.ElementTree as t; [t.parse(f) for f in sys.argv[1:]]' *.svg",
        0, "0\n 9 http://www.w3.org/2000/svg\n", "");
}

/* Titles, commands and results are light on the picture's own dark background. */
Test(pictures, have_a_background) {
    expect_run(
        "grep -c '<rect x=\".5\" y=\".5\".*fill=\"#1d2027\"' docs/pictures/show.svg docs/pictures/diff.svg",
        0, "docs/pictures/show.svg:1\ndocs/pictures/diff.svg:1\n", "");
}

/* Listings are cut from the sources, bytes and pictures computed from a board. */
Test(pictures, the_tour_of_the_kernels_is_of_today) {
    expect_run("docs/pictures/tour.py", 0, "", "");
}

/* The lanes as the tour computes them find the checkers and the pinned pieces that the kernels find. */
Test(pictures, the_lanes_of_the_tour_find_what_kernels_find) {
    expect_run("docs/pictures/tour.py --compare \"$KINGSCAN\" tests/data/positions.epd", 0, "", "");
}

/* "Eleven instructions on vectors and masks": between the addresses and the answer. */
Test(pictures, the_eleven_instructions_are_eleven) {
    expect_run("objdump -d --no-show-raw-insn -M intel " BUILD "/libkingscan.a 2>/dev/null | "
               "awk '/<ks_avx512_in_check>:/ { inside = 1 } inside && /\\tv|\\tk/ { count++ } "
               "inside && /ret/ { print count; exit }'",
               0, "11\n", "");
}

/* `make pictures` writes the hash of the workbench's picture beside it, with the tabs that the page had. */
Test(pictures, the_workbench_has_the_tabs_of_today) {
    expect_run(
        "{ sha256sum docs/pictures/workbench.webp | cut -d ' ' -f 1\n"
        "grep -o 'role=\"tab\".*</button>' bindings/workbench/workbench.html | sed 's/.*\">//; s/<.*//'; } | "
        "diff - docs/pictures/workbench.tabs && wc -l <docs/pictures/workbench.tabs",
        0, "8\n", "");
}

/* The map has the folders of today and what each floor includes. Sizes may be of another day. */
#define NAMES " | grep -o '>[^<]*</text>' | grep -v thousand | sort"
Test(pictures, the_map_has_all_folders) {
    expect_run("top=$PWD; " IN_NEW_DIRECTORY "(cd \"$top\"; docs/pictures/map.py /dev/stdout)" NAMES
               " >drawn; "
               "cat \"$top/docs/pictures/map.svg\"" NAMES " | diff - drawn && grep -c 'pgn<' drawn",
               0, "1\n", "");
}
