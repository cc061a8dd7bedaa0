/* kingscan diff: programs that are no engines, fail or hang; no process survives. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "cli/diff/found.h"
#include "support/run.h"

/* ---- Programs that are no engines ---- */

#define AT "(position fen " KINGS "; from -:1)"

/* An engine that completes the handshake and then runs `go`. */
#define ENGINE(go)                                                                                           \
    "--engine 'echo uciok; while read -r word rest; do case $word in isready) echo readyok;; go) " go        \
    ";; esac; done'"

Test(diff_engines, engines_that_fail) {
    static const char *const failing[][2] = {
        {"--engine /nowhere/engine",
         "the engine ended with status 127 instead of answering 'uci'; it said last: 'sh: 1: "
         "/nowhere/engine: not found'"},
        {"--engine 'sleep 99'", "the engine has not answered 'uci' within 1 s; it said nothing"},
        {"--engine 'printf \"welcome\\n> \"; sleep 99'",
         "the engine has not answered 'uci' within 1 s; it said last: 'welcome'"},
        {"--engine 'printf \"> \"; sleep 99'",
         "the engine has not answered 'uci' within 1 s; it said last: '> '"},
        {"--engine 'yes info string hm'",
         "the engine has not answered 'uci' within 1 s; it said last: 'info string hm'"},
        {"--engine 'echo no >&2; exec >&-; sleep 99'",
         "the engine closed its output instead of answering 'uci'; it said last: 'no'"},
        {ENGINE("yes info string thinking"), "the engine has not answered 'go perft 3' within 1 s; it "
                                             "said last: 'info string thinking' " AT},
        {ENGINE("yes >&2"), "the engine has not answered 'go perft 3' within 1 s; it said last: 'y' " AT},
        {ENGINE("kill -SEGV $$"), "the engine was ended by signal 11 (Segmentation fault) instead of "
                                  "answering 'go perft 3'; it said last: "
                                  "'readyok' " AT},
        {ENGINE("sh -c \"kill -SEGV \\$\\$\"; exit $?"),
         "the engine ended with status 139 (Segmentation fault) instead of answering 'go perft 3'; it said "
         "last: "
         "'Segmentation fault' " AT},
        {ENGINE("exit 3"),
         "the engine ended with status 3 instead of answering 'go perft 3'; it said last: 'readyok' " AT},
        {ENGINE("echo bestmove e2e4"), "the engine answered 'go perft 3' with a move to play: it doesn't "
                                       "count moves; it said last: 'bestmove e2e4' " AT},
        {ENGINE("echo Nodes searched: 7"), "the engine answered 'go perft 3' with a total, but without a "
                                           "line 'move: count'; it said last: 'Nodes "
                                           "searched: 7' " AT},
        {ENGINE("echo e2e3: -3"), "the engine answered 'go perft 3' with a count that is no number from 0 to "
                                  "18446744073709551615; it said last: 'e2e3: -3' " AT},
        {ENGINE("echo Nodes searched: 18446744073709551616"),
         "the engine answered 'go perft 3' with a count that is no number from 0 to 18446744073709551615; it "
         "said last: 'Nodes searched: 18446744073709551616' " AT},
        {ENGINE("printf \"xyzzy: many\\nNodes searched: a dozen\\n\""),
         "the engine has not answered 'go perft 3' within 1 s; it said last: 'Nodes searched: a "
         "dozen' " AT},
        {ENGINE("yes a1a2: 1"),
         "the engine answered 'go perft 3' with more than 4096 moves; it said last: 'a1a2: 1' " AT},
        {"--script false",
         "the script ended with status 1 instead of answering 'depth 3'; it said nothing " AT},
        {"--script 'sleep 99;'", "the script has not answered 'depth 3' within 1 s; it said nothing " AT},
        {"--script 'echo e2e3 5;:'",
         "the script answered 'depth 3' without a total; it said last: 'e2e3 5' " AT},
    };
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) {
        char command[1024], message[1024];
        snprintf(command, sizeof command, "echo '" KINGS "' | $KINGSCAN diff 3 --timeout 1 - %s",
                 failing[i][0]);
        snprintf(message, sizeof message, "kingscan diff: %s\n", failing[i][1]);
        expect_run(command, 2, "", message);
    }
}

/* Expects this message about an --option from an engine that lists these options. */
static void expect_option(const char *option, const char *message) {
    char settings[256], expected[512];
    snprintf(settings, sizeof settings, "option='%s'", option);
    snprintf(expected, sizeof expected, "kingscan diff: %s\n", message);
    expect_run_with(
        settings,
        "echo '" KINGS "' | $KINGSCAN diff 1 - --option \"$option\" --engine 'printf \""
        "option name Hash type spin default 16 min 1 max 1024\\noption name Clear Hash type "
        "button\\noption name Ponder type check default false\\noption name Book File type "
        "string default <empty>\\noption name Style type combo default Very Solid var Very Solid var "
        "Risky\\n\"; $KINGSCAN uci | grep --line-buffered -v error' "
        "| grep -v '1 position.*: no difference'",
        1, "", message ? expected : "");
}

