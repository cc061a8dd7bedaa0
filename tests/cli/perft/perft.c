/* kingscan perft: the published counts, with every combination of options. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/perft/known.h"
#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"

/* The output of Stockfish 15.1 for Kiwipete to depth 3, sorted. */
static const char divided[] =
    "a1b1: 1969\na1c1: 1968\na1d1: 1885\na2a3: 2186\na2a4: 2149\nb2b3: 1964\nc3a4: 2203\nc3b1: 2038\n"
    "c3b5: 2138\nc3d1: 2040\nd2c1: 1963\nd2e3: 2136\nd2f4: 2000\nd2g5: 2134\nd2h6: 2019\nd5d6: 1991\n"
    "d5e6: 2241\ne1c1: 1887\ne1d1: 1894\ne1f1: 1855\ne1g1: 2059\ne2a6: 1907\ne2b5: 2057\ne2c4: 2082\n"
    "e2d1: 1733\ne2d3: 2050\ne2f1: 2060\ne5c4: 1880\ne5c6: 2027\ne5d3: 1803\ne5d7: 2124\ne5f7: 2080\n"
    "e5g4: 1878\ne5g6: 1997\nf3d3: 2005\nf3e3: 2174\nf3f4: 2132\nf3f5: 2396\nf3f6: 2111\nf3g3: 2214\n"
    "f3g4: 2169\nf3h3: 2360\nf3h5: 2267\ng2g3: 1882\ng2g4: 1843\ng2h3: 1970\nh1f1: 1929\nh1g1: 2013\n"
    "\nNodes searched: 97862\n\n";

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

Test(perft_command, positions_without_moves) {
    static const char *const over[] = {"7k/5Q2/6K1/8/8/8/8/8 b - -", "R6k/8/6K1/8/8/8/8/8 b - -"};
    for (size_t i = 0; i < LENGTH(over); i++) {
        char command[256];
        snprintf(command, sizeof command, "for d in 0 1 2 3 63; do $KINGSCAN perft $d '%s'; done", over[i]);
        expect_run(command, 0, "1\n0\n0\n0\n0\n", "");
    }
    /* One of the replies mates, so its queue is empty. */
    expect_run("$KINGSCAN perft 3 --divide 7k/5ppp/8/8/8/8/8/K3R3 w - - | grep e1e8", 0, "e1e8: 0\n", "");
}

Test(perft_command, divide) {
    expect_run("$KINGSCAN perft --divide 3 " KIWIPETE, 0, divided, "");
    expect_run("$KINGSCAN perft --divide 3 " KIWIPETE " --threads 2 --hash 1", 0, divided, "");
    expect_run("$KINGSCAN perft --divide 1 8/8/8/8/8/8/7k/K7 w - -", 0,
               "a1a2: 1\na1b1: 1\na1b2: 1\n\nNodes searched: 3\n\n", "");
    expect_run("$KINGSCAN perft --divide 0", 0, "\nNodes searched: 1\n\n", "");
}

/* There are so few moves that each piece of work begins with several, whichever squares the king visits.
 * Counting each first move's position separately gives the same numbers. */
Test(perft_command, divide_in_small_pieces) {
    static const char expected[] = "a1a2: 33173\na1b1: 32305\na1b2: 56246\n\nNodes searched: 121724\n\n";
    expect_run("$KINGSCAN perft --divide 7 8/8/8/8/8/8/7k/K7 w - -", 0, expected, "");
    expect_run("$KINGSCAN perft --divide 7 8/8/8/8/8/8/7k/K7 w - - --threads 3", 0, expected, "");
    expect_run("$KINGSCAN perft --divide 6 7k/5ppp/8/8/8/8/8/K3R3 w - - | grep e1e[68]", 0,
               "e1e6: 80664\ne1e8: 0\n", "");
}

/* Source: chessprogramming.org/Perft_Results. */
Test(perft_command, stats) {
    expect_run("$KINGSCAN perft --stats 4", 0,
               "nodes\t197281\ncaptures\t1576\nen_passant\t0\ncastles\t0\npromotions\t0\nchecks\t469\n"
               "double_checks\t0\ncheckmates\t8\n",
               "");
    const char *kiwipete = "nodes\t4085603\ncaptures\t757163\nen_passant\t1929\ncastles\t128013\n"
                           "promotions\t15172\nchecks\t25523\ndouble_checks\t6\ncheckmates\t43\n";
    expect_run("$KINGSCAN perft --stats 4 " KIWIPETE, 0, kiwipete, "");
    expect_run("$KINGSCAN perft --stats 4 --threads 3 " KIWIPETE, 0, kiwipete, "");
    expect_run("$KINGSCAN perft --stats --divide 1 8/8/8/8/8/8/7k/K7 w - - | tail -n 9 | head -n 2", 0,
               "\nnodes\t3\n", "");
    struct ran ran = run_on_terminal("$KINGSCAN perft 1 --stats");
    cr_expect(strstr(ran.out, "nodes                           20\r\n"), "no columns: %s", ran.out);
    free_ran(&ran);
}

/* Two kings on an empty board: the table makes any depth quick. The first count is a sum over all pairs of
 * squares. */
Test(perft_command, counts_beyond_64_bits_are_refused) {
    const char *error = "kingscan perft: the count is larger than 64 bits can hold (18446744073709551615)\n";
    expect_run("$KINGSCAN perft 24 --hash 16 7k/8/8/8/8/8/8/K7 w - -", 0, "9642192050662659700\n", "");
    expect_run("$KINGSCAN perft 25 --hash 16 7k/8/8/8/8/8/8/K7 w - -", 2, "", error);
    expect_run("$KINGSCAN perft 63 --hash 16 --threads 2 7k/8/8/8/8/8/8/K7 w - -", 2, "", error);
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
