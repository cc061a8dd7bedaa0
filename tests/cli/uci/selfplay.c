/* Lets two `kingscan uci` play 500 moves against each other, by tests/selfplay/selfplay.py. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"

Test(selfplay, of_500_moves) {
    char command[96];
    snprintf(command, sizeof command, "SLOWNESS=%d tests/selfplay/selfplay.py $KINGSCAN %d", SLOW ? 5 : 1,
             SLOW ? 100 : 500);
    struct ran ran = run_shell(command);
    cr_expect(ran.status == 0, "%s%s", ran.out, ran.err);
    free_ran(&ran);
}
