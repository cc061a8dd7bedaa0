/* Tests that every command stops when asked, keeps its time limit, and leaves no process running, by
 * tests/stops/stops.py. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

/* A sanitized program is too slow to stop in time. */
TestSuite(stops, .disabled = SLOW);

Test(stops, the_table_is_right) {
    leave_to_test_all("it waits for every command to stop");
    struct ran ran = run_shell("exec tests/stops/stops.py $KINGSCAN");
    cr_expect(ran.status == 0, "%s%s", ran.out, ran.err);
    free_ran(&ran);
}

/* A test that takes too long is killed, and its measuring process must end then. This one measures a program
 * that never stops. */
Test(stops, measuring_ends_with_its_test) {
    expect_run("top=$PWD\n" IN_NEW_DIRECTORY
               "printf '%s\\n' '#!/bin/sh' \"trap '' INT TERM\" 'while :; do sleep 1; done' >program\n"
               "chmod +x program; echo \"$d/program\" >name\n"
               "is_running() { grep -qsaf name /proc/[0-9]*/cmdline; }\n"
               "(cd \"$top\" && tests/stops/stops.py \"$d/program\" >\"$d/table\"; :) & test=$!\n"
               "until [ -s table ] && is_running; do sleep 0.1; done\n"
               "kill -KILL $test; while is_running; do sleep 0.1; done",
               0, "", "");
}
