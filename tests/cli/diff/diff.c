/* kingscan diff: engines that are right, wrong in known ways, or no engines at all. Most are `kingscan uci`
 * with a filter before or behind it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"

TestSuite(diff, .timeout = 60);

#define HINT "try 'kingscan diff --help'\n"
#define KINGS "8/8/8/4k3/8/8/4K3/8 w - - 0 1"

/* What follows "kingscan diff" has this outcome; %s of the output is looked for. */
static void expect_found(const char *arguments, int status, const char *const *parts) {
    char command[4096];
    snprintf(command, sizeof command, "$KINGSCAN diff %s", arguments);
    struct ran ran = run_shell(command);
    cr_expect_eq(ran.status, status, "%s\n%s%s", command, ran.out, ran.err);
    for (; *parts; parts++)
        cr_expect(strstr(ran.out, *parts), "%s\nexpected: %s\nfound:\n%s%s", command, *parts, ran.out,
                  ran.err);
    free_ran(&ran);
}

#define EXPECT_FOUND(arguments, status, ...)                                                                 \
    expect_found(arguments, status, (const char *const[]){__VA_ARGS__, NULL})

/* ---- Agreement ---- */

#define SELF "--engine \"$KINGSCAN uci\" "

Test(diff, agrees_with_itself) {
    EXPECT_FOUND("3 " SELF, 0, "no difference\n");
    expect_run("echo '" KINGS "' | $KINGSCAN diff 2 - " SELF, 0,
               "1 position to depth 2, 57 nodes: no difference\n", "");
    expect_run("printf '# a comment\\n\\n" KINGS "\\n" KINGS " moves e2e3\\n' | $KINGSCAN diff 1 - " SELF, 0,
               "2 positions to depth 1, 13 nodes: no difference\n", "");
    EXPECT_FOUND("2 --random 200 --seed 1 " SELF, 0, "200 positions to depth 2, ", "no difference; seed 1\n");
    EXPECT_FOUND("2 --random 200 --seed 1 --jobs 5 " SELF, 0, "200 positions to depth 2, ",
                 "no difference; seed 1\n");
}

Test(diff, hard_set_and_file_are_the_same) {
    struct ran built_in = run_shell("$KINGSCAN diff 2 " SELF);
    struct ran file = run_shell("$KINGSCAN diff 2 c/cli/diff/hard.epd " SELF);
    cr_expect_eq(built_in.status, 0);
    cr_expect_str_eq(built_in.out, file.out);
    free_ran(&built_in);
    free_ran(&file);
}

/* ---- Scripts ---- */

#define SCRIPT                                                                                               \
    "--script 'f() { printf \"position fen %s moves %s\\ngo perft %s\\n\" \"$2\" \"$3\" \"$1\" | $KINGSCAN " \
    "uci | "                                                                                                 \
    "sed \"s/:/ /; s/Nodes searched.//\"; }; f' "

Test(diff, scripts) {
    expect_run("echo '" KINGS " moves e2e3' | $KINGSCAN diff 2 - " SCRIPT, 0,
               "1 position to depth 2, 36 nodes: no difference\n", "");
    EXPECT_FOUND("1 --random 30 --seed 2 " SCRIPT, 0, "30 positions to depth 1, ");
    expect_run("printf 'rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11\\n" KINGS
               "\\n' | $KINGSCAN diff 1 - " SCRIPT,
               0, "1 position to depth 1, 8 nodes: no difference\n",
               "kingscan diff: passed over 1 position that needs Chess960, which the script doesn't know\n");
}

/* ---- Differences ---- */

/* An engine that never castles, whatever is said of rights. */
#define CASTLES_NOT "--engine 'sed -u \"s/ \\([wb]\\) [A-Ha-hKQkq]* / \\1 - /\" | $KINGSCAN uci' "

Test(diff, walks_down_and_shrinks) {
    EXPECT_FOUND("4 - " CASTLES_NOT "<<'X'\nr3k1r1/pppb1ppp/2n5/4p3/4P3/2N5/PPPB1PPP/R3K1NR w K - 3 9\nX", 1,
                 "castling: e1g1 is legal (O-O), but the engine hasn't got it\n",
                 "FEN           4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", "Kingscan only e1g1\n",
                 "engine only   -\n", "found from    -:1\n",
                 "repeat        echo '4k3/8/8/8/8/8/8/4K2R w K - 0 1' | kingscan diff 1 - --engine 'sed -u ");
}

