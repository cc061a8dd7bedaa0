/* Tests kingscan perft: the published counts, with every combination of options. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/perft/known.h"
#include "support/run.h"
#include "support/sanitized.h"

Test(perft_command, known_counts) {
    expect_known("", TO_MILLIONS);
}

Test(perft_command, threads_make_no_difference) {
    expect_known("--threads 2", TO_MILLIONS);
    expect_known("--threads 7", TO_MILLIONS);
}

Test(perft_command, the_hash_makes_no_difference) {
    expect_known("--hash 1", TO_MILLIONS);
    expect_known("--hash 16 --threads 3", TO_MILLIONS);
}

Test(perft_command, stats_on_a_terminal) {
    struct ran ran = run_on_terminal("$KINGSCAN perft 1 --stats");
    cr_expect(strstr(ran.out, "nodes                           20\r\n"), "no columns: %s", ran.out);
    free_ran(&ran);
}

/* ---- Long runs ---- */

#define INTERRUPTED(words) INTERRUPTIBLE "$KINGSCAN perft 12 " words " & sleep 0.5; kill -INT $!; wait $!"

Test(perft_command, ctrl_c_prints_what_is_done) {
    unsigned long long nodes;
    struct ran ran = run_shell(INTERRUPTED("--threads 2"));
    cr_expect_eq(ran.status, 130);
    cr_expect(sscanf(ran.out, "%llu", &nodes) == 1 && nodes > 8902, "%s", ran.out);
    cr_expect(strstr(ran.err, "kingscan perft: interrupted after 0% of the work"), "%s", ran.err);
    free_ran(&ran);
    ran = run_shell(INTERRUPTED("--json --stats"));
    cr_expect_eq(ran.status, 130);
    cr_expect(strstr(ran.out, ",\"interrupted\":true}\n"), "%s", ran.out);
    free_ran(&ran);
    ran = run_shell(INTERRUPTED("--divide"));
    cr_expect_eq(ran.status, 130);
    cr_expect(sscanf(ran.out, "\nNodes searched: %llu", &nodes) == 1 && nodes > 8902, "%s", ran.out);
    free_ran(&ran);
}

Test(perft_command, progress_on_a_terminal) {
    struct ran ran = run_on_terminal("timeout --foreground --preserve-status -s INT 2 $KINGSCAN perft 12");
    cr_expect_eq(ran.status, 130);
    cr_expect(strstr(ran.out, "\r[......"), "no bar: %s", ran.out);
    cr_expect(strstr(ran.out, " left\033[K\r\033[K"), "the bar isn't removed: %s", ran.out);
    cr_expect(strstr(ran.out, "million nodes a second (1 thread, kernel "), "no summary: %s", ran.out);
    free_ran(&ran);
}

/* The memory of a thread's stack is memory too. */
Test(perft_command, says_that_memory_is_missing, .disabled = SANITIZED) {
    expect_run("for k in 10 12 14 16 18; do (ulimit -v ${k}000; $KINGSCAN perft 3 2>&1 >/dev/null | grep "
               "-v 'memory$'); "
               "done; :",
               0, "", "");
}
