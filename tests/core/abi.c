/* Tests that every function of every kernel keeps the calling conventions; tests/abi/ has the checks. */
#include <criterion/criterion.h>

#include "abi/checks.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

static void expect_good(const char *trouble) {
    cr_assert(!trouble, "%s", trouble);
}

Test(abi, functions_keep_their_callers_state) {
    expect_good(check_kernels(check_calls));
}

/* Each instruction is a trap here. Sanitizers see nothing in assembly. */
Test(abi, functions_keep_it_when_signals_interrupt, .disabled = SANITIZED) {
    expect_good(check_kernels(check_interrupted_calls));
}

Test(abi, the_checks_notice_every_breach) {
    expect_good(check_breaches());
}

Test(abi, the_32_bit_code_passes_too, .init = need_i386_programs, .disabled = SANITIZED) {
    expect_run(BUILD "/i386/abi", 0, ALL_CHECKS_GOOD, "");
}
