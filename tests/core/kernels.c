/* Tests the table of kernels, and the choice of one: by default, by the environment, by a call. Each test is
 * a separate process, so each starts with the library's first choice. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernels/kernel.h"
#include "core/processor/cpu.h"
#include "kingscan.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/random.h"
#include "support/skip.h"

static const char variable[] = "KINGSCAN_KERNEL";

static const ks_kernel *fastest(void) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    const ks_kernel *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i]))
            found = kernels[i];
    return found;
}

/* Expects a message with the name and all usable kernels. */
static void expect_refusal(const ks_error *error, int code, const char *name) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    cr_assert_eq(error->code, code);
    cr_assert_eq(error->offset, 0);
    cr_assert(strstr(error->message, name), "%s", error->message);
    const char *list = strrchr(error->message, ':');
    cr_assert(list, "%s", error->message);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i]))
            cr_assert(strstr(list, kernels[i]->name), "%s: no %s", error->message, kernels[i]->name);
}

static void ignore_environment(void) {
    unsetenv(variable);
}

TestSuite(kernels, .init = ignore_environment);

/* ---- The table ---- */

enum { C, PORTABLE, SCAN, SSSE3, AVX2, AVX512, KERNELS };

Test(kernels, all_run_on_this_processor) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i < count; i++)
        if (!ks_kernel_is_usable(kernels[i]))
            skip_part("this processor cannot run the kernel %s", kernels[i]->name);
}

Test(kernels, the_list_goes_from_the_reference_to_the_fastest) {
    static const char *const names[KERNELS] = {"c", "portable", "scan", "ssse3", "avx2", "avx512"};
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    cr_assert_eq(count, KERNELS);
    for (size_t i = 0; i < KERNELS; i++)
        cr_assert_str_eq(kernels[i]->name, names[i]);
}

Test(kernels, rows_are_complete_and_names_differ) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i < count; i++) {
        cr_assert_gt(strlen(kernels[i]->name), 0);
        cr_assert_gt(strlen(kernels[i]->summary), 0);
        cr_assert_null(strchr(kernels[i]->summary, '\n'));
#define EXPECT_FUNCTION(context, result, name, parameters, arguments, precondition)                          \
    cr_assert(kernels[i]->name &&kernels[i]->name##_set);
        KS_KERNEL_FUNCTIONS(EXPECT_FUNCTION, )
        for (size_t other = 0; other < i; other++)
            cr_assert_str_neq(kernels[i]->name, kernels[other]->name);
    }
}

#define NEEDS_OF_AVX512                                                                                      \
    "SSSE3 POPCNT LZCNT BMI1 BMI2 AVX2 AVX512F AVX512DQ AVX512BW AVX512VL AVX512VBMI AVX512VBMI2 "           \
    "AVX512BITALG AVX512VPOPCNTDQ AVX512CD FAST_PEXT"

static void expect_needs(unsigned kernel, const char *expected) {
    size_t count;
    char text[256];
    cr_expect_eq(ks_kernel_write_needs(ks_kernel_get_all(&count)[kernel], text, sizeof text),
                 strlen(expected));
    cr_expect_str_eq(text, expected);
}

Test(kernels, rows_name_the_needed_features) {
    expect_needs(C, "");
    expect_needs(PORTABLE, "");
    expect_needs(SCAN, "SSE2");
    expect_needs(SSSE3, "SSSE3");
    expect_needs(AVX2, "SSSE3 POPCNT BMI1 BMI2 AVX2");
    expect_needs(AVX512, NEEDS_OF_AVX512);
}

Test(kernels, needs_fill_the_room_that_there_is) {
    size_t count;
    char text[12] = "unwritten";
    const ks_kernel *const avx512 = ks_kernel_get_all(&count)[AVX512];
    const size_t whole = strlen(NEEDS_OF_AVX512);
    cr_expect_eq(ks_kernel_write_needs(avx512, NULL, 0), whole);
    cr_expect_eq(ks_kernel_write_needs(avx512, text, 10), whole);
    cr_expect_arr_eq(text, "SSSE3 POP\0", 11);
}

/* The compiler's library tests the processor too, and the registers that the operating system saves. */
Test(kernels, usable_is_what_the_processor_can_run) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    __builtin_cpu_init();
    const int ssse3 = __builtin_cpu_supports("ssse3") != 0,
              avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
                     __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const int avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                       __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bitalg") &&
                       __builtin_cpu_supports("avx512vpopcntdq") && avx2;
    cr_assert(ks_kernel_is_usable(kernels[C]));
    cr_assert(ks_kernel_is_usable(kernels[PORTABLE]));
    cr_assert(ks_kernel_is_usable(kernels[SCAN]), "every x86-64 processor has SSE2");
    cr_assert_eq(ks_kernel_is_usable(kernels[SSSE3]), ssse3);
    cr_assert_eq(ks_kernel_is_usable(kernels[AVX2]), avx2);
    cr_assert_eq(ks_kernel_is_usable(kernels[AVX512]), avx512);
}

/* ---- The choice ---- */