/* An engine without one of its moves. */
#define LACKS(move) "--engine '$KINGSCAN uci | grep --line-buffered -v ^" move "' "

Test(diff, takes_away_all_that_does_not_matter) {
    EXPECT_FOUND("1 - " LACKS("h1h2") "<<'X'\n4k2r/8/8/8/8/8/8/4K2R w Kk - 7 9\nX", 1,
                 "FEN           4k3/8/8/8/8/8/8/4K2R w - - 0 1\n");
    EXPECT_FOUND("1 - " LACKS("c4d5") "<<'X'\n8/8/8/3pP3/2P5/8/8/4K2k w - d6 0 1\nX", 1,
                 "FEN           8/8/8/3p4/2P5/8/8/4K2k w - - 0 1\n");
}

/* An engine that takes White's castling for lost when a black knight has moved. Once the bishop has left, it
 * shows. */
Test(diff, keeps_the_one_move_that_matters) {
    EXPECT_FOUND(
        "1 - --engine 'sed -u \"/moves.*b8c6/s/ \\([wb]\\) [KQkq]* / \\1 - /\" | $KINGSCAN uci' <<'X'\n"
        "1n2k3/8/8/8/8/8/7P/4KB1R b K - 0 1 moves b8c6 f1c4 e8d8 h2h3 c6b8\nX",
        1, "castling: e1g1 is legal", "moves         b8c6\n",
        "replay        position fen 1n1k4/8/8/8/8/8/8/4K2R b K - 0 1 moves b8c6\n");
}

/* The command that it names finds the same again. */
Test(diff, the_repeat_repeats) {
    expect_run(
        IN_NEW_DIRECTORY
        "export PATH=\"${KINGSCAN%/*}:$PATH\"\n"
        "echo 'r3k3/8/8/8/7b/8/8/RN2K2R w KQq - 0 1' | kingscan diff 3 - " CASTLES_NOT ">first\n"
        "test $? = 1 && sh -c \"$(sed -n 's/^repeat *//p' first)\" >second; echo $?\n"
        "grep -v '^found\\|nodes' first >a; grep -v '^found\\|nodes' second >b; cmp a b && grep -c . a",
        0, "1\n16\n", "");
}

/* What one more, or another, line of `kingscan uci` makes of the position with two kings. */
static void expect_edited(const char *edit, const char *found) {
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "1 - --engine '$KINGSCAN uci | sed -u \"%s\"' <<'X'\n" KINGS "\nX",
             edit);
    EXPECT_FOUND(arguments, 1, found);
}

Test(diff, every_kind_of_disagreement) {
    expect_edited(
        "s/^e2e3.*/&\\ne2e4: 1/; s/ 8$/ 9/",
        "piece-rule: e2e4 is not legal: the king on e2 can't go to e4: a king moves one square in any "
        "direction, except to castle\n");
    expect_edited("/^e2e3/d; s/ 8$/ 7/", "other: e2e3 is legal (Ke3), but the engine hasn't got it\n");
    expect_edited("s/^e2e3.*/&\\n&/; s/ 8$/ 9/",
                  "duplicate: e2e3 stands in the engine's list more than once\n");
    expect_edited("s/^e2e3.*/e2e3: 2/; s/ 8$/ 9/",
                  "count: e2e3 is followed by 1 sequences of moves, but the engine counts 2\n");
    expect_edited("s/ 8$/ 9/", "total: the engine's counts add up to 8, but it says 9\n");
    expect_edited(
        "s/^e2e3.*/e9e3: 1/",
        "off-board: e9e3 is not legal: there is no square e9: files go from a to h, ranks from 1 to 8\n");
}

