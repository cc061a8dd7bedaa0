/* Tests kingscan diff --walk by keys, where there are pseudo-terminals. */
#include <criterion/criterion.h>

#include "support/skip.h"
#include "support/transcript.h"

Test(walk, arrow_keys, .init = need_terminal) {
    run_block("tests/cli/diff/keys.blocks", "Arrow keys");
}

Test(walk, a_small_terminal, .init = need_terminal) {
    run_block("tests/cli/diff/keys.blocks", "A small terminal");
}
