/* Tests that kingscan check needs little memory for any input, by the blocks of memory.blocks. Sanitizers
 * need more. */
#include <criterion/criterion.h>

#include "support/sanitized.h"
#include "support/transcript.h"

TestSuite(check_memory, .disabled = SLOW);

static void run(const char *title) {
    run_block("tests/cli/check/memory.blocks", title);
}

Test(check_memory, much_text_needs_little) {
    run("Much text needs little");
}

Test(check_memory, long_lines_need_little) {
    run("Long lines need little");
}

Test(check_memory, unique_positions_stay_within_the_bound) {
    run("Unique positions stay within the bound");
}

Test(check_memory, a_block_without_memory_is_no_fault, .disabled = SANITIZED) {
    run("A block without memory is no fault");
}
