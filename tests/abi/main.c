/* Runs all checks of calls as a program, where the test runner cannot be linked: for 32 bits and for
 * Windows. */
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
