/* Variants on the command line: input, output and exit status. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/run.h"

#define GRAND_START "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"
#define MINE "printf '[mine : chess]\\nmaxRank = 9\\nstartFen = k7/8/8/8/8/8/8/8/7K w - - 0 1\\n' >mine.ini\n"

Test(variant_commands, a_wrong_move) {
    expect_run("$KINGSCAN move --variant grand '" GRAND_START "' g2g5", 1,
               "the cardinal on g2 can't go to g5: a cardinal may leap as a knight or move any number of "
               "squares diagonally until it reaches an occupied square\n",
               "");
    expect_run("$KINGSCAN move --variant grand Cd5", 1,
               "the cardinal on g2 can't go to d5: the pawn on f3 stands in the way; C is the Cardinal here, "
               "in FEN the Marshall: see --notation\n",
               "");
    expect_run(
        "$KINGSCAN move --variant grand --json g2d5", 1,
        "{\"legal\":false,\"code\":\"piece-blocked\",\"message\":\"the cardinal on "
        "g2 can't go to d5: the pawn on f3 stands in the way\",\"uci\":null,\"san\":null,\"draw\":null}\n",
        "");
    expect_run("$KINGSCAN move --variant grand e4e5", 1, "there is no piece on e4\n", "");
}

Test(variant_commands, a_legal_move) {
    expect_run("$KINGSCAN move --variant grand " GRAND_START " Ch4", 0,
               "Ch4 (g2h4) is legal; C is the Cardinal here, in FEN the Marshall: see --notation\n", "");
    expect_run(
        "$KINGSCAN move --variant grand --json g2h4", 0,
        "{\"legal\":true,\"code\":\"ok\",\"message\":null,\"uci\":\"g2h4\",\"san\":\"Ch4\",\"draw\":null}\n",
        "");
}

Test(variant_commands, texts_that_are_no_move_or_no_position) {
    expect_run(
        "$KINGSCAN move --variant grand e3-", 2, "",
        "MOVE:1:4: error: expected a square such as e4, found the end of the text\n    e3-\n       ^\n");
    expect_run("$KINGSCAN move --variant grand x e3e4", 2, "",
               "FEN:1:1: error: expected a letter of the variant's pieces, a number or '/', found 'x'\n    "
               "x\n    ^\n");
    expect_run("$KINGSCAN move --variant grand", 2, "",
               "kingscan move: expected a move\ntry 'kingscan move --help'\n");
}

Test(variant_commands, moves) {
    expect_run("$KINGSCAN moves --variant shatranj 'k7/8/1K6/8/8/8/8/8 b - - 0 1'", 0, "a8b8\n", "");
    expect_run("echo 'k7/8/1K6/8/8/8/8/8 b - - 0 1' | $KINGSCAN moves --json --variant shatranj -", 0,
               "{\"fen\":\"k7/8/1K6/8/8/8/8/8 b - - 0 1\",\"moves\":[{\"uci\":\"a8b8\",\"san\":\"Kb8\"}]}\n",
               "");
    expect_run("$KINGSCAN moves --variant grand | wc -l | tr -d ' '", 0, "65\n", "");
    expect_run("$KINGSCAN moves --variant grand --san | head -n 3", 0, "Ra2\nRab1\nRac1\n", "");
}

Test(variant_commands, show) {
    expect_run("$KINGSCAN show --variant grand '3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1'", 0,
               "\n10  .  .  .  k  .  .  .  .  .  .\n 9  .  . [P] .  .  .  .  .  .  .\n"
               " 8  .  .  .  .  .  .  .  .  .  .\n 7  .  .  .  .  .  .  .  .  .  .\n"
               " 6  .  .  .  .  .  .  .  .  .  .\n 5  .  .  .  .  .  .  .  .  .  .\n"
               " 4  .  .  .  .  .  .  .  .  .  .\n 3  .  .  .  .  .  .  .  .  .  .\n"
               " 2  .  .  .  .  .  .  .  .  .  .\n 1  .  .  . [R] K  .  .  .  .  .\n"
               "    a  b  c  d  e  f  g  h  i  j\n\n"
               "grand: 3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1\n"
               "double-check: black is in check from c9, d1\n[ ] gives check\n",
               "");
    expect_run(
        "$KINGSCAN show --variant shatranj --json 'k7/7R/2K5/p7/P7/8/8/1R6 b - - 0 1'", 0,
        "{\"variant\":\"shatranj\",\"fen\":\"k7/7R/2K5/p7/P7/8/8/1R6 b - - 0 1\",\"side_to_move\":\"black\","
        "\"king\":\"a8\",\"verdict\":\"stalemate\",\"outcome\":\"white-wins\",\"draw\":null,\"checkers\":[]}"
        "\n",
        "");
}

Test(variant_commands, check) {
    expect_run("printf '" GRAND_START "\\n\\n3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1\\nx\\n' | "
               "$KINGSCAN check --variant grand --jobs 2",
               1,
               "safe\t-\t" GRAND_START "\ndouble-check\tc9,d1\t3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1\n",
               "-:4:1: error: expected a letter of the variant's pieces, a number or '/', found 'x'\n");
    expect_run(
        "echo '1,k7/7R/2K5/p7/P7/8/8/1R6 b - - 0 1' | $KINGSCAN check --variant shatranj --column 2 --json",
        0,
        "{\"verdict\":\"stalemate\",\"checkers\":[],\"fen\":\"k7/7R/2K5/p7/P7/8/8/1R6 b - - 0 1\","
        "\"file\":\"-\",\"number\":1,\"line\":\"1,k7/7R/2K5/p7/P7/8/8/1R6 b - - 0 1\",\"columns\":[\"1\"]}\n",
        "");
    expect_run("echo '3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1' | $KINGSCAN check --variant grand --json",
               0,
               "{\"verdict\":\"double-check\",\"checkers\":[\"c9\",\"d1\"],\"fen\":"
               "\"3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1\",\"file\":\"-\",\"number\":1,\"line\":"
               "\"3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1\"}\n",
               "");
}

/* Chess as a variant gives, line by line, the output of chess itself. */
Test(variant_commands, check_of_chess) {
    expect_run("a=$(head -n 4000 tests/data/positions.epd | $KINGSCAN check --variant chess | cksum)\n"
               "b=$(head -n 4000 tests/data/positions.epd | $KINGSCAN check | cksum)\n"
               "test \"$a\" = \"$b\" && test \"$(head -n 4000 tests/data/positions.epd | wc -l)\" -eq 4000",
               0, "", "");
}

