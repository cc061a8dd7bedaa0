/* kingscan check and games in PGN: the position after each move, or the last one of each game, and each error
 * and warning with its line. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/skip.h"

#define GAMES "examples/games.pgn"

/* The faults of these games. */
#define ILLEGAL                                                                                              \
    GAMES ":45:62: error: game 5, 6... Kxd6: the king on e8 can't go to d6: a king moves one square in any " \
          "direction, except to castle\n"

#define COUNTS                                                                                               \
    "safe\t78\t89.66%\ncheck\t5\t5.75%\ndouble-check\t0\t0.00%\ncheckmate\t3\t3.45%\n"                       \
    "stalemate\t1\t1.15%\ntotal\t87\t100.00%\n"

/* Begins a command with games of its own, in the file g. */
#define WITH_GAMES(text) IN_NEW_DIRECTORY "printf '" text "' >g\n"

/* ---- Positions ---- */

Test(check_games, counts_of_all_positions_and_of_the_last_ones) {
    expect_run("$KINGSCAN check --count " GAMES, 1, COUNTS, ILLEGAL);
    expect_run("$KINGSCAN check --count --each " GAMES " 2>/dev/null", 1, COUNTS, "");
    expect_run("$KINGSCAN check --count --final --json " GAMES, 1,
               "{\"safe\":1,\"check\":0,\"double-check\":0,\"checkmate\":3,\"stalemate\":2,\"total\":6}\n",
               ILLEGAL);
}

/* Positions that need not be judged at once are counted as those that are. */
Test(check_games, counting_agrees_with_writing) {
    expect_run(
        "exec 2>/dev/null; for file in " GAMES " tests/data/torture.pgn; do\n"
        "cat $file >/tmp/games.$$\n"
        "for verdict in safe check double-check checkmate stalemate; do\n"
        "$KINGSCAN check /tmp/games.$$ | grep -c \"^$verdict\t\"\n"
        "$KINGSCAN check --only $verdict /tmp/games.$$ | wc -l\n"
        "$KINGSCAN check --count --only $verdict /tmp/games.$$ | grep total | cut -f 2; done | uniq -c | "
        "awk '$1 % 3 { print \"differs:\", $0 }'\n"
        "$KINGSCAN check --only checkmate,stalemate /tmp/games.$$ >a\n"
        "$KINGSCAN check --format tsv /tmp/games.$$ | grep -E '^(check|stale)mate' | cmp - a; done; rm -f a "
        "/tmp/games.$$",
        0, "", "");
}

/* The digest is of what python-chess says: tests/peers/games_against_python_chess.py. */
Test(check_games, random_games_are_those_of_python_chess) {
    expect_run("$KINGSCAN check tests/data/random_games.pgn | cut -f 1-3,5- | md5sum", 0,
               "fa01101e0cac4c84780facd595a44356  -\n", "");
}

Test(check_games, a_line_for_each_position) {
    expect_run(
        "$KINGSCAN check --tags White,Elo --only checkmate,stalemate tests/data/opera.pgn", 0,
        "checkmate\td8\t1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17\ttests/data/opera.pgn:11:46"
        "\t1\t33\tRd8#\tMorphy, Paul\t\n",
        "");
    expect_run("$KINGSCAN check --not safe,check " GAMES " 2>/dev/null | cut -f 1,2,4-", 0,
               "checkmate\td8\t" GAMES ":12:34\t1\t33\tRd8#\n"
               "checkmate\tf6,e2\t" GAMES ":22:4\t2\t15\tNf6#\n"
               "stalemate\t-\t" GAMES ":31:29\t3\t19\tQe6\n"
               "checkmate\th4\t" GAMES ":38:16\t4\t4\tQh4+\n",
               "");
    expect_run(
        WITH_GAMES("[Event \"a\\tb\"]\\n\\n1. e4!? {x} e5 2. Ke2 *\\n") "$KINGSCAN check --tags Event g", 0,
        "safe\t-\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\tg:3:4\t1\t1\te4!?\ta\\x09b\n"
        "safe\t-\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\tg:3:13\t1\t2\te5\ta\\x09b\n"
        "safe\t-\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2\tg:3:19\t1\t3\tKe2\ta\\x09b\n",
        "");
}

