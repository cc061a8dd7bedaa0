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

/* The draw is that after the move. */
Test(cli_draws, move) {
    expect_run("$KINGSCAN move --json " TWICE " g1f3 g8f6 f3g1 f6g8 | grep -o '\"draw.*'", 0,
               "\"draw\":\"threefold-repetition\"}\n", "");
    expect_run("$KINGSCAN move --json " TWICE " g1f3 g8f6 f3g1 b8c6 | grep -o '\"draw.*'", 0,
               "\"draw\":null}\n", "");
    expect_run("$KINGSCAN move --json 4k3/8/8/8/8/8/4r3/4K3 w - - 149 80 Kxe2 | grep -o '\"draw.*'", 0,
               "\"draw\":\"insufficient-material\"}\n", "");
    expect_run("$KINGSCAN move --json " ROOK " b - - 99 80 Kd8 | grep -o '\"draw.*'", 0,
               "\"draw\":\"fifty-moves\"}\n", "");
    expect_run("$KINGSCAN move --json " ROOK " b - - 99 80 Ke1 | grep -o '\"draw.*'", 0, "\"draw\":null}\n",
               "");
}

/* Only a line with a draw has the member. */
Test(cli_draws, check) {
    expect_run("printf '%s\\n' '" BARE "' '" ROOK " b - - 99 80' '" ROOK " b - -\thmvc 100;' '" ROOK
               " b - - 150 80' '" TWICE ROUND "' '" TWICE "' '" TWICE ROUND "; id 1;' '" BARE
               " moves e1e2' 'k7/2Q5/K7/8/8/8/8/8 b - -' 'k7/1Q6/K7/8/8/8/8/8 b - - 150 80' "
               "'kb6/8/8/8/8/8/8/K5B1 w - - 0 1' 'kb6/8/8/8/8/8/8/KB6 w - - 0 1' |\n"
               "$KINGSCAN check --json | sed 's/.*\"draw\":\"//; s/^{.*/none/; s/\".*//'",
               0,
               "insufficient-material\nnone\nfifty-moves\nseventy-five-moves\nthreefold-repetition\nnone\n"
               "threefold-repetition\ninsufficient-material\nstalemate\nnone\ninsufficient-material\nnone\n",
               "");
    expect_run("printf '%s\\n' '" ROOK " b - - 100 80' '" ROOK " b - - 99 80' '" TWICE ROUND "' |\n"
               "$KINGSCAN check --variant crazyhouse --json | grep -o '\"draw\":[^,]*'",
               0, "\"draw\":\"fifty-moves\"\n\"draw\":\"threefold-repetition\"\n", "");
    expect_run("echo '1," TWICE ROUND ",x' | $KINGSCAN check --column 2 --json | grep -o '\"draw\":[^,]*'", 0,
               "\"draw\":\"threefold-repetition\"\n", "");
}

/* "Draw:" comes before "Checkers:", at which readers stop. */
Test(cli_draws, uci) {
    expect_run("printf '%s\\n' 'position " TWICE ROUND
               "' d 'position startpos moves e2e5' d ucinewgame d 'position fen " ROOK
               " b - - 99 80 moves e8d8' d 'position " TWICE
               "' d | $KINGSCAN uci | grep -E 'Draw|Checkers|error'",
               0,
               "Draw: threefold-repetition\nCheckers:\n"
               "info string error: column 25: the pawn on e2 can't go to e5: a pawn moves straight ahead and "
               "captures one square diagonally ahead\n"
               "Draw: threefold-repetition\nCheckers:\nCheckers:\nDraw: fifty-moves\nCheckers:\nCheckers:\n",
               "");
    expect_run("printf '%s\\n' 'setoption name UCI_Variant value atomic' 'position " TWICE ROUND
               "' d | $KINGSCAN uci | grep Draw",
               0, "Draw: threefold-repetition\n", "");
}

Test(cli_draws, are_all_explained) {
    for (enum ks_draw draw = KS_DRAW_NONE + 1; draw <= KS_DRAW_RULE; draw++) {
        char command[128];
        snprintf(command, sizeof command, "$KINGSCAN show --help | grep -qE '(^| )%s([,;. ]|$)'",
                 ks_draw_name(draw));
        expect_run(command, 0, "", "");
    }
}
