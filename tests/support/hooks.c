/* Runs before the tests: a filter that matches none is an error, --verbose says how many there are for
 * tests/stages/progress.sh, a sanitized build reports the tests that it leaves out, and a test that hangs
 * ends. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/hang.h"
#include "support/sanitized.h"
#include "support/skip.h"

/* How many tests run, and how many are left out with their whole suite; a filter does not look at those. */
struct count {
    unsigned run, left_out;
};

static struct count count_tests(struct criterion_test_set *set) {
    struct count count = {0};
    FOREACH_SET(struct criterion_suite_set * suite, set->suites)
    FOREACH_SET(struct criterion_test * test, suite->tests) {
        const bool without_suite = suite->suite.data && suite->suite.data->disabled;
        count.left_out += without_suite;
        count.run += !without_suite && !test->data->disabled;
    }
    return count;
}

/* Gives a time to each test that names none. (Criterion 2.4 has read its own default by now.) */
static void end_hangs(struct criterion_test_set *set) {
    FOREACH_SET(struct criterion_suite_set * suite, set->suites)
    FOREACH_SET(struct criterion_test * test, suite->tests)
    if (test->data->timeout <= 0 && !(suite->suite.data && suite->suite.data->timeout > 0))
        test->data->timeout = HANG;
}

/* Names the suites that are near the first word of a filter. */
static void suggest_suites(const char *filter) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    char command[100];
    const char *const word = filter + strcspn(filter, letters);
    const int length = (int)strspn(word, letters);
    if (length > 0 && length < 40) {
        snprintf(command, sizeof command, "python3 tests/mutants/suites.py %.*s >&2", length, word);
        if (system(command) != 0)
            return; /* without Python, without a suggestion */
    }
}

ReportHook(PRE_ALL)(struct criterion_test_set *set) {
    const char *filter = criterion_options.pattern;
    const struct count count = count_tests(set);
    if (filter && count.run == 0) {
        fprintf(stderr, "check: --filter '%s' fits no test\n", filter);
        suggest_suites(filter);
        exit(2);
    }
    end_hangs(set);
    if (criterion_options.logging_threshold == CRITERION_INFO)
        fprintf(stderr, "[====] %u tests to run\n", count.run);
    if (SANITIZED && !filter)
        skip_part("%u tests look at the plain build and are not compiled with sanitizers", count.left_out);
}
