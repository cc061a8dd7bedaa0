/* kingscan diff: engines that are right, or wrong in known ways. Most are `kingscan uci` with a filter before
 * or after it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/diff/found.h"
#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"

#define HINT "try 'kingscan diff --help'\n"

/* ---- Agreement ---- */

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
    struct ran file = run_shell("$KINGSCAN diff 2 c/cli/commands/diff/hard.epd " SELF);
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
               "kingscan diff: skipped 1 position that needs Chess960, which the script doesn't know\n");
}

/* ---- Differences ---- */

/* An engine that never castles, whatever its rights. */
#define CASTLES_NOT "--engine 'sed -u \"s/ \\([wb]\\) [A-Ha-hKQkq]* / \\1 - /\" | $KINGSCAN uci' "

Test(diff, walks_down_and_shrinks) {
    EXPECT_FOUND("4 - " CASTLES_NOT "<<'X'\nr3k1r1/pppb1ppp/2n5/4p3/4P3/2N5/PPPB1PPP/R3K1NR w K - 3 9\nX", 1,
                 "castling: e1g1 is legal (O-O), but the engine does not list it\n",
                 "FEN           4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", "Kingscan only e1g1\n",
                 "engine only   -\n", "found from    -:1\n",
                 "repeat        echo '4k3/8/8/8/8/8/8/4K2R w K - 0 1' | ",
                 "/kingscan diff 1 - --engine 'sed -u ");
}

/* An engine without one of its moves. */
#define LACKS(move) "--engine '$KINGSCAN uci | grep --line-buffered -v ^" move "' "

Test(diff, removes_everything_irrelevant) {
    EXPECT_FOUND("1 - " LACKS("h1h2") "<<'X'\n4k2r/8/8/8/8/8/8/4K2R w Kk - 7 9\nX", 1,
                 "FEN           4k3/8/8/8/8/8/8/4K2R w - - 0 1\n");
    EXPECT_FOUND("1 - " LACKS("c4d5") "<<'X'\n8/8/8/3pP3/2P5/8/8/4K2k w - d6 0 1\nX", 1,
                 "FEN           8/8/8/3p4/2P5/8/8/4K2k w - - 0 1\n");
}

/* An engine that drops White's castling rights after a move of a black knight, which shows once the bishop
 * has moved. */
Test(diff, keeps_the_one_relevant_move) {
    EXPECT_FOUND(
        "1 - --engine 'sed -u \"/moves.*b8c6/s/ \\([wb]\\) [KQkq]* / \\1 - /\" | $KINGSCAN uci' <<'X'\n"
        "1n2k3/8/8/8/8/8/7P/4KB1R b K - 0 1 moves b8c6 f1c4 e8d8 h2h3 c6b8\nX",
        1, "castling: e1g1 is legal", "moves         b8c6\n",
        "replay        position fen 1n1k4/8/8/8/8/8/8/4K2R b K - 0 1 moves b8c6\n");
}

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

/* Expects the difference when one line of `kingscan uci` for the position with two kings is changed or
 * added. */
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
    expect_edited("/^e2e3/d; s/ 8$/ 7/", "other: e2e3 is legal (Ke3), but the engine does not list it\n");
    expect_edited("s/^e2e3.*/&\\n&/; s/ 8$/ 9/", "duplicate: e2e3 is in the engine's list more than once\n");
    expect_edited("s/^e2e3.*/e2e3: 2/; s/ 8$/ 9/",
                  "count: e2e3 is followed by 1 sequences of moves, but the engine counts 2\n");
    expect_edited("s/ 8$/ 9/", "total: the engine's counts add up to 8, but it says 9\n");
    expect_edited(
        "s/^e2e3.*/e9e3: 1/",
        "off-board: e9e3 is not legal: there is no square e9: files go from a to h, ranks from 1 to 8\n");
}

/* An engine whose lines are right, but whose total is wrong with the white king on e3, and from depth 2 on
 * one move earlier. */
