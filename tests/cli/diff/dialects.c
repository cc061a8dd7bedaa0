/* Tests kingscan diff --library with plug-ins that agree, differ, or write their moves in ways of their
 * own. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/plugins.h"
#include "support/run.h"

#define KINGS "8/8/8/4k3/8/8/4K3/8 w - - 0 1"

#define LIBRARY(name) "--library " PLUGINS name ".so "

Test(dialects, a_library_agrees) {
    build_divide_plugin("divide_good", "");
    expect_run("printf '" KINGS "\\n8/8/8/4k3/8/8/4K3/8 b - - 3 9\\n" KINGS
               " moves e2e3\\n' | $KINGSCAN diff 4 - "
               "--jobs 3 " LIBRARY("divide_good"),
               0, "3 positions to depth 4, 7236 nodes: no difference\n", "");
    expect_run("plugin=$PWD/" PLUGINS "divide_good.so\n" IN_NEW_DIRECTORY "cp \"$plugin\" 'a b.so'\n"
               "echo '" KINGS "' | $KINGSCAN diff 1 - --library 'a b.so'",
               0, "1 position to depth 1, 8 nodes: no difference\n", "");
}

/* The library gets positions without the moves that led there. */
Test(dialects, a_library_differs) {
    build_divide_plugin("divide_touch", "-DKINGS_TOUCH");
    expect_run("echo '8/8/8/4k3/8/8/4K3/8 w - - 0 1' | $KINGSCAN diff 3 - " LIBRARY(
                   "divide_touch") "| sed -n '1p; s/.*--library/--library/p; /^usual/p; /^FEN/p; /^moves/p'",
               0,
               "king-into-check: d2c3 is not legal: the king on d2 can't go to c3: the king on d4 attacks "
               "that square\n"
               "FEN           8/8/8/8/3k4/8/3K4/8 w - - 0 1\n"
               "usual mistake a king may not step beside the other king\n"
               "--library " PLUGINS "divide_touch.so\n",
               "");
}

/* A crash, a hang, an exit and a file that is no library end in one line; no process stays. */
Test(dialects, a_library_that_fails) {
    static const char *const failures[][3] = {
        {"divide_crashes", "-DCRASHES", "ended .*signal 6 (Aborted)\\|ended with status 134 (Aborted"},
        {"divide_hangs", "-DHANGS", "has not answered 'depth 1' within 1 s; it said "},
        {"divide_exits", "-DEXITS", "ended with status 3 instead of answering 'depth 1'; it said "},
    };
    for (size_t i = 0; i < LENGTH(failures); i++) {
        char command[1024];
        build_divide_plugin(failures[i][0], failures[i][1]);
        snprintf(
            command, sizeof command,
            "echo '" KINGS "' | $KINGSCAN diff 1 - --timeout 1 --library " PLUGINS
            "%s.so 2>&1 >/dev/null | tee /dev/stderr | grep -c \"^kingscan diff: the library \\(%s\\)\"; "
            "ps -eo args | grep -c \"[s]erve --library .*%s\"",
            failures[i][0], failures[i][2], failures[i][0]);
        struct ran ran = run_shell(command);
        cr_expect_str_eq(ran.out, "1\n0\n", "%s: %s%s", failures[i][0], ran.out, ran.err);
        free_ran(&ran);
    }
}

Test(dialects, files_that_are_no_library) {
    static const char *const files[][2] = {{"/nowhere.so", "cannot open shared object"},
                                           {"Makefile", "file too short\\|invalid ELF header"},
                                           {"libc.so.6", "cannot open shared object"}};
    for (size_t i = 0; i < LENGTH(files); i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "echo '" KINGS "' | $KINGSCAN diff 1 - --library %s 2>said; echo $?; grep -c . said; "
                 "grep -c \"instead of answering 'start'; it said last: .*\\(%s\\)\" said; rm said",
                 files[i][0], files[i][1]);
        expect_run(command, 0, "2\n1\n1\n", "");
    }
    build_plugin("divide_none", "");
    expect_run("echo '" KINGS
               "' | $KINGSCAN diff 1 - " LIBRARY("divide_none") "2>&1 | grep -c 'undefined symbol: "
                                                                "perft_divide'",
               0, "1\n", "");
}
