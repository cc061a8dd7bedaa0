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

/* The output is read again with the same answers, and the same comments are added a second time. */
Test(check_formats, epd_is_read_again) {
    expect_run(
        WITH_POSITIONS
        "$KINGSCAN check --format epd \"$positions\" >a && $KINGSCAN check --strict a | cut -f 1,2 >again\n"
        "$KINGSCAN check \"$positions\" | cut -f 1,2 | cmp - again; wc -l <again\n"
        "sed 's/.* c1 \"\\([a-z-]*\\)\";\\( c2 \"checkers \\([a-h1-8,]*\\)\";\\)\\?$/\\1\\t\\3/; "
        "s/\\t$/\\t-/' a |\n"
        "cmp - again",
        0, "44000\n", "");
}

/* ---- FEN ---- */

/* Operations give the clocks that the fields lack. */
Test(check_formats, fen_has_clocks_of_operations) {
    expect_run("printf '%s\\n' '" SAFE "' '" SAFE " 3' '" SAFE " hmvc 3; fmvn 15;' '" SAFE
               " 3 hmvc 4; fmvn 15;' '" SAFE " 3 4 hmvc 5; fmvn 6;' | $KINGSCAN check --format fen",
               0, SAFE " 0 1\n" SAFE " 3 1\n" SAFE " 3 15\n" SAFE " 3 15\n" SAFE " 3 4\n", "");
    expect_run("echo '" SAFE " fmvn 15;' | $KINGSCAN check --json | grep -o '\"fen\":\"[^\"]*\"'", 0,
               "\"fen\":\"" SAFE " 0 15\"\n", "");
}

/* The spelling of the position does not matter. */
Test(check_formats, fen_has_en_passant_squares_that_count) {
#define NONE_CAPTURES "rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR w KQkq "
#define SPELLINGS                                                                                            \
    "printf '%s\\n' '" NONE_CAPTURES "a6 0 1' '" NONE_CAPTURES " a6  0 1' '" NONE_CAPTURES                   \
    "a6' '" NONE_CAPTURES "a6 hmvc 3;' | $KINGSCAN check --format fen "
    expect_run(
        SPELLINGS, 0,
        NONE_CAPTURES "- 0 1\n" NONE_CAPTURES "- 0 1\n" NONE_CAPTURES "- 0 1\n" NONE_CAPTURES "- 3 1\n", "");
    expect_run(SPELLINGS "--fen-ep x-fen", 0,
               NONE_CAPTURES "a6 0 1\n" NONE_CAPTURES "a6 0 1\n" NONE_CAPTURES "a6 0 1\n" NONE_CAPTURES
                             "a6 3 1\n",
               "");
}

/* ---- Bits and bytes ---- */

/* Eleven positions, two wrong lines, a comment and a blank line. */
#define LINES                                                                                                \
    "printf '%s\\n' '#' '" CHECK_FEN "' '" SAFE_FEN "' '" MATE_FEN "' '' x '" STALEMATE_FEN "' '" DOUBLE_FEN \
    "' '" SAFE_FEN "' '" CHECK_FEN "' '" CHECK_FEN "' x '" SAFE_FEN "' '" MATE_FEN "' '" STALEMATE_FEN       \
    "' | "
#define FOUND " 2>/dev/null | od -An -tu1"

Test(check_formats, bytes_are_verdicts) {
    expect_run(LINES "$KINGSCAN check --format bytes" FOUND, 0,
               "   1   0   3 255   4   2   0   1   1 255   0   3   4\n", "");
    expect_run(LINES "$KINGSCAN check --format bytes --unique" FOUND, 0,
               "   1   0   3 255   4   2 254 254 254 255 254 254 254\n", "");
    expect_run("$KINGSCAN check --format bytes", 0, "", "");
    expect_run(
        "$KINGSCAN check --format bytes --only check", 2, "",
        "kingscan check: --only doesn't go with --format bytes: every position has its byte\n" CHECK_HINT);
}

