/* kingscan diff: the command in a report, which names the program as it was called, and progress on a
 * terminal. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"
#include "support/sanitized.h"

#define KINGS "8/8/8/4k3/8/8/4K3/8 w - - 0 1"

/* ---- Differences ---- */

/* An engine that never castles, whatever its rights. */
#define CASTLES_NOT "--engine 'sed -u \"s/ \\([wb]\\) [A-Ha-hKQkq]* / \\1 - /\" | $KINGSCAN uci' "

/* The command in the report finds the same difference again. */
Test(diff, the_repeat_repeats, .disabled = EMULATED) {
    expect_run(
        IN_NEW_DIRECTORY
        "export PATH=\"${KINGSCAN%/*}:$PATH\"\n"
        "echo 'r3k3/8/8/8/7b/8/8/RN2K2R w KQq - 0 1' | kingscan diff 3 - " CASTLES_NOT ">first\n"
        "test $? = 1 && sh -c \"$(sed -n 's/^repeat *//p' first)\" >second; echo $?\n"
        "grep -v '^found\\|nodes' first >a; grep -v '^found\\|nodes' second >b; cmp a b && grep -c . a",
        0, "1\n16\n", "");
}

/* The report names the program as the user did. */
Test(diff, the_repeat_names_the_program_as_it_was_called, .disabled = EMULATED) {
    static const char *const called[][2] = {{"kingscan", "kingscan"},
                                            {"./my\\ kingscan", "'./my kingscan'"},
                                            {"../*/kingscan", "../bin/kingscan"}};
    for (size_t i = 0; i < sizeof called / sizeof *called; i++) {
        char command[1024], repeat[128];
        snprintf(command, sizeof command,
                 IN_NEW_DIRECTORY
                 "mkdir bin && cd bin && ln -s \"$KINGSCAN\" kingscan && ln -s kingscan 'my kingscan'\n"
                 "PATH=$PWD:$PATH\n"
                 "echo '4k3/8/8/8/8/8/8/4K2R w K - 0 1' | %s diff 1 - " CASTLES_NOT
                 "| sed -n 's/^repeat.* | \\(.*\\) diff 1.*/\\1/p'",
                 called[i][0]);
        snprintf(repeat, sizeof repeat, "%s\n", called[i][1]);
        expect_run(command, 0, repeat, "");
    }
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
