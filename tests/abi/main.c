/* All checks as a program, for code that cannot be linked with the test runner: that of 32 bits. */
#include <stdio.h>

#include "abi/checks.h"

static int failures;

static void report(const char *name, const char *trouble) {
    printf("%s: %s\n", name, trouble ? trouble : "good");
    failures += trouble != NULL;
}

int main(void) {
    report("calls", check_kernels(check_calls));
    report("interrupted calls", check_kernels(check_interrupted_calls));
    report("boards in memory", check_kernels(check_boards_in_memory));
    report("batches in memory", check_kernels(check_batches_in_memory));
    report("breaches", check_breaches());
    return failures != 0;
}
