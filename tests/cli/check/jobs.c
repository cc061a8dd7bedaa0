/* Tests that kingscan check --jobs prints what one thread does, byte for byte, whatever the options. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "support/length.h"
#include "support/sanitized.h"
#include "support/transcript.h"

/* Runs a block once with each of the options, or with some where that is slow. */
static void run(const char *title, const char *const *options, size_t count) {
    for (size_t i = 0; i < count; i += SLOW ? 4 : 1) {
        setenv("o", options[i], 1);
        run_block("tests/cli/check/jobs.blocks", title);
    }
}

Test(check_jobs, give_the_output_of_one_thread) {
    static const char *const options[] = {"",
                                          "--json",
                                          "--format epd",
                                          "--format bits",
                                          "--format bytes",
                                          "--count --json",
                                          "--only check,stalemate --header",
                                          "--unique",
                                          "--unique --format bytes",
                                          "--column 1"};
    run("The output is that of one thread", options, LENGTH(options));
}

Test(check_jobs, name_the_right_lines) {
    static const char *const options[] = {"--jobs 1", "--jobs 4", "--jobs 4 --unique"};
    run("The right lines are named", options, LENGTH(options));
}

Test(check_jobs, count_the_blocks_of_other_threads) {
    static const char *const options[] = {"--count", "--only double-check"};
    run("The blocks of other threads count", options, LENGTH(options));
}
