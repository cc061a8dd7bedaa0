/* kingscan uci: its input and its answers. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "kingscan.h"
#include "support/run.h"

/* Expects all answers to these lines, which are written as for sh's printf. */
static void expect_answers(const char *lines, const char *answers) {
    char command[4096];
    snprintf(command, sizeof command, "printf '%s\\n' | $KINGSCAN uci", lines);
    expect_run(command, 0, answers, "");
}

#define KINGS "position fen 4k3/8/8/8/8/8/8/4K3 w - -"
#define KINGS_MOVES "e1d1: 1\ne1d2: 1\ne1e2: 1\ne1f1: 1\ne1f2: 1\n\nNodes searched: 5\n\n"
#define ROOKS "position fen 4k3/8/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1"

Test(uci, counts) {
    expect_run("printf 'position startpos moves e2e4\\ngo perft 3\\n' | $KINGSCAN uci | tail -n 3", 0,
               "\nNodes searched: 13160\n\n", "");
    expect_answers(KINGS "\\ngo perft 1", KINGS_MOVES);
    expect_answers("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\\ngo perft 3", "\nNodes searched: 0\n\n");
}

Test(uci, castling_is_written_as_the_option_says_and_read_in_both_ways) {
    expect_run("printf '%s\\n' '" ROOKS "' 'go perft 1' | $KINGSCAN uci | grep '^e1'", 0,
               "e1c1: 1\ne1d1: 1\ne1f1: 1\ne1g1: 1\n", "");
    expect_run("printf '%s\\n' 'setoption name UCI_Chess960 value true' '" ROOKS
               "' 'go perft 1' | $KINGSCAN uci | grep '^e1'",
               0, "e1a1: 1\ne1d1: 1\ne1f1: 1\ne1h1: 1\n", "");
    for (int form = 0; form < 2; form++)
        expect_run(form ? "printf '%s\\n' '" ROOKS " moves e1h1' d | $KINGSCAN uci | grep Fen"
                        : "printf '%s\\n' '" ROOKS " moves e1g1' d | $KINGSCAN uci | grep Fen",
                   0, "Fen: 4k3/8/8/8/8/8/PPPPPPPP/R4RK1 b - - 1 1\n", "");
}

/* ---- Variants ---- */

#define GRAND "setoption name UCI_Variant value grand\\n"

Test(uci, plays_variants) {
    expect_run("printf '" GRAND "go perft 2\\n' | $KINGSCAN uci | tail -n 2", 0, "Nodes searched: 4225\n\n",
               "");
    expect_run("printf '" GRAND "position startpos moves g2h4 g9h7\\nd\\n' | $KINGSCAN uci | grep :", 0,
               "Fen: r8r/1nbqkc1bn1/pppppppppp/7a2/10/10/7A2/PPPPPPPPPP/1NBQKC1BN1/R8R w - - 2 2\nKey: "
               "63F985C2C8085FFD\nCheckers:\n",
               "");
    expect_run("printf '" GRAND
               "position fen 3k6/2P7/10/10/10/10/10/10/10/3RK5 b - - 0 1\\nd\\n' | $KINGSCAN uci | "
               "grep Checkers",
               0, "Checkers: c9 d1\n", "");
    expect_answers(
        GRAND "position startpos moves g2g5",
        "info string error: column 25: the cardinal on g2 can't go to g5: a cardinal may leap as a knight or "
        "move any number of squares diagonally until it reaches an occupied square\n");
    expect_run("printf '" GRAND
               "setoption name UCI_Variant value chess\\ngo perft 1\\n' | $KINGSCAN uci | tail -n 2",
               0, "Nodes searched: 20\n\n", "");
}

/* Castling has both forms in variants too. */
Test(uci, castling_of_variants) {
    for (int chess960 = 0; chess960 < 2; chess960++)
        expect_run(
            chess960
                ? "printf '%s\\n' 'setoption name UCI_Variant value capablanca' 'setoption name "
                  "UCI_Chess960 value true' 'position fen 5k4/10/10/10/10/10/10/R4K4 w Q - 0 1' 'go perft "
                  "1' | $KINGSCAN uci | grep -c 'f1a1: 1'"
                : "printf '%s\\n' 'setoption name UCI_Variant value capablanca' 'position fen "
                  "5k4/10/10/10/10/10/10/R4K4 w Q - 0 1 moves f1a1 f8f7 ' d | $KINGSCAN uci | grep -c "
                  "'Fen: 10/5k4/10/10/10/10/10/2KR6 '",
            0, "1\n", "");
}

