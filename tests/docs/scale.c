/* Runs the recipes of docs/scale.md exactly as on the page. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(scale, .disabled = SANITIZED);

/* A directory with the program in PATH; block NUMBER prints one of the page's blocks of shell. */
#define LIKE_A_READER                                                                                        \
    "page=$PWD/docs/scale.md; positions=$PWD/tests/data/positions.epd\n" IN_NEW_DIRECTORY                    \
    "mkdir bin home; ln -s \"$KINGSCAN\" bin/kingscan; export PATH=$PWD/bin:$PATH HOME=$PWD/home\n"          \
    "block() { awk -v number=\"$1\" '/^```/ { inside = !inside && $0 == \"```sh\" && ++count == number; "    \
    "next } inside' \"$page\"; }\n"

/* The units after three plies, for recipes that begin with some. */
#define UNITS                                                                                                \
    "printf '1\\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\\n' | kingscan perft --expand 3 | "    \
    "kingscan perft --merge >units\n"

enum { LAYERS = 1, PIPELINE, PARALLEL };

static void expect_block(int number, const char *before, const char *out) {
    char command[4096];
    snprintf(command, sizeof command, LIKE_A_READER "%s sh -e -c \"$(block %d)\"", before, number);
    expect_run(command, 0, out, "");
}

static void need_parallel(void) {
    need_more("command -v parallel", "GNU parallel");
}

Test(scale, layers) {
    expect_block(LAYERS, "", "3195901860\n0\t1\n1\t20\n2\t400\n3\t5362\n4\t72078\n5\t822518\n");
}

Test(scale, pipeline) {
    expect_block(PIPELINE, "", "119060324\n");
}

Test(scale, parallel) {
    need_parallel();
    expect_block(PARALLEL, UNITS, "4865609\n");
}

/* The first worker is killed when it has written a part of its results: the run fails, the ledger names the
 * missing part, and the same commands count only that part. */
Test(scale, parallel_with_a_worker_killed) {
    need_parallel();
    expect_run(
        LIKE_A_READER UNITS
        "rm bin/kingscan; cat >bin/kingscan <<'X'\n#!/bin/sh\n"
        "case $* in *--each*) if mkdir \"$HOME/killed\" 2>&-; then \"$KINGSCAN\" \"$@\" | head -n 20; kill "
        "-KILL $PPID $$; fi; echo >>\"$HOME/counted\";; esac\n"
        "exec \"$KINGSCAN\" \"$@\"\nX\nchmod +x bin/kingscan\n"
        "sh -e -c \"$(block 3)\" >out 2>&1 && echo not killed; cat part.??.done | kingscan perft --sum 2>&1 "
        "| "
        "grep -c missing; sh -e -c \"$(block 3)\"; wc -l <\"$HOME/counted\"",
        0, "1\n4865609\n8\n", "");
}

Test(scale, parallel_check) {
    need_parallel();
    expect_run(LIKE_A_READER "ln -s \"$positions\" games.epd; sh -e -c \"$(block 4)\" >sum\n"
                             "kingscan check --count games.epd | diff - sum",
               0, "", "");
}

Test(scale, slurm) {
    need_more("PATH=$PATH:/usr/sbin; command -v slurmctld", "Slurm (Debian: slurm-wlm)");
    struct ran ran = run_shell("slurm=$PWD/tests/docs/slurm.sh\n" LIKE_A_READER UNITS
                               "block 5 >recipe; \"$slurm\" timeout 60 sh -e recipe");
    if (ran.status == 77) {
        ran.out[strcspn(ran.out, "\n")] = '\0';
        skip_test("%s", ran.out);
    }
    cr_expect_str_eq(ran.out, "4865609\n");
    cr_expect_eq(ran.status, 0, "%d: %s", ran.status, ran.err);
    free_ran(&ran);
}

Test(scale, shards) {
    need_parallel();
    struct ran ran = run_shell(LIKE_A_READER "sh -e -c \"$(block 6)\" && test -s bugs.html");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect(strncmp(ran.out, "200 positions to depth 2, ", 26) == 0, "%s", ran.out);
    cr_expect(strstr(ran.out, ": no difference\n"), "%s", ran.out);
    free_ran(&ran);
}
