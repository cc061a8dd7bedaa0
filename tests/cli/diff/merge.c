/* kingscan diff --merge: the reports of all shards have the content of a single report. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/diff/merge.h"
#include "support/length.h"
#include "support/run.h"

#define END "\"depth\":1,\"positions\":2,\"nodes\":3,\"seconds\":0.5,\"skipped\":0,\"rejected\":0,"

/* Nothing in a report reaches the terminal as it is. */
Test(merge, control_characters_are_escaped) {
    expect_run(
        "printf '{\"differences\":[{\"rule\":\"\\\\u001b[31m\",\"fen\":\"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\","
        "\"moves\":\"\",\"depth\":1,\"disagreements\":[{\"kind\":\"missing\",\"rule\":\"\\\\u001b[31m\","
        "\"move\":"
        "\"\\\\u001b[2J\",\"message\":\"\\\\u0007\"}],\"place\":\"\\\\u001b\",\"repeat\":\"\\\\u001b\"}]," END
        "\"trouble\":null,\"interrupted\":false}\\n' | $KINGSCAN diff --merge >text; status=$?\n"
        "head -n 1 text; tr -d '[:print:]\\n' <text | wc -c; rm text; exit $status",
        1, "\\x1b[31m: \\x1b[2J \\x07\n0\n", "");
}

#define EXPECTED "expected reports of 'kingscan diff --json', found "

Test(merge, files_that_are_no_reports) {
    expect_run("echo '{}' | $KINGSCAN diff --merge", 2, "", "kingscan diff: -: " EXPECTED "something else\n");
    expect_run("$KINGSCAN diff --merge </dev/null", 2, "", "kingscan diff: -: " EXPECTED "nothing\n");
    expect_run("echo '[1' | $KINGSCAN diff --merge", 2, "",
               "kingscan diff: -: " EXPECTED "no JSON at byte 4\n");
    expect_run("$KINGSCAN diff --merge /nowhere", 2, "",
               "kingscan diff: /nowhere: No such file or directory\n");
    expect_run("echo '{\"differences\":[]," END
               "\"variant\":\"grand\",\"trouble\":null,\"interrupted\":false}' | "
               "$KINGSCAN diff --merge",
               2, "", "kingscan diff: -: " EXPECTED "one of another variant\n");
    expect_run(
        "echo '{\"differences\":[{\"fen\":\"x\"}]," END "\"trouble\":null,\"interrupted\":false}' | "
        "$KINGSCAN diff --merge",
        2, "",
        "kingscan diff: a report has a difference that is none: expected a position with moves and a depth, "
        "found 'x' and ''\n");
    expect_run("{ echo '{\"differences\":[]," END
               "\"trouble\":null,\"interrupted\":false}'; printf '\\0'; } | "
               "$KINGSCAN diff --merge",
               2, "", "kingscan diff: -: " EXPECTED "a byte 0x00 among them\n");
    expect_run(
        "$KINGSCAN diff --merge --random 3", 2, "",
        "kingscan diff: --merge doesn't go with --random: it reads reports\ntry 'kingscan diff --help'\n");
    static const char *const others[] = {"--option A=1", "--timeout 3", "--chess960", "--jobs 2",
                                         "--shard 1/2"};
    for (size_t i = 0; i < LENGTH(others); i++) {
        char command[64], message[128];
        snprintf(command, sizeof command, "$KINGSCAN diff --merge %s", others[i]);
        snprintf(
            message, sizeof message,
            "kingscan diff: --merge doesn't go with %.*s: it reads reports\ntry 'kingscan diff --help'\n",
            (int)strcspn(others[i], " "), others[i]);
        expect_run(command, 2, "", message);
    }
    expect_run(
        "echo '{\"differences\":[],\"depth\":4294967298,\"positions\":2,\"nodes\":3,\"seconds\":0.5,"
        "\"skipped\":0,\"rejected\":0,\"trouble\":null,\"interrupted\":false}' | $KINGSCAN diff --merge",
        2, "", "kingscan diff: -: " EXPECTED "something else\n");
}
