/* kingscan check: positions chosen by moves, pieces, plies, scores and results, in games, lines and tables.
 * Those of training data are in data.c. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"

/* ---- Lines ---- */

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define QUIET_LINE START "; bm e4 d4; ce 54; c9 \"1-0\";"
#define LOUD_LINE "4k3/8/8/8/8/8/4r3/4K3 w - - hmvc 0; fmvn 9; bm Kd1 Kxe2; ce -900; c9 \"0-1\";"
#define BLACK_LINE "4k3/8/8/8/8/8/8/4K2R b - - 0 9 moves Kd7; bm Rh7+; ce 300; c9 \"1/2-1/2\";"
#define POOR_LINE "4k3/8/8/8/8/8/8/4K2R w - -"

/* Runs check with options on these lines. */
static void expect_of_lines(const char *options, int status, const char *out, const char *err) {
    char command[1024];
    snprintf(command, sizeof command,
             "printf '%%s\n' '" QUIET_LINE "' '" LOUD_LINE "' '" BLACK_LINE "' '" POOR_LINE
             "' | $KINGSCAN check %s",
             options);
    expect_run(command, status, out, err);
}

Test(check_choices, operations_of_lines) {
#define LACKS_SCORE "-:4:27: error: expected the operation ce, the score\n"
#define LACKS_RESULT "-:4:27: error: expected the operation c9, the result\n"
    expect_of_lines("--print line --only-move capture", 0, LOUD_LINE "\n", "");
    expect_of_lines("--print line --not-move capture", 0, QUIET_LINE "\n" BLACK_LINE "\n" POOR_LINE "\n", "");
    expect_of_lines("--print line --only-move check", 0, BLACK_LINE "\n", "");
    expect_of_lines("--print line --only-move none", 0, POOR_LINE "\n", "");
    expect_of_lines("--print line --score 54..300", 1, QUIET_LINE "\n" BLACK_LINE "\n", LACKS_SCORE);
    expect_of_lines("--print line --score 0..100 --white", 1, QUIET_LINE "\n", LACKS_SCORE);
    expect_of_lines("--print line --result draw,loss", 1, LOUD_LINE "\n" BLACK_LINE "\n", LACKS_RESULT);
    expect_of_lines("--print line --contradicts 10", 1, "", LACKS_SCORE);
    expect_of_lines("--print line --not-contradicts 10", 1, QUIET_LINE "\n" LOUD_LINE "\n" BLACK_LINE "\n",
                    LACKS_SCORE);
    expect_of_lines("--print line --pieces 2..3", 0, LOUD_LINE "\n" BLACK_LINE "\n" POOR_LINE "\n", "");
    expect_of_lines("--print line --ply 16..16", 1, LOUD_LINE "\n",
                    "-:4:27: error: --ply: expected the number of the move in the FEN\n");
    expect_of_lines("--print line --ply 18..18", 1, BLACK_LINE "\n",
                    "-:4:27: error: --ply: expected the number of the move in the FEN\n");
}

/* The bit of a position that is not asked for is 0, and a rejected line has one, too. */
Test(check_choices, bits_of_lines) {
    expect_of_lines("--format bits --only safe,check --only-move quiet | od -An -tu1", 0, "   7\n", "");
    expect_of_lines("--format bits --only safe,check --result loss 2>&1 | tail -c 1 | od -An -tu1", 0,
                    "   2\n", "");
    expect_run(
        "$KINGSCAN check --format bytes --pieces 1..2 || $KINGSCAN check --format bytes --ply 1..2", 2, "",
        "kingscan check: --pieces doesn't go with --format bytes: every position has its byte\n" CHECK_HINT
        "kingscan check: --ply: a range doesn't go with --format bytes: every position has its "
        "byte\n" CHECK_HINT);
}

/* ---- Games ---- */

/* Runs commands on games in the file g. */
static void expect_of_games(const char *commands, int status, const char *out, const char *err) {
    char command[1024];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY
             "printf '[Result \"1-0\"]\\n\\n1. e4 {x} d5 2. exd5 Ke4 1-0\\n\\n[Result \"*\"]\\n\\n"
             "1. d4 d5 *\\n\\n1. c4 c5 2. -- e6 *\\n' >g\n%s",
             commands);
    expect_run(command, status, out, err);
}
#define ILLEGAL_KING                                                                                         \
    "g:3:22: error: game 1, 2... Ke4: the king on e8 can't go to e4: a king moves one square in any "        \
    "direction, except to castle\n"
#define ILLEGAL_NULL "g:9:13: error: game 3, 2. --: a null move is no legal move\n"

