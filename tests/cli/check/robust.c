/* kingscan check in trouble: each kind of error is provoked. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "support/check_lines.h"
#include "support/length.h"

/* ---- Unreadable files ---- */

Test(check_robust, files_that_cannot_be_read) {
    static const char *const settings[] = {"jobs=1", "jobs=2"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        expect_run_with(settings[i],
                        IN_NEW_DIRECTORY
                        "echo '" SAFE_FEN "' >a; mkdir b\n"
                        "$KINGSCAN check --jobs $jobs none b /proc/self/mem a 2>err\n"
                        "status=$?; sed 's|I/O error|Input/output error|' err >&2\n" /* musl's */
                        "exit $status",
                        2, SAFE_LINE,
                        "kingscan check: none: No such file or directory\n"
                        "kingscan check: b: Is a directory\n"
                        "kingscan check: /proc/self/mem: Input/output error\n");
        expect_run_with(settings[i], "$KINGSCAN check --jobs $jobs - <&-", 2, "",
                        "kingscan check: -: Bad file descriptor\n");
    }
    if (geteuid() == 0)
        cr_log_info("root can read every file: no test of an unreadable one");
    else
        expect_run(IN_NEW_DIRECTORY "echo x >a; chmod 0 a; $KINGSCAN check a", 2, "",
                   "kingscan check: a: Permission denied\n");
}

/* ---- Unwritable output ---- */

Test(check_robust, a_full_disk_is_an_error_in_every_format) {
    static const char *const settings[] = {
        "o=",         "o=--json",  "o='--format epd'",   "o='--format bits'",   "o='--format bytes'",
        "o=--unique", "o=--count", "o='--count --json'", "o='--only stalemate'"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(settings[i],
                        "for jobs in 1 3; do $KINGSCAN check --jobs $jobs $o " POSITIONS " >/dev/full\n"
                        "echo $?; done",
                        0, "2\n2\n",
                        "kingscan check: standard output: No space left on device\n"
                        "kingscan check: standard output: No space left on device\n");
}

/* The signal ends the run (128 + 13) even when the parent ignores it; endless input shows that nothing waits
 * for its end. */
Test(check_robust, a_closed_pipe_ends_the_run_quietly) {
    static const char *const settings[] = {
        "o=",           "o=--json",    "o='--format epd'", "o='--format bits --jobs 2'", "o='--format bytes'",
        "o='--jobs 2'", "o='--jobs 3'"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(settings[i],
                        "trap '' PIPE\nyes '" CHECK_FEN "' 2>/dev/null |\n"
                        "{ $KINGSCAN check $o; echo $? >&2; } | head -c 1 >/dev/null",
                        0, "", "141\n");
    expect_run("$KINGSCAN check " POSITIONS " | head -n 1 | wc -l", 0, "1\n", "");
}

/* ---- Files that change while they are read ---- */

/* kingscan has written a part of file a and waits, since nothing reads its output: most of the file is
 * unread. Then the change happens, and the rest goes to the file out. */
#define WHILE_READ(change)                                                                                   \
    WITH_POSITIONS "grep -v '^#' \"$positions\" >a; cp a whole; mkfifo pipe\n"                               \
                   "$KINGSCAN check --jobs $jobs a >pipe 2>err & exec 4<pipe\n"                              \
                   "dd bs=1 count=1 <&4 >out 2>/dev/null; " change "; cat <&4 >>out; wait $!; status=$?\n"

Test(check_robust, a_file_that_grows_is_read_to_its_end) {
    static const char *const settings[] = {"jobs=1", "jobs=3"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(settings[i],
                        WHILE_READ("echo '" CHECK_FEN "' >>a") "cat err; tail -n 1 out\n"
                                                               "cut -f 3 out | cmp - a; exit $status",
                        0, CHECK_LINE, "");
}

/* The last line that was read may be cut: it is answered or rejected like any other. */
Test(check_robust, a_file_that_shrinks_ends_there) {
    static const char *const settings[] = {"jobs=1", "jobs=3"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(
            settings[i],
            WHILE_READ(
                ": >a") "lines=$(wc -l <out); [ $lines -gt 1000 ] && [ $lines -lt 30000 ] || echo $lines\n"
                        "head -n $((lines - 1)) whole >expected\n"
                        "head -n $((lines - 1)) out | cut -f 3 | cmp - expected\n"
                        "[ $status = $(wc -l <err) ] || echo status $status; sed 's/^a:[0-9]*:.*//' err | tr "
                        "-d '\\n'",
            0, "", "");
}
