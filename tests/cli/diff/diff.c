/* Tests the command in a report of kingscan diff, which names the program as it was called, and progress on a
 * terminal. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/transcript.h"

#define KINGS "8/8/8/4k3/8/8/4K3/8 w - - 0 1"

/* ---- Differences ---- */

Test(diff, the_repeat_repeats, .disabled = EMULATED) {
    run_block("tests/cli/diff/repeat.blocks", "A difference is found again");
}

Test(diff, the_repeat_names_the_program_as_it_was_called, .disabled = EMULATED) {
    run_block("tests/cli/diff/repeat.blocks", "The program is named as it was called");
}

/* ---- Progress ---- */

/* An engine that needs a third of a second for an answer. */
#define SLOW_ENGINE                                                                                          \
    "--engine 'while read -r line; do case $line in go*) sleep 0.3;; esac; echo \"$line\"; done | "          \
    "$KINGSCAN uci | sed -u /^e1g1/d' "

/* On a terminal it prints how far it is and how much is left: for random positions, for a file, for the hard
 * set. Input from a pipe has no known end. */
Test(diff, progress_on_a_terminal) {
    static const char *const runs[][2] = {
        {"--random 8 --seed 4 " SLOW_ENGINE, " s left\033[K"},
        {"eight " SLOW_ENGINE, " s left\033[K"},
        {"- " SLOW_ENGINE "<eight", "? left\033[K"},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY "{ for i in 1 2 3 4 5 6 7; do echo '" KINGS "'; done; echo '" KINGS
                                  "'; } >eight\n$KINGSCAN diff 1 --keep-going %s",
                 runs[i][0]);
        struct ran ran = run_on_terminal(command);
        cr_expect(strstr(ran.out, " positions, 0.0 million nodes, 0 differ, ") &&
                      strstr(ran.out, runs[i][1]) && strstr(ran.out, "\r\033[K8 positions to depth 1"),
                  "%s", ran.out);
        free_ran(&ran);
    }
}

/* Findings are counted during the run. */
Test(diff, progress_counts_what_differs) {
    struct ran ran = run_on_terminal(IN_NEW_DIRECTORY
                                     "{ echo '4k3/8/8/8/8/8/8/4K2R w K - 0 1'; for i in 1 2 3 4 5 6 7; do "
                                     "echo '" KINGS "'; done; } >eight\n"
                                     "$KINGSCAN diff 1 eight --keep-going " SLOW_ENGINE);
    cr_expect(strstr(ran.out, " million nodes, 1 differ in 1 group, "), "%s", ran.out);
    free_ran(&ran);
}
