/* The part of Criterion that the tests use, for processors that Criterion does not support: the same names
 * with the same meaning. runner.c runs the tests. */
#ifndef KS_RUNNER_CRITERION_H
#define KS_RUNNER_CRITERION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- Tests ---- */

struct runner_options {
    void (*init)(void), (*fini)(void);
    int signal;     /* must end the test */
    double timeout; /* seconds */
    bool disabled;
};

struct criterion_test_params {
    void *array;
    size_t size, length;
};

struct runner_test {
    const char *suite, *name;
    struct runner_options options;
    void (*run)(void);
    void (*run_with)(void *parameter); /* instead of `run`, in a parameterized test */
    struct criterion_test_params (*parameters)(void);
    struct runner_test *next;
};

/* The running test. */
struct criterion_test {
    const char *category, *name;
};
extern const struct criterion_test *const criterion_current_test;

void runner_add(struct runner_test *test);
void runner_add_suite(const char *name, const struct runner_options *options);

#define RUNNER_AT_START(name) __attribute__((constructor)) static void name(void)

#define RUNNER_TEST(s, n, ...)                                                                               \
    RUNNER_AT_START(s##_##n##_add) {                                                                         \
        static struct runner_test test;                                                                      \
        test = (struct runner_test){.suite = #s, .name = #n, __VA_ARGS__};                                   \
        runner_add(&test);                                                                                   \
    }

#define Test(s, n, ...)                                                                                      \
    static void s##_##n##_run(void);                                                                         \
    RUNNER_TEST(s, n, .options = {.signal = 0, __VA_ARGS__}, .run = s##_##n##_run)                           \
    static void s##_##n##_run(void)

#define TestSuite(s, ...)                                                                                    \
    RUNNER_AT_START(s##_add) {                                                                               \
        runner_add_suite(#s, &(struct runner_options){.signal = 0, __VA_ARGS__});                            \
    }                                                                                                        \
    struct runner_test

#define ParameterizedTestParameters(s, n) static struct criterion_test_params s##_##n##_parameters(void)
#define cr_make_param_array(type, array, length)                                                             \
    ((struct criterion_test_params){(array), sizeof(type), (length)})

#define ParameterizedTest(parameter, s, n, ...)                                                              \
    static void s##_##n##_run(parameter);                                                                    \
    static void s##_##n##_run_with(void *one) {                                                              \
        s##_##n##_run(one);                                                                                  \
    }                                                                                                        \
    RUNNER_TEST(s, n, .options = {.signal = 0, __VA_ARGS__}, .run_with = s##_##n##_run_with,                 \
                .parameters = s##_##n##_parameters)                                                          \
    static void s##_##n##_run(parameter)

/* ---- Results of assertions ---- */

/* Records a failure; ends the test if it is an assertion. */
void runner_fail(bool ends, const char *file, int line, const char *what, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
_Noreturn void runner_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cr_redirect_stdout(void);
FILE *cr_get_redirected_stdout(void);

#define cr_skip_test(...) runner_skip("" __VA_ARGS__)
#define cr_log_info(...) ((void)fprintf(stderr, __VA_ARGS__), (void)fputc('\n', stderr))

#define RUNNER_CHECK(ends, condition, what, ...)                                                             \
    ((condition) ? (void)0 : runner_fail(ends, __FILE__, __LINE__, what, "" __VA_ARGS__))

#define cr_assert_fail(...) RUNNER_CHECK(true, false, "fail", __VA_ARGS__)
#define cr_assert(condition, ...) RUNNER_CHECK(true, condition, #condition, __VA_ARGS__)
#define cr_assert_not(condition, ...) RUNNER_CHECK(true, !(condition), "!" #condition, __VA_ARGS__)
#define cr_assert_eq(a, b, ...) RUNNER_CHECK(true, (a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_assert_neq(a, b, ...) RUNNER_CHECK(true, (a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_assert_lt(a, b, ...) RUNNER_CHECK(true, (a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_assert_leq(a, b, ...) RUNNER_CHECK(true, (a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_assert_gt(a, b, ...) RUNNER_CHECK(true, (a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_assert_geq(a, b, ...) RUNNER_CHECK(true, (a) >= (b), #a " >= " #b, __VA_ARGS__)
#define cr_assert_null(a, ...) RUNNER_CHECK(true, !(a), #a " is NULL", __VA_ARGS__)
#define cr_assert_not_null(a, ...) RUNNER_CHECK(true, (a), #a " isn't NULL", __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) RUNNER_CHECK(true, strcmp(a, b) == 0, #a " is " #b, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...) RUNNER_CHECK(true, strcmp(a, b) != 0, #a " isn't " #b, __VA_ARGS__)
#define cr_expect(condition, ...) RUNNER_CHECK(false, condition, #condition, __VA_ARGS__)
#define cr_expect_not(condition, ...) RUNNER_CHECK(false, !(condition), "!" #condition, __VA_ARGS__)
#define cr_expect_eq(a, b, ...) RUNNER_CHECK(false, (a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_expect_neq(a, b, ...) RUNNER_CHECK(false, (a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_expect_lt(a, b, ...) RUNNER_CHECK(false, (a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_expect_leq(a, b, ...) RUNNER_CHECK(false, (a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_expect_gt(a, b, ...) RUNNER_CHECK(false, (a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_expect_null(a, ...) RUNNER_CHECK(false, !(a), #a " is NULL", __VA_ARGS__)
#define cr_expect_not_null(a, ...) RUNNER_CHECK(false, (a), #a " isn't NULL", __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...) RUNNER_CHECK(false, strcmp(a, b) == 0, #a " is " #b, __VA_ARGS__)
#define cr_expect_str_neq(a, b, ...) RUNNER_CHECK(false, strcmp(a, b) != 0, #a " isn't " #b, __VA_ARGS__)
#define cr_expect_str_empty(a, ...) RUNNER_CHECK(false, !*(a), #a " is empty", __VA_ARGS__)

#endif
