/* The options of the file that KINGSCAN_CONFIG names. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"

#define CHECK "echo '4k3/8/8/8/8/8/8/4R1K1 b - -' | KINGSCAN_CONFIG=rc $KINGSCAN check"
#define WITH(lines) IN_NEW_DIRECTORY "printf -- '" lines "' >rc\n"

Test(defaults, come_before_the_command_line) {
    expect_run(WITH("# mine\\r\\n\\n  --format=fen \\t\\n--jobs=1") CHECK "; " CHECK " --format tsv", 0,
               "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1\ncheck\te1\t4k3/8/8/8/8/8/8/4R1K1 b - -\n", "");
}

Test(defaults, a_command_takes_those_that_it_has) {
    expect_run(WITH("--unique\\n--color=never\\n--san\\n") "KINGSCAN_CONFIG=rc $KINGSCAN moves "
                                                           "8/8/8/8/8/8/8/K1k5 w - -",
               0, "Ka2\n", "");
    expect_run(WITH("--jobs=2\\n--stats\\n") "echo 3 | KINGSCAN_CONFIG=rc $KINGSCAN perft --sum", 0, "3\n",
               "");
}

Test(defaults, an_empty_name_means_none) {
    expect_run(IN_NEW_DIRECTORY "KINGSCAN_CONFIG= $KINGSCAN perft 1", 0, "20\n", "");
}

Test(defaults, help_needs_none) {
    expect_run(WITH("--nonsense\\n") "KINGSCAN_CONFIG=rc $KINGSCAN --help >help; KINGSCAN_CONFIG=rc "
                                     "$KINGSCAN help check >help",
               0, "", "");
}

static void expect_refused(const char *line, const char *message) {
    char command[256], expected[512];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY "printf '\\n%s\\n' >rc\nKINGSCAN_CONFIG=rc $KINGSCAN perft 1", line);
    snprintf(expected, sizeof expected, "kingscan perft: rc:2: %s\n", message);
    expect_run(command, 2, "", expected);
}

#define TRY "\ntry 'kingscan perft --help'"

Test(defaults, wrong_lines_have_a_place) {
    expect_refused("jobs=2", "expected an option such as --jobs=2, found 'jobs=2'");
    expect_refused("-j2", "expected an option such as --jobs=2, found '-j2'");
    expect_refused("--", "expected an option such as --jobs=2, found '--'");
    expect_refused("--jobs", "--jobs: expected '=N' after it" TRY);
    expect_refused("--jobs=x", "--jobs: expected a number from 1 to 256, found 'x'" TRY);
    expect_refused("--divide=3", "--divide: expected no argument, found '3'" TRY);
    expect_refused("--jbos=2", "unknown option '--jbos'; did you mean '--jobs'?" TRY);
    expect_refused("--help", "expected an option to be set once, found '--help'" TRY);
    expect_run(WITH("--jobs=2\\000") "KINGSCAN_CONFIG=rc $KINGSCAN perft 1", 2, "",
               "kingscan perft: rc: expected text, found a byte 0\n");
    expect_run("KINGSCAN_CONFIG=/nonexistent $KINGSCAN perft 1", 2, "",
               "kingscan perft: /nonexistent: No such file or directory\n");
}