Test(check_games, the_last_position_of_each_game) {
    expect_run("$KINGSCAN check --final " GAMES " 2>/dev/null | cut -f 1,4-", 0,
               "checkmate\t" GAMES ":12:34\t1\t33\tRd8#\ncheckmate\t" GAMES ":22:4\t2\t15\tNf6#\n"
               "stalemate\t" GAMES ":31:29\t3\t19\tQe6\ncheckmate\t" GAMES ":38:16\t4\t4\tQh4+\n"
               "stalemate\t" GAMES ":47:1\t6\t0\t-\nsafe\t" GAMES ":60:24\t7\t5\tNxd7#\n",
               "");
    expect_run("$KINGSCAN check --final --only stalemate --print fen " GAMES " 2>/dev/null", 1,
               "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10\n8/8/8/8/8/5k2/5p2/5K2 w - - 0 60\n",
               "");
}

/* The moves before it are passed many at a time. */
Test(check_games, the_last_positions_are_among_all) {
    expect_run(
        IN_NEW_DIRECTORY
        "file=$OLDPWD/tests/data/random_games.pgn; $KINGSCAN check --final $file >last\n"
        "$KINGSCAN check $file | awk -F '\t' '$5 != game && NR > 1 { print line } { game = $5; line = $0 } "
        "END { print line }' | diff - last && wc -l <last",
        0, "25\n", "");
}

Test(check_games, json_names_the_move_and_the_tags) {
    expect_run(
        "$KINGSCAN check --json --tags White,ECO --only checkmate tests/data/opera.pgn", 0,
        "{\"verdict\":\"checkmate\",\"checkers\":[\"d8\"],\"fen\":\"1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/"
        "2K5 b k - 1 "
        "17\",\"file\":\"tests/data/opera.pgn\",\"number\":11,\"column\":46,\"game\":1,\"ply\":33,"
        "\"san\":\"Rd8#\",\"uci\":\"d1d8\",\"tags\":{\"White\":\"Morphy, Paul\",\"ECO\":null}}\n",
        "");
    expect_run(
        WITH_GAMES(
            "1. g1f3 Nb8-c6 2. Nf3-g1 Nb8 3. Nf3 Nc6 4. Ng1 Nb8 *") "$KINGSCAN check --json g | sed "
                                                                    "'s/\"checkers\".*\"ply\"/.../' | tail "
                                                                    "-n 2\n"
                                                                    "$KINGSCAN check --json --final g | grep "
                                                                    "-o '\"draw\":[^,]*'; $KINGSCAN check "
                                                                    "--json g | grep -c draw",
        0,
        "{\"verdict\":\"safe\",...:7,\"san\":\"Ng1\",\"uci\":\"f3g1\"}\n"
        "{\"verdict\":\"safe\",...:8,\"san\":\"Nb8\",\"uci\":\"c6b8\"}\n"
        "\"draw\":\"threefold-repetition\"\n1\n",
        "");
    expect_run("$KINGSCAN check --json --final " GAMES " 2>/dev/null | sed -n 's/.*\"game\":6/6/p; "
               "s/.*\"game\":7/7/p'",
               0, "6,\"ply\":0}\n7,\"ply\":5,\"san\":\"Nxd7\",\"uci\":\"e5d7\"}\n", "");
}

Test(check_games, other_formats) {
    expect_run(
        "$KINGSCAN check --format epd --only checkmate tests/data/opera.pgn", 0,
        "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - hmvc 1; fmvn 17; c0 \"checkmate\"; c1 \"checkers "
        "d8\";\n",
        "");
    expect_run(WITH_GAMES("1. e4 a6 2. e5 d5 3. Nf3 *") "$KINGSCAN check --format epd g | tail -n 2 | head "
                                                        "-n 1; $KINGSCAN check --fen-ep x-fen --print "
                                                        "line g | head -n 1; $KINGSCAN check --format bytes "
                                                        "g | od -An -tu1; $KINGSCAN check --format bits "
                                                        "--only safe g | od -An -tu1",
               0,
               "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 hmvc 0; fmvn 3; c0 \"safe\";\n"
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
               "   0   0   0   0   0\n  31\n",
               "");
    expect_run(
        WITH_GAMES(
            "[Variant \"Atomic\"]\\n\\n1. e4 a6 2. e5 d5 *") "$KINGSCAN check --format epd g | tail -n 1",
        0, "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 hmvc 0; fmvn 3; c0 \"safe\";\n", "");
    expect_run(
        WITH_GAMES("1. e4 e5 2. Bb5 Nf3 *") "$KINGSCAN check --format bytes g 2>/dev/null | od -An -tu1", 0,
        "   0   0   0 255\n", "");
}

