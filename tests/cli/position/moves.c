/* The commands about moves: their input, their output, and their exit status. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"

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
               "FEN:1:23: error: castling letter 'K', but white's king or rook for it is missing\n"
               "    4k3/8/8/8/8/8/8/4K3 w K - 0 1\n                          ^\n");
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

Test(moves, texts_that_are_no_move_or_no_position) {
    expect_run(
        "$KINGSCAN move '" START "' e2-", 2, "",
        "MOVE:1:4: error: expected a square such as e4, found the end of the text\n    e2-\n       ^\n");
    expect_run("$KINGSCAN move --json '" START "' ''", 2, "",
               "MOVE:1:1: error: expected a move such as e2e4, Nf3 or O-O, found the end of the text\n"
               "    \n    ^\n");
    expect_run("$KINGSCAN move x e2e4", 2, "",
               "FEN:1:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n    x\n    ^\n");
    expect_run("$KINGSCAN move '" START "'", 2, "",
               "kingscan move: expected a move after the position\ntry 'kingscan move --help'\n");
}

Test(moves, move_as_json) {
    expect_run(
        "$KINGSCAN move --json '" START "' Nf3", 0,
        "{\"legal\":true,\"code\":\"ok\",\"message\":null,\"uci\":\"g1f3\",\"san\":\"Nf3\",\"draw\":null}\n",
        "");
    expect_run("$KINGSCAN move --json '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1' Nc3", 1,
               "{\"legal\":false,\"code\":\"piece-pinned\",\"message\":\"the knight on e2 can't go to c3: it "
               "is pinned "
               "to the king on e1 by the rook on e8\",\"uci\":null,\"san\":null,\"draw\":null}\n",
               "");
}

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

Test(moves, extra_words) {
#define NO_OPERATION(column, found)                                                                          \
    "FEN:1:" column ": error: expected 'moves', EPD operations that end with ';', or the end of the "        \
    "position, found '" found "'\n"
    expect_run("$KINGSCAN moves " KING " junk 2>&1 | head -n 1", 0, NO_OPERATION("27", "j"), "");
    expect_run("$KINGSCAN moves '" KING " 0 1 junk' 2>&1 | head -n 1", 0, NO_OPERATION("31", "j"), "");
    expect_run("$KINGSCAN move " KING " 0 1 e2e4 e7e5 2>&1 | head -n 1", 0, NO_OPERATION("31", "e"), "");
    expect_run("$KINGSCAN moves '" KING " id \"x\";' | wc -l; $KINGSCAN moves '" KING " ;D1 20' | wc -l", 0,
               "5\n5\n", "");
    expect_run("printf '" KING " 0 1 bm e4\n" KING "' | $KINGSCAN moves - | wc -l", 0, "5\n", "");
}

Test(moves, a_line_end_after_the_position) {
    expect_run("$KINGSCAN moves \"$(printf '" KING " 0 1\r\nx')\" | wc -l", 0, "0\n",
               "FEN:1:30: error: expected a fullmove number, found no text (byte 0x0d)\n    " KING
               " 0 1\\x0d\\x0ax\n                                 ^\n");
    expect_run("f='" KING " 0 1\n'; $KINGSCAN moves \"$f\" | wc -l", 0, "5\n", "");
    expect_run("f=$(printf '" KING " 0 1 \rx'); $KINGSCAN moves \"${f%x}\" | wc -l", 0, "5\n", "");
}

/* ---- En passant in FEN ---- */

#define PINNED "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 2"
#define NOT_PINNED "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"

Test(moves, fen_ep) {
    expect_run("for o in '' '--fen-ep legal' '--fen-ep x-fen'; do $KINGSCAN moves --json $o '" PINNED
               "' | cut -d, -f 1\n"
               "$KINGSCAN show --json $o " PINNED " | cut -d, -f 1; $KINGSCAN show $o " PINNED
               " | grep castling; "
               "echo 'position fen " PINNED "\nd' | $KINGSCAN uci $o | grep Fen\n"
               "echo '3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1 moves e2e4' | $KINGSCAN check --format epd $o\n"
               "echo '" PINNED "' | $KINGSCAN check --format epd $o; done",
               0,
#define WITHOUT(square)                                                                                      \
    "{\"fen\":\"4k3/4r3/8/3pP3/8/8/8/4K3 w - " square " 0 2\"\n"                                             \
    "{\"fen\":\"4k3/4r3/8/3pP3/8/8/8/4K3 w - " square " 0 2\"\n"                                             \
    "white to move, castling -, en passant " square "\n"                                                     \
    "Fen: 4k3/4r3/8/3pP3/8/8/8/4K3 w - " square " 0 2\n"
#define AS_IT_CAME "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 hmvc 0; fmvn 2; c0 \"safe\";\n"
               WITHOUT("-") "3k4/8/8/8/3pP3/8/8/3RK3 b - - hmvc 0; fmvn 1; c0 \"safe\";\n" AS_IT_CAME WITHOUT(
                   "-") "3k4/8/8/8/3pP3/8/8/3RK3 b - - hmvc 0; fmvn 1; c0 \"safe\";\n" AS_IT_CAME
                   WITHOUT("d6") "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 hmvc 0; fmvn 1; c0 \"safe\";\n" AS_IT_CAME,
               "");
    expect_run("$KINGSCAN moves --json " NOT_PINNED " | cut -d, -f 1", 0, "{\"fen\":\"" NOT_PINNED "\"\n",
               "");
    expect_run(
        "$KINGSCAN moves --fen-ep no " NOT_PINNED, 2, "",
        "kingscan moves: --fen-ep: expected legal or x-fen, found 'no'\ntry 'kingscan moves --help'\n");
    expect_run(
        "for o in legal x-fen; do $KINGSCAN show --json --fen-ep $o --variant fischerandom '" PINNED
        "' | cut -d, -f 2; done; $KINGSCAN show --json --variant fischerandom '" NOT_PINNED
        "' | cut -d, -f 2\n"
        "printf '%s\n' '" PINNED "' '4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 2' '" NOT_PINNED
        "' '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2' | $KINGSCAN check --unique --variant fischerandom --format "
        "bytes | od -An -tu1",
        0,
        "\"fen\":\"4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 2\"\n\"fen\":\"" PINNED "\"\n\"fen\":\"" NOT_PINNED
        "\"\n   0 254   0   0\n",
        "");
}

/* ---- moves --key ---- */

Test(moves, key_of_polyglot) {
    expect_run("$KINGSCAN moves --key; $KINGSCAN moves --key startpos moves e2e4 d7d5 e4e5 f7f5", 0,
               "463b96181691fc9c\n22a48b5a8e47ff78\n", "");
    expect_run("$KINGSCAN moves --key --json | cut -d, -f 1-3", 0,
               "{\"fen\":\"" START "\",\"key\":\"463b96181691fc9c\",\"moves\":[{\"uci\":\"a2a3\"\n", "");
    expect_run("$KINGSCAN moves --json " CHECK " | grep -c key", 1, "0\n", "");
    expect_run("$KINGSCAN moves --key --variant atomic", 2, "",
               "kingscan moves: --key: Polyglot's keys are those of chess, not of atomic\n"
               "try 'kingscan moves --help'\n");
    expect_run("$KINGSCAN moves --key --san", 2, "",
               "kingscan moves: --key doesn't go with --san\ntry 'kingscan moves --help'\n");
}
