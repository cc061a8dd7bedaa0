/* kingscan check --jobs: the output is that of one thread, byte for byte, whatever the options. */
#include <criterion/criterion.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/sanitized.h"

/* Files that are missing, empty or have other line ends, with blank lines, comments, wrong lines and lines
 * that are too long, also at the very end, and without a final LF. */
#define MAKE_FILES                                                                                           \
    WITH_POSITIONS                                                                                           \
    "long() { head -c $1 /dev/zero | tr '\\0' x; }\n"                                                        \
    "head -n 16000 \"$positions\" | awk 'NR % 89 == 0 { print NR % 5 ? \"x\" : \"\\n# x\\n \\t\" } { print " \
    "}' >noisy\n"                                                                                            \
    "{ head -n 5000 \"$positions\"; long 1500000; echo; tail -n 3000 noisy; } >long\n"                       \
    "{ tail -n 9000 \"$positions\" | sed 's/$/\\r/'; printf '" CHECK_FEN "'; } >crlf\n"                      \
    "{ tail -n 1 noisy; long 1100000; } >end; : >empty; mkdir directory\n"                                   \
    "set -- noisy missing long empty crlf directory end noisy\n"

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

/* ---- Pipes ---- */

/* Reads of 13 bytes, of a line and a half, or of any length that has arrived. */
Test(check_jobs, small_reads_make_no_difference) {
    static const char *const settings[] = {"jobs=1", "jobs=3"};
    for (size_t i = 0; i < LENGTH(settings); i += SLOW ? 4 : 1)
        expect_run_with(
            settings[i],
            WITH_POSITIONS
            "{ head -n 200 \"$positions\"; printf 'x\\n\\n#\\n'; tail -n 200 \"$positions\"\n"
            "printf 'x\\n8/8'; } >in; $KINGSCAN check in >expected 2>&1\n"
            "for size in 13 100 4000; do dd obs=$size if=in status=none |\n"
            "$KINGSCAN check --jobs $jobs 2>&1 | sed 's/^-:/in:/' | cmp - expected; done\n"
            "while IFS= read -r line; do printf '%.9s' \"$line\"; printf '%s\\n' \"${line#?????????}\"\n"
            "done <in | $KINGSCAN check --jobs $jobs 2>/dev/null | wc -l",
            0, "383\n", "");
}

/* Each line is answered before the next one arrives. */
Test(check_jobs, a_line_is_answered_at_once) {
    static const char *const settings[] = {"jobs=1", "jobs=3"};
    for (size_t i = 0; i < LENGTH(settings); i += SLOW ? 4 : 1)
        expect_run_with(settings[i],
                        IN_NEW_DIRECTORY
                        "mkfifo in; : >out; $KINGSCAN check --jobs $jobs <in >out & exec 3>in; n=0\n"
                        "for line in '" SAFE_FEN "' '" CHECK_FEN "' '" MATE_FEN "'; do\n"
                        "echo \"$line\" >&3; n=$((n + 1)); i=0\n"
                        "while [ $i -lt 500 ] && [ $(wc -l <out) != $n ]; do sleep 0.02; i=$((i + 1)); done\n"
                        "[ $i -lt 500 ] || echo no answer; done\n"
                        "exec 3>&-; wait $!; cat out",
                        0, SAFE_LINE CHECK_LINE MATE_LINE, "");
}
