/* The commands about moves: what goes in, what comes out, and with which exit status. */
#include <criterion/criterion.h>

#include "support/run.h"

TestSuite(moves, .timeout = 60);

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CHECK "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
#define CASTLING "r3k2r/8/8/8/8/8/8/R3K2R b k - 0 1"
#define NO_BLACK_KING "5r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1"

/* ---- moves ---- */

Test(moves, one_a_line) {
    expect_run("$KINGSCAN moves '" CHECK "'", 0, "e1d1\ne1e2\ne1f1\n", "");
    expect_run("$KINGSCAN moves " CHECK, 0, "e1d1\ne1e2\ne1f1\n", "");
    expect_run("$KINGSCAN moves --san '" CHECK "'", 0, "Kd1\nKxe2\nKf1\n", "");
    expect_run("echo '" CHECK "' | $KINGSCAN moves -", 0, "e1d1\ne1e2\ne1f1\n", "");
    expect_run("$KINGSCAN moves '" START "' | wc -l | tr -d ' '", 0, "20\n", "");
    expect_run("$KINGSCAN moves '8/4P3/8/8/8/k7/8/4K3 w - - 0 1' | head -n 5", 0,
               "e1d1\ne1d2\ne1e2\ne1f1\ne1f2\n", "");
    expect_run("$KINGSCAN moves '8/4P3/8/8/8/k7/8/4K3 w - - 0 1' | tail -n 4", 0,
               "e7e8b\ne7e8n\ne7e8q\ne7e8r\n", "");
}

Test(moves, nothing_when_there_is_none) {
    expect_run("$KINGSCAN moves 'R3k3/R7/8/8/8/8/8/4K3 b - - 0 1'", 0, "", "");
    expect_run("$KINGSCAN moves --json 'R3k3/R7/8/8/8/8/8/4K3 b - - 0 1'", 0,
               "{\"fen\":\"R3k3/R7/8/8/8/8/8/4K3 b - - 0 1\",\"moves\":[]}\n", "");
}

Test(moves, castling) {
    expect_run("$KINGSCAN moves '" CASTLING "' | grep -c e8g8", 0, "1\n", "");
    expect_run("$KINGSCAN moves --chess960 '" CASTLING "' | grep -x 'e8[gh]8'", 0, "e8h8\n", "");
    expect_run("$KINGSCAN moves --san '" CASTLING "' | grep O", 0, "O-O\n", "");
}

Test(moves, json) {
    expect_run("$KINGSCAN moves --json '" CHECK "'", 0,
               "{\"fen\":\"" CHECK "\",\"moves\":[{\"uci\":\"e1d1\",\"san\":\"Kd1\"},"
               "{\"uci\":\"e1e2\",\"san\":\"Kxe2\"},{\"uci\":\"e1f1\",\"san\":\"Kf1\"}]}\n",
               "");
}

Test(moves, lenient_and_strict) {
    expect_run("$KINGSCAN moves '" NO_BLACK_KING "'", 2, "",
               "FEN:1:1: error: expected one black king, found none\n    " NO_BLACK_KING "\n    ^\n");
    expect_run("$KINGSCAN moves --lenient '" NO_BLACK_KING "'", 0, "e1e2\n", "");
    expect_run("$KINGSCAN moves 'k4r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1'", 0, "e1e2\n", "");
    expect_run("$KINGSCAN moves --strict '4k3/8/8/8/8/8/8/4K3 w K - 0 1'", 2, "",
               "FEN:1:23: error: castling letter 'K', but white's king or rook isn't there for it\n"
               "    4k3/8/8/8/8/8/8/4K3 w K - 0 1\n                          ^\n");
    expect_run("$KINGSCAN moves", 2, "",
               "kingscan moves: expected a position in FEN, or '-' for standard input\n"
               "try 'kingscan moves --help'\n");
}

/* ---- move ---- */

Test(moves, a_legal_move) {
    expect_run("$KINGSCAN move '" START "' Nf3", 0, "Nf3 (g1f3) is legal\n", "");
    expect_run("$KINGSCAN move " START " g1f3", 0, "Nf3 (g1f3) is legal\n", "");
    expect_run("echo '" CASTLING "' | $KINGSCAN move - 0-0", 0, "O-O (e8g8) is legal\n", "");
    expect_run("$KINGSCAN move --chess960 '" CASTLING "' e8g8", 0, "O-O (e8h8) is legal\n", "");
    expect_run("$KINGSCAN move --lenient '" NO_BLACK_KING "' e1e2", 0, "Ke2 (e1e2) is legal\n", "");
}

Test(moves, an_illegal_move) {
    expect_run("$KINGSCAN move '" START "' f1c4", 1,
               "the bishop on f1 can't go to c4: the pawn on e2 stands in the way\n", "");
    expect_run("$KINGSCAN move '" START "' e2e9", 1,
               "there is no square e9: files go from a to h, ranks from 1 to 8\n", "");
}

Test(moves, what_is_no_move_or_no_position) {
    expect_run(
        "$KINGSCAN move '" START "' e2-", 2, "",
        "MOVE:1:4: error: expected a square such as e4, found the end of the text\n    e2-\n       ^\n");
    expect_run("$KINGSCAN move --json '" START "' ''", 2, "",
               "MOVE:1:1: error: expected a move such as e2e4, Nf3 or O-O, found the end of the text\n"
               "    \n    ^\n");
    expect_run("$KINGSCAN move x e2e4", 2, "",
               "FEN:1:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n    x\n    ^\n");
    expect_run("$KINGSCAN move '" START "'", 2, "",
               "kingscan move: expected a position in FEN, or '-' for standard input, and a move\n"
               "try 'kingscan move --help'\n");
}

Test(moves, move_as_json) {
    expect_run("$KINGSCAN move --json '" START "' Nf3", 0,
               "{\"legal\":true,\"code\":\"ok\",\"message\":null,\"uci\":\"g1f3\",\"san\":\"Nf3\"}\n", "");
    expect_run("$KINGSCAN move --json '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1' Nc3", 1,
               "{\"legal\":false,\"code\":\"piece-pinned\",\"message\":\"the knight on e2 can't go to c3: it "
               "is pinned "
               "to the king on e1 by the rook on e8\",\"uci\":null,\"san\":null}\n",
               "");
}
