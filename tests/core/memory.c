/* Tests that functions touch no other memory than theirs: every function of every kernel, at the edges of
 * pages and at any alignment. The checks are in tests/abi/memory.c; abi.c runs them on the 32-bit code. */
#include <criterion/criterion.h>

#include "abi/checks.h"

static void expect_good(const char *trouble) {
    cr_assert(!trouble, "%s", trouble);
}

Test(memory, boards_at_edges_and_alignments) {
    expect_good(check_kernels(check_boards_in_memory));
}

Test(memory, batches_at_edges) {
    expect_good(check_kernels(check_batches_in_memory));
}
