/* The command line: its input, its output, and its exit status. Every test runs the program. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/check_lines.h"
#include "support/skip.h"

/* ---- Options ---- */

Test(cli, options_stand_anywhere) {
    expect_run(IN_NEW_DIRECTORY "echo '" CHECK_FEN "' >a; echo '" SAFE_FEN "' >--count\n"
                                "$KINGSCAN check a --only=check; $KINGSCAN check a --only safe -- --count",
               0, CHECK_LINE SAFE_LINE, "");
    expect_run("$KINGSCAN show 4k3/8/8/8/8/8/4r3/4K3 w --json - - 0 1", 0,
               "{\"fen\":\"" CHECK_FEN "\",\"side_to_move\":\"white\",\"king\":\"e1\",\"verdict\":\"check\","
               "\"draw\":null,\"checkers\":[\"e2\"],\"pinned\":[]}\n",
               "");
}

/* A terminal shows nothing while a program waits for it. */
Test(cli, waiting_for_a_terminal_is_said, .init = need_terminal) {
    need("command -v script", "script");
    for (size_t i = 0; i < 2; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "printf '\\004' | script -qec \"$KINGSCAN %s --count\" /dev/null | grep -c 'reading what is "
                 "typed'; "
                 "$KINGSCAN %s --count </dev/null 2>&1 | grep -c typed",
                 i ? "games" : "check", i ? "games" : "check");
        expect_run(command, 1, "1\n0\n", "");
    }
}

Test(cli, usage_errors) {
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN >a; echo $?; $KINGSCAN -h | cmp - a", 0, "2\n", "");
    expect_run("$KINGSCAN chekc", 2, "",
               "kingscan: unknown command 'chekc'; did you mean 'check'?\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN --count", 2, "", "kingscan: unknown option '--count'\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN check --frobnitz", 2, "",
               "kingscan check: unknown option '--frobnitz'\n" CHECK_HINT);
    expect_run("$KINGSCAN check -z", 2, "", "kingscan check: unknown option '-z'\n" CHECK_HINT);
    expect_run("$KINGSCAN check --only", 2, "",
               "kingscan check: --only: expected VERDICT[,...] after it\n" CHECK_HINT);
    expect_run("$KINGSCAN check --count=3", 2, "",
               "kingscan check: --count: expected no argument, found '3'\n" CHECK_HINT);
    expect_run("$KINGSCAN kernels all", 2, "",
               "kingscan kernels: expected no argument, found 'all'\ntry 'kingscan kernels --help'\n");
}

Test(cli, a_full_disk_is_an_error) {
    static const char *const commands[] = {"check " POSITIONS,
                                           "check --count " POSITIONS,
                                           "check --json " POSITIONS,
                                           "show '" SAFE_FEN "'",
                                           "show --json '" SAFE_FEN "'",
                                           "kernels",
                                           "kernels --json",
                                           "check --help",
                                           "check --man"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[256], error[128];
        snprintf(command, sizeof command, "$KINGSCAN %s >/dev/full", commands[i]);
        snprintf(error, sizeof error, "kingscan %.*s: standard output: No space left on device\n",
                 (int)strcspn(commands[i], " "), commands[i]);
        expect_run(command, 2, "", error);
    }
    expect_run("$KINGSCAN --help >/dev/full", 2, "", "kingscan: standard output: No space left on device\n");
    expect_run("$KINGSCAN --version >/dev/full", 2, "",
               "kingscan: standard output: No space left on device\n");
}

/* ---- kernels ---- */

Test(cli, kernels) {
    expect_run(
        "KINGSCAN_KERNEL=c $KINGSCAN kernels | grep -E '^c +used +(any|fast|avx2) +nothing +the reference' "
        "| wc -l",
        0, "1\n", "");
    expect_run("KINGSCAN_KERNEL=c $KINGSCAN kernels --json | head -n 1 | sed -E "
               "'s/:\"(any|fast|avx2)\"/:\"scalar\"/'",
               0,
               "{\"name\":\"c\",\"summary\":\"the reference: plain C, the specification\",\"needs\":\"\","
               "\"usable\":true,\"used\":true,\"perft\":\"scalar\"}\n",
               "");
    expect_run("KINGSCAN_KERNEL= $KINGSCAN kernels | grep -c used", 0, "1\n", "");
}

