/* Every command stops when it is told to, keeps its time limit, and leaves no process behind: tests/stops. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(stops, .timeout = 240);

Test(stops, the_table_is_right) {
    char command[64];
    snprintf(command, sizeof command, "STOPS_SLOWNESS=%d tests/stops/stops.py $KINGSCAN", SANITIZED ? 4 : 1);
    struct ran ran = run_shell(command);
    cr_expect(ran.status == 0, "%s%s", ran.out, ran.err);
    free_ran(&ran);
}
