/* kingscan check: positions chosen by moves, pieces, plies, scores and results, in games, lines and tables.
 * Those of training data are in data.c. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"

/* ---- Against the text of the next move ---- */

/* Writes `lines`, those of random games, and `all`, the same with the move that is played next before them,
 * in SAN; "-": none. The function `kind` prints those whose next move is of a kind, by its text: x, =, O, +
 * and
 * #, and by the square of en passant in the FEN. */
#define WITH_NEXT_MOVES                                                                                      \
    "games=$PWD/tests/data/random_games.pgn\n" IN_NEW_DIRECTORY                                              \
    "$KINGSCAN check --print san $games | sed 1d >san; echo - >>san\n"                                       \
    "$KINGSCAN check $games >lines; paste san lines | awk -F '\\t' '\n"                                      \
    "{ line[NR] = $0; game[NR] = $6 } END { for (n = 1; n <= NR; n++) {\n"                                   \
    "if (game[n + 1] != game[n]) sub(/^[^\\t]*/, \"-\", line[n]); print line[n] } }' >all\n"                 \
    "kind() { awk -F '\\t' -v kind=$1 '{ split($4, fen, \" \"); move = $1\n"                                 \
    "passes = fen[4] != \"-\" && move ~ \"^[a-h]x\" fen[4]; takes = move ~ /x/ && !passes\n"                 \
    "is[\"none\"] = move == \"-\"; is[\"capture\"] = takes; is[\"en-passant\"] = passes\n"                   \
    "is[\"promotion\"] = move ~ /=/; is[\"castling\"] = move ~ /^O/; is[\"check\"] = move ~ /[+#]/\n"        \
    "is[\"quiet\"] = move !~ /[x=]/ && move != \"-\"; is[\"illegal\"] = 0\n"                                 \
    "if (is[kind]) print }' all | cut -f 2-; }\n"

#define FOR_EACH_KIND                                                                                        \
    WITH_NEXT_MOVES "for kind in capture promotion en-passant castling check quiet illegal none; do\n"       \
                    "kind $kind >wanted; wc -l <wanted\n"
#define NUMBERS "135\n39\n4\n13\n83\n1046\n0\n25\n"

Test(check_choices, moves_of_games) {
    expect_run(FOR_EACH_KIND "$KINGSCAN check --only-move $kind $games | cmp - wanted\n"
                             "$KINGSCAN check --jobs 3 --only-move $kind $games | cmp - wanted\n"
                             "$KINGSCAN check --count --only-move $kind $games | tail -n 1 | cut -f 2 >n\n"
                             "wc -l <wanted | cmp - n\n"
                             "$KINGSCAN check --not-move $kind $games >others; sort lines >sorted\n"
                             "sort others wanted | cmp - sorted; done",
               0, NUMBERS, "");
}

/* The reader is past the position, and past the move before it. */
Test(check_choices, moves_of_games_in_each_format) {
    expect_run(
        WITH_NEXT_MOVES
        "kind capture | cut -f 4 >places; for format in fen key san epd json; do\n"
        "$KINGSCAN check --format $format $games | paste lines - | awk -F '\\t' 'NR == FNR { place[$1] }\n"
        "NR > FNR && $4 in place { print $NF }' places - >wanted; wc -l <wanted\n"
        "$KINGSCAN check --format $format --only-move capture $games | cmp - wanted; done",
        0, "135\n135\n135\n135\n135\n", "");
}

/* The repeated positions are those among the chosen ones, and the sample is that of all positions. */
Test(check_choices, moves_of_games_beside_unique_and_sample) {
    expect_run(WITH_NEXT_MOVES
               "kind quiet | awk -F '\\t' '{ split($3, fen, \" \") }\n"
               "!seen[fen[1] fen[2] fen[3] fen[4]]++' >wanted\n"
               "$KINGSCAN check --only-move quiet --unique $games | cmp - wanted\n"
               "$KINGSCAN check --sample 0.5 --seed 4 $games | sort >sample; kind quiet | sort >quiet\n"
               "comm -12 sample quiet >both; test -s both || echo none\n"
               "$KINGSCAN check --sample 0.5 --seed 4 --only-move quiet $games | sort | cmp - both",
               0, "", "");
}

/* Operations with other names, and bm in quotes, say nothing about the move. */
Test(check_choices, best_moves_of_lines) {
    expect_run(FOR_EACH_KIND
               "cut -f 3 wanted >fens; awk -F '\\t' '{ print $4 \" acd 9; c0 \\\"; bm xx\\\"; \"\\\n"
               "($1 == \"-\" ? \"\" : \"bm \" $1 \";\") }' all >epd\n"
               "$KINGSCAN check --only-move $kind --print fen epd | cmp - fens\n"
               "$KINGSCAN check --jobs 3 --only-move $kind --print fen epd | cmp - fens; done",
               0, NUMBERS, "");
}

Test(check_choices, next_moves_of_tables) {
    expect_run(FOR_EACH_KIND
               "cut -f 3 wanted >fens; (echo fen,moves; awk -F '\\t' '{\n"
               "print $4 \",\" ($1 == \"-\" ? \"\" : \"12. \" $1) }' all) >table\n"
               "sed 's/\\(.*\\),\\(.*\\)/{\"fen\":\"\\1\",\"moves\":\"\\2\"}/; 1d' table >jsonl\n"
               "for file in table jsonl; do $KINGSCAN check --column fen --moves-column moves --ply 0 "
               "--only-move $kind --print fen $file | cmp - fens; done; done",
               0, NUMBERS, "");
}