Test(cli, kernels_stand_in_columns) {
    expect_run("$KINGSCAN kernels | awk 'NR == 1 { column = index($0, \"WHAT\") - 1 }"
               " substr($0, column) !~ /^ [^ ]/'",
               0, "", "");
}

Test(cli, an_unusable_kernel_is_an_error_everywhere) {
    static const char *const commands[] = {"kernels", "check", "show '" SAFE_FEN "'"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[256], error[128];
        snprintf(command, sizeof command, "KINGSCAN_KERNEL=nonsense $KINGSCAN %s", commands[i]);
        snprintf(error, sizeof error,
                 "kingscan %.*s: KINGSCAN_KERNEL: no kernel is called \"nonsense\"; this machine has: c, ",
                 (int)strcspn(commands[i], " "), commands[i]);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, 2);
        cr_expect_str_eq(ran.out, "");
        cr_expect(strncmp(ran.err, error, strlen(error)) == 0, "%s", ran.err);
        free_ran(&ran);
    }
}

/* ---- show ---- */

#define DOUBLE_BOARD                                                                                         \
    "\n"                                                                                                     \
    " 8  .  .  .  .  k  .  .  .\n"                                                                           \
    " 7  .  .  .  .  .  .  .  .\n"                                                                           \
    " 6  .  .  .  .  .  .  .  .\n"                                                                           \
    " 5  .  .  .  .  .  .  .  .\n"                                                                           \
    " 4  .  .  .  .  .  .  . [b]\n"                                                                          \
    " 3  .  .  .  .  .  .  .  .\n"                                                                           \
    " 2  .  .  .  . [r] .  .  .\n"                                                                           \
    " 1  .  .  .  .  K  .  .  .\n"                                                                           \
    "    a  b  c  d  e  f  g  h\n"                                                                           \
    "\n"                                                                                                     \
    "white to move, castling -, en passant -\n"                                                              \
    "double-check: white is in check from h4, e2\n"                                                          \
    "[ ] gives check\n"

Test(cli, show_draws_the_board) {
    expect_run("$KINGSCAN show '" DOUBLE_FEN "'", 0, DOUBLE_BOARD, "");
    expect_run("$KINGSCAN show " DOUBLE_FEN, 0, DOUBLE_BOARD, "");
    expect_run("printf '# x\\n\\n" DOUBLE_FEN "\\r\\nx\\n' | $KINGSCAN show -", 0, DOUBLE_BOARD, "");
    expect_run("LC_ALL=C.UTF-8 $KINGSCAN show --ascii '" DOUBLE_FEN "'", 0, DOUBLE_BOARD, "");
    expect_run("LC_ALL=C.UTF-8 $KINGSCAN show '" DOUBLE_FEN "' | sed -n '6p;9p'", 0,
               " 4  ·  ·  ·  ·  ·  ·  · [♝]\n 1  ·  ·  ·  ·  ♔  ·  ·  ·\n", "");
}

Test(cli, show_names_the_other_facts) {
    expect_run("$KINGSCAN show r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq d6 0 1 | tail -n 2", 0,
               "white to move, castling KQq, en passant d6\nsafe: white is not in check\n", "");
    expect_run("$KINGSCAN show 8/8/8/8/8/8/3P4/4k3 b - - --lenient | tail -n 2", 0,
               "black to move, castling -, en passant -\nsafe: black is not in check\n", "");
}

Test(cli, show_rejects_wrong_positions) {
    expect_run("$KINGSCAN show '4k3/8/8/8/8/8/4x3/4K3 w - -'", 2, "",
               "FEN:1:16: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"
               "    4k3/8/8/8/8/8/4x3/4K3 w - -\n"
               "                   ^\n");
    expect_run(
        "printf '#\\n8/\\t' | $KINGSCAN show -", 2, "",
        "-:2:3: error: expected eight squares in a row, found a blank (byte 0x09)\n    8/\\x09\n      ^\n");
    expect_run("$KINGSCAN show - </dev/null", 2, "",
               "kingscan show: -: expected a position, found the end of the input\n");
    expect_run("$KINGSCAN show --strict 4k3/8/8/8/8/8/8/4K3 w K -", 2, "",
               "FEN:1:23: error: castling letter 'K', but white's king or rook for it is missing\n"
               "    4k3/8/8/8/8/8/8/4K3 w K -\n"
               "                          ^\n");
}

#define PINS_FEN "4r2k/8/8/q7/8/2N2n2/4B3/4K3 w - - 0 1"

