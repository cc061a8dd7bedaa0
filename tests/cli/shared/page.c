/* Tests the page that `--html` writes of a run: its content, and how a browser shows it. Foreign text stays
 * text, and a browser shows the page. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/plugins.h"
#include "support/run.h"
#include "support/skip.h"

/* An engine that lacks castling, moves its king too far, counts one move wrongly, and prints other lines. */
#define WRONG                                                                                                \
    "--engine '$KINGSCAN uci | sed -u \"s/^e1g1.*/e1e3: 1\\ne1d8: 1/; s/^a4a5.*/&\\ne4e2: 3/; "              \
    "s/^a4b4: .*/a4b4: 99/\"' "
#define POSITIONS_OF_THE_PAGE                                                                                \
    "r3k2r/ppp2ppp/8/3qn3/1b6/2N2n2/PPPQBPPP/R3K2R w KQkq - 0 1\n"                                           \
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1\n"                                                                    \
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"

/* Afterwards, `page` is the page of a run with two positions that differ. */
#define WITH_PAGE                                                                                            \
    IN_NEW_DIRECTORY "$KINGSCAN diff 1 - --keep-going --html page " WRONG                                    \
                     ">said <<'X'\n" POSITIONS_OF_THE_PAGE "X\n"

/* ---- Content ---- */

Test(page, of_fuzz) {
    build_plugin("page_knight", "-DFORGETS_A_KNIGHT");
    expect_run(
        "plugin=$PWD/" PLUGINS "page_knight.so\n" IN_NEW_DIRECTORY
        "$KINGSCAN fuzz --seed 1 --plugin \"$plugin\" --html page >said 2>&1; echo $?\n"
        "grep -c '<article' page; grep -c 'role=\"img\"' page; grep -o '<dt>found</dt>.*' page\n"
        "grep -o '<h1>.*' page; grep -o 'the square in question' page; grep -c 'fuzz --seed ' page",
        0, "1\n1\n1\n<dt>found</dt><dd>0, safe</dd>\n<h1>A kernel differs</h1>\nthe square in question\n1\n",
        "");
}

/* ---- In a browser ---- */

static void need_browser(void) {
    need_more("command -v chromium", "chromium");
}

Test(page, is_legible_in_a_browser, .init = need_browser) {
    expect_run("look=$PWD/tests/browser/look.sh\n" WITH_PAGE
               "\"$look\" page 390 light 390 dark 1440 light 1440 dark",
               0,
               "390 wide, light, 2 boards\n390 wide, dark, 2 boards\n1440 wide, light, 2 boards\n"
               "1440 wide, dark, 2 boards\n",
               "");
}

Test(page, of_fuzz_is_legible_in_a_browser, .init = need_browser) {
    build_plugin("page_pawns", "-DPAWNS_BACKWARDS");
    expect_run("look=$PWD/tests/browser/look.sh plugin=$PWD/" PLUGINS "page_pawns.so\n" IN_NEW_DIRECTORY
               "$KINGSCAN fuzz --seed 1 --plugin \"$plugin\" --html page >said 2>&1\n"
               "\"$look\" page 390 dark",
               0, "390 wide, dark, 1 boards\n", "");
}