Test(diff, a_count_that_no_position_explains) {
    EXPECT_FOUND("2 - --engine '$KINGSCAN uci | sed -u \"s/^e2f3: 6/e2f3: 7/; s/ 57$/ 58/\"' <<'X'\n" KINGS
                 "\nX",
                 1, "count: e2f3 is followed by 6 sequences of moves, but the engine counts 7\n", "diff 2 -");
}

/* ---- Chess960 ---- */

#define CHESS960 "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"

Test(diff, chess960_is_switched_on_and_off) {
    EXPECT_FOUND("1 - --keep-going " SELF "<<'X'\n" CHESS960 "\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n" CHESS960
                 "\nX",
                 0, "3 positions to depth 1");
    expect_run("printf '" CHESS960 "\\n" KINGS "\\n' | $KINGSCAN diff 1 - --engine '$KINGSCAN uci | "
               "grep --line-buffered -v option'",
               0, "1 position to depth 1, 8 nodes: no difference\n",
               "kingscan diff: passed over 1 position that needs Chess960, which the engine doesn't know\n");
    EXPECT_FOUND("1 --random 50 --seed 1 --engine '$KINGSCAN uci | grep --line-buffered -v option'", 0,
                 "50 positions");
}

Test(diff, the_option_is_set_where_it_changes) {
    expect_run(IN_NEW_DIRECTORY
               "printf '%s\\n' '" KINGS "' '" CHESS960 "' '" CHESS960 "' '" KINGS
               "' | $KINGSCAN diff 1 - --engine 'tee heard | $KINGSCAN uci' >out; grep setoption heard",
               0, "setoption name UCI_Chess960 value true\nsetoption name UCI_Chess960 value false\n", "");
}

/* Castling in both notations is the same move. */
Test(diff, either_notation) {
    EXPECT_FOUND(
        "1 - --engine '$KINGSCAN uci | sed -u \"s/^e1g1:/e1h1:/\"' <<'X'\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\nX",
        0, "no difference");
    EXPECT_FOUND("1 - " SELF "--option UCI_Chess960=true <<'X'\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\nX", 0,
                 "no difference");
}

/* ---- More than one difference ---- */

#define TWO_WRONG "<<'X'\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n" KINGS "\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\nX"

Test(diff, keep_going) {
    EXPECT_FOUND("1 - " CASTLES_NOT TWO_WRONG, 1, "found from    -:1\n", ": 1 differs\n");
    EXPECT_FOUND("1 - --keep-going " CASTLES_NOT TWO_WRONG, 1, "found from    -:1\n", "found from    -:3\n",
                 "3 positions to depth 1, 39 nodes: 2 differ\n");
}

/* Whoever is faster, the first difference is told, or all of them in order. */
Test(diff, jobs_change_nothing) {
    static const char *const forms[] = {"--seed 3", "--seed 3 --keep-going"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 "d() { $KINGSCAN diff 1 --random 100 %s " CASTLES_NOT "\"$@\" | grep -v nodes; }\n"
                 "test \"$(d)\" = \"$(d --jobs 4)\" && echo same",
                 forms[i]);
        expect_run(command, 0, "same\n", "");
    }
}

Test(diff, json) {
    expect_run(
        "echo '4k3/8/8/8/8/8/8/4K2R w K - 5 9' | $KINGSCAN diff 1 - --json --engine 'exec 2>&1; $KINGSCAN "
        "uci | "
        "grep --line-buffered -v e1g1' | sed 's/\"seconds\":[0-9.]*/\"seconds\":0/'",
        0,
        "{\"differences\":[{\"rule\":\"castling\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"moves\":\"\","
        "\"depth\":1,\"disagreements\":[{\"kind\":\"missing\",\"rule\":\"castling\",\"move\":\"e1g1\","
        "\"message\":\"is legal (O-O), but the engine hasn't got "
        "it\"},{\"kind\":\"total\",\"rule\":\"total\","
        "\"move\":\"\",\"message\":\"the engine's counts add up to 14, but it says 15\"}],\"place\":\"-:1\","
        "\"repeat\":\"echo '4k3/8/8/8/8/8/8/4K2R w K - 0 1' | kingscan diff 1 - --engine 'exec 2>&1; "
        "$KINGSCAN uci | grep --line-buffered -v e1g1'\"}],\"depth\":1,\"positions\":1,\"nodes\":15,"
        "\"seconds\":0,\"skipped\":0,\"rejected\":0,\"trouble\":null,\"interrupted\":false}\n",
        "");
    expect_run(
        "$KINGSCAN diff 1 --json --random 3 --seed 9 --engine false | sed "
        "'s/\"seconds\":[0-9.]*/\"seconds\":0/'",
        0,
        "{\"differences\":[],\"depth\":1,\"positions\":0,\"nodes\":0,\"seconds\":0,\"skipped\":0,"
        "\"rejected\":0,"
        "\"seed\":\"9\",\"trouble\":\"the engine ended with status 1 instead of answering 'uci'; it said "
        "nothing\",\"interrupted\":false}\n",
        "kingscan diff: the engine ended with status 1 instead of answering 'uci'; it said nothing\n");
}

