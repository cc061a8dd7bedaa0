/* Draws, as show, move, check and uci report them. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/run.h"

#define ROUND " g1f3 g8f6 f3g1 f6g8" /* the position before it occurs again */
#define TWICE "startpos moves" ROUND
#define BARE "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
#define ROOK "4k3/8/8/8/8/8/R7/4K3"

static const struct {
    const char *position, *sentence, *json;
} rows[] = {
    {TWICE, "", "null"},
    {BARE, ": a draw by insufficient material", "\"insufficient-material\""},
    {ROOK " b - - 99 80", "", "null"},
    {ROOK " b - - 100 80", ": a draw may be claimed by the fifty-move rule", "\"fifty-moves\""},
    {ROOK " b - - 150 80", ": a draw by the seventy-five-move rule", "\"seventy-five-moves\""},
    {TWICE ROUND, ": a draw may be claimed by threefold repetition", "\"threefold-repetition\""},
    {TWICE ROUND ROUND ROUND, ": a draw by fivefold repetition", "\"fivefold-repetition\""},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ": a draw", "\"stalemate\""},
    {"--variant atomic " BARE, ": a draw by insufficient material", "\"insufficient-material\""},
    {"--variant crazyhouse " TWICE ROUND, ": a draw may be claimed by threefold repetition",
     "\"threefold-repetition\""},
    {"--variant shatranj " ROOK " b - - 140 80",
     ": a draw may be claimed after so many moves without a capture or pawn move", "\"move-rule\""},
    {"--variant crazyhouse 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ": a draw", "\"stalemate\""},
};

Test(cli_draws, show) {
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char command[512], answer[512];
        snprintf(command, sizeof command,
                 "$KINGSCAN show %s | sed -n 's/^[a-z]*: [a-z]* is not in check\\(, and has no legal "
                 "move\\)\\{0,1\\}/found/p'\n"
                 "$KINGSCAN show --json %s | grep -o '\"draw\":[^,]*'",
                 rows[i].position, rows[i].position);
        snprintf(answer, sizeof answer, "found%s\n\"draw\":%s\n", rows[i].sentence, rows[i].json);
        expect_run(command, 0, answer, "");
    }
}

Test(cli_draws, are_all_explained) {
    for (enum ks_draw draw = KS_DRAW_NONE + 1; draw <= KS_DRAW_RULE; draw++) {
        char command[128];
        snprintf(command, sizeof command, "$KINGSCAN show --help | grep -qE '(^| )%s([,;. ]|$)'",
                 ks_draw_name(draw));
        expect_run(command, 0, "", "");
    }
}