Test(check_games, unique_counts_a_position_once) {
    expect_run(
        WITH_GAMES("1. e4 e5 *\\n\\n1. e4 c5 *\\n") "$KINGSCAN check --unique g | cut -f 5,6\n"
                                                    "$KINGSCAN check --unique --summary --count g g 2>&1 | "
                                                    "sed -n 's/;.*//; s/safe/safe/p; /repeated/p'",
        0, "1\t1\n1\t2\n2\t2\nsafe\t3\t100.00%\n6 lines, 3 positions, 5 repeated, 0 rejected\n", "");
}

/* ---- Files ---- */

/* Comments and an escaped line precede the games; the bytes come one by one, too. */
Test(check_games, comments_precede_the_games) {
    expect_run(
        WITH_GAMES(
            "\\357\\273\\277%% x\\n{ 8/8 \\n\\n} ; y\\n\\n[Event \"x\"]\\n\\n1. e4 *") "$KINGSCAN check g "
                                                                                       "| cut -f 1,4-; for "
                                                                                       "jobs in 1 2; do dd "
                                                                                       "bs=1 if=g "
                                                                                       "status=none | "
                                                                                       "$KINGSCAN check "
                                                                                       "--jobs "
                                                                                       "$jobs | cut -f "
                                                                                       "1,4-; done; "
                                                                                       "$KINGSCAN games "
                                                                                       "--count g | head "
                                                                                       "-n 1",
        0, "safe\tg:8:4\t1\t1\te4\nsafe\t-:8:4\t1\t1\te4\nsafe\t-:8:4\t1\t1\te4\ngames\t1\n", "");
}

/* Games and positions in turn, from files, standard input and pipes, by one thread and several. */
Test(check_games, files_of_both_kinds) {
    expect_run(
        IN_NEW_DIRECTORY
        "echo '" CHECK_FEN
        "' >line; printf '\\357\\273\\277\\r\\n 1. e4 *' >game; printf '[Event \"x\"]' >none\n"
        "for jobs in 1 2 5; do $KINGSCAN check --jobs $jobs line game none - line game <game | cut -f 1,3- | "
        "md5sum; done | uniq -c | sed 's/^ *\\([0-9]*\\).*/\\1/'\n"
        "$KINGSCAN check line game none - line <game | cut -f 1,4-; cat game | $KINGSCAN check --count | "
        "tail -n 1",
        0,
        "3\ncheck\nsafe\tgame:2:5\t1\t1\te4\nsafe\t-:2:5\t1\t1\te4\ncheck\n"
        "total\t1\t100.00%\n",
        "");
}

/* The tag Variant names one of them; lines need --variant. */
Test(check_games, variants_of_a_file) {
    expect_run(
        IN_NEW_DIRECTORY "printf '[tiny]\\nmaxFile = d\\nmaxRank = 4\\nking = k\\nrook = r\\n"
                         "startFen = 2K1/R3/4/1k2 w - - 0 1\\n' >mine.ini\n"
                         "printf '[Variant \"tiny\"]\\n\\n1. Rb3+ Ka2 *\\n' >games.pgn\n"
                         "echo '2K1/R3/4/1k2 w - - 0 1' >lines\n"
                         "$KINGSCAN check --variants mine.ini lines games.pgn lines; echo $?",
        0,
        "check\tb3\t2K1/1R2/4/1k2 b - - 1 1\tgames.pgn:3:4\t1\t1\tRb3+\n"
        "safe\t-\t2K1/1R2/k3/4 w - - 2 2\tgames.pgn:3:9\t1\t2\tKa2\n2\n",
        "kingscan check: lines: --variants: these are no games, whose tags name their variants; expected "
        "--variant NAME too\n"
        "kingscan check: lines: --variants: these are no games, whose tags name their variants; expected "
        "--variant NAME too\n");
}

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

Test(check_games, options_that_do_not_fit) {
    expect_run("$KINGSCAN check --variant atomic " GAMES, 2, "",
               "kingscan check: " GAMES ": --variant: in PGN, each game's tag Variant names its variant\n");
    expect_run("$KINGSCAN check --column fen " GAMES, 2, "",
               "kingscan check: " GAMES ": --column: games in PGN are no table\n");
    expect_run("$KINGSCAN check --final --each " GAMES, 2, "",
               "kingscan check: --each doesn't go with --final\n" CHECK_HINT);
    expect_run(IN_NEW_DIRECTORY "printf '1. e4 e5 2. Nf3 *' >g; echo --final >o; export KINGSCAN_CONFIG=o\n"
                                "$KINGSCAN check g | wc -l; $KINGSCAN check --each g | wc -l",
               0, "1\n3\n", "");
}

