/* The calling conventions, held by every function of every kernel; tests/abi/ has the checks. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "abi/call.h"
#include "abi/checks.h"
#include "support/run.h"
#include "support/sanitized.h"

static void expect_good(const char *trouble) {
    cr_assert(!trouble, "%s", trouble);
}

Test(abi, callers_state_is_kept) {
    if (!sees_upper_halves())
        fputs("abi: upper halves of vector registers aren't looked at, since this processor doesn't tell "
              "which parts of its state are in use (AVX2, and XGETBV with ECX = 1)\n",
              stderr);
    expect_good(check_kernels(check_calls));
}

Test(abi, signals_do_no_harm) {
    expect_good(check_kernels(check_interrupted_calls));
}

Test(abi, every_breach_is_noticed) {
    expect_good(check_breaches());
}

Test(abi, the_32_bit_code_is_as_good, .disabled = SANITIZED) {
    expect_run(BUILD "/i386/abi", 0,
               "calls: good\n"
               "interrupted calls: good\n"
               "boards in memory: good\n"
               "batches in memory: good\n"
               "breaches: good\n",
               "");
}
