/* Tests `kingscan diff --features` with libraries: an extractor that is right, and the same with a fault. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/plugins.h"
#include "support/run.h"

#define SET "--features Chess768_hm+Full_Threats --library " PLUGINS

/* It is another implementation of the descriptions, too. */
Test(features_of_others, a_library_agrees) {
    build_features_plugin("features_right", "");
    expect_run("$KINGSCAN diff 1 " SET "features_right.so | sed 's/, .*:/, N nodes:/'", 0,
               "301 positions to depth 1, N nodes: no difference\n",
               "kingscan diff: skipped 32 positions that need Chess960, which the library doesn't know\n");
    expect_run("$KINGSCAN diff 0 --random 40 --seed 1 " SET "features_right.so | sed 's/, .*:/, N nodes:/'",
               0, "40 positions to depth 0, N nodes: no difference; seed 1\n", "");
}

/* Each fault is found in the smallest position, or in the move that shows it. */
Test(features_of_others, each_fault_is_named) {
    static const struct {
        const char *fault, *said;
    } faults[] = {
        {"MIRRORS_LATE", "white king on e1: index 323 is missing, from white's view\n"
                         "FEN         4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"},
        {"PAWNS_FORWARD",
         "white pawn on b7 attacks white knight on a8: index 30852 is missing, from black's view\n"
         "FEN         N7/1P6/8/8/8/8/8/K6k b - - 0 1\n"},
        {"SEES_THROUGH",
         "white rook on b8 attacks black knight on e8: index 14232 is invented, from white's view\n"
         "FEN         1Rn1n3/8/8/8/8/8/8/K6k b - - 0 1\n"},
        {"BOTH_COUNT", "index 11638, which no position has, is invented, from white's view\n"
                       "FEN         4k3/8/8/8/8/8/3K4/R6R b - - 0 1\n"},
        {"EN_PASSANT_LEAVES_PAWN",
         "black pawn on b5: index 422 is invented, from white's view\n"
         "the library is right about the position alone: its update by a5b6 (en-passant) is wrong\n"
         "FEN         8/8/8/Pp6/8/5k2/8/4K3 w - b6 0 1\nmoves       a5b6\n"},
        {"CASTLING_LEAVES_ROOK",
         "white rook on h1: index 192 is invented, from white's view\n"
         "the library is right about the position alone: its update by e1g1 (castling) is wrong\n"
         "FEN         4k3/8/8/8/8/8/8/4K2R w K - 0 1\nmoves       e1g1\n"},
        {"KING_CROSSES", "white king on d1: index 323 is missing, from white's view\n"
                         "the library is right about the position alone: its update by e1d1 is wrong\n"
                         "FEN         4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmoves       e1d1\n"},
    };
    for (size_t i = 0; i < LENGTH(faults); i++) {
        char flags[64], command[512];
        snprintf(flags, sizeof flags, "-D%s", faults[i].fault);
        build_features_plugin(faults[i].fault, flags);
        snprintf(command, sizeof command,
                 "{ $KINGSCAN diff 1 " SET
                 "%s.so || echo $? >&2; } | sed -n '1p; /^the /p; /^FEN/p; /^moves/p'",
                 faults[i].fault);
        expect_run(command, 0, faults[i].said, "1\n");
    }
}

/* The command that is printed finds the same again. */
Test(features_of_others, a_finding_repeats) {
    build_features_plugin("features_repeat", "-DCASTLING_LEAVES_ROOK");
    expect_run("$KINGSCAN diff 1 " SET
               "features_repeat.so >first; sed -n 's/^repeat *//p' first | sh >second; "
               "grep -v -e '^found from' -e depth first >a; grep -v -e '^found from' -e depth second >b; "
               "cmp a b; rm first second a b",
               0, "", "");
}

/* Games show what single moves do not, and a group is reported once. */
Test(features_of_others, groups) {
    build_features_plugin("features_groups", "-DKING_CROSSES -DPAWNS_FORWARD");
    expect_run("$KINGSCAN diff 0 --keep-going --random 60 --seed 3 " SET
               "features_groups.so >out; grep -c '^FEN' out; sed -n '$s/.*: //p' out; rm out",
               0, "2\n36 differ, in 2 groups; seed 3\n", "");
}

/* Without features_after, moves are made before features is asked, so that no update is tested; without
 * features, the other one gets no moves. */
Test(features_of_others, one_function_will_do) {
    build_features_plugin("features_alone", "-Dfeatures_after=hidden -DCASTLING_LEAVES_ROOK");
    build_features_plugin("features_after", "-Dfeatures=hidden");
    build_features_plugin("features_none", "-Dfeatures=hidden -Dfeatures_after=hidden_too");
    for (int i = 0; i < 2; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "echo '4k3/8/8/8/8/8/8/4K2R w K -' | $KINGSCAN diff 1 - " SET "%s.so",
                 i ? "features_after" : "features_alone");
        expect_run(command, 0, "1 position to depth 1, 16 nodes: no difference\n", "");
    }
    expect_run("$KINGSCAN diff 1 " SET "features_none.so 2>&1 | grep -c 'undefined symbol: features'", 0,
               "1\n", "");
}

/* A function that crashes or claims too much ends in one line, which says where. */
Test(features_of_others, a_library_that_fails) {
    static const char *const failures[][3] = {
        {"features_crash", "-DFAILS='abort()'", "signal 6\\|status 134"},
        {"features_many", "-DFAILS='return 1025'", "features returned 1025, expected 0 to 1024"},
        {"features_few", "-DFAILS='return -1'", "features returned -1, expected 0 to 1024"},
    };
    for (size_t i = 0; i < LENGTH(failures); i++) {
        char command[512];
        build_features_plugin(failures[i][0], failures[i][1]);
        snprintf(command, sizeof command,
                 "$KINGSCAN diff 1 " SET
                 "%s.so 2>said; echo $?; grep -c . said; grep -c '^kingscan diff: the "
                 "library .*\\(%s\\).*(position fen .*; from hard set:[0-9]*)$' said; rm said",
                 failures[i][0], failures[i][2]);
        expect_run(command, 0, "2\n1\n1\n", "");
    }
}