Test(diff, a_wrong_total_is_followed_down) {
    EXPECT_FOUND(
        "3 - --engine 'sed -u \"s/^go/d\\n&/\" | $KINGSCAN uci | sed -u \"/^Fen/h; /^Nodes/{ / 8$/b; "
        "G; /4k3.8.\\(8.4K3.8\\|4K3.8.8\\) /s/: /: 1/; s/\\n.*// }\"' <<'X'\n" KINGS "\nX",
        1, "total: the engine's counts add up to 5, but it says 15\n",
        "FEN           8/8/8/4k3/8/4K3/8/8 b - - 0 1\n", "diff 1 -");
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
               "kingscan diff: skipped 1 position that needs Chess960, which the engine doesn't know\n");
    EXPECT_FOUND("1 --random 50 --seed 1 --engine '$KINGSCAN uci | grep --line-buffered -v option'", 0,
                 "50 positions");
}

/* Castling is the same move in both notations. */
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
    EXPECT_FOUND("1 - --keep-going " CASTLES_NOT TWO_WRONG, 1, "found from    -:1\n",
                 "also from     1 more: -:3\n",
                 "rule      groups  positions  smallest core\n"
                 "castling       1          2  4k3/8/8/8/8/8/8/4K2R w K - 0 1\n\n"
                 "3 positions to depth 1, 39 nodes: 2 differ, in 1 group\n");
}

/* The first difference is reported, or all of them in order, whichever job is faster. */
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

Test(diff, json, .disabled = EMULATED) { /* the report names the program, as in the two tests above */
    expect_run(
        "echo '4k3/8/8/8/8/8/8/4K2R w K - 5 9' | $KINGSCAN diff 1 - --json --engine 'exec 2>&1; $KINGSCAN "
        "uci | "
        "grep --line-buffered -v e1g1' | sed \"s#$KINGSCAN diff#AS-CALLED diff#; "
        "s/\\\"seconds\\\":[0-9.]*/\\\"seconds\\\":0/\"",
        0,
        "{\"differences\":[{\"rule\":\"castling\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"moves\":\"\","
        "\"depth\":1,\"disagreements\":[{\"kind\":\"missing\",\"rule\":\"castling\",\"move\":\"e1g1\","
        "\"message\":\"is legal (O-O), but the engine does not list "
        "it\"},{\"kind\":\"total\",\"rule\":\"total\","
        "\"move\":\"\",\"message\":\"the engine's counts add up to 14, but it says 15\"}],\"place\":\"-:1\","
        "\"repeat\":\"echo '4k3/8/8/8/8/8/8/4K2R w K - 0 1' | AS-CALLED diff 1 - --engine 'exec 2>&1; "
        "$KINGSCAN uci | grep --line-buffered -v "
        "e1g1'\",\"group\":1}],\"depth\":1,\"positions\":1,\"nodes\":15,"
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

/* ---- Input and usage ---- */

Test(diff, usage) {
    static const char *const wrong[][2] = {
        {"--engine x", "expected a depth"},
        {"3", "expected --engine, --script or --library"},
        {"0 --engine x", "DEPTH: expected a number from 1 to 63, found '0'"},
        {"3 --engine x --script y", "expected one --engine, --script or --library, found two"},
        {"3 --script x --option A=1", "--option doesn't go with --script"},
        {"3 --engine x --option =1", "--option: expected NAME=VALUE, found '=1'"},
        {"3 --engine x --chess960",
         "--chess960 is for programs without UCI: an engine's options say whether it knows Chess960"},
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

/* ---- Lists of moves ---- */

/* A script that prints moves alone, changed by a filter. */
#define LISTS(filter)                                                                                        \
    IN_NEW_DIRECTORY "printf '%s\\n' '\"$KINGSCAN\" moves $2 ${3:+moves $3} | " filter "' >s; "

/* A colon promises a count, deeper counts say more than a list, and one count makes the others a remark. */
Test(diff, lists_that_are_no_answer) {
    static const struct {
        const char *script, *depth, *why;
    } wrong[] = {
        {LISTS("sed \"s/$/:/\""), "1", "'depth 1' with a count that is no number"},
        {LISTS("cat"), "2", "'depth 2' without a total"},
        {LISTS("sed \"a a2a3 1\""), "1", "'depth 1' without a total"},
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        char command[512], error[128];
        snprintf(command, sizeof command,
                 "%secho startpos | $KINGSCAN diff %s - --script 'sh s' 2>&1 | grep -o \"%s\"",
                 wrong[i].script, wrong[i].depth, wrong[i].why);
        snprintf(error, sizeof error, "%s\n", wrong[i].why);
        expect_run(command, 0, error, "");
    }
}
