/* kingscan check --jobs: the output is that of one thread, byte for byte, whatever the options. */
#include <criterion/criterion.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/sanitized.h"

/* Makes files with much that is wrong, which the script explains. */
#define MAKE_FILES "root=$PWD\n" IN_NEW_DIRECTORY "ln -s $root/tests .; . tests/cli/check/noisy.sh\n"

/* Standard output and standard error in their common order. */
Test(check_jobs, give_the_output_of_one_thread) {
    static const char *const settings[] = {"o=",
                                           "o=--json",
                                           "o='--format epd'",
                                           "o='--format bits'",
                                           "o='--format bytes'",
                                           "o='--count --json'",
                                           "o='--only check,stalemate --header'",
                                           "o='--unique'",
                                           "o='--unique --format bytes'",
                                           "o='--column 1'"};
    for (size_t i = 0; i < LENGTH(settings); i += SLOW ? 4 : 1)
        expect_run_with(
            settings[i],
            MAKE_FILES
            "for jobs in 1 2 5; do\n"
            "$KINGSCAN check --summary --max-errors 0 --jobs $jobs $o \"$@\" >found 2>&1; echo $?\n"
            "sed 's/[0-9.]* seconds.*//' found >$jobs; cmp 1 $jobs; done\n"
            "[ $(wc -c <1) -gt 20000 ] || wc -c 1",
            0, "2\n2\n2\n", "");
}

/* Another program computes the same: every message, and every line of output. */
Test(check_jobs, name_the_right_lines) {
    static const char *const settings[] = {"o='--jobs 1'", "o='--jobs 4'", "o='--jobs 4 --unique'"};
    for (size_t i = 0; i < LENGTH(settings); i += SLOW ? 4 : 1)
        expect_run_with(settings[i],
                        MAKE_FILES
                        "awk '/^x/ { print FILENAME \":\" FNR }' noisy long end >expected\n"
                        "grep -hv '^$\\|^ \\|^#\\|^x' noisy crlf | tr -d '\\r' >positions\n"
                        "$KINGSCAN check --max-errors 0 $o noisy long end 2>&1 >/dev/null | cut -d : -f 1,2 "
                        "| cmp - expected\n"
                        "awk '!seen[$1 $2 $3 $4]++' positions >unique\n"
                        "case $o in *unique) mv unique positions; esac\n"
                        "$KINGSCAN check --max-errors 0 $o noisy crlf 2>err | cut -f 3 | cmp - positions\n"
                        "grep -c '^noisy.*found .x.$' err; grep -cv '^noisy' err; wc -l <expected",
                        0, "144\n0\n173\n", "");
}

/* Threads pass on the counts of blocks without any message: sums and line numbers are those of one thread. 60
 * MB of text are some 230 blocks. */
Test(check_jobs, count_the_blocks_of_other_threads) {
    static const char *const settings[] = {"o=--count", "o='--only double-check'"};
    for (size_t i = 0; i < LENGTH(settings); i += SLOW ? 4 : 1)
        expect_run_with(
            settings[i],
            WITH_POSITIONS
            "for i in 1 2 3 4; do cat \"$positions\"; done >clean; { cat clean; echo x; cat clean; } >in\n"
            "for jobs in 1 2 5; do $KINGSCAN check --summary --jobs $jobs $o in clean in >found 2>&1; echo "
            "$?\n"
            "sed 's/[0-9.]* seconds.*//' found >$jobs; cmp 1 $jobs; done\n"
            "grep -c \"^in:$(($(wc -l <clean) + 1)):1: error\" 1",
            0, "1\n1\n1\n2\n", "");
}
