/* kingscan check and games in PGN: the position after each move, or the last one of each game, and each error
 * and warning with its line. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/skip.h"

#define GAMES "examples/games.pgn"

/* ---- Files ---- */

Test(check_games, compressed_games) {
    need("command -v zstd", "zstd");
    expect_run(IN_NEW_DIRECTORY
               "for i in 1 2 3 4 5 6 7 8 9; do cat \"$OLDPWD\"/" GAMES "; done >plain; zstd -q plain\n"
               "$KINGSCAN check --max-errors 0 plain 2>plain.err >plain.out; $KINGSCAN check "
               "--max-errors 0 <plain.zst 2>zst.err | sed 's/\t-:/\tplain:/' | cmp - plain.out\n"
               "sed 's/^-:/plain:/' zst.err | cmp - plain.err; wc -l <plain.err\n"
               "head -c 700 plain.zst >cut.zst; $KINGSCAN check --final --print fen cut.zst >out; echo $?\n"
               "$KINGSCAN check --final --print fen plain 2>/dev/null | head -n $(wc -l <out) | cmp - out",
               0, "9\n2\n", "kingscan check: cut.zst: zstd: /*stdin*\\ : Read error (39) : premature end\n");
}

/* ---- Errors and warnings ---- */

/* Runs check on games that are given as a string of printf, and expects these errors. */
static void expect_errors(const char *options, const char *games, int status, const char *err) {
    char settings[1024];
    snprintf(settings, sizeof settings, "options='%s' games='%s'", options, games);
    expect_run_with(settings, "printf \"$games\" | $KINGSCAN check --count $options >/dev/null", status, "",
                    err);
}

Test(check_games, errors_name_the_game_and_the_move) {
    expect_errors(
        "", "1. e4 e5\\n2. Nb3 a6 3. d4 *\\n\\n1. d4 d5 2. Kd2 Nb6 *", 1,
        "-:2:4: error: game 1, 2. Nb3: none of white's knights can go to b3: a knight moves two squares "
        "along a rank or file and one across\n"
        "-:4:17: error: game 2, 2... Nb6: none of black's knights can go to b6: a knight moves two squares "
        "along a rank or file and one across\n");
    expect_errors("", "[FEN \"4k3/8/8/8/8/8/8/8 w - -\"]\\n\\n1. e4 *", 1,
                  "-:1:7: error: game 1: expected one white king, found none\n");
    expect_errors("", "[FEN \"\"][FEN \"8/8/8/8/8/8/8/8 w - -\"]\\n1. e4 *", 1,
                  "-:1:15: error: game 1: expected one white king, found none\n");
    expect_errors("", "[Variant \"\"][Variant \"x\"]\\n\\n1. e4 *", 1,
                  "-:1:23: error: game 1: there is no variant 'x'\n");
    expect_errors("", "[Event \"\"]\\n\\n1. e4 } e5 2. -- *", 1,
                  "-:3:7: error: game 1: found } without {\n"
                  "-:3:15: error: game 1, 2. --: a null move is no legal move\n");
    expect_errors(
        "--max-errors 1", "1. e5 *\\n1. e5 *\\n1. e5 *", 1,
        "-:1:4: error: game 1, 1. e5: the pawn on e2 can't go to e5: a pawn moves straight ahead and "
        "captures one square diagonally ahead\n-: 2 more lines were rejected; --max-errors 0 reports all\n");
}

/* The marks of a double check may be two, and an unknown result contradicts nothing. */
Test(check_games, strict_warns_of_slips) {
    expect_errors("--strict", "1. f3 e5 3. g4 Qh4+ 1-0", 0,
                  "-:1:13: warning: game 1, 2. g4: expected the move number 2, found 3\n"
                  "-:1:16: warning: game 1, 2... Qh4+: expected the check mark '#', found '+'\n"
                  "-:1:24: warning: game 1: expected the result 0-1 after checkmate, found 1-0\n");
    expect_errors("--strict", "1. e4+ e5 2. Bc4 Nc6 3. Bxf7 Kxf7 3... Nf3 *", 0,
                  "-:1:4: warning: game 1, 1. e4+: expected no check mark, found '+'\n"
                  "-:1:25: warning: game 1, 3. Bxf7: expected the check mark '+', found none\n"
                  "-:1:40: warning: game 1, 4. Nf3: expected the move number 4, found 3\n");
    expect_errors("--strict",
                  "1. f3 e5 2. g4 Qh4# 0-1\\n\\n1. f3 e5 2. g4 Qh4++!? *\\n\\n1. f3 e5 2. g4 Qh4#", 0, "");
    expect_errors("--strict --max-errors 1", "1. e4+ e5+ 2. d4# *", 0,
                  "-:1:4: warning: game 1, 1. e4+: expected no check mark, found '+'\n"
                  "-: 2 more warnings; --max-errors 0 reports all\n");
    expect_errors("--strict --max-errors 1", "1. e4+ e5+ *", 0,
                  "-:1:4: warning: game 1, 1. e4+: expected no check mark, found '+'\n"
                  "-: 1 more warning; --max-errors 0 reports all\n");
    expect_errors("--strict", "[FEN \"8/8/8/8/8/5k2/5p2/5K2 w - -\"]\\n\\n0-1", 0,
                  "-:3:4: warning: game 1: expected the result 1/2-1/2 after stalemate, found 0-1\n");
    expect_errors("", "1. f3 e5 3. g4 Qh4+ 1-0", 0, "");
}

Test(check_games, strict_warns_of_bare_quotes) {
    expect_errors("--strict",
                  "[White \"\"Nick\" Name\"]\\n\\n1. e4 *\\n[White \"a\"]\\n[Black \"b \"c\"\"]\\n\\n1. e4 *",
                  0,
                  "-:1:9: warning: game 1: expected a backslash before the quote in the value of a tag\n"
                  "-:5:11: warning: game 2: expected a backslash before the quote in the value of a tag\n");
    expect_errors("--strict", "[White \"\\\\\"Nick\\\\\" Name\"]\\n[Black \"\"]\\n\\n1. e4 *", 0, "");
    expect_errors("", "[White \"\"Nick\" Name\"]\\n\\n1. e4 *", 0, "");
}