/* A null move is none, and a move that cannot be played is illegal. */
Test(check_choices, moves_that_games_lack) {
    expect_of_games("$KINGSCAN check --print san --only-move none g", 1, "d5\nc5\n",
                    ILLEGAL_KING ILLEGAL_NULL);
    expect_of_games("$KINGSCAN check --print san --only-move none --null-moves g", 1, "d5\nc5\ne6\n",
                    ILLEGAL_KING);
    expect_of_games("$KINGSCAN check --print san --only-move illegal g", 1, "exd5\n",
                    ILLEGAL_KING ILLEGAL_NULL);
}

Test(check_choices, other_choices_of_games) {
    expect_of_games("$KINGSCAN check --print san --ply 2..3 g", 1, "d5\nexd5\nd5\nc5\n",
                    ILLEGAL_KING ILLEGAL_NULL);
    expect_of_games("$KINGSCAN check --print san --pieces 2..31 g", 1, "exd5\n", ILLEGAL_KING ILLEGAL_NULL);
    expect_of_games("$KINGSCAN check --print san --result win g", 1, "d5\n",
                    ILLEGAL_KING "g:9:1: error: game 3: --result: expected a tag Result\n" ILLEGAL_NULL);
    expect_of_games("$KINGSCAN check --print san --result loss --only-move capture,quiet g 2>/dev/null", 1,
                    "e4\n", "");
    expect_of_games("$KINGSCAN check --comments --only-move quiet --ply 1..1 g 2>/dev/null | cut -f 4-", 0,
                    "g:3:4\t1\t1\te4\t\t\t\tx\ng:7:4\t2\t1\td4\t\t\t\t\ng:9:4\t3\t1\tc4\t\t\t\t\n", "");
}

Test(check_choices, options_that_do_not_fit) {
    expect_run("$KINGSCAN check --final --not-move none", 2, "",
               "kingscan check: --final doesn't go with --not-move: no move follows the last position of a "
               "game\n" CHECK_HINT);
    expect_of_games("$KINGSCAN check --lenient g", 2, "",
                    "kingscan check: g: --lenient is for lines, and these are games\n");
}

/* ---- Evaluations ---- */

/* Runs commands on games with evaluations in the file g. */
static void expect_of_evaluations(const char *commands, int status, const char *out, const char *err) {
    char command[1024];
    snprintf(command, sizeof command,
             IN_NEW_DIRECTORY
             "printf '[Result \"0-1\"]\n\n1. e4 { [%%%%eval 0.25] [%%%%clk 0:03:00] } e5 {x [%%%%eval -1.2]} "
             "2. f4 {[%%%%eval #-3]} Bc5 {[%%%%eval 3.5,18]} (2... d6 {[%%%%eval 9]}) 3. f5 0-1\n\n"
             "1. d4 {[%%%%eval 0.3]} *\n' >g\n%s",
             commands);
    expect_run(command, status, out, err);
}

/* The score is that of the side to move, or of white. f5 has none, and a variation is not looked at. */
Test(check_choices, scores_of_games) {
    expect_of_evaluations("$KINGSCAN check --print san --score -40000..40000 g", 0, "e4\ne5\nf4\nBc5\nd4\n",
                          "");
    expect_of_evaluations("$KINGSCAN check --print san --score -120..-25 g", 0, "e4\ne5\nd4\n", "");
    expect_of_evaluations("$KINGSCAN check --print san --score -120..25 --white g", 0, "e4\ne5\n", "");
    expect_of_evaluations("$KINGSCAN check --print san --score 31997..31997 g", 0, "f4\n", "");
    expect_of_evaluations("$KINGSCAN check --print san --score 350..350 --only-move quiet g", 0, "Bc5\n", "");
    expect_of_evaluations("$KINGSCAN check --print san --final --score -40000..40000 g", 0, "d4\n", "");
    expect_of_evaluations("$KINGSCAN check --count --jobs 3 --score -40000..40000 g | tail -n 1", 0,
                          "total\t5\t100.00%\n", "");
    expect_of_evaluations("$KINGSCAN check --comments --score 350..350 g | cut -f 7-", 0,
                          "Bc5\t\t3.50\t\t[%eval 3.5,18]\n", "");
}

/* The side that is ahead by so much has lost. */
Test(check_choices, scores_of_games_against_results) {
    expect_of_evaluations("$KINGSCAN check --print san --contradicts 100 g", 1, "Bc5\n",
                          "g:5:1: error: game 2: --contradicts: expected a tag Result\n");
    expect_of_evaluations("$KINGSCAN check --print san --not-contradicts 20 g", 1, "e5\nf4\nd4\n",
                          "g:5:1: error: game 2: --not-contradicts: expected a tag Result\n");
}

Test(check_choices, games_without_scores) {
    expect_of_games(
        "$KINGSCAN check --print san --score -40000..40000 g 2>&1 >/dev/null | grep warning", 0,
        "kingscan check: warning: --score, --contradicts: none of the games has an evaluation such as "
        "[%eval 0.25]\n",
        "");
}
