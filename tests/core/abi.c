/* The calling conventions, held by every function of every kernel; tests/abi/ has the checks. */
#include <criterion/criterion.h>

#include "abi/checks.h"
#include "support/run.h"
#include "support/sanitized.h"

static void expect_good(const char *trouble) {
    cr_assert(!trouble, "%s", trouble);
}

Test(abi, callers_state_is_kept) {
    expect_good(check_kernels(check_calls));
}

Test(abi, signals_do_no_harm) {
    expect_good(check_kernels(check_interrupted_calls));
}

Test(abi, every_breach_is_noticed) {
    expect_good(check_breaches());
}

Test(abi, the_32_bit_code_is_as_good, .disabled = SANITIZED) {
    expect_run(BUILD "/i386/abi", 0, ALL_CHECKS_GOOD, "");
}