/* ---- What is no engine ---- */

#define AT "(position fen " KINGS "; from -:1)"

/* An engine that is ready, and then does `go`. */
#define ENGINE(go)                                                                                           \
    "--engine 'echo uciok; while read -r word rest; do case $word in isready) echo readyok;; go) " go        \
    ";; esac; done'"

Test(diff, engines_that_fail) {
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
        {ENGINE("printf \"e2e4e6: -3\\nxyzzy: many\\nNodes searched: a dozen\\n\""),
         "the engine has not answered 'go perft 3' within 1 s; it said last: 'Nodes searched: a "
         "dozen' " AT},
        {ENGINE("yes a1a2: 1"),
         "the engine answered 'go perft 3' with more than 1100 moves; it said last: 'a1a2: 1' " AT},
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

Test(diff, a_crash_at_depth_3_names_the_position) {
    expect_run(
        "$KINGSCAN diff 3 --random 5 --seed 1 " ENGINE("exit 9") " 2>&1 | sed 's/fen .*;/fen X;/'", 0,
        "kingscan diff: the engine ended with status 9 instead of answering 'go perft 3'; it said last: "
        "'readyok' (position fen X; from random position 1 of seed 1)\n",
        "");
}

/* ---- Nobody is left behind ---- */

/* Engines that note who they are, start a child, and don't care about signals. */
#define STUBBORN                                                                                             \
    "--jobs 3 --engine 'trap \"\" TERM INT HUP PIPE; sleep 99 & echo $$ $! >>pids; echo uciok; wait'"
/* How many of them were noted, and how many live: the dead may still have a number, until somebody asks. */
#define COUNT_LEFT                                                                                           \
    "sleep 0.2; wc -w <pids | tr -d ' '\n"                                                                   \
    "for pid in $(cat pids); do sed -n '/^State/p' /proc/$pid/status 2>&-; done | grep -vc zombie"

static void expect_none_left(const char *how, const char *status) {
    char command[1024], expected[64];
    snprintf(command, sizeof command, IN_NEW_DIRECTORY "%s 2>err\necho $?\n" COUNT_LEFT, how);
    snprintf(expected, sizeof expected, "%s\n6\n0\n", status);
    expect_run(command, 1, expected, "");
}

/* (--foreground: without it timeout sends each signal twice, and the leak detector of a sanitized build,
 * which traces its own threads, hangs when the second one comes.) */
Test(diff, no_process_is_left_behind) {
    expect_none_left("$KINGSCAN diff 3 --timeout 1 " STUBBORN, "2");
    expect_none_left("timeout --foreground --preserve-status -s INT 1 $KINGSCAN diff 3 " STUBBORN " >out",
                     "130");
    expect_none_left("timeout --foreground --preserve-status -s TERM 1 $KINGSCAN diff 3 " STUBBORN " >out",
                     "143");
    expect_none_left("timeout --foreground --preserve-status -s HUP 1 $KINGSCAN diff 3 " STUBBORN " >out",
                     "129");
}

/* A reader that goes away ends the run at once, silently. */
Test(diff, a_closed_pipe_ends_it) {
    expect_run(
        IN_NEW_DIRECTORY
        "$KINGSCAN diff 1 --random 100000000 --seed 1 --keep-going --jobs 2 --engine 'echo $$ >>pids; sed -u "
        "\"s/ \\([wb]\\) [A-Ha-hKQkq]* / \\1 - /\" | $KINGSCAN uci' 2>err | head -n 1 | cut -d: -f 1; cat "
        "err; " COUNT_LEFT,
        1, "castling\n2\n0\n", "");
}

Test(diff, interrupted_output_is_whole) {
    expect_run(
        IN_NEW_DIRECTORY
        "timeout --foreground --preserve-status -s INT 1 $KINGSCAN diff 3 --json --engine 'sleep 99' | "
        "sed 's/\"seconds\":[0-9.]*/\"seconds\":1/'",
        0,
        "{\"differences\":[],\"depth\":3,\"positions\":0,\"nodes\":0,\"seconds\":1,\"skipped\":0,"
        "\"rejected\":0,"
        "\"trouble\":null,\"interrupted\":true}\n",
        "");
}

/* An engine that fails at smaller positions: what was found is told all the same. */
Test(diff, an_engine_that_fails_while_the_position_shrinks) {
    EXPECT_FOUND("1 - --timeout 1 --engine 'sed -u \"/fen 4k3.8.8.8.8.8.8.4K2R/d; s/ \\([wb]\\) "
                 "[A-Ha-hKQkq]* / \\1 - /\" "
                 "| while read -r line; do case $line in *PP*|uci*|set*|is*|go*) echo \"$line\";; *) exit;; "
                 "esac; done | "
                 "$KINGSCAN uci' <<'X'\n4k3/8/8/8/8/8/PP6/4K2R w K - 0 1\nX",
                 1, "castling: e1g1 is legal", "FEN           4k3/8/8/8/8/8/PP6/4K2R w K - 0 1\n");
}

/* ---- Input and usage ---- */

Test(diff, lines_that_are_no_position) {
    expect_run(
        "printf 'x\\n" KINGS " moves e2e5\\n" KINGS "\\n' | $KINGSCAN diff 1 - " SELF, 2,
        "1 position to depth 1, 8 nodes: no difference\n",
        "-:1:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"
        "-:2:37: error: the king on e2 can't go to e5: a king moves one square in any direction, except to "
        "castle\n");
    expect_run("$KINGSCAN diff 1 /nowhere " SELF, 2, "0 positions to depth 1, 0 nodes: no difference\n",
               "kingscan diff: /nowhere: No such file or directory\n");
}

Test(diff, usage) {
    static const char *const wrong[][2] = {
        {"--engine x", "expected a depth"},
        {"3", "expected --engine or --script"},
        {"0 --engine x", "DEPTH: expected a number from 1 to 63, found '0'"},
        {"3 --engine x --script y", "expected one --engine or --script, found two"},
        {"3 --script x --option A=1", "--option: a script has none"},
        {"3 --engine x --option =1", "--option: expected NAME=VALUE, found '=1'"},
        {"3 --engine x --chess960",
         "--chess960 is for scripts: an engine's options tell whether it knows Chess960"},
        {"3 --engine x --random 5 a.epd", "expected files or --random, found both"},
        {"3 --engine x --jobs 0", "--jobs: expected a number from 1 to 256, found '0'"},
        {"3 --engine x --timeout 0", "--timeout: expected a number from 1 to 1000000, found '0'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char command[256], message[256];
        snprintf(command, sizeof command, "$KINGSCAN diff %s", wrong[i][0]);
        snprintf(message, sizeof message, "kingscan diff: %s\n" HINT, wrong[i][1]);
        expect_run(command, 2, "", message);
    }
}

/* Options reach the engine as they are given. */
Test(diff, options) {
    expect_run(
        IN_NEW_DIRECTORY
        "echo '" KINGS "' | $KINGSCAN diff 1 - --option Hash=16 --option 'Clear Hash' --option "
        "'Book File=a b=c' --engine 'tee heard | $KINGSCAN uci | grep --line-buffered -v error' "
        ">out; grep setoption heard",
        0, "setoption name Hash value 16\nsetoption name Clear Hash\nsetoption name Book File value a b=c\n",
        "");
}
