/* Tests positions with "moves ..." behind them, as moves, move, perft and show read them. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"

/* ---- Text after the position ---- */

#define KING "4k3/8/8/8/8/8/8/4K3 w - -"

Test(moves, from_the_end_of_moves) {
    static const char *const forms[] = {"'" KING " 0 1 moves e1d1 e8d8'", KING " 0 1 moves e1d1 e8d8",
                                        "'" KING " moves e1d1 Kd8\n'",
                                        "--lenient '" KING "  0 1  moves  e1d1  e8d8 '"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char command[256];
        snprintf(command, sizeof command, "$KINGSCAN moves %s", forms[i]);
        expect_run(command, 0, "d1c1\nd1c2\nd1d2\nd1e1\nd1e2\n", "");
    }
    expect_run("echo '" KING " moves e1d1 e8d8' | $KINGSCAN moves - | wc -l", 0, "5\n", "");
    expect_run("$KINGSCAN move " KING " moves e1d1 e8d8 Kd2", 0, "Kd2 (d1d2) is legal\n", "");
    expect_run("$KINGSCAN perft 1 " KING " moves e1d1 e8d8 | head -n 1", 0, "5\n", "");
    expect_run("$KINGSCAN show --json " KING " moves e1d1 e8d8 | cut -d, -f1", 0,
               "{\"fen\":\"3k4/8/8/8/8/8/8/3K4 w - - 2 2\"\n", "");
    expect_run(
        "$KINGSCAN moves " KING " moves e1e3", 2, "",
        "FEN:1:33: error: the king on e1 can't go to e3: a king moves one square in any direction, except "
        "to castle\n    " KING " moves e1e3\n                                    ^\n");
}