Test(check_games, nothing_hangs_when_reading_ends_early) {
    expect_run(
        "$KINGSCAN check " GAMES " 2>/dev/null | head -n 1 | cut -f 1; { cat " GAMES "; sleep 0.1; cat " GAMES
        "; } | "
        "$KINGSCAN check --stop-after 1 --count | tail -n 1",
        0, "safe\ntotal\t82\t100.00%\n",
        "-:45:62: error: game 5, 6... Kxd6: the king on e8 can't go to d6: a king moves one square in any "
        "direction, except to castle\nkingscan check: stopped after 1 rejected line\n");
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

#define REMARKED                                                                                             \
    "{b} 1. e4! $14 { [%%eval 0.24] [%%clk 0:03:00] } (1. d4 {x}) 1... e5 {[%%clk 0:02:59.5] a\n  b} "       \
    "{c\td} "                                                                                                \
    "2. Nf3 {[%%eval #-3] [%%csl Ge4] [%%cal Ge2e4]} *\n"

Test(check_games, comments_end_the_lines) {
    expect_run(WITH_GAMES(REMARKED "\n1. d4 *\n") "$KINGSCAN check --comments --tags Event g | cut -f 5-", 0,
               "1\t1\te4!\t\t180\t0.24\t1,14\t[%eval 0.24] [%clk 0:03:00]\n"
               "1\t2\te5\t\t179.500\t\t\t[%clk 0:02:59.5] a b c d\n"
               "1\t3\tNf3\t\t\t#-3\t\t[%eval #-3] [%csl Ge4] [%cal Ge2e4]\n"
               "2\t1\td4\t\t\t\t\t\n",
               "");
    expect_run(
        WITH_GAMES(
            REMARKED
            "\n[Event \"\"]\n\n{n} *\n") "$KINGSCAN check --comments --final g | cut -f 6-\n"
                                         "$KINGSCAN check --comments --json g | sed 's/.*\"uci\"/uci/'",
        0,
        "3\tNf3\t\t#-3\t\t[%eval #-3] [%csl Ge4] [%cal Ge2e4]\n0\t-\t\t\t\tn\n"
        "uci:\"e2e4\",\"comment\":\"[%eval 0.24] [%clk "
        "0:03:00]\",\"nags\":[1,14],\"clock\":180,\"eval\":0.24}\n"
        "uci:\"e7e5\",\"comment\":\"[%clk 0:02:59.5] a\\u000a  b c\\u0009d\",\"clock\":179.500}\n"
        "uci:\"g1f3\",\"comment\":\"[%eval #-3] [%csl Ge4] [%cal Ge2e4]\",\"eval\":\"#-3\","
        "\"squares\":\"Ge4\",\"arrows\":\"Ge2e4\"}\n",
        "");
    /* A line ends before the error that follows the move, and before the next game. */
    expect_run(
        WITH_GAMES(
            "1. e4 {a} e4 2. d4 {b} *\n\n1. d4 d5 {c}\n") "$KINGSCAN check --comments g 2>&1 | cut -f 5- | "
                                                          "cut -c 1-30",
        0, "1\t1\te4\t\t\t\ta\ng:1:11: error: game 1, 1... e4\n2\t1\td4\t\t\t\t\n2\t2\td5\t\t\t\tc\n", "");
}

/* A sign that means nothing does not part a comment from its move; its error follows the line. */
Test(check_games, comments_follow_stray_signs) {
    expect_run(
        WITH_GAMES(
            "1. e4 {a} & {b} : $1 e5 / {c} 2. d4 -0.35/12 | *\n") "$KINGSCAN check --comments g 2>&1 | "
                                                                  "cut -f 5-\n"
                                                                  "$KINGSCAN check --comments --json g "
                                                                  "2>/dev/null | grep -o '\"comment.*'",
        0,
        "1\t1\te4\t\t\t1\ta b\ng:1:11: error: game 1: expected a move, found '&'\n"
        "g:1:17: error: game 1: expected a move, found ':'\n"
        "1\t2\te5\t\t\t\tc\ng:1:25: error: game 1: expected a move, found '/'\n"
        "1\t3\td4\t\t\t\t-0.35/12\ng:1:46: error: game 1: expected a move, found '|'\n"
        "\"comment\":\"a b\",\"nags\":[1]}\n\"comment\":\"c\"}\n\"comment\":\"-0.35/12\"}\n",
        "");
    /* More signs than are held end the line. */
    expect_run(
        "for n in 300 3000; do { printf '1. e4'; yes ' &' | head -n $n | tr -d '\\n'; echo ' {c} e5 *'; } | "
        "$KINGSCAN check --comments --max-errors 0 2>&1 | awk -F '\\t' '/^safe/ { print NR, $11 }'; done",
        0, "1 c\n302 \n1 \n3002 \n", "");
}

/* One thread and several, and each way to leave positions out. */
Test(check_games, comments_change_no_other_field) {
    expect_run("exec 2>/dev/null; for options in '' --final '--only check,checkmate' --unique --strict; do\n"
               "$KINGSCAN check $options " GAMES " tests/data/torture.pgn >a.$$\n"
               "$KINGSCAN check --comments --jobs 3 $options " GAMES
               " tests/data/torture.pgn | cut -f 1-7 | cmp - a.$$\n"
               "done; rm a.$$",
               0, "", "");
}

Test(check_games, moves_in_san) {
    expect_run(
        WITH_GAMES(
            "1. e2e4 -- 2. g1-f3 *\n[Variant \"shogi\"]\n\n1. g3g4 *\n\n[Event \"\"]\n*\n") "$KINGSCAN check "
                                                                                            "--print san "
                                                                                            "--null-moves g "
                                                                                            "| tr '\\n' ' '; "
                                                                                            "$KINGSCAN check "
                                                                                            "--print san "
                                                                                            "--null-moves "
                                                                                            "--final g | tr "
                                                                                            "'\\n' ' '",
        0, "e4 -- Nf3 Pg4 Nf3 Pg4 - ", "");
    expect_run("$KINGSCAN check --print san " GAMES " 2>/dev/null >a.$$; $KINGSCAN games --format san " GAMES
               " 2>/dev/null | "
               "tr ' ' '\\n' | grep . | cmp - a.$$; wc -l <a.$$; rm a.$$",
               0, "87\n", "");
}

/* Options of games say so in a list of positions. */
Test(check_games, lists_of_positions_are_no_games) {
    expect_run("for option in --final --each '--tags White' --comments --null-moves '--notation people'; do\n"
               "echo startpos | $KINGSCAN check $option; echo $?; done; $KINGSCAN check --final </dev/null; "
               "echo $?\n"
               "echo startpos moves Pg4 | $KINGSCAN check --notation fen --variant shogi | wc -l\n"
               "$KINGSCAN check --count --final " GAMES " examples/games.epd 2>&1 | tail -n 1",
               0, "2\n2\n2\n2\n2\n2\n0\n1\ntotal\t6\t100.00%\n",
               "kingscan check: -: --final is for games in PGN, and these are none\n"
               "kingscan check: -: --each is for games in PGN, and these are none\n"
               "kingscan check: -: --tags is for games in PGN, and these are none\n"
               "kingscan check: -: --comments is for games in PGN, and these are none\n"
               "kingscan check: -: --null-moves is for games in PGN, and these are none\n"
               "kingscan check: -: --notation is for games in PGN, and these are none\n");
    expect_run("for options in '--tags White --count' '--tags White --print fen' '--comments --format epd' "
               "'--comments "
               "--count'; do $KINGSCAN check $options " GAMES " 2>&1 | head -n 1; done",
               0,
               "kingscan check: --tags doesn't go with --count\n"
               "kingscan check: --tags: expected --format tsv or json too\n"
               "kingscan check: --comments: expected --format tsv or json too\n"
               "kingscan check: --comments doesn't go with --count\n",
               "");
}

Test(check_games, null_moves_by_option) {
    expect_run("printf '1. e4 -- 2. d4 Z0 *' | $KINGSCAN check --null-moves | cut -f 2- | cut -f 2,6", 0,
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\te4\n"
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2\t--\n"
               "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2\td4\n"
               "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3\tZ0\n",
               "");
    expect_run("printf '1. e4 -- *' | $KINGSCAN check --null-moves --json | tail -n 1 | grep -o '\"san.*'", 0,
               "\"san\":\"--\",\"uci\":\"0000\"}\n", "");
}
