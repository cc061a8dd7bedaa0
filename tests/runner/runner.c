/* Runs each test in its own process and reports the failures:
 *
 *     check [--filter PATTERN]...     those whose SUITE/NAME matches a shell pattern; without, all
 *
 * Returns 1 when a test has failed, or when there was none. With RUNNER_PATIENCE=N in the environment a test
 * may take N times as long, as on an emulator. */
#define _DEFAULT_SOURCE /* alarm */
#include "criterion/criterion.h"

#include <fnmatch.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hang.h"

enum { SUITES_MAX = 200, SKIPPED = 77 };

static struct runner_test *tests;
static struct criterion_test current;
const struct criterion_test *const criterion_current_test = &current;
static struct {
    const char *name;
    struct runner_options options;
} suites[SUITES_MAX];
static size_t suite_count;

void runner_add(struct runner_test *test) {
    test->next = tests;
    tests = test;
}

void runner_add_suite(const char *name, const struct runner_options *options) {
    if (suite_count == SUITES_MAX)
        abort();
    suites[suite_count].name = name;
    suites[suite_count++].options = *options;
}

/* A test's options override its suite's. */
static struct runner_options options_of(const struct runner_test *test) {
    struct runner_options options = test->options;
    for (size_t i = 0; i < suite_count; i++) {
        const struct runner_options *suite = &suites[i].options;
        if (strcmp(suites[i].name, test->suite) != 0)
            continue;
        options.init = options.init ? options.init : suite->init;
        options.fini = options.fini ? options.fini : suite->fini;
        options.signal = options.signal ? options.signal : suite->signal;
        options.timeout = options.timeout > 0 ? options.timeout : suite->timeout;
        options.disabled |= suite->disabled;
    }
    options.timeout = options.timeout > 0 ? options.timeout : HANG;
    return options;
}

/* ---- The process of a test ---- */

static bool failed;
static FILE *redirected;

void runner_fail(bool ends, const char *file, int line, const char *what, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "%s:%d: %s: ", file, line, what);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    failed = true;
    if (ends)
        exit(1);
}

void runner_skip(const char *format, ...) {
    va_list arguments;
    fputs("skipped: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(SKIPPED);
}

void cr_redirect_stdout(void) {
    redirected = tmpfile();
    if (redirected)
        dup2(fileno(redirected), STDOUT_FILENO);
}

FILE *cr_get_redirected_stdout(void) {
    fflush(stdout);
    rewind(redirected);
    return redirected;
}

static void run_here(const struct runner_test *test, const struct runner_options *options, void *parameter) {
    if (options->init)
        options->init();
    if (test->run)
        test->run();
    else
        test->run_with(parameter);
    if (options->fini)
        options->fini();
    exit(failed);
}

/* ---- The runner ---- */

static unsigned patience(void) {
    const char *text = getenv("RUNNER_PATIENCE");
    return text ? (unsigned)atoi(text) : 1;
}

enum outcome { PASSED, FAILED, LEFT_OUT };

static enum outcome run_one(const struct runner_test *test, const struct runner_options *options,
                            void *parameter) {
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        current = (struct criterion_test){test->suite, test->name};
        setpgid(0, 0);
        alarm((unsigned)options->timeout * patience());
        run_here(test, options, parameter);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return FAILED;
    kill(-child, SIGKILL); /* processes that the test has left running */
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
        return LEFT_OUT;
    const bool as_expected = options->signal ? WIFSIGNALED(status) && WTERMSIG(status) == options->signal
                                             : WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!as_expected)
        printf("[FAIL] %s::%s: status 0x%x\n", test->suite, test->name, (unsigned)status);
    return as_expected ? PASSED : FAILED;
}

static bool is_wanted(const struct runner_test *test, int argc, char **argv) {
    char name[256];
    bool filtered = false;
    snprintf(name, sizeof name, "%s/%s", test->suite, test->name);
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--filter") == 0) {
            filtered = true;
            if (fnmatch(argv[i + 1], name, 0) == 0)
                return true;
        }
    return !filtered;
}

int main(int argc, char **argv) {
    unsigned count[3] = {0};
    for (const struct runner_test *test = tests; test; test = test->next) {
        const struct runner_options options = options_of(test);
        if (options.disabled || !is_wanted(test, argc, argv))
            continue;
        const struct criterion_test_params parameters =
            test->parameters ? test->parameters() : (struct criterion_test_params){NULL, 0, 1};
        for (size_t i = 0; i < parameters.length; i++)
            count[run_one(test, &options, (char *)parameters.array + i * parameters.size)]++;
    }
    if (count[PASSED] + count[FAILED] + count[LEFT_OUT] == 0)
        fprintf(stderr, "check: --filter fits no test\n");
    printf("[====] Tested: %u | Passing: %u | Failing: %u | Skipped: %u\n", count[PASSED] + count[FAILED],
           count[PASSED], count[FAILED], count[LEFT_OUT]);
    return count[FAILED] || count[PASSED] + count[LEFT_OUT] == 0;
}