/* From the lowest bit on: 1010 0101, 1001 0 */
Test(check_formats, bits_answer_the_options) {
    expect_run(LINES "$KINGSCAN check --format bits" FOUND, 0, " 165   9\n", "");
    expect_run(LINES "$KINGSCAN check --format bits --unique" FOUND, 0, "  37   0\n", "");
    expect_run(LINES "$KINGSCAN check --format bits --only safe" FOUND, 0, "  66   4\n", "");
    expect_run(LINES "$KINGSCAN check --format bits --only stalemate,checkmate" FOUND, 0, "  20  24\n", "");
    expect_run("yes '" CHECK_FEN "' | head -n 8 | $KINGSCAN check --format bits" FOUND, 0, " 255\n", "");
    expect_run("yes '" CHECK_FEN "' | head -n 9 | $KINGSCAN check --format bits" FOUND, 0, " 255   1\n", "");
    expect_run("$KINGSCAN check --format bits", 0, "", "");
}

/* A line over the limit counts as a line. */
Test(check_formats, a_long_line_has_its_mark) {
    expect_run("{ head -c 1100000 /dev/zero; echo; echo '" CHECK_FEN
               "'; } | $KINGSCAN check --format bytes" FOUND,
               0, " 255   1\n", "");
    expect_run("{ head -c 1100000 /dev/zero; echo; echo '" CHECK_FEN
               "'; } | $KINGSCAN check --format bits" FOUND,
               0, "   2\n", "");
}

/* 43,997 positions, so that the last byte of bits is not full. */
Test(check_formats, bits_and_bytes_agree_with_tsv) {
    expect_run(
        WITH_POSITIONS
        "head -n -3 \"$positions\" >a; $KINGSCAN check a | cut -f 1 >expected; wc -l <expected\n"
        "$KINGSCAN check --format bytes a | od -An -v -tu1 -w1 | awk '{ split(\"safe check double-check "
        "checkmate stalemate\", names); print names[$1 + 1] }' | cmp - expected\n"
        "$KINGSCAN check --format bits --only double-check,stalemate a | od -An -v -tu1 -w1 |\n"
        "awk '{ for (i = 0; i < 8; i++) { print $1 % 2; $1 = int($1 / 2) } }' >bits; wc -l <bits\n"
        "{ awk '{ print $1 == \"double-check\" || $1 == \"stalemate\" ? 1 : 0 }' expected\n"
        "printf '0\\n0\\n0\\n'; } | cmp - bits",
        0, "43997\n44000\n", "");
}

/* ---- Keys ---- */

/* The positions of Polyglot's own page, whose keys it prints: M. N. Siegel, "PolyGlot opening
 * book format". */
#define FROM_START "startpos moves "
#define KEYS                                                                                                 \
    "463b96181691fc9c\n823c9b50fd114196\n0756b94461c50fb0\n662fafb965db29d4\n22a48b5a8e47ff78\n"             \
    "652a607ca3f242c1\n00fdd303c946bdd9\n3c8123ea7b067637\n5c3f9b829b279560\n"

Test(check_formats, keys_are_those_of_polyglot) {
    expect_run("printf '%s\n' startpos '" FROM_START "e2e4' '" FROM_START "e2e4 d7d5' '" FROM_START
               "e2e4 d7d5 e4e5' '" FROM_START "e2e4 d7d5 e4e5 f7f5' '" FROM_START
               "e2e4 d7d5 e4e5 f7f5 e1e2' '" FROM_START "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7' '" FROM_START
               "a2a4 b7b5 h2h4 b5b4 c2c4' '" FROM_START
               "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3' | $KINGSCAN check --format key",
               0, KEYS, "");
}

Test(check_formats, keys_of_columns_and_games) {
    expect_run("printf 'x,rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nx,x\n' | $KINGSCAN "
               "check --column 2 --format key",
               1, "823c9b50fd114196\n",
               "-:2:3: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n");
    expect_run("printf '[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"x\"]\n\n1. e4 d5 *\n' | $KINGSCAN check "
               "--print key",
               0, "-\n823c9b50fd114196\n0756b94461c50fb0\n", "");
    expect_run(
        "printf '1. f3 e5 2. g4 Qh4# *\n' | $KINGSCAN check --print key --only checkmate | wc -l | tr -d "
        "' '",
        0, "1\n", "");
    expect_run("$KINGSCAN check --format key --variant atomic", 2, "",
               "kingscan check: --format key: Polyglot's keys are those of chess, not of atomic\n"
               "try 'kingscan check --help'\n");
}
