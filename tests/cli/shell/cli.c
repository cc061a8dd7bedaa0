/* Tests the command line where no transcript can: terminals, colours, full disks, unusable kernels,
 * pictures. Every test runs the program. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/check_lines.h"
#include "support/skip.h"

/* ---- Options ---- */

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

#define PINS_FEN "4r2k/8/8/q7/8/2N2n2/4B3/4K3 w - - 0 1"

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