Test(diff_engines, options_that_an_engine_does_not_take) {
    expect_option("Hash=1", NULL);
    expect_option("hash=1024", NULL);
    expect_option("clear Hash", NULL);
    expect_option("Ponder=true", NULL);
    expect_option("Book File=", NULL);
    expect_option("Style=very solid", NULL);
    expect_option("Style=Risky", NULL);
    expect_option("Hsh=1", "--option Hsh=1: the engine lists no such option");
    expect_option("Clear=", "--option Clear=: the engine lists no such option");
#define HASH "'option name Hash type spin default 16 min 1 max 1024'"
    expect_option("Hash", "--option Hash: expected a value: " HASH);
    expect_option("Hash=", "--option Hash=: expected a number in its range: " HASH);
    expect_option("Hash=0", "--option Hash=0: expected a number in its range: " HASH);
    expect_option("Hash=1025", "--option Hash=1025: expected a number in its range: " HASH);
    expect_option("Hash=1k", "--option Hash=1k: expected a number in its range: " HASH);
    expect_option(
        "Ponder=yes",
        "--option Ponder=yes: expected true or false: 'option name Ponder type check default false'");
#define STYLE "'option name Style type combo default Very Solid var Very Solid var Risky'"
    expect_option("Style=Very", "--option Style=Very: expected one of its values: " STYLE);
    expect_option("Style=Sloid", "--option Style=Sloid: expected one of its values: " STYLE);
    expect_option("Clear Hash=1",
                  "--option Clear Hash=1: expected no value: 'option name Clear Hash type button'");
}

/* ---- No process survives ---- */

/* Engines that write their process ids, start a child, and ignore signals. */
#define STUBBORN                                                                                             \
    "--jobs 3 --engine 'trap \"\" TERM INT HUP PIPE; sleep 99 & echo $$ $! >>pids; echo uciok; wait'"
/* Prints how many of them were written down, and how many live after up to ten seconds: the guards kill them
 * when the program has ended. A dead process may keep its number until it is reaped. */
#define COUNT_LEFT                                                                                           \
    "wc -w <pids | tr -d ' '\n"                                                                              \
    "for try in $(seq 100); do\n"                                                                            \
    "left=$(for pid in $(cat pids); do sed -n '/^State/p' /proc/$pid/status 2>&-; done | grep -vc zombie)\n" \
    "[ $left = 0 ] && break; sleep 0.1; done; echo $left"

static void expect_none_left(const char *how, const char *status) {
    char command[1024], expected[64];
    snprintf(command, sizeof command, IN_NEW_DIRECTORY "%s 2>err\necho $?\n" COUNT_LEFT, how);
    snprintf(expected, sizeof expected, "%s\n6\n0\n", status);
    expect_run(command, 0, expected, "");
}

/* (--foreground: otherwise timeout sends each signal twice, and the leak detector of a sanitized build, which
 * traces its own threads, hangs at the second one.) */
Test(diff_engines, no_process_survives) {
    expect_none_left("$KINGSCAN diff 3 --timeout 1 " STUBBORN, "2");
    expect_none_left("timeout --foreground --preserve-status -s INT 1 $KINGSCAN diff 3 " STUBBORN " >out",
                     "130");
    expect_none_left("timeout --foreground --preserve-status -s TERM 1 $KINGSCAN diff 3 " STUBBORN " >out",
                     "143");
    expect_none_left("timeout --foreground --preserve-status -s HUP 1 $KINGSCAN diff 3 " STUBBORN " >out",
                     "129");
}

/* An engine that fails at smaller positions: the finding is reported all the same. */
Test(diff_engines, an_engine_that_fails_while_the_position_shrinks) {
    EXPECT_FOUND("1 - --timeout 1 --engine 'sed -u \"/fen 4k3.8.8.8.8.8.8.4K2R/d; s/ \\([wb]\\) "
                 "[A-Ha-hKQkq]* / \\1 - /\" "
                 "| while read -r line; do case $line in *PP*|uci*|set*|is*|go*) echo \"$line\";; *) exit;; "
                 "esac; done | "
                 "$KINGSCAN uci' <<'X'\n4k3/8/8/8/8/8/PP6/4K2R w K - 0 1\nX",
                 1, "castling: e1g1 is legal", "FEN           4k3/8/8/8/8/8/PP6/4K2R w K - 0 1\n");
}