Test(kernels, the_fastest_is_used_unless_told_otherwise) {
    cr_assert_eq(ks_kernel_get_current(), fastest());
    cr_assert_eq(ks_kernel_check_environment(NULL), KS_OK);
}

Test(kernels, each_can_be_selected_if_the_machine_has_it) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i < count; i++) {
        ks_error error = {0};
        const ks_kernel *before = ks_kernel_get_current();
        const int code = ks_kernel_select(kernels[i]->name, &error);
        if (ks_kernel_is_usable(kernels[i])) {
            cr_assert_eq(code, KS_OK);
            cr_assert_eq(ks_kernel_get_current(), kernels[i]);
        } else {
            cr_assert_eq(code, KS_ERROR_KERNEL_UNUSABLE);
            expect_refusal(&error, KS_ERROR_KERNEL_UNUSABLE, kernels[i]->name);
            cr_assert_eq(ks_kernel_get_current(), before);
        }
    }
}

Test(kernels, null_selects_the_fastest) {
    cr_assert_eq(ks_kernel_select("c", NULL), KS_OK);
    cr_assert_eq(ks_kernel_select(NULL, NULL), KS_OK);
    cr_assert_eq(ks_kernel_get_current(), fastest());
}

static void expect_unknown(const char *name) {
    ks_error error;
    cr_assert_eq(ks_kernel_select("scan", NULL), KS_OK); /* neither the first kernel nor the fastest */
    cr_assert_eq(ks_kernel_select(name, &error), KS_ERROR_KERNEL_UNKNOWN);
    expect_refusal(&error, KS_ERROR_KERNEL_UNKNOWN, name);
    cr_assert_str_eq(ks_kernel_get_current()->name, "scan", "a refused name changes nothing");
    cr_assert_eq(ks_kernel_select(name, NULL), KS_ERROR_KERNEL_UNKNOWN);
}

Test(kernels, unknown_names_are_refused) {
    expect_unknown("nonsense");
    expect_unknown("");
    expect_unknown("C");
    expect_unknown("sca");
    expect_unknown("scan ");
}

Test(kernels, a_long_unknown_name_is_cut_and_the_list_is_whole) {
    char name[1001];
    ks_error error;
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    cr_assert_eq(ks_kernel_select(name, &error), KS_ERROR_KERNEL_UNKNOWN);
    expect_refusal(&error, KS_ERROR_KERNEL_UNKNOWN, "xxxxxxxx");
    cr_assert_lt(strlen(error.message), sizeof error.message);
}

/* ---- The environment ---- */

Test(kernels, the_environment_names_the_kernel) {
    setenv(variable, "c", 1);
    cr_assert_eq(ks_kernel_check_environment(NULL), KS_OK);
    cr_assert_str_eq(ks_kernel_get_current()->name, "c");
}

Test(kernels, the_environment_counts_for_the_first_call_too) {
    const uint8_t board[64] = {[0] = KS_BLACK_ROOK};
    setenv(variable, "scan", 1);
    cr_assert_eq(ks_attackers(board, 63, KS_BLACK), 0);
    cr_assert_str_eq(ks_kernel_get_current()->name, "scan");
}

Test(kernels, an_empty_variable_is_none) {
    setenv(variable, "", 1);
    cr_assert_eq(ks_kernel_check_environment(NULL), KS_OK);
    cr_assert_eq(ks_kernel_get_current(), fastest());
}

Test(kernels, an_unusable_variable_is_ignored_and_reported) {
    ks_error error;
    setenv(variable, "nonsense", 1);
    cr_assert_eq(ks_kernel_check_environment(&error), KS_ERROR_KERNEL_UNKNOWN);
    expect_refusal(&error, KS_ERROR_KERNEL_UNKNOWN, "nonsense");
    cr_assert_eq(ks_kernel_check_environment(NULL), KS_ERROR_KERNEL_UNKNOWN);
    cr_assert_eq(ks_kernel_get_current(), fastest());
}

Test(kernels, a_call_overrides_the_environment) {
    setenv(variable, "c", 1);
    cr_assert_eq(ks_kernel_select("scan", NULL), KS_OK);
    cr_assert_str_eq(ks_kernel_get_current()->name, "scan");
    cr_assert_eq(ks_kernel_select(NULL, NULL), KS_OK);
    cr_assert_eq(ks_kernel_get_current(), fastest());
}

Test(kernels, the_environment_is_read_once) {
    setenv(variable, "c", 1);
    cr_assert_str_eq(ks_kernel_get_current()->name, "c");
    setenv(variable, "scan", 1);
    cr_assert_str_eq(ks_kernel_get_current()->name, "c");
}

/* ---- The public functions go through the kernel in use ---- */

static void expect_public_lines(const uint8_t board[64], unsigned square, unsigned side) {
    ks_king_lines expected, lines;
    reference()->king_scan(board, square, side, &expected);
    ks_king_scan(board, square, side, &lines);
    cr_assert_eq(memcmp(&lines, &expected, sizeof lines), 0);
    memset(&lines, 0x55, sizeof lines);
    ks_king_scan_set(&ks_chess_pieces, board, square, side, &lines);
    cr_assert_eq(memcmp(&lines, &expected, sizeof lines), 0);
}

