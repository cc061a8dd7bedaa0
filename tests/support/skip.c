/* Records skipped tests: one line each, "STAGE: SUITE/TEST: REASON", in the file that TEST_SKIPPED names. */
#define _XOPEN_SOURCE 700
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <criterion/criterion.h>

#include "support/run.h"
#include "support/skip.h"

enum { REASON_MAX = 200 };

/* Several tests at a time append to the file, each a line in one call. */
static void record(const char *reason) {
    const char *path = getenv("TEST_SKIPPED"), *stage = getenv("TEST_STAGE");
    const struct criterion_test *test = criterion_current_test;
    const char *suite = test ? test->category : "all", *name = test ? test->name : "before the tests";
    FILE *file = path ? fopen(path, "a") : NULL;
    if (file) {
        fprintf(file, "%s: %s/%s: %s\n", stage ? stage : "check", suite, name, reason);
        fclose(file);
    } else
        fprintf(stderr, "%s/%s: skipped: %s\n", suite, name, reason);
}

void skip_part(const char *format, ...) {
    char reason[REASON_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    record(reason);
}

void skip_test(const char *format, ...) {
    char reason[REASON_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    record(reason);
    cr_skip_test("%s", reason);
}

static bool succeeds(const char *command) {
    struct ran ran = run_shell(command);
    const bool yes = ran.status == 0;
    free_ran(&ran);
    return yes;
}

void need(const char *command, const char *what) {
    if (!succeeds(command))
        skip_test("%s is missing", what);
}

void leave_to_test_all(const char *what) {
    if (getenv("TEST_USUAL"))
        skip_test("make test-all runs it: %s", what);
}

void need_more(const char *command, const char *what) {
    if (getenv("TEST_USUAL"))
        skip_test("make test-all runs it: it needs %s", what);
    need(command, what);
}

void need_terminal(void) {
    if (!succeeds("python3 -c 'import pty; pty.openpty()'"))
        skip_test("this machine has no pseudo-terminals");
}

void need_i386(void) {
    need_more("test -e " BUILD "/i386/abi -a -e " BUILD "/i386/demo", "the build of `make i386`");
}

void need_i386_programs(void) {
    need_i386();
    /* 126: the shell could not start it. Kernels of some virtual machines run no such programs. */
    if (!succeeds(BUILD "/i386/demo >/dev/null 2>&1; test $? != 126"))
        skip_test("this machine runs no programs of 32 bits");
}
