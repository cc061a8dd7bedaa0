/* kingscan check --format: the exact bytes of each format, for some lines and for all real positions. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"

/* ---- EPD ---- */

#define SAFE "4k3/8/8/8/8/8/8/4K3 w - -"
#define CHECK "4k3/8/8/8/8/8/4r3/4K3 w - -"

/* Expects the output of --format epd for a line. */
static void expect_epd(const char *line, const char *expected) {
    char setting[256], shown[256];
    snprintf(setting, sizeof setting, "line='%s'", line);
    snprintf(shown, sizeof shown, "%s\n", expected);
    expect_run_with(setting, "printf '%s\\n' \"$line\" | $KINGSCAN check --format epd", 0, shown, "");
}

Test(check_formats, epd_has_verdict_and_checkers) {
    expect_epd(SAFE, SAFE " c0 \"safe\";");
    expect_epd(CHECK, CHECK " c0 \"check\"; c1 \"checkers e2\";");
    expect_epd("4k3/8/8/8/7b/8/4r3/4K3 w - -",
               "4k3/8/8/8/7b/8/4r3/4K3 w - - c0 \"double-check\"; c1 \"checkers h4,e2\";");
    expect_epd("R6k/8/6K1/8/8/8/8/8 b - -",
               "R6k/8/6K1/8/8/8/8/8 b - - c0 \"checkmate\"; c1 \"checkers a8\";");
    expect_epd("7k/5Q2/6K1/8/8/8/8/8 b - -", "7k/5Q2/6K1/8/8/8/8/8 b - - c0 \"stalemate\";");
}

Test(check_formats, epd_has_clocks_as_operations) {
    expect_epd(SAFE " 3 17", SAFE " hmvc 3; fmvn 17; c0 \"safe\";");
    expect_epd(SAFE " 3", SAFE " hmvc 3; c0 \"safe\";");
    expect_epd(" \t4k3/8/8/8/8/8/8/4K3\tw  -   -\t3  17 ", SAFE " hmvc 3; fmvn 17; c0 \"safe\";");
    expect_run("echo '4k3/8/8/8/8/8/8/4K3 w - - 5 9 +1+2' | $KINGSCAN check --variant 3check --format epd -",
               0, "4k3/8/8/8/8/8/8/4K3 w - - 2+1 hmvc 5; fmvn 9; c0 \"safe\";\n", "");
    expect_epd(SAFE " 3 17 id \"x\";", SAFE " hmvc 3; fmvn 17; id \"x\"; c0 \"safe\";");
}

/* Verdict and checkers take the first two free comments of c0 to c9. */
Test(check_formats, epd_keeps_comments) {
    expect_epd(CHECK " c0 \"x\";", CHECK " c0 \"x\"; c1 \"check\"; c2 \"checkers e2\";");
    expect_epd(CHECK " c1 \"x\";", CHECK " c1 \"x\"; c0 \"check\"; c2 \"checkers e2\";");
    expect_epd(CHECK " c2 \"x\"; c0;", CHECK " c2 \"x\"; c0; c1 \"check\"; c3 \"checkers e2\";");
#define EIGHT "c0 a; c1 b; c2 c; c3 d; c4 e; c5 f; c6 g; c7 h;"
    expect_epd(CHECK " " EIGHT, CHECK " " EIGHT " c8 \"check\"; c9 \"checkers e2\";");
    expect_epd(CHECK " " EIGHT " c9 i;", CHECK " " EIGHT " c9 i; c8 \"check\";");
    expect_epd(CHECK " " EIGHT " c8 i;  c9 j;", CHECK " " EIGHT " c8 i;  c9 j;");
}

Test(check_formats, epd_distinguishes_opcodes_from_similar_words) {
    expect_epd(SAFE " id \"a; c0 b\";", SAFE " id \"a; c0 b\"; c0 \"safe\";");
    expect_epd(SAFE " id \"a\" c0;", SAFE " id \"a\" c0; c0 \"safe\";");
    expect_epd(SAFE " c01 2; c 0; xc0; C0 x;", SAFE " c01 2; c 0; xc0; C0 x; c0 \"safe\";");
    expect_epd(SAFE " id \"a\";c0 \"b\";\tc1\t\"c\";", SAFE " id \"a\";c0 \"b\";\tc1\t\"c\"; c2 \"safe\";");
}

/* The output is read again as the same position, whatever the line holds. */
Test(check_formats, epd_of_text_that_is_no_operation) {
    expect_epd(SAFE " ; 5 9", SAFE " ; 5 9; c0 \"safe\";");
    expect_epd(SAFE " ; , y", SAFE " ; , y; c0 \"safe\";");
    expect_epd(SAFE " 3 4 ; ;, y", SAFE " hmvc 3; fmvn 4; ; , y; c0 \"safe\";");
    expect_epd(SAFE " ; moves e1e2", SAFE " ; moves e1e2; c0 \"safe\";");
    expect_epd(SAFE " id \"x; c0 y", SAFE " id \"x; c0 y\"; c0 \"safe\";");
    expect_epd(SAFE " id \"x;\"; y \"", SAFE " id \"x;\"; y \"\"; c0 \"safe\";");
    expect_epd(SAFE " 3 hmvc 4;", SAFE " hmvc 3; hmvc 4; c0 \"safe\";");
}

Test(check_formats, epd_of_moves_is_the_last_position) {
    expect_epd("4k3/8/8/8/8/8/3r4/4K2R w K - 5 9 moves h1h8 e8e7 e1d2",
               "7R/4k3/8/8/8/8/3K4/8 b - - hmvc 0; fmvn 10; c0 \"safe\";");
    expect_epd(SAFE " moves e1e2", "4k3/8/8/8/8/8/4K3/8 b - - hmvc 1; fmvn 1; c0 \"safe\";");
}

Test(check_formats, epd_of_moves_keeps_operations) {
#define LAST "4k3/8/8/8/8/8/4K3/8 b - - hmvc 1; fmvn 1;"
    expect_epd(SAFE " moves e1e2; c0 \"x; y\";", LAST " c0 \"x; y\"; c1 \"safe\";");
    expect_epd(SAFE " 0 1 moves e1e2;id x; c1 y \t", LAST " id x; c1 y; c0 \"safe\";");
    expect_epd(SAFE " moves e1e2 ; ; hmvc 7; id \"x", LAST " hmvc 7; id \"x\"; c0 \"safe\";");
    expect_epd(SAFE " moves e1e2; 5; moves e8e7", LAST " ; 5; moves e8e7; c0 \"safe\";");
    expect_epd(SAFE " moves e1e2; ", LAST " c0 \"safe\";");
    expect_run("printf 'x\t" CHECK " moves e1e2; id \"x\";\ty\n' | $KINGSCAN check --column 2 --format epd",
               0, "4k3/8/8/8/8/8/4K3/8 b - - hmvc 0; fmvn 1; id \"x\"; c0 \"safe\";\n", "");
}

Test(check_formats, epd_ends_operations) {
    expect_epd(SAFE " id \"x\"", SAFE " id \"x\"; c0 \"safe\";");
    expect_epd(SAFE " id \"x\" \t", SAFE " id \"x\"; c0 \"safe\";");
    expect_epd(SAFE " c0", SAFE " c0; c1 \"safe\";");
    expect_epd(SAFE " ;D1 20 ;D2 400", SAFE " D1 20 ;D2 400; c0 \"safe\";");
    expect_epd(SAFE " 0 1 ; c0 \"x\"", SAFE " hmvc 0; fmvn 1; c0 \"x\"; c1 \"safe\";");
    expect_epd(SAFE " ; ;", SAFE " c0 \"safe\";");
}
