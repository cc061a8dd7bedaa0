/* Tests that the help of show explains all draws that the library names. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "kingscan.h"
#include "support/run.h"

Test(cli_draws, are_all_explained) {
    for (enum ks_draw draw = KS_DRAW_NONE + 1; draw <= KS_DRAW_RULE; draw++) {
        char command[128];
        snprintf(command, sizeof command, "$KINGSCAN show --help | grep -qE '(^| )%s([,;. ]|$)'",
                 ks_draw_name(draw));
        expect_run(command, 0, "", "");
    }
}
