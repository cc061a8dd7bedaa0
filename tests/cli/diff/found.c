/* Runs `kingscan diff` and searches its output. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/diff/found.h"
#include "support/run.h"

void expect_found(const char *arguments, int status, const char *const *parts) {
    char command[4096];
    snprintf(command, sizeof command, "$KINGSCAN diff %s", arguments);
    struct ran ran = run_shell(command);
    cr_expect_eq(ran.status, status, "%s\n%s%s", command, ran.out, ran.err);
    for (; *parts; parts++)
        cr_expect(strstr(ran.out, *parts), "%s\nexpected: %s\nfound:\n%s%s", command, *parts, ran.out,
                  ran.err);
    free_ran(&ran);
}
