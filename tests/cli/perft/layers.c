/* Tests that kingscan perft --layers counts what path by path gives, from memory, from disk, and after
 * kills. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/perft/records.h"
#include "cli/perft/known.h"
#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"

Test(layers, known_counts) {
    expect_known("--layers", SLOW ? TO_MILLIONS : A_PLY_DEEPER);
}

Test(layers, threads_make_no_difference) {
    expect_known("--layers --threads 3", SLOW ? TO_MILLIONS : A_PLY_DEEPER);
}

/* The positions have only their rules in common; each depth is counted by both methods. */
Test(layers, agree_with_counting_paths) {
    expect_run_with(
        SLOW ? "every=10000" : "every=2000",
        "grep -v '^#' tests/data/positions.epd | cut -d ' ' -f 1-4 | awk \"NR % $every == 1\" | "
        "while read fen; do "
        "for depth in 1 3 4; do a=$($KINGSCAN perft $depth $fen) b=$($KINGSCAN perft --layers $depth $fen); "
        "test $a = $b || echo $fen: $a $b; done; done",
        0, "", "");
}

/* ---- The disk ---- */

Test(layers, disk) {
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN perft --layers --positions 5 --memory 1 --temp . | tail -n 1; ls",
               0, "5\t822518\n", "");
    struct ran ran = run_on_terminal("$KINGSCAN perft --layers --positions 5 --memory 1 --temp /tmp");
    cr_expect(strstr(ran.out, " MiB on disk") && !strstr(ran.out, " 0.0 MiB on disk"), "%s", ran.out);
    free_ran(&ran);
}

Test(layers, disk_that_cannot_be_written) {
    struct ran ran = run_shell(
        "ulimit -f 1024; trap '' XFSZ; $KINGSCAN perft --layers --positions 5 --memory 1 --temp /tmp");
    cr_expect_eq(ran.status, 2);
    cr_expect_str_eq(ran.out, "0\t1\n1\t20\n2\t400\n3\t5362\n");
    cr_expect(
        strstr(ran.err,
               "kingscan perft: a temporary file in /tmp, after 4 plies: File too large; --temp names "),
        "%s", ran.err);
    cr_expect(
        strstr(ran.err, "stopped after 4 layers and 0% of the counting; this is what was counted so far"),
        "%s", ran.err);
    free_ran(&ran);
}

/* ---- Interrupted and killed runs ---- */

/* The program has a tenth of a second for its last words, which passes now and then where much else runs. */
Test(layers, ctrl_c_prints_what_is_counted) {
    bool said = false;
    for (unsigned tries = 0; tries < 5 && !said; tries++) {
        struct ran ran =
            run_shell(INTERRUPTIBLE "$KINGSCAN perft --layers 12 & sleep 1; kill -INT $!; wait $!");
        cr_expect_eq(ran.status, 130);
        said = strstr(ran.err, "kingscan perft: interrupted after ") != NULL;
        free_ran(&ran);
    }
    cr_expect(said);
}

/* A run that is killed after every hundred parts it has written continues from there, and its parts are those
 * of a run that was never killed. */
Test(layers, checkpoint) {
    expect_run_with(SLOW ? "depth=6" : "depth=7",
                    IN_NEW_DIRECTORY
                    "lines() { wc -l <part; }\n"
                    ": >part\n"
                    "while $KINGSCAN perft --layers $depth --checkpoint part >out & pid=$!; before=$(lines)\n"
                    "    while [ $(lines) -lt $((before + 100)) ] && kill -0 $pid 2>/dev/null; do :; done\n"
                    "    kill -KILL $pid 2>/dev/null; ! wait $pid\n"
                    "do :; done 2>err\n"
                    "cat out; $KINGSCAN perft --layers $depth --checkpoint part\n"
                    "$KINGSCAN perft --layers $depth --checkpoint whole >out\n"
                    "sort part >a; sort whole | cmp - a; wc -l <part",
                    0, SLOW ? "119060324\n119060324\n1025\n" : "3195901860\n3195901860\n1025\n", "");
}

/* Expects that a run refuses a checkpoint with this header, in which so many parts have so many paths. */
static void expect_refused(const char *header, unsigned parts, unsigned paths, const char *message) {
    char name[] = "/tmp/layers-XXXXXX", command[128], line[256], expected[256];
    FILE *const file = fdopen(mkstemp(name), "w");
    cr_assert(file);
    for (unsigned i = 0; i <= parts; i++) {
        const int length = i == 0 ? snprintf(line, sizeof line, "%s", header)
                                  : snprintf(line, sizeof line, "%u\t%u", i - 1, paths);
        fwrite(line, 1, add_checksum(line, (size_t)length), file);
    }
    fclose(file);
    snprintf(command, sizeof command, "$KINGSCAN perft --layers 5 --checkpoint %s", name);
    snprintf(expected, sizeof expected, "kingscan perft: %s: %s\n", name, message);
    expect_run(command, 2, "", expected);
    unlink(name);
}

Test(layers, checkpoints_that_cannot_be) {
#define HEADER "perft 5 by 1024 parts of\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tafter "
    expect_refused(HEADER "2 plies", PARTS, 0, "part 2 is recorded with 0 paths, but it has some");
    expect_refused(HEADER "2 plies", 9, 0, "part 2 is recorded with 0 paths, but it has some");
    expect_refused(HEADER "2 plies", 9, 1, "part 0 is recorded with paths, but it has no positions");
    expect_refused(HEADER "3 plies", 9, 1, "expected a run that leaves at least 3 of 5 plies, found 3 plies");
    expect_refused(HEADER "4294967295 plies", 9, 1,
                   "expected a run that leaves at least 3 of 5 plies, found 4294967295 plies");
}