/* batch.c tests longer batches. */
static void expect_public_batch(const uint8_t board[64], unsigned square, unsigned side, uint64_t expected) {
    const uint8_t squares[] = {(uint8_t)square}, sides[] = {(uint8_t)side};
    uint64_t bits = 2;
    ks_in_check_batch(board, 64, squares, sides, 1, &bits);
    cr_assert_eq(bits, expected);
    bits = 2;
    ks_in_check_batch_set(&ks_chess_pieces, board, 64, squares, sides, 1, &bits);
    cr_assert_eq(bits, expected);
}

static void expect_public_answers(void) {
    uint64_t state = 5;
    for (int i = 0; i < 1000; i++) {
        uint8_t board[64];
        random_board(&state, KS_EMPTY, 20, 255, board);
        const unsigned square = random_below(&state, 64), side = random_below(&state, 2);
        const uint64_t expected = reference()->attackers(board, square, side ^ 1);
        cr_assert_eq(ks_attackers(board, square, side ^ 1), expected);
        cr_assert_eq(ks_in_check(board, square, side), expected != 0);
        cr_assert_eq(ks_attackers_set(&ks_chess_pieces, board, square, side ^ 1), expected);
        cr_assert_eq(ks_in_check_set(&ks_chess_pieces, board, square, side), expected != 0);
        expect_public_lines(board, square, side);
        expect_public_batch(board, square, side, expected != 0);
    }
}

Test(kernels, public_functions_answer_with_every_kernel) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    expect_public_answers();
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_select(kernels[i]->name, NULL) == KS_OK)
            expect_public_answers();
}

static const uint8_t rook_on_a8[64] = {[0] = KS_BLACK_ROOK};

/* The functions below ask about a rook on a8 and a king on h8; they return 1 when the answer is right. */

static int in_check(void) {
    return ks_in_check(rook_on_a8, 7, KS_WHITE) == 1;
}

static int attackers(void) {
    return ks_attackers(rook_on_a8, 7, KS_BLACK) == 1;
}

static int king_scan(void) {
    ks_king_lines lines;
    ks_king_scan(rook_on_a8, 7, KS_WHITE, &lines);
    return lines.check_lines == 0x7f;
}

static int in_check_batch(void) {
    uint64_t bits = 0;
    ks_in_check_batch(rook_on_a8, 64, (const uint8_t[]){7}, (const uint8_t[]){KS_WHITE}, 1, &bits);
    return bits == 1;
}

static int in_check_set(void) {
    return ks_in_check_set(&ks_chess_pieces, rook_on_a8, 7, KS_WHITE) == 1;
}

static int attackers_set(void) {
    return ks_attackers_set(&ks_chess_pieces, rook_on_a8, 7, KS_BLACK) == 1;
}

static int king_scan_set(void) {
    ks_king_lines lines;
    ks_king_scan_set(&ks_chess_pieces, rook_on_a8, 7, KS_WHITE, &lines);
    return lines.check_lines == 0x7f;
}

static int in_check_batch_set(void) {
    uint64_t bits = 0;
    ks_in_check_batch_set(&ks_chess_pieces, rook_on_a8, 64, (const uint8_t[]){7}, (const uint8_t[]){KS_WHITE},
                          1, &bits);
    return bits == 1;
}

static int current(void) {
    return ks_kernel_get_current() == fastest();
}

#define FIRST_CALLS(context, result, name, parameters, arguments, precondition) name, name##_set,
static int (*const first_calls[])(void) = {KS_KERNEL_FUNCTIONS(FIRST_CALLS, ) current};

ParameterizedTestParameters(kernels, the_first_call_may_be_any) {
    static size_t indices[LENGTH(first_calls)];
    for (size_t i = 0; i < LENGTH(first_calls); i++)
        indices[i] = i;
    return cr_make_param_array(size_t, indices, LENGTH(indices));
}

ParameterizedTest(size_t *index, kernels, the_first_call_may_be_any) {
    cr_assert(first_calls[*index](), "call %zu", *index);
}

/* ---- Threads ---- */

enum { THREADS = 2 * LENGTH(first_calls) };

static pthread_barrier_t all_ready;

/* Makes a first call at the same time as the other threads; returns `which` when the answer was right. */
static void *call_first(void *which) {
    const int number = *(const int *)which;
    pthread_barrier_wait(&all_ready);
    return first_calls[(size_t)number % LENGTH(first_calls)]() ? which : NULL;
}

Test(kernels, first_calls_from_many_threads_at_once) {
    pthread_t threads[THREADS];
    int numbers[THREADS];
    pthread_barrier_init(&all_ready, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        cr_assert_eq(pthread_create(&threads[i], NULL, call_first, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        cr_assert_eq(result, &numbers[i], "thread %d", i);
    }
    cr_assert_eq(ks_kernel_get_current(), fastest());
}
