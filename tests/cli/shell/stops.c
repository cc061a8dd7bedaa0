/* Every command stops when it is told to, keeps its time limit, and leaves no process behind: tests/stops. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

/* With sanitizers a program stops as slowly as they are. */
TestSuite(stops, .timeout = 240, .disabled = SLOW);

Test(stops, the_table_is_right) {
    struct ran ran = run_shell("exec tests/stops/stops.py $KINGSCAN");
    cr_expect(ran.status == 0, "%s%s", ran.out, ran.err);
    free_ran(&ran);
}

/* A test that takes too long is killed, and what measures for it has to end then. Here it measures a program
 * that never stops. */
Test(stops, no_measuring_outlives_its_test) {
    expect_run("top=$PWD\n" IN_NEW_DIRECTORY
               "printf '%s\\n' '#!/bin/sh' \"trap '' INT TERM\" 'while :; do sleep 1; done' >program\n"
               "chmod +x program; echo \"$d/program\" >name\n"
               "is_running() { grep -qsaf name /proc/[0-9]*/cmdline; }\n"
               "(cd \"$top\" && tests/stops/stops.py \"$d/program\" >\"$d/table\"; :) & test=$!\n"
               "until [ -s table ] && is_running; do sleep 0.1; done\n"
               "kill -KILL $test; while is_running; do sleep 0.1; done",
               0, "", "");
}