Test(check_choices, moves_after_those_that_are_made) {
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define MADE(plies, kind)                                                                                    \
    "$KINGSCAN check --column 1 --moves-column 2 --ply " plies " --only-move " kind " --print line t\n"
    expect_run(
        IN_NEW_DIRECTORY "printf '" START ",1. e4 d5 2.exd5\\n" START ",e4 d5 Ke3\\n" START
                         ",e4 d5 xx\\n" START ",e4 d5\\n' >t\n" MADE("2", "capture") MADE("2", "illegal")
                             MADE("2", "none") MADE("3", "none"),
        1,
        START ",1. e4 d5 2.exd5\n" START ",e4 d5 Ke3\n" START ",e4 d5\n" START ",1. e4 d5 2.exd5\n" START
              ",e4 d5\n",
        "t:3:64: error: expected a move such as e2e4, Nf3 or O-O, found 'x'\n"
        "t:3:64: error: expected a move such as e2e4, Nf3 or O-O, found 'x'\n"
        "t:3:64: error: expected a move such as e2e4, Nf3 or O-O, found 'x'\n"
        "t:2:64: error: the king on e1 can't go to e3: a king moves one square in any direction, except "
        "to castle\n"
        "t:3:64: error: expected a move such as e2e4, Nf3 or O-O, found 'x'\n");
}

/* ---- Lines ---- */

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

/* The result in c9 is that of white or black, and the score that of the side to move. */
Test(check_choices, results_of_black) {
#define LOST "echo '4k3/8/8/8/8/8/8/4K2R b K - 0 5; ce 50; c9 \"1-0\";' | $KINGSCAN check --print key "
    expect_run(LOST "--result loss | wc -l; " LOST "--result win; " LOST "--contradicts 50 | wc -l; " LOST
                    "--score -50..-50 --white | wc -l",
               0, "1\n1\n1\n", "");
}

Test(check_choices, operations_that_say_nothing) {
    expect_run("printf '%s\n' '" POOR_LINE " bm xx;' '" POOR_LINE " ce 9e9;' '" POOR_LINE " c9 \"*\";' | "
               "$KINGSCAN check --only-move quiet --score 0..1 --result win",
               1, "",
               "-:1:34: error: expected the operation ce, the score\n-:2:31: error: expected a score from "
               "-32768 to 32767\n-:3:35: error: expected the operation ce, the score\n");
    expect_run("printf '%s\n' '" POOR_LINE " bm xx;' | $KINGSCAN check --not-move quiet", 1, "",
               "-:1:31: error: expected a move such as e2e4, Nf3 or O-O, found 'x'\n");
    expect_run("printf '%s\n' '" POOR_LINE " c9 \"*\";' | $KINGSCAN check --result win", 1, "",
               "-:1:31: error: expected the result \"1-0\", \"1/2-1/2\" or \"0-1\"\n");
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

/* ---- Variants ---- */

/* A drop is quiet, en passant captures in chess alone, and a capture of atomic chess takes more than
 * a piece. */
Test(check_choices, moves_of_variants) {
#define BEST(variant, line, kind)                                                                            \
    "echo '" line "' | $KINGSCAN check --variant " variant " --print line --only-move " kind " | wc -l\n"
#define HAND "4k3/8/8/8/8/8/4p3/4K3[Q] w - - 0 1; "
    expect_run(BEST("crazyhouse", HAND "bm Q@e4;", "quiet") BEST("crazyhouse", HAND "bm Q@e4;", "check")
                   BEST("crazyhouse", HAND "bm Q@e4;", "capture")
                       BEST("crazyhouse", HAND "bm Kxe2;", "capture"),
               0, "1\n1\n0\n1\n", "");
    expect_run(BEST("atomic", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1; bm exd5;", "capture")
                   BEST("atomic", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1; bm exd6;", "capture")
                       BEST("atomic", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1; bm exd6;", "en-passant")
                           BEST("atomic", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1; bm e7;", "illegal"),
               0, "1\n0\n1\n1\n", "");
    expect_run("printf '[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n' | "
               "$KINGSCAN check --print san --only-move capture\n"
               "printf '[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n' | "
               "$KINGSCAN check --print fen --not-move capture,none",
               0,
               "d5\nexd5\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1\n"
               "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\n",
               "");
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

/* #0 says that the side to move is mated, whatever its sign. */
Test(check_choices, scores_of_mates_on_the_board) {
    expect_run(
        IN_NEW_DIRECTORY
        "printf '1. f3 e5 2. g4 Qh4# {[%%eval #0]} *\n\n1. e4 {[%%eval #-0]} e5 {[%%eval 0.00]} *\n' >g\n"
        "for o in -32000..-32000 '-32000..-32000 --white' '32000..32000 --white' 0..0; do\n"
        "$KINGSCAN check --print san --score $o g; echo; done\n"
        "$KINGSCAN games --json --comments g | grep -o '\"evals.*],'\n"
        "$KINGSCAN check --comments g | grep -c '\t#0\t'",
        0,
        "Qh4#\ne4\n\nQh4#\n\ne4\n\ne5\n\n\"evals\":[null,null,null,\"#0\"],\n\"evals\":[\"#0\",0.00],\n"
        "2\n",
        "");
}

/* No score of a game is the mark of training data. */
Test(check_choices, scores_of_games_are_no_marks) {
    expect_run("printf '1. d4 {[%%eval 320.02]} d5 {[%%eval -320.02]} *\n' |\n"
               "$KINGSCAN check --print san --white --score -32002..32002",
               0, "d4\nd5\n", "");
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