Test(uci, errors_are_reported_and_change_nothing) {
    static const char *const wrong[][2] = {
        {"foo bar", "unknown command 'foo'"},
        {"position", "expected 'position startpos' or 'position fen'"},
        {"position startpos e2e4", "expected 'moves', found 'e2e4'"},
        {"position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1e2", "expected 'moves', found 'e1e2'"},
        {"position fen 4k3/8/8/8/8/8/8/4K3 w - - mvoes e1e2", "expected 'moves', found 'mvoes'"},
        {"position startpos moves e2e4 e2e4", "column 30: there is no piece on e2"},
        {"position startpos moves e2e5",
         "column 25: the pawn on e2 can't go to e5: a pawn moves straight ahead and captures one square "
         "diagonally ahead"},
        {"position fen 8/8 w - -",
         "column 17: expected '/' and another of the eight rows, found a blank (byte 0x20)"},
        {"position fen 4k3/8/8/8/8/8/8/4K3 w - - moves e1e2 e1e2", "column 51: there is no piece on e1"},
        {"setoption name Hash value 16", "the options are UCI_Chess960 and UCI_Variant"},
        {"setoption name UCI_Variant value checkers",
         "UCI_Variant: expected 'value' and one of those that 'uci' lists"},
        {"setoption name UCI_Variant", "UCI_Variant: expected 'value' and one of those that 'uci' lists"},
        {"setoption name uci_chess960 value yes", "UCI_Chess960: expected 'value true' or 'value false'"},
        {"setoption name UCI_Chess960 value yes", "UCI_Chess960: expected 'value true' or 'value false'"},
        {"go fast", "go: expected perft, depth, movetime, infinite or the like, found 'fast'"},
        {"go depth", "go depth: expected a number"},
        {"go depth 3 movetime x", "go movetime: expected a number"},
        {"go wtime 3-", "go wtime: expected a number"},
        {"go perft 0", "go perft: expected a depth from 1 to 63"},
        {"go perft 64", "go perft: expected a depth from 1 to 63"},
        {"go perft 4294967297", "go perft: expected a depth from 1 to 63"},
        {"go perft 1x", "go perft: expected a depth from 1 to 63"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char lines[256], answers[512];
        snprintf(lines, sizeof lines, KINGS "\\n%s\\ngo perft 1", wrong[i][0]);
        snprintf(answers, sizeof answers, "info string error: %s\n" KINGS_MOVES, wrong[i][1]);
        expect_answers(lines, answers);
    }
}

/* ---- Moves ---- */

#define PLAYS_NO_CHESS(count) "info string Kingscan plays no chess: this is a random one of " count " moves\n"

Test(uci, go_is_answered_by_a_move) {
    static const char *const requests[] = {
        "depth 3", "movetime 100", "nodes 5", "mate 1", "", "wtime 1000 btime -1 winc 0 binc 0 movestogo 40"};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        char lines[256];
        snprintf(lines, sizeof lines, "position fen k7/2K5/8/8/8/8/8/1R6 b - - 0 1\\ngo %s\\nisready",
                 requests[i]);
        expect_answers(lines, PLAYS_NO_CHESS("1") "bestmove a8a7\nreadyok\n");
    }
    expect_answers("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\\ngo depth 1",
                   PLAYS_NO_CHESS("0") "bestmove (none)\n");
}

/* "stop" and "ponderhit" are no error when no move is pending, and a second go ends the first. */
Test(uci, a_move_waits_for_stop) {
#define ONE_MOVE "position fen k7/2K5/8/8/8/8/8/1R6 b - - 0 1\\n"
    expect_answers("stop\\nponderhit\\ndebug on\\n" ONE_MOVE "go infinite\\nisready\\nstop\\nstop\\nisready",
                   PLAYS_NO_CHESS("1") "readyok\nbestmove a8a7\nreadyok\n");
    expect_answers(ONE_MOVE "go ponder wtime 1\\nisready\\nponderhit",
                   PLAYS_NO_CHESS("1") "readyok\nbestmove a8a7\n");
    expect_answers(ONE_MOVE "go infinite\\ngo depth 1",
                   PLAYS_NO_CHESS("1") "bestmove a8a7\n" PLAYS_NO_CHESS("1") "bestmove a8a7\n");
    expect_answers(ONE_MOVE "go infinite\\n" KINGS "\\nstop", PLAYS_NO_CHESS("1") "bestmove a8a7\n");
}

Test(uci, the_move_is_one_of_searchmoves) {
    expect_answers("go searchmoves e2e4 movetime 5", PLAYS_NO_CHESS("1") "bestmove e2e4\n");
    expect_run(
        "for i in $(seq 40); do echo go searchmoves e2e4 d2d4 e2e4 depth 1; done | $KINGSCAN uci --seed 1 | "
        "sort | uniq -c | tr -s ' '",
        0,
        " 23 bestmove d2d4\n 17 bestmove e2e4\n 40 info string Kingscan plays no chess: this is a random one "
        "of "
        "2 moves\n",
        "");
    expect_answers(
        "go searchmoves e2e5 infinite\\nstop",
        "info string error: go: expected perft, depth, movetime, infinite or the like, found 'e2e5'\n");
}

Test(uci, moves_are_written_as_the_option_says) {
#define CASTLE "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\\ngo searchmoves e1c1"
    expect_answers(CASTLE, PLAYS_NO_CHESS("1") "bestmove e1c1\n");
    expect_answers("setoption name UCI_Chess960 value true\\n" CASTLE, PLAYS_NO_CHESS("1") "bestmove e1a1\n");
}
