/* Tests the program in unusual surroundings: streams that are closed or don't block, a small stack, little
 * memory. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/transcript.h"

Test(surroundings, a_small_stack) {
    static const char *const commands[] = {
        "$KINGSCAN perft 4 --threads 2",
        "$KINGSCAN perft 3 --threads 2 --variant grand",
        "$KINGSCAN diff 1 --jobs 2 --engine \"$KINGSCAN uci\"",
        "$KINGSCAN diff 3 --engine \"$(dirname \"$KINGSCAN\")/broken rank-pin-ignored\"; test $? = 1",
        "$KINGSCAN check --count --jobs 3 tests/data/positions.epd",
        "$KINGSCAN fuzz --games --boards 1000"};
    for (size_t i = 0; i < LENGTH(commands); i++) {
        char command[256];
        snprintf(command, sizeof command, "ulimit -s 128; { %s; } >/dev/null 2>&1", commands[i]);
        expect_run(command, 0, "", "");
    }
}

/* Descriptors that were open before count, too. */
Test(surroundings, descriptors_of_others) {
    need("command -v bash", "bash");
    expect_run(
        "bash -c 'for i in {10..99}; do eval \"exec $i</dev/null\"; done; ulimit -Sn 130; $KINGSCAN diff 1 "
        "--jobs 16 --random 100 --seed 1 --engine \"sleep 0.5; $KINGSCAN uci\"' | cut -d ' ' -f 1-5",
        0, "100 positions to depth 1,\n", "");
}

/* ---- Little memory ---- */

/* Sanitizers need more address space than the limit. */
Test(surroundings, variants_without_memory, .disabled = SLOW) {
    run_block("tests/cli/shell/surroundings.blocks", "Variants without memory");
}

Test(surroundings, little_memory, .disabled = SLOW) {
    run_block("tests/cli/shell/surroundings.blocks", "Little memory");
}

/* Every command needs address space for a static buffer. Sanitizers add buffers. */
Test(surroundings, small_buffers, .disabled = SLOW) {
    expect_run("size $KINGSCAN | awk 'NR == 2 { print $3 < 3 * 2 ^ 20 }'", 0, "1\n", "");
}
