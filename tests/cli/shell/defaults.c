/* Tests wrong lines in the file of options that KINGSCAN_CONFIG names. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"

#define WITH(lines) IN_NEW_DIRECTORY "printf -- '" lines "' >rc\n"

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