Test(variant_commands, perft) {
    expect_run("for d in 0 1 2 3; do $KINGSCAN perft $d --variant grand; done", 0, "1\n65\n4225\n259514\n",
               "");
    expect_run("$KINGSCAN perft 2 --divide --variant shatranj 'k7/8/1K6/8/8/8/8/8 b - - 0 1'", 0,
               "a8b8: 5\n\nNodes searched: 5\n\n", "");
    expect_run("$KINGSCAN perft 2 --json --divide --variant shatranj 'k7/8/1K6/8/8/8/8/8 b - - 0 1' | "
               "sed 's/\"seconds\":[0-9.]*/S/'",
               0, "{\"depth\":2,\"nodes\":5,S,\"divide\":{\"a8b8\":5}}\n", "");
    expect_run("$KINGSCAN perft 2 --variant grand --hash 1", 0, "4225\n", "");
}

Test(variant_commands, variants) {
    expect_run("$KINGSCAN variants gustav3 | grep -c '^ 7  [*]  p  p'", 0, "1\n", "");
    expect_run("$KINGSCAN variants | sed -n '1p;7p;/^crazyh/p'", 0,
               "chess               8x8               chess\n"
               "grand              10x10 chess        10 x 10, with Cardinal and Marshall, and promotion "
               "from the eighth "
               "rank on\n"
               "crazyhouse          8x8  chess        captured pieces are dropped\n",
               "");
    expect_run("test $($KINGSCAN variants --json | wc -l) = $($KINGSCAN variants | wc -l)", 0, "", "");
    expect_run(
        "$KINGSCAN variants --json knightmate | grep -o '.\"label\":\"k\".*}],'", 0,
        "{\"label\":\"k\",\"letter\":\"K\",\"code_name\":\"king\",\"name\":\"Royal Knight\",\"description\":"
        "\"The Royal Knight may leap as a knight.\",\"royal\":true}],\n",
        "");
    expect_run("$KINGSCAN variants grand | sed -n '1p;/Cardinal (/,/^$/p;$p'", 0,
               "grand: 10 files, 10 ranks, from chess\n"
               "A  Cardinal (archbishop, in notation C)\n"
               "   The Cardinal may leap as a knight or move any number of squares diagonally\n"
               "   until it reaches an occupied square.\n\n"
               "capture or pawn move. A draw may be claimed when a position occurs 3 times.\n",
               "");
    expect_run("$KINGSCAN variants ground", 2, "",
               "kingscan variants: there is no variant 'ground': see 'kingscan variants'; did you mean "
               "'grand'?\n");
}

Test(variant_commands, files) {
    expect_run(IN_NEW_DIRECTORY MINE "$KINGSCAN variants --variants mine.ini | head -n 1", 0,
               "mine                8x9  chess\n", "");
    expect_run(IN_NEW_DIRECTORY MINE "$KINGSCAN moves --variants mine.ini --variant mine", 0,
               "h1g1\nh1g2\nh1h2\n", "");
    expect_run(IN_NEW_DIRECTORY MINE "$KINGSCAN moves --variants - --variant mine <mine.ini", 0,
               "h1g1\nh1g2\nh1h2\n", "");
    expect_run(IN_NEW_DIRECTORY MINE "$KINGSCAN moves --variants mine.ini", 2, "",
               "kingscan moves: --variants: expected --variant NAME too, which says which of them is meant\n"
               "try 'kingscan moves --help'\n");
    expect_run(IN_NEW_DIRECTORY "printf '# x\\n[mine : chess]\\nmaxRank = 11\\n' >mine.ini\n"
                                "$KINGSCAN variants --strict --variants mine.ini",
               2, "",
               "mine.ini:3:11: error: maxRank: expected a number from 1 to 10, found '11'\n    maxRank = 11\n"
               "              ^\n");
    expect_run("$KINGSCAN variants --variants /nowhere/mine.ini", 2, "",
               "kingscan variants: /nowhere/mine.ini: No such file or directory\n");
    expect_run("$KINGSCAN perft 1 --variant nosuch", 2, "",
               "kingscan perft: --variant: there is no variant 'nosuch': see 'kingscan variants'\n");
    expect_run(IN_NEW_DIRECTORY "echo '[mine : chess]' >mine.ini\n"
                                "$KINGSCAN perft 1 --variants mine.ini --variant nine",
               2, "",
               "kingscan perft: --variant: there is no variant 'nine': see 'kingscan variants --variants "
               "FILE'; did you mean 'mine'?\n");
}