Test(cli, show_marks_pins_and_checkers) {
    expect_run("$KINGSCAN show '" PINS_FEN "' | grep '[][()]'", 0,
               " 3  .  . (N) .  . [n] .  .\n 2  .  .  .  . (B) .  .  .\n[ ] gives check, ( ) is pinned\n",
               "");
    expect_run("$KINGSCAN show 7k/8/8/q7/8/2N5/8/4K3 w - - | tail -n 2", 0,
               "safe: white is not in check\n( ) is pinned\n", "");
    expect_run("$KINGSCAN show --json '" PINS_FEN "'", 0,
               "{\"fen\":\"" PINS_FEN "\",\"side_to_move\":\"white\",\"king\":\"e1\",\"verdict\":\"check\","
               "\"draw\":null,\"checkers\":[\"f3\"],\"pinned\":[\"c3\",\"e2\"]}\n",
               "");
}

Test(cli, show_names_mates_and_stalemates) {
    expect_run("$KINGSCAN show '" MATE_FEN "' | tail -n 2", 0,
               "checkmate: black is in check from a8, and has no legal move\n[ ] gives check\n", "");
    expect_run("$KINGSCAN show '" STALEMATE_FEN "' | tail -n 1", 0,
               "stalemate: black is not in check, and has no legal move: a draw\n", "");
}

/* The number of occurrences of each text in the picture of PINS_FEN. */
Test(cli, show_draws_a_picture) {
    static const struct {
        const char *text;
        int times;
    } parts[] = {{"<svg xmlns=\"http://www.w3.org/2000/svg\"", 1},
                 {"</svg>", 1},
                 {"<title>check: white is in check from f3</title>", 1},
                 {"<use ", 7},
                 {"<use xlink:href=\"#K\" x=\"204\" y=\"339\"/>", 1}, /* e1 */
                 {"<use xlink:href=\"#R\" x=\"204\" y=\"24\"/>", 1},  /* e8 */
                 {"#e2685c", 1},
                 {"#2f6fc4", 2},
                 {">h</text>", 1},
                 {"<g ", 9},
                 {"<g>", 0},
                 {"</g>", 9}};
    struct ran ran = run_shell("$KINGSCAN show --svg - '" PINS_FEN "'");
    cr_expect_eq(ran.status, 0);
    cr_expect(strncmp(ran.out, "<svg ", 5) == 0 && strcmp(ran.out + ran.out_length - 7, "</svg>\n") == 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int times = 0;
        for (const char *at = ran.out; (at = strstr(at, parts[i].text)) != NULL; at++)
            times++;
        cr_expect_eq(times, parts[i].times, "%s: %d times", parts[i].text, times);
    }
    free_ran(&ran);
}

Test(cli, pictures_are_files) {
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN show --svg a.svg --json '" PINS_FEN "' | wc -l\n"
                                "$KINGSCAN show --svg - '" PINS_FEN "' | cmp - a.svg",
               0, "1\n", "");
    expect_run("$KINGSCAN show --svg /dev/full '" PINS_FEN "'", 2, "",
               "kingscan show: /dev/full: No space left on device\n");
    expect_run("$KINGSCAN show --svg none/a.svg '" PINS_FEN "'", 2, "",
               "kingscan show: none/a.svg: No such file or directory\n");
    expect_run("$KINGSCAN show --svg - '" PINS_FEN "' >/dev/full", 2, "",
               "kingscan show: standard output: No space left on device\n");
}

static bool has_colour(const char *command) {
    struct ran ran = run_on_terminal(command);
    cr_expect_eq(ran.status, 0);
    cr_expect(strstr(ran.out, "[r]"), "a checker is marked without colour too: %s", ran.out);
    const int colour = strchr(ran.out, '\033') != NULL;
    free_ran(&ran);
    return colour;
}

Test(cli, colours_are_for_terminals_that_want_them) {
    cr_expect(has_colour("$KINGSCAN show '" CHECK_FEN "'"));
    cr_expect(has_colour("NO_COLOR= $KINGSCAN show '" CHECK_FEN "'"));
    cr_expect_not(has_colour("NO_COLOR=1 $KINGSCAN show '" CHECK_FEN "'"));
    cr_expect_not(has_colour("TERM=dumb $KINGSCAN show '" CHECK_FEN "'"));
    cr_expect_not(has_colour("$KINGSCAN show '" CHECK_FEN "' | cat"));
}
